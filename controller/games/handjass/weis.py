"""Weis: sequences and fours of a hand, their worth, their best split and their order (HAN-W1, HAN-W2, HAN-W3)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from controller.games import jass
from controller.record.cards import SUITS, Card

SHORTEST: Final = 3
"""Cards of the shortest sequence."""

RUNS: Final = {3: 20, 4: 50}
"""Points of a sequence by its number of cards; a longer one counts LONG (HAN-W1)."""

LONG: Final = 100
FOURS: Final = {"10": 100, "J": 200, "Q": 100, "K": 100, "A": 100}
"""Points of four of a rank; four nines are an option."""

Strength = tuple[int, int, int, bool]
"""Points, number of cards, top rank, trump: the greater is the stronger (HAN-W3)."""


@dataclass(frozen=True, slots=True)
class Weis:
    """One sequence or four of a rank."""

    cards: frozenset[Card]
    points: int

    def strength(self, trump: str | None) -> Strength:
        """How it compares with others: points, cards, top rank in plain order, trump (HAN-W3)."""
        top = max(jass.PLAIN.index(card.rank) for card in self.cards)
        return self.points, len(self.cards), top, {card.suit for card in self.cards} == {trump}


@cache
def every(four_nines: int) -> tuple[Weis, ...]:
    """Every Weis there is, sequences of every length among them (HAN-W1)."""
    fours = FOURS | ({"9": four_nines} if four_nines else {})
    runs = [
        Weis(frozenset(Card(suit + rank) for rank in jass.PLAIN[start : start + length]), RUNS.get(length, LONG))
        for suit in SUITS
        for length in range(SHORTEST, len(jass.PLAIN) + 1)
        for start in range(len(jass.PLAIN) - length + 1)
    ]
    return (*runs, *(Weis(frozenset(Card(suit + rank) for suit in SUITS), fours[rank]) for rank in fours))


@cache
def shortest(points: int, four_nines: int) -> tuple[frozenset[Card], ...]:
    """The smallest sets of cards that hold a Weis of these points."""
    fitting = [weis.cards for weis in every(four_nines) if weis.points == points]
    return tuple(cards for cards in fitting if not any(other < cards for other in fitting))


def within(cards: Iterable[Card], four_nines: int) -> tuple[Weis, ...]:
    """Every Weis that these cards hold, overlapping ones too."""
    held = frozenset(cards)
    return tuple(weis for weis in every(four_nines) if weis.cards <= held)


def best_split(hand: Collection[Card], trump: str | None, four_nines: int = 0) -> tuple[Weis, ...]:
    """The Weis of a hand, no card in two of them, with the most points; strongest first (HAN-W2).

    Of equal splits the one with the strongest single Weis is taken.

    >>> [weis.points for weis in best_split([Card("S" + rank) for rank in jass.PLAIN[1:]], None)]
    [100, 20]
    """
    found = sorted(within(hand, four_nines), key=lambda weis: weis.strength(trump), reverse=True)

    def worth(split: tuple[Weis, ...]) -> tuple[int, list[Strength]]:
        return sum(weis.points for weis in split), [weis.strength(trump) for weis in split]

    def best(left: list[Weis]) -> tuple[Weis, ...]:
        if not left:
            return ()
        first, *rest = left
        with_first = (first, *best([weis for weis in rest if weis.cards.isdisjoint(first.cards)]))
        return max(with_first, best(rest), key=worth)

    return best(found)


def best_of(points: int, cards: Iterable[Card], trump: str | None, four_nines: int) -> Strength:
    """The strongest Weis of so many points that these cards hold; without one its points alone."""
    fitting = [weis.strength(trump) for weis in within(cards, four_nines) if weis.points == points]
    return max(fitting, default=(points, 0, 0, False))
