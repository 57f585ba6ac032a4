"""Whose card it is: by the place where it lies, the side it came from, and whose turn it is."""

from dataclasses import dataclass
from typing import Final

from controller.record.events import Seat
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch
from vision.base.observation import Laid
from vision.mat.seating import Seating

SURE: Final = 1.0
_NEIGHBOUR: Final = 0.7
"""Trust in a place near the area of the player whose turn it is."""
_DISPUTED: Final = 0.5
"""Trust in a place that the side from which the card came contradicts."""


@dataclass(frozen=True, slots=True)
class Attribution:
    """To whom a card is given, kept as it was seen."""

    seat: Seat | None
    """The player; None: the card lies in nobody's area and is no play."""
    trust: float = SURE
    """How sure the seat is, 0 to 1; 1 where place, side and turn agree."""
    doubt: str = ""
    """One sentence for the table, or nothing."""


@dataclass(frozen=True, slots=True)
class Attributed:
    """A card of the play, and to whom it was given when it was laid."""

    seen: Laid
    given: Attribution


def attribute(match: AnyMatch, seen: Laid, seating: Seating) -> Attribution:
    """Give a card to a seat.

    The place decides. The side from which the card was brought and the turn decide only where a card lies between two
    places. Whatever they say against the place is told as a doubt and changes nothing: a player may play out of turn.
    """
    place = (seen.x_mm, seen.y_mm)
    near = seating.near(place)
    if not near:
        return Attribution(None)
    brought = seating.from_edge(seen.origin) if seen.origin else frozenset[Seat]()
    turn = match.turn if match.running else None
    inside = seating.at(place)
    if inside is None:
        return _between(match, seen, near, brought, turn)
    rivals = [seat for seat in near if seat != inside]
    if turn in rivals and (not brought or turn in brought):
        return Attribution(inside, _NEIGHBOUR, _lies_between(match, seen, (inside, turn), inside))
    if brought and inside not in (*brought, turn):
        return Attribution(inside, _DISPUTED, _from_elsewhere(match, seen, inside, brought))
    return Attribution(inside)


def _between(
    match: AnyMatch, seen: Laid, near: tuple[Seat, ...], brought: frozenset[Seat], turn: Seat | None
) -> Attribution:
    """A card just outside the areas: the side it came from decides, then the turn, then the nearer area."""
    claims = [seat for seat in near if seat in brought] or list(near)
    seat = turn if turn in claims else claims[0]
    mine = seat == turn or not match.running
    if len(near) == 1 and (seat in brought or (mine and not brought)):
        return Attribution(seat)
    if len(near) == 1:
        doubt = Message("{card} lies beside {name}'s place; taken as theirs", card=seen.card, name=match.names[seat])
        return Attribution(seat, _DISPUTED, doubt)
    return Attribution(seat, _DISPUTED, _lies_between(match, seen, near[:2], seat))


def _lies_between(match: AnyMatch, seen: Laid, seats: tuple[Seat, ...], taken: Seat) -> Message:
    one, other = (match.names[seat] for seat in sorted(seats))
    return Message(
        "{card} lies between {name} and {other}; taken as {name2}'s",
        card=seen.card,
        name=one,
        other=other,
        name2=match.names[taken],
    )


def _from_elsewhere(match: AnyMatch, seen: Laid, inside: Seat, brought: frozenset[Seat]) -> Message:
    return Message(
        "{card} lies before {name} but came from where {names} sits; taken as {other}'s",
        card=seen.card,
        name=match.names[inside],
        names=Listed(tuple(match.names[seat] for seat in sorted(brought)), "or"),
        other=match.names[inside],
    )
