"""How a match starts, and why it cannot."""

from controller import games
from controller.record.events import MatchStart
from controller.rules.match import AnyMatch, Match
from controller.rules.options import OptionError, resolve


class MatchError(ValueError):
    """A match line that no match can start with: an unknown game, profile, option or number of seats."""


def start(event: MatchStart) -> AnyMatch:
    """The match before its first deal; raises MatchError for what no match can start with."""
    try:
        game = games.load(event.game)
        names = tuple(_printable(name) or f"seat {seat}" for seat, name in enumerate(event.seats))
        rules = resolve(game.options, names, event.profile, event.options)
    except (LookupError, OptionError) as error:
        raise MatchError(error.args[0]) from None
    if rules.seats not in game.seats:
        wanted = " or ".join(map(str, game.seats))
        raise MatchError(f"{event.game} has {wanted} seats, and the match names {rules.seats}")
    return Match(game, rules, game.open_book(rules), (0,) * rules.seats)


def cannot_start(event: MatchStart) -> str | None:
    """Why no match can start so, or None."""
    try:
        start(event)
    except MatchError as error:
        return str(error)
    return None


def _printable(name: str) -> str:
    """A name as a sheet and a display can show it."""
    return "".join(letter if letter.isprintable() else " " for letter in name).strip()
