"""Attribution of cards to seats: by the place where a card lies, the side it came from, and whose turn it is."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from controller.record.cards import Card
from controller.record.events import Seat
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch
from vision.base.observation import Laid
from vision.mat.seating import Seating

# The mat beside the record, when a match is taken up again: what lies there otherwise than it should.


def differences(match: AnyMatch, lying: Collection[Card]) -> str:
    """Return the differences between mat and record, in one sentence for the table; empty if they agree.

    The cards of the trick that was closed last may lie there still, or not. Between deals, and before the play, nothing
    need lie there, and what does may belong to the next deal.

    Args:
        match: as its record says, before anything that was seen since.
        lying: the cards that the eyes believe to lie on the mat.
    """
    deal = match.deal
    if deal is None or not match.running or deal.phase != "play":
        return ""
    gathered = deal.tricks[-1].cards if deal.tricks else ()
    # People may have told a card without its copy.
    on_mat = {card.face for card in lying}
    recorded = {card.face for card in (*deal.open.cards, *gathered, *(play.card for play in deal.exposed))}
    gone = [(match.names[play.seat], play.card) for play in deal.open.plays if play.card.face not in on_mat]
    reasons = [*_missing_cards(gone), *_unknown_cards(sorted(on_mat - recorded))]
    return Message("taken up: {why}. Lay it as it was, or undo", why=Message.join("; ", reasons)) if reasons else ""


def _missing_cards(cards: Sequence[tuple[str, Card]]) -> Iterator[Message]:
    """Yield the open trick's cards that do not lie on the mat, each with its player."""
    if len(cards) == 1:
        [(name, card)] = cards
        yield Message("{name}'s {card} is not on the mat", name=name, card=card)
    elif cards:
        each = tuple(Message("{name}'s {card}", name=name, card=card) for name, card in cards)
        yield Message("{owned} are not on the mat", owned=Listed(each, "and"))


def _unknown_cards(cards: Sequence[Card]) -> Iterator[Message]:
    """Cards on the mat that the record does not know as played."""
    if len(cards) == 1:
        yield Message("{card} is not in the record", card=cards[0])
    elif cards:
        yield Message("{cards} are not in the record", cards=Listed(tuple(cards), "and"))


SURE: Final = 1.0
_NEIGHBOUR: Final = 0.7
"""Trust in a place near the area of the player whose turn it is."""
_DISPUTED: Final = 0.5
"""Trust in a place that the side from which the card came contradicts."""


@dataclass(frozen=True, slots=True)
class Attribution:
    """Attribution of a card to a seat, kept as it was seen."""

    seat: Seat | None
    """The player; None: the card lies in nobody's area and is no play."""
    trust: float = SURE
    """Trust in the seat, 0 to 1; 1 where place, side and turn agree."""
    doubt: str = ""
    """One sentence for the table, or nothing."""


@dataclass(frozen=True, slots=True)
class Attributed:
    """A card of the play, and to whom it was given when it was laid."""

    observation: Laid
    attribution: Attribution


def attribute(match: AnyMatch, observation: Laid, seating: Seating) -> Attribution:
    """Give a card to a seat.

    The place decides. The side from which the card was brought and the turn decide only where a card lies between two
    places. Whatever they say against the place is told as a doubt and changes nothing: a player may play out of turn.
    """
    place = (observation.x_mm, observation.y_mm)
    near = seating.near(place)
    if not near:
        return Attribution(None)
    brought = seating.from_edge(observation.origin) if observation.origin else frozenset[Seat]()
    turn = match.turn if match.running else None
    inside = seating.at(place)
    if inside is None:
        return _between(match, observation, near, brought, turn)
    rivals = [seat for seat in near if seat != inside]
    if turn in rivals and (not brought or turn in brought):
        return Attribution(inside, _NEIGHBOUR, _between_places(match, observation, (inside, turn), inside))
    if brought and inside not in (*brought, turn):
        return Attribution(inside, _DISPUTED, _from_elsewhere(match, observation, inside, brought))
    return Attribution(inside)


def _between(
    match: AnyMatch, observation: Laid, near: tuple[Seat, ...], brought: frozenset[Seat], turn: Seat | None
) -> Attribution:
    """Attribute a card just outside the areas: by the side it came from, then by the turn, then to the nearer area."""
    claims = [seat for seat in near if seat in brought] or list(near)
    seat = turn if turn in claims else claims[0]
    mine = seat == turn or not match.running
    if len(near) == 1 and (seat in brought or (mine and not brought)):
        return Attribution(seat)
    if len(near) == 1:
        doubt = Message(
            "{card} lies beside {name}'s place; taken as theirs", card=observation.card, name=match.names[seat]
        )
        return Attribution(seat, _DISPUTED, doubt)
    return Attribution(seat, _DISPUTED, _between_places(match, observation, near[:2], seat))


def _between_places(match: AnyMatch, observation: Laid, seats: tuple[Seat, ...], owner: Seat) -> Message:
    one, other = (match.names[seat] for seat in sorted(seats))
    return Message(
        "{card} lies between {name} and {other}; taken as {name2}'s",
        card=observation.card,
        name=one,
        other=other,
        name2=match.names[owner],
    )


def _from_elsewhere(match: AnyMatch, observation: Laid, inside: Seat, brought: frozenset[Seat]) -> Message:
    return Message(
        "{card} lies before {name} but came from where {names} sits; taken as {other}'s",
        card=observation.card,
        name=match.names[inside],
        names=Listed(tuple(match.names[seat] for seat in sorted(brought)), "or"),
        other=match.names[inside],
    )
