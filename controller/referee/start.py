"""How a match starts, and why it cannot."""

from collections.abc import Sequence

from controller import games
from controller.record.events import MatchStart
from controller.record.message import Listed, Message, reason_of
from controller.rules.match import AnyMatch, Match
from controller.rules.options import OptionError, resolve
from controller.rules.unseen.sight import MatchSight


class MatchError(ValueError):
    """A match line that no match can start with: an unknown game, profile, option or number of seats.

    Attributes:
        place: What is wrong: ``game``, ``profile``, ``option`` or ``seats``; empty where it is none of them.
        option: The name of the option that is wrong; empty where it is none.
    """

    def __init__(self, reason: str, place: str = "", option: str = "") -> None:
        super().__init__(reason)
        self.place, self.option = place, option


def start(event: MatchStart) -> AnyMatch:
    """The match before its first deal; raises MatchError for what no match can start with."""
    try:
        game = games.load(event.game)
        names = tuple(_printable(name) or Message("seat {n}", n=seat) for seat, name in enumerate(event.seats))
        rules = resolve(game.options, names, event.profile, event.options)
    except OptionError as error:
        raise MatchError(reason_of(error), error.place, error.option) from None
    except LookupError as error:
        raise MatchError(reason_of(error), "game") from None
    if rules.seats not in game.seats:
        raise MatchError(_other_seats(event.game, game.seats, rules.seats), "seats")
    sight = MatchSight(1 if event.v > 1 else None)
    return Match(game, rules, game.open_book(rules), (0,) * rules.seats, sight=sight)


def _other_seats(game: str, seats: Sequence[int], named: int) -> Message:
    wanted = Listed(tuple(map(str, seats)), " or ")
    return Message("{code} has {numbers} seats, and the match names {n}", code=game, numbers=wanted, n=named)


def cannot_start(event: MatchStart) -> Message | None:
    """Why no match can start so, or None."""
    try:
        start(event)
    except MatchError as error:
        return reason_of(error)
    return None


def _printable(name: str) -> str:
    """A name as a sheet and a display can show it."""
    return "".join(letter if letter.isprintable() else " " for letter in name).strip()
