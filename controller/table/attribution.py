"""Whose card it is: by the place where it lies, the side it came from, and whose turn it is."""

from dataclasses import dataclass
from typing import Final

from controller.record.events import Seat
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
    """None: it lies in nobody's place and is no play."""
    trust: float = SURE
    """1 where nothing speaks against it."""
    doubt: str = ""
    """One sentence for the table, or nothing."""


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
        names = " or ".join(match.names[seat] for seat in sorted(brought))
        whose = match.names[inside]
        doubt = f"{seen.card} lies before {whose} but came from where {names} sits; taken as {whose}'s"
        return Attribution(inside, _DISPUTED, doubt)
    return Attribution(inside)


def _between(
    match: AnyMatch, seen: Laid, near: tuple[Seat, ...], brought: frozenset[Seat], turn: Seat | None
) -> Attribution:
    """A card just outside the areas: the side it came from decides, then the turn, then the nearer area."""
    claims = [seat for seat in near if seat in brought] or list(near)
    seat = turn if turn in claims else claims[0]
    if len(near) == 1 and seat in (brought or near):
        return Attribution(seat)
    if len(near) == 1:
        return Attribution(seat, _DISPUTED, f"{seen.card} lies beside {match.names[seat]}'s place; taken as theirs")
    return Attribution(seat, _DISPUTED, _lies_between(match, seen, near[:2], seat))


def _lies_between(match: AnyMatch, seen: Laid, seats: tuple[Seat, ...], taken: Seat) -> str:
    one, other = (match.names[seat] for seat in sorted(seats))
    return f"{seen.card} lies between {one} and {other}; taken as {match.names[taken]}'s"
