"""Every world of a small deal, listed: all deals of its cards, of which those that an event contradicts are struck.

A world is one deal of all cards as the play began. Nothing here counts rooms or unseen cards, and nothing is asked of
``controller.rules.layout`` or ``controller.rules.worlds``: it is the other way to say the same thing, to compare.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from controller.record.cards import Card
from controller.record.events import Seat

Place = str | Seat
"""A hand, or another place by its name."""

Masks = NDArray[np.int32]
"""A set of cards, one bit each, in every world."""


@cache
def deals(rooms: tuple[int, ...]) -> Masks:
    """Every deal of as many cards as there is room: worlds by places."""
    count = sum(rooms)
    left = np.array([(1 << count) - 1], np.int32)
    columns: list[Masks] = []
    for room in rooms:
        hands = [sum(1 << bit for bit in chosen) for chosen in combinations(range(count), room)]
        rows = [np.nonzero((left & hand) == hand)[0] for hand in hands]
        taken = np.concatenate([np.full(len(row), hand, np.int32) for row, hand in zip(rows, hands, strict=True)])
        order = np.concatenate(rows)
        columns = [column[order] for column in columns] + [taken]
        left = left[order] & ~taken
    return np.stack(columns, axis=1)


def bit_of(deck: tuple[Card, ...], card: Card) -> int:
    """The bit of a card; of one that is not in the deal none."""
    return 1 << deck.index(card) if card in deck else 0


def cards_of(deck: tuple[Card, ...], mask: int) -> tuple[Card, ...]:
    """The cards of a set."""
    return tuple(card for number, card in enumerate(deck) if mask >> number & 1)


class Worlds(Protocol):
    """The worlds of one deal that nothing seen so far contradicts."""

    deck: tuple[Card, ...]
    """The cards of the play, the first one bit 0."""

    def strike(self, card: Card, places: Collection[Place], trick: int) -> None:
        """Strike the worlds in which a card that was seen in the trick of this number was in none of these places."""

    def held(self, seat: Seat) -> Masks:
        """The cards that a seat plays in the deal."""
        ...

    def now(self, trick: int) -> dict[Place, Masks]:
        """The cards of each place when the trick of this number is played, those played before among them."""
        ...

    def __len__(self) -> int:
        """How many are left."""
        ...


class Dealt:
    """Worlds of cards dealt to places before the play, where they stay."""

    def __init__(self, deck: tuple[Card, ...], rooms: Mapping[Place, int]) -> None:
        self.deck, self.rows = deck, deals(tuple(rooms.values()))
        self.columns = {place: column for column, place in enumerate(rooms)}

    def strike(self, card: Card, places: Collection[Place], trick: int) -> None:
        there = [self.columns[place] for place in places]
        self.rows = self.rows[(self.rows[:, there] & bit_of(self.deck, card)).any(axis=1)]

    def held(self, seat: Seat) -> Masks:
        return self.rows[:, self.columns[seat]]

    def now(self, trick: int) -> dict[Place, Masks]:
        return {place: self.rows[:, column] for place, column in self.columns.items()}

    def __len__(self) -> int:
        return len(self.rows)


class Drawn:
    """Worlds of two hands and a talon from which both draw a card after each trick, the winner first (SCN-P2)."""

    def __init__(self, deck: tuple[Card, ...], hand: int, takers: Sequence[Seat]) -> None:
        """``takers``: who drew each card of the talon, as far as cards were drawn; it grows with the deal."""
        self.deck, self.takers = deck, takers
        self.rows = deals((hand, hand, *(1,) * (len(deck) - 2 * hand)))

    def _hand(self, seat: Seat, drawn: int) -> Masks:
        mine = [number + 2 for number, taker in enumerate(self.takers[:drawn]) if taker == seat]
        hand: Masks = np.bitwise_or.reduce(self.rows[:, [seat, *mine]], axis=1)
        return hand

    def strike(self, card: Card, places: Collection[Place], trick: int) -> None:
        bit, [place] = bit_of(self.deck, card), places
        there = self.rows[:, -1] if isinstance(place, str) else self._hand(place, 2 * (trick - 1))
        self.rows = self.rows[(there & bit) > 0]

    def swap(self, one: Card, other: Card) -> None:
        """Each of two cards goes where the other lies."""
        bits = bit_of(self.deck, one), bit_of(self.deck, other)
        has = [(self.rows & bit) > 0 for bit in bits]
        self.rows = self.rows & ~np.int32(sum(bits)) | np.where(has[0], bits[1], 0) | np.where(has[1], bits[0], 0)
        self.rows = self.rows.astype(np.int32)

    def held(self, seat: Seat) -> Masks:
        return self._hand(seat, len(self.takers))

    def now(self, trick: int) -> dict[Place, Masks]:
        hands: dict[Place, Masks] = {seat: self.held(seat) for seat in (0, 1)}
        rest: Masks = np.bitwise_or.reduce(self.rows[:, 2 + len(self.takers) :], axis=1)
        return hands | {"the talon": rest}

    def __len__(self) -> int:
        return len(self.rows)


class DealtButOne(Dealt):
    """The same where one card, which is one of some, lies in a place of its own."""

    def __init__(
        self, deck: tuple[Card, ...], rooms: Mapping[Place, int], place: Place, aside: Collection[Card]
    ) -> None:
        hands, found = deals(tuple(rooms.values())), list[Masks]()
        for card in aside:
            bit = np.int32(bit_of(deck, card))
            low = hands & (bit - 1)
            # The bits above that of the card move up, so that it has one of its own.
            moved = low | (hands - low) << 1
            found.append(np.column_stack([moved, np.full(len(moved), bit, np.int32)]))
        self.deck, self.rows = deck, np.concatenate(found)
        self.columns = {one: column for column, one in enumerate((*rooms, place))}


class Piles:
    """Worlds of Condor Whist: in each round a seat took the card turned up, and the other one that nobody saw."""

    def __init__(self, up: Sequence[tuple[Card, Seat]], unseen: Sequence[Card], hand: int) -> None:
        """``up``: the card each round gave, and to whom; ``hand``: cards of the last rounds, which begin the play."""
        self.deck, self.hand = (*(card for card, _ in up), *unseen), hand
        self.takers = [taker for _, taker in up]
        self.rows = deals((1,) * len(unseen)) << len(up)

    def _pile(self, seat: Seat, rounds: Collection[int]) -> Masks:
        mine = [number for number in rounds if self.takers[number] == seat]
        unseen = [number for number in rounds if self.takers[number] != seat]
        pile: Masks = np.bitwise_or.reduce(self.rows[:, unseen], axis=1)
        return pile | np.int32(sum(1 << number for number in mine))

    def _drawn(self, trick: int) -> range:
        """The last rounds are drawn first, and after each trick one more (CON-P1, CON-P2)."""
        rounds = len(self.takers)
        return range(max(0, rounds - self.hand - trick + 1), rounds)

    def strike(self, card: Card, places: Collection[Place], trick: int) -> None:
        bit = bit_of(self.deck, card)
        there = [self._pile(place, self._drawn(trick)) for place in places if not isinstance(place, str)]
        self.rows = self.rows[np.logical_or.reduce([(pile & bit) > 0 for pile in there])]

    def held(self, seat: Seat) -> Masks:
        return self._pile(seat, range(len(self.takers)))

    def now(self, trick: int) -> dict[Place, Masks]:
        drawn = self._drawn(trick)
        hands: dict[Place, Masks] = {seat: self._pile(seat, drawn) for seat in (0, 1)}
        return hands | {f"pile {seat}": self._pile(seat, range(drawn.start)) for seat in (0, 1)}

    def __len__(self) -> int:
        return len(self.rows)
