"""``schiri games``: which games there are, and a game's seats, deck, house rules and profiles."""

from collections.abc import Iterator
from typing import TextIO

from controller import games
from controller.commands import terminal
from controller.language import catalogues
from controller.language.translate import Locale, translated, word
from controller.record.events import Value
from controller.record.message import Listed, Message
from controller.rules.options import Option, profiles, resolve, written
from controller.rules.sheet import padded, width
from vision.words.cards import Lang


def run(name: str | None, out: TextIO, lang: Lang | None = None) -> int:
    """Print all games, or one; raises NoGameError for a game there is not."""
    if name is not None:
        terminal.write(_description(games.load(name)), out)
        return 0
    locale = catalogues.locale(lang or terminal.language())
    rows = [_row(games.load(name), locale) for name in games.names()]
    first, second = (max(width(row[column]) for row in rows) for column in (0, 1))
    terminal.write((f"{padded(id_, first)}  {padded(title, second)}  {seats}" for id_, title, seats in rows), out)
    more = Message("`{code}` tells a game's other names, deck, calls and house rules.", code="schiri games NAME")
    terminal.print_commands(f"\n{translated(more, locale)}", out)
    return 0


def _row(game: games.AnyGame, locale: Locale) -> tuple[str, str, str]:
    """Return a game's name in settings, its name in a language, and how many play it."""
    seats = Message("{n} players", n=Listed(tuple(map(str, sorted(game.seats))), "or"))
    return game.name, word(game.title, locale), translated(seats, locale)


def _description(game: games.AnyGame) -> Iterator[str]:
    yield f"{game.title} ({game.name})"
    called = dict.fromkeys((*(game.wording or ()), *(game.known_as or ()), *game.other_names))
    if others := [name for name in called if name != game.title]:
        yield f"  also called {', '.join(others)}"
    yield f"  {_seats(game)}, {len(game.deck)} cards of {game.card_size} mm"
    yield f"  deck: {' '.join(game.deck)}"
    if game.country != "french":
        yield f"  packs: French suits, or {game.country.capitalize()} ones (marks --suits {game.country})"
    for seats in sorted(game.seats):
        if calls := game.auction.calls(seats):
            yield f"  {seats} seats say: {', '.join(f'{call} ({counts})' for call, counts in calls.items())}"
    for call, names in game.auction.names.items():
        if others := [*dict.fromkeys(one for one in names if one.lower() != call)]:
            yield f"    {call} is also understood as {', '.join(others)}"
    for option in game.options:
        yield ""
        yield f"  {option.name} = {_choices(option)}"
        yield f"    {option.meaning} ({option.rule})"
        for profile, value in _profiles(game, option):
            yield f"    profile {profile}: {written(value)}"


def _seats(game: games.AnyGame) -> str:
    return " or ".join(map(str, sorted(game.seats))) + " seats"


def _choices(option: Option) -> str:
    more = ", or another" if option.free else ""
    return " | ".join(map(written, option.values)) + more + f"; by default {written(option.values[0])}"


def _profiles(game: games.AnyGame, option: Option) -> Iterator[tuple[str, Value]]:
    """Yield the profiles that set the option otherwise than by default."""
    names = tuple(map(str, range(game.seats[0])))
    for profile in profiles(game.options):
        value = resolve(game.options, names, profile, {})[option.name]
        if value != option.values[0]:
            yield profile, value
