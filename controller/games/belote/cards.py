"""The cards of Belote: their strengths and their points (BEL-W1, BEL-H1, BEL-H3)."""

from collections.abc import Mapping
from typing import Final

from controller.record.cards import DECKS, Card

DECK: Final = DECKS["skat32"]
PLAIN: Final = ("7", "8", "9", "J", "Q", "K", "10", "A")
"""Weakest first (BEL-W1)."""
TRUMP: Final = ("7", "8", "Q", "K", "10", "A", "9", "J")
"""Weakest first (BEL-W1)."""
IN_SEQUENCE: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
"""The order of sequences, trump or not (BEL-A1)."""
LAST_TRICK: Final = 10
"""The ten of the last trick (BEL-H2)."""
TOTAL: Final = 162
CAPOT: Final = 252
"""A stand-in for the points of a deal where one pair has every trick (BEL-S4)."""

SUITS: Final[Mapping[str, str]] = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
"""The contracts with a trump, and its suit letter."""
NO_TRUMP: Final = "no-trump"
ALL_TRUMP: Final = "all-trump"
PLAYS: Final = (*SUITS, NO_TRUMP, ALL_TRUMP)

POINTS: Final = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_POINTS: Final = POINTS | {"J": 20, "9": 14}
NO_TRUMP_POINTS: Final = POINTS | {"A": 19}
ALL_TRUMP_POINTS: Final = {"J": 14, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 1}


def order(card: Card, trump: str | None) -> int:
    """Rank a card within its suit; a higher number is stronger.

    >>> order(Card("HJ"), "H") > order(Card("H9"), "H") > order(Card("HA"), "H"), order(Card("H9"), "S")
    (True, 2)
    """
    return (TRUMP if card.suit == trump else PLAIN).index(card.rank)


def as_trump(card: Card, trump: str | None) -> int:
    """Rank a card within its suit where every suit is ranked as trump (BEL-W1)."""
    del trump
    return TRUMP.index(card.rank)


def points(card: Card, play: str) -> int:
    """Return the points of a card in a contract (BEL-H1, BEL-H3).

    >>> [sum(points(card, play) for card in DECK) for play in PLAYS]
    [152, 152, 152, 152, 152, 152]
    """
    if play in SUITS:
        return (TRUMP_POINTS if card.suit == SUITS[play] else POINTS).get(card.rank, 0)
    return (NO_TRUMP_POINTS if play == NO_TRUMP else ALL_TRUMP_POINTS).get(card.rank, 0)
