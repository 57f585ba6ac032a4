"""The places of unseen cards: the public facts of a deal, as places with room (referee.md)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol, TypeVar

from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.deal import AnyDeal
from controller.rules.worlds import Worlds


class Declared(Protocol):
    """A declaration for which cards may have been shown."""

    @property
    def seat(self) -> Seat:
        """The seat of the hand from which they were shown."""
        ...

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards shown."""
        ...


D = TypeVar("D", bound=Declared)
Somewhere = frozenset[int]
"""Numbers of places."""


@dataclass(frozen=True, slots=True)
class UnseenPlace:
    """A hand, or another place where cards lie unseen."""

    name: str
    """The place in a sentence: a player's name, or a message such as ``the blind``."""
    room: int
    """Number of cards in the place that have not been played."""
    seat: Seat | None = None
    """The seat of the hand; None: another place."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Every place with cards that were not played."""

    places: tuple[UnseenPlace, ...]
    known: Mapping[Card, Somewhere] = field(default_factory=dict[Card, Somewhere])
    """Cards that are known to lie in some of the places only; in none: the facts contradict each other."""
    gone: frozenset[Card] = frozenset()
    """Cards in no place and in no trick: laid aside face up, used up before the play."""

    def place_of(self, seat: Seat) -> int | None:
        """Return the number of the place that is a seat's hand; None if there is none."""
        return next((number for number, place in enumerate(self.places) if place.seat == seat), None)

    def excludes(self, seat: Seat, card: Card) -> bool:
        """Whether a card is known to be elsewhere than in a seat's hand."""
        return card in self.gone or (card in self.known and self.place_of(seat) not in self.known[card])


def all_in_hands(deal: AnyDeal) -> Layout:
    """Make the layout of a deal in which every card is in the hand of a seat that plays."""
    places = hands(deal)
    return Layout(places, shown(deal, places))


def hands(deal: AnyDeal, undrawn: int = 0) -> tuple[UnseenPlace, ...]:
    """Return the hands of the seats that play, with the cards still held; ``undrawn``: cards each is yet to draw."""
    played, size = [play.seat for play in deal.seen()], deal.size - undrawn
    return tuple(UnseenPlace(deal.rules.names[seat], size - played.count(seat), seat) for seat in deal.seats)


def shown(deal: AnyDeal, places: Sequence[UnseenPlace]) -> dict[Card, Somewhere]:
    """Return the cards known to be in one hand: exposed and not yet played, or of a hand that was shown."""
    known: dict[Card, Somewhere] = {}
    if not deal.exposed and not deal.hands:
        return known
    gone = {play.card for play in deal.seen()}
    for card, seat in _held(deal):
        if card not in gone:
            here = frozenset(number for number, place in enumerate(places) if place.seat == seat)
            known[card] = known.get(card, here) & here
    return known


def _held(deal: AnyDeal) -> Iterator[tuple[Card, Seat]]:
    for play in deal.exposed:
        yield play.card, play.seat
    for seat, cards in (deal.hands or {}).items():
        for card in cards:
            yield card, seat


def worlds(deck: tuple[Card, ...], deal: AnyDeal, layout: Layout) -> Worlds:
    """Return the worlds of a layout: a card that lies in no trick and is not gone is unseen."""
    bits = bits_of(deck)
    cards = 0
    for play in deal.seen():
        cards |= bits[play.card]
    for card in layout.gone:
        cards |= bits[card]
    unseen = (1 << len(deck)) - 1 & ~cards
    may = [unseen] * len(layout.places)
    for card, places in layout.known.items():
        for place in range(len(may)):
            if place not in places:
                may[place] &= ~bits[card]
    return Worlds(tuple(place.room for place in layout.places), unseen, tuple(may))


def with_declared(
    deck: tuple[Card, ...],
    deal: AnyDeal,
    standing: Sequence[D],
    refuted: Iterable[D],
    lay: Callable[[Sequence[D]], Layout],
) -> Layout:
    """Lay out the cards shown for declarations; cards of a refuted one count too, if they can have been there.

    A refuted declaration may claim too much of cards that were really shown, or its cards are known to be elsewhere.
    """
    believed = [*standing]
    for one in refuted:
        moved = any(play.card in one.cards and play.seat != one.seat for play in (*deal.plays(), *deal.exposed))
        if not moved and worlds(deck, deal, lay([*believed, one])).exists():
            believed.append(one)
    return lay(believed)


@cache
def bits_of(deck: tuple[Card, ...]) -> Mapping[Card, int]:
    """Map each card of a deck to its bit in a set of cards."""
    return {card: 1 << number for number, card in enumerate(deck)}
