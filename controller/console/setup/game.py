"""The form of game, profile, options, seats and manners: what it shows, and the settings that it asks for."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, cast, get_args

from controller import games, rulebooks
from controller.console.setup.form_errors import FormError, FormRefusedError
from controller.console.words.gettext import _, core
from controller.games import AnyGame
from controller.record.events import Value
from controller.referee.announce import Policy
from controller.referee.fold import cannot_start
from controller.rules.options import Option, OptionError, profiles, resolve
from controller.settings.edit import KeyPath
from controller.settings.model import Config, TableConfig

NAME_LETTERS: Final = 24
"""Most letters of a player's name."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The game, profile and number of seats on which the rest of the form depends."""

    game: AnyGame
    seats: int
    profile: str

    def default(self, option: Option) -> Value:
        """Return the value of an option if none is chosen."""
        return resolve(self.game.options, ("",) * self.seats, self.profile, {})[option.name]


@dataclass(frozen=True, slots=True)
class GameRequest:
    """The settings that the whole form asks for."""

    table: TableConfig
    announce: Policy
    pack: str

    def matches(self, config: Config) -> bool:
        """Whether the settings are these already."""
        return (self.table, self.announce, self.pack) == (config.table, config.referee.announce, config.referee.pack)

    def changes(self, config: Config) -> Mapping[KeyPath, Any]:
        """Return the changes to the settings file."""
        old, new = config.table, self.table
        options = {
            name: None if name not in new.options else _plain(new.options[name])
            for name in {**old.options, **new.options}
            if name not in old.options or name not in new.options or old.options[name] != new.options[name]
        }
        return {
            **({("table", "game"): new.game} if new.game != old.game else {}),
            **({("table", "seats"): list(new.seats)} if new.seats != old.seats else {}),
            **({("table", "profile"): new.profile} if new.profile != old.profile else {}),
            **{("table", "options", name): value for name, value in options.items()},
            **({("referee", "announce"): self.announce} if self.announce != config.referee.announce else {}),
            **({("referee", "pack"): self.pack} if self.pack != config.referee.pack else {}),
        }


def chosen(fields: Mapping[str, str], table: TableConfig) -> Choice:
    """Return the choice to show: the form's where it is valid, else that of the settings."""
    name = fields["game"] if fields.get("game") in games.names() else table.game
    game = games.load(name)
    profile = fields["profile"] if fields.get("profile") in profiles(game.options) else table.profile
    seats = len(table.seats)
    if fields.get("seats", "") in [str(count) for count in game.seats]:
        seats = int(fields["seats"])
    return Choice(game, seats if seats in game.seats else game.seats[0], profile)


def filled(choice: Choice, config: Config, *, usual: bool = False) -> Mapping[str, str]:
    """Return the fields of the form as the settings have them; ``usual``: with every house rule as it is usual."""
    table, referee = config.table, config.referee
    is_kept = (table.game, table.profile) == (choice.game.name, choice.profile)
    mine = table.options if is_kept and not usual else {}
    fields = {"announce": referee.announce, "pack": referee.pack}
    fields |= {f"name{seat}": name for seat, name in enumerate(table.seats[: choice.seats])}
    for option in choice.game.options:
        value = mine.get(option.name, choice.default(option))
        if option.choice and isinstance(value, tuple):
            fields |= {f"opt.{option.name}.{one}": "on" for one in value}
        else:
            fields[f"opt.{option.name}"] = written(option, value)
    return fields


def written(option: Option, value: Value) -> str:
    """Return a value as its field has it: a number as it is, else its place among the values."""
    return str(value) if option.free else str(option.values.index(value) if value in option.values else 0)


def requested(choice: Choice, form: Mapping[str, str], now: TableConfig) -> GameRequest:
    """Return the request of the form, with the rest of the table as it is now; raises FormRefusedError."""
    mistakes: list[FormError] = []
    names = tuple(form.get(f"name{seat}", "").strip() for seat in range(choice.seats))
    mistakes += _names(names)
    options: dict[str, Value] = {}
    for option in choice.game.options:
        try:
            value = _value(option, form)
        except OptionError:
            mistakes.append(FormError(f"opt.{option.name}", _choices(option)))
        else:
            options |= {option.name: value} if value != choice.default(option) else {}
    announce, pack = form.get("announce", ""), form.get("pack", "")
    if announce not in get_args(Policy):
        mistakes.append(FormError("announce", _("Choose what is said when.")))
    if pack not in rulebooks.names():
        mistakes.append(FormError("pack", _("Choose a rulebook.")))
    if mistakes:
        raise FormRefusedError(mistakes)
    table = replace(now, game=choice.game.name, seats=names, profile=choice.profile, options=options)
    if fault := cannot_start(table.opening()):
        raise FormRefusedError([FormError("game", core(fault))])
    return GameRequest(table, cast("Policy", announce), pack)


def _names(names: Iterable[str]) -> Iterator[FormError]:
    """Yield the errors of the players' names."""
    earlier_names: set[str] = set()
    for seat, name in enumerate(names):
        if not name:
            yield FormError(f"name{seat}", _("Give the player at seat {number} a name.").format(number=seat + 1))
        elif len(name) > NAME_LETTERS or not name.isprintable():
            reason = _("A name has at most {most} letters, and none that cannot be seen.")
            yield FormError(f"name{seat}", reason.format(most=NAME_LETTERS))
        elif name in earlier_names:
            yield FormError(
                f"name{seat}", _("Two players are called {name}; give each a name of its own.").format(name=name)
            )
        earlier_names.add(name)


def _choices(option: Option) -> str:
    """Return the allowed values of an option, for an error's sentence."""
    if option.choice:
        return _("Choose at least one.")
    if not option.free:
        return _("Choose one of those that are offered.")
    values = ", ".join(map(str, option.values))
    return _("Write a whole number that is not less than 0; usual: {values}.").format(values=values)


def _value(option: Option, form: Mapping[str, str]) -> Value:
    """Return the value of an option; raises OptionError."""
    if option.choice:
        return option.check(tuple(one for one in option.choice if f"opt.{option.name}.{one}" in form))
    text = form.get(f"opt.{option.name}", "").strip()
    if option.free:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None
        return option.check(text if number is None else number)
    if text.isascii() and text.isdecimal() and len(text) < 4 and int(text) < len(option.values):
        return option.values[int(text)]
    return option.check(text)


def _plain(value: Value) -> object:
    """Return a value as a settings file takes it."""
    return list(value) if isinstance(value, tuple) else value
