"""Weis: sequences and fours of a hand, their worth, their best split and their order (HAN-W1, HAN-W2, HAN-W3)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from controller.games import jass
from controller.record.cards import SUITS, Card

SHORTEST: Final = 3
"""Cards of the shortest sequence."""

STOCK: Final = 20
"""Points of Stöck, king and queen of trump (HAN-W5, SCH-W5)."""

Strength = tuple[int, int, int, bool]
"""Points, number of cards, top rank, trump: the greater is the stronger (HAN-W3, SCH-W3)."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The points of Weis at one table."""

    runs: tuple[int, ...]
    """The points of a sequence of three cards, of four and so on; a longer one counts as the last."""
    fours: tuple[tuple[str, int], ...]
    """The points of four of a rank, by the rank; a rank that is not listed is no Weis."""
    ranks: tuple[str, ...] = jass.PLAIN
    """The ranks of the deck in the order of sequences, the lowest first."""

    def run(self, length: int) -> int:
        """Return the points of a sequence of so many cards."""
        return self.runs[min(length - SHORTEST, len(self.runs) - 1)]


@dataclass(frozen=True, slots=True)
class Weis:
    """A sequence or four of a rank."""

    cards: frozenset[Card]
    points: int

    @property
    def is_run(self) -> bool:
        """Whether the Weis is a sequence."""
        return len({card.suit for card in self.cards}) == 1

    def strength(self, trump: str | None, *, low: bool = False) -> Strength:
        """Rank the Weis among others: points, cards, top rank in plain order, trump (HAN-W3).

        ``low``: the six is the highest card, and of two the one that goes down further is the stronger (SCH-W3).
        """
        places = [jass.PLAIN.index(card.rank) for card in self.cards]
        top = -min(places) if low else max(places)
        return self.points, len(self.cards), top, {card.suit for card in self.cards} == {trump}


@cache
def every(scale: Scale) -> tuple[Weis, ...]:
    """Return every Weis there is, sequences of every length among them (HAN-W1, SCH-W1)."""
    runs = [
        Weis(frozenset(Card(suit + rank) for rank in scale.ranks[start : start + length]), scale.run(length))
        for suit in SUITS
        for length in range(SHORTEST, len(scale.ranks) + 1)
        for start in range(len(scale.ranks) - length + 1)
    ]
    fours = (Weis(frozenset(Card(suit + rank) for suit in SUITS), points) for rank, points in scale.fours)
    return (*runs, *fours)


@cache
def shortest(points: int, scale: Scale) -> tuple[frozenset[Card], ...]:
    """Return the smallest sets of cards that hold a Weis of these points."""
    fitting = [weis.cards for weis in every(scale) if weis.points == points]
    return tuple(cards for cards in fitting if not any(other < cards for other in fitting))


def within(cards: Iterable[Card], scale: Scale) -> tuple[Weis, ...]:
    """Return every Weis that these cards hold, overlapping ones too."""
    hand = frozenset(cards)
    return tuple(weis for weis in every(scale) if weis.cards <= hand)


def best_split(hand: Collection[Card], trump: str | None, scale: Scale) -> tuple[Weis, ...]:
    """Return the Weis of a hand, no card in two of them, with the most points; strongest first (HAN-W2).

    Of equal splits the one with the strongest single Weis is taken.

    >>> spades = [Card("S" + rank) for rank in jass.PLAIN[1:]]
    >>> [weis.points for weis in best_split(spades, None, Scale((20, 50, 100), ()))]
    [100, 20]
    """
    every_weis = sorted(within(hand, scale), key=lambda weis: weis.strength(trump), reverse=True)

    def worth(split: tuple[Weis, ...]) -> tuple[int, list[Strength]]:
        return sum(weis.points for weis in split), [weis.strength(trump) for weis in split]

    def best(candidates: list[Weis]) -> tuple[Weis, ...]:
        if not candidates:
            return ()
        first, *rest = candidates
        with_first = (first, *best([weis for weis in rest if weis.cards.isdisjoint(first.cards)]))
        return max(with_first, best(rest), key=worth)

    return best(every_weis)


@cache
def most(scale: Scale, size: int, hands: int) -> int:
    """Bound the points of all Weis that hands can hold, of whatever cards; no card counts in two sequences.

    A sequence has at most one card of each four; beside fours of a hand it has that many cards fewer.

    Args:
        scale: the table's scale.
        size: the cards of a hand.
        hands: the hands of one pair of partners.
    """
    fours = sorted((points for _, points in scale.fours), reverse=True)
    chosen = combinations_with_replacement(range(size // len(SUITS) + 1), hands)
    return max(sum(fours[: sum(each)]) + sum(_runs(scale, size, one) for one in each) for each in chosen)


def chips(scale: Scale, *, stock: bool) -> tuple[int, ...]:
    """List the points that one Weis can have, and Stöck where they count, the fewest first."""
    runs = (scale.run(length) for length in range(SHORTEST, len(scale.ranks) + 1))
    values = {*runs, *(points for _, points in scale.fours), *([STOCK] if stock else [])}
    return tuple(sorted(values - {0}))


def _runs(scale: Scale, size: int, fours: int) -> int:
    """Return the most points of the sequences of a hand that holds so many fours, too."""
    room = size - len(SUITS) * fours
    best = [0] * (room + 1)
    for cards in range(1, room + 1):
        for length in range(SHORTEST, len(scale.ranks) + 1):
            length_used = max(length - fours, 1)
            if length_used <= cards:
                best[cards] = max(best[cards], best[cards - length_used] + scale.run(length))
        best[cards] = max(best[cards], best[cards - 1])
    return best[room]


def best_of(points: int, cards: Iterable[Card], trump: str | None, scale: Scale, *, low: bool = False) -> Strength:
    """Return the strongest Weis of so many points that these cards hold; without one its points alone."""
    fitting = [weis.strength(trump, low=low) for weis in within(cards, scale) if weis.points == points]
    return max(fitting, default=(points, 0, -len(jass.PLAIN) if low else 0, False))
