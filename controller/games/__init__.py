"""The games: one module or package per game, named as the record names it; each defines ``GAME``.

Public: advisers, claims, follow_rule, interchange, pair_game, trick_game, vocabularies.
"""

from collections.abc import Mapping
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final, cast

from controller.record.cards import DECKS
from controller.record.events import Value
from controller.record.message import Listed, Message
from controller.record.naming import by_plain, or_near, plain
from controller.rules.game import PARTS, Game
from controller.rules.options import Option, OptionError
from groundwork import extensions
from groundwork.extensions import BrokenExtension, ExtensionError, attempt

AnyGame = Game[Any, Any]
"""A game whose own state only the game itself looks into."""

GROUP: Final = "schiri.games"
"""The entry points by which other packages bring games."""
FACTS: Final = ("name", "title", "seats", "deck")
"""The attributes that every game states as data."""
KNOWN_CARDS: Final = frozenset(card for deck in DECKS.values() for card in deck)


class NoGameError(LookupError):
    """An error for a name that no game has; the message lists the games there are."""


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games that can be refereed."""
    return tuple(sorted((*(name for name in _in_folder() if hasattr(_module(name), "GAME")), *_extension_games()[0])))


def load(name: str) -> AnyGame:
    """Load the game of this name, as the record or players call it; raises NoGameError listing the games there are."""
    home = _home(name) or _home(_called().get(plain(name), name))
    game = getattr(home, "GAME", None)
    if game is None:
        raise NoGameError(_no_game(name))
    return cast("AnyGame", game)


def broken() -> tuple[BrokenExtension, ...]:
    """Return the games of other packages that are left out."""
    return _extension_games()[1]


def _no_game(name: str) -> Message:
    """Explain why there is no game of this name: another package's is broken, or nobody has brought any."""
    for one in broken():
        if plain(one.name) == plain(name) and one.name not in _extension_games()[0]:
            return Message(
                "there is no game {code}: the package {name} brings one, but {reason}",
                code=repr(name),
                name=one.package,
                reason=one.reason,
            )
    message = Message("there is no game {code}; there are {names}", code=repr(name), names=Listed(names()))
    return or_near(message, name, _names_and_titles())


def id_of(name: str) -> str:
    """Return the record's name of the game that players call so; a name that no game has comes back as it is."""
    try:
        return load(name).name
    except NoGameError:
        return name


def spelled(name: str, options: Mapping[str, Value | list[Any]]) -> dict[str, Value]:
    """Write the house rules with their values as this game names them; others stay as they are."""
    values = {option: tuple(value) if isinstance(value, list) else value for option, value in options.items()}
    try:
        by_name = {option.name: option for option in load(name).options}
    except NoGameError:
        return values
    return {option: by_name[option].spelled(value) if option in by_name else value for option, value in values.items()}


@cache
def _called() -> Mapping[str, str]:
    """Return the games' ids by every name that players know them by, in plain letters."""
    games = {name: load(name) for name in names()}
    return by_plain(
        {
            name: (game.title, *(game.wording or ()), *(game.known_as or ()), *game.other_names)
            for name, game in games.items()
        }
    )


def _names_and_titles() -> tuple[str, ...]:
    """Return the games' ids and titles, which are proposed for a mistyped name."""
    return tuple(one for name in names() for one in dict.fromkeys((name, load(name).title)))


def part(game: str, name: str) -> object:
    """Return a module of a game's folder, such as its ``words``; for a game in a single file, that file.

    Args:
        game: its name.
        name: the module's name.

    Returns:
        The module, or None if there is no such game, or none of that name in its folder.
    """
    home = _home(game)
    if home is None or not hasattr(home, "__path__"):
        return home
    full = f"{home.__name__}.{name}"
    return import_module(full) if find_spec(full) else None


@cache
def _in_folder() -> frozenset[str]:
    """List the ids of possible games. The folder is read once a process; the games themselves read nothing."""
    return frozenset(module.name.replace("_", "-") for module in iter_modules(__path__))


def _home(name: str) -> ModuleType | None:
    """Return the module or the package of a game, ours or another package's; None if there is no such game."""
    return _module(name) if name in _in_folder() else _extension_games()[0].get(name)


def _module(name: str) -> ModuleType:
    return import_module(f"{__name__}.{name.replace('-', '_')}")


@cache
def _extension_games() -> tuple[Mapping[str, ModuleType], tuple[BrokenExtension, ...]]:
    """Return the games of other packages by name, and those of them that are left out."""
    return extensions.load_all(GROUP, _check_home)


def _check_home(name: str, home: object) -> ModuleType:
    """Return the home of another package's game; raises ExtensionError where a part of it is missing."""
    if name in _in_folder():
        raise ExtensionError(f"{name!r} is a name of Schiri's own")
    if not isinstance(home, ModuleType):
        raise ExtensionError("its entry point names no module")
    game: Any = getattr(home, "GAME", None)
    kind = cast("object", game)
    if isinstance(kind, type) and issubclass(kind, Game):
        raise ExtensionError(
            f"its GAME is the class {kind.__name__}, and no game of it: write GAME = {kind.__name__}()"
        )
    if not isinstance(cast("object", game), Game):
        raise ExtensionError(f"{home.__name__} defines no GAME, an instance of a subclass of {Game.__module__}.Game")
    _check_facts(name, game)
    _check_parts(game)
    _check_options(game)
    for module in ("words", "advice"):
        _load_module(home, module)
    return home


def _check_parts(game: AnyGame) -> None:
    """Raise ExtensionError where something else stands in the place of a part, such as its class."""
    for part, kind in PARTS.items():
        value: object = getattr(game, part, None)
        if isinstance(value, kind) or (part, value) == ("claims", None):
            continue
        if isinstance(value, type) and issubclass(value, kind):
            like = f"{part} = {value.__name__}()"
            raise ExtensionError(f"the {part} of its GAME is the class {value.__name__}: write {like}")
        raise ExtensionError(f"the {part} of its GAME is {value!r}, and no object of a class of {kind.__name__}")


def _check_options(game: AnyGame) -> None:
    """Raise ExtensionError for a house rule that pages and profiles could not describe."""
    for option in game.options:
        if not isinstance(cast("object", option), Option):
            raise ExtensionError(f"its options have {option!r}, and no Option")
        if not option.values:
            raise ExtensionError(f"its option {option.name!r} has no value: the first one is the default")
        if option.says and len(option.says) != len(option.values):
            reason = f"{len(option.values)} values and {len(option.says)} sentences"
            raise ExtensionError(f"its option {option.name!r} has {reason}: write one for each, or none")
        for profile, value in option.profiles.items():
            try:
                option.check(value)
            except OptionError as error:
                raise ExtensionError(f"its profile {profile!r}: {error}") from error


def _check_facts(name: str, game: AnyGame) -> None:
    """Raise ExtensionError where a game does not state the facts that all others rest on."""
    facts: dict[str, object] = {fact: getattr(game, fact, None) for fact in FACTS}
    for fact in ("seats", "deck"):
        if facts[fact] and not isinstance(facts[fact], tuple):
            like = f"({facts[fact]!r},)" if fact == "seats" else 'DECKS["whist52"]'
            raise ExtensionError(f"the {fact} of its GAME are {facts[fact]!r}, and no tuple: write {fact} = {like}")
    if not isinstance(cast("object", game.options), tuple):
        raise ExtensionError(f"the options of its GAME are {game.options!r}, and no tuple")
    if missing := [fact for fact, told in facts.items() if not told]:
        raise ExtensionError(f"its GAME says nothing of its {' and '.join(missing)}")
    if facts["name"] != name:
        raise ExtensionError(f"its GAME is named {facts['name']!r}, and its entry point {name!r}")
    if type(facts["title"]) is not str:
        raise ExtensionError(f"the title of its GAME is {facts['title']!r}, and no text")
    try:
        strange = [card for card in game.deck if card not in KNOWN_CARDS]
        most = max(int(seats) for seats in game.seats)
    except (TypeError, ValueError) as error:
        raise ExtensionError(f"its GAME's deck or seats are of another kind ({error})") from error
    if strange:
        raise ExtensionError(f"its deck has {str(strange[0])!r}, which is on no card")
    if most > len(game.deck):
        raise ExtensionError(f"{most} players cannot share {len(game.deck)} cards")


def _load_module(home: ModuleType, name: str) -> None:
    """Load a module of another package's game, if it has it; raises ExtensionError."""
    full = f"{home.__name__}.{name}"
    if not hasattr(home, "__path__") or not find_spec(full):
        return
    attempt(full, partial(import_module, full))
