"""``schiri games``: which games there are, and a game's seats, deck, house rules and profiles."""

from collections.abc import Iterator
from typing import TextIO

from controller import games
from controller.record.events import Value
from controller.rules.options import Option, profiles, resolve, written


def run(name: str | None, out: TextIO) -> int:
    """Print all games, or one; raises NoGameError for a game there is not."""
    for line in _all() if name is None else _one(games.load(name)):
        out.write(line + "\n")
    return 0


def _all() -> Iterator[str]:
    names = games.names()
    width = max(map(len, names))
    for name in names:
        game = games.load(name)
        called = dict.fromkeys((*(game.wording or ()), *game.other_names))
        others = ", ".join(one for one in called if one != game.title)
        yield f"{name:{width}}  {_seats(game):12}  {game.title}{f' ({others})' if others else ''}"
    yield ""
    yield "games NAME lists a game's deck, contracts, calls, multipliers and house rules."


def _one(game: games.AnyGame) -> Iterator[str]:
    yield f"{game.title} ({game.name})"
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
    """The profiles that set the option otherwise than by default."""
    names = tuple(map(str, range(game.seats[0])))
    for profile in profiles(game.options):
        value = resolve(game.options, names, profile, {})[option.name]
        if value != option.values[0]:
            yield profile, value
