"""Which deals of the unseen cards still fit what was seen: existence by Hall's condition, no sampling, no guesses.

A *place* (a hand, a blind, the dog) has room for so many unseen cards. A *world* lays every unseen card in one
place that may hold it, and fills every place. Cards are bits of an int, places are bits of another; cards that may
lie in the same places are interchangeable, so only their number counts. A world exists if and only if the rooms
add up to the cards and, for every set of places, no more cards can lie nowhere else than there is room (P. Hall,
"On representatives of subsets", 1935). With k places that is 2^k sums.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

Cards = int
"""A set of cards, one bit each."""
Places = int
"""A set of places, one bit each."""

NOTHING: Final[Mapping[int, Cards]] = {}


@dataclass(frozen=True, slots=True)
class Worlds:
    """All deals of the unseen cards that fit the public facts."""

    rooms: tuple[int, ...]
    """Unseen cards that each place holds."""
    unseen: Cards
    bound: tuple[tuple[Cards, Places], ...] = ()
    """Unseen cards that are known to lie in some of the places only; the sets of cards are disjoint."""

    def exists(self, barred: Mapping[int, Cards] = NOTHING) -> bool:
        """Whether there is a world in which no place holds a card that is barred from it."""
        return self._fits(self.rooms, self.unseen, barred)

    def exists_with(self, holds: Mapping[int, Cards], barred: Mapping[int, Cards] = NOTHING) -> bool:
        """Whether there is such a world in which each place of ``holds`` has one at least of those cards."""
        return any(self._fits(rooms, unseen, barred) for rooms, unseen in self._dealt(tuple(holds.items()), barred))

    def must_hold(self, place: int) -> Cards:
        """The cards that lie in this place in every world; none if there is no world."""
        return self._one_by_one(self.unseen, lambda card: not self.exists({place: card})) if self.exists() else 0

    def may_hold(self, place: int) -> Cards:
        """The cards that lie in this place in some world."""
        return self._one_by_one(self.unseen, lambda card: self.exists_with({place: card}))

    def _dealt(
        self, holds: tuple[tuple[int, Cards], ...], barred: Mapping[int, Cards]
    ) -> Iterable[tuple[tuple[int, ...], Cards]]:
        """The rooms and unseen cards that are left once a card of each kind wanted is laid in its place."""
        if not holds:
            yield self.rooms, self.unseen
            return
        (place, wanted), *rest = holds
        for rooms, unseen in self._dealt(tuple(rest), barred):
            for cards, places in self._kinds(unseen & wanted, barred):
                if rooms[place] and places >> place & 1:
                    left = tuple(room - (number == place) for number, room in enumerate(rooms))
                    yield left, unseen & ~(cards & -cards)

    def _fits(self, rooms: tuple[int, ...], unseen: Cards, barred: Mapping[int, Cards]) -> bool:
        """Hall's condition over every set of places."""
        if sum(rooms) != unseen.bit_count() or min(rooms, default=0) < 0:
            return False
        confined = [0] * (1 << len(rooms))
        for cards, places in self._kinds(unseen, barred):
            confined[places] += cards.bit_count()
        space = [0] * (1 << len(rooms))
        for place, room in enumerate(rooms):
            bit = 1 << place
            for places in range(bit, 2 * bit):
                space[places] = space[places ^ bit] + room
        for place in range(len(rooms)):
            bit = 1 << place
            for places in range(1 << len(rooms)):
                if places & bit:
                    confined[places] += confined[places ^ bit]
        return all(count <= room for count, room in zip(confined, space, strict=True))

    def _kinds(self, unseen: Cards, barred: Mapping[int, Cards]) -> Iterable[tuple[Cards, Places]]:
        """The unseen cards in sets that may lie in the same places."""
        everywhere = (1 << len(self.rooms)) - 1
        free = unseen
        kinds: list[tuple[Cards, Places]] = []
        for cards, places in self.bound:
            free &= ~cards
            if cards & unseen:
                kinds.append((cards & unseen, places))
        kinds.append((free, everywhere))
        for place, cards in barred.items():
            kinds = _split(kinds, cards, ~(1 << place))
        return kinds

    @staticmethod
    def _one_by_one(cards: Cards, holds: Callable[[Cards], bool]) -> Cards:
        """The cards of a set for which a test holds."""
        found = 0
        while cards:
            card = cards & -cards
            cards ^= card
            found |= card if holds(card) else 0
        return found


def _split(kinds: list[tuple[Cards, Places]], cards: Cards, places: Places) -> list[tuple[Cards, Places]]:
    """Confine some cards to some places."""
    split: list[tuple[Cards, Places]] = []
    for kind, where in kinds:
        if inside := kind & cards:
            split.append((inside, where & places))
        if outside := kind & ~cards:
            split.append((outside, where))
    return split
