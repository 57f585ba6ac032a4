"""The cards of Doppelkopf: the suit, the strength and the points of each (DOK-D1, DOK-F1, DOK-W1)."""

from collections.abc import Collection
from functools import cache
from typing import Final

from controller.record.cards import DECKS, Card

DECK: Final = DECKS["doppelkopf48"]
TOTAL: Final = 240
POINTS: Final = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
RANKS: Final = ("9", "J", "Q", "K", "10", "A")
"""Weakest first."""
DULLE: Final = Card("H10")
CLUB_QUEEN: Final = Card("CQ")
FOX: Final = Card("DA")
CHARLIE: Final = Card("CJ")
NINES: Final = frozenset(card for card in DECK if card.rank == "9")

QUEENS: Final = "Q"
JACKS: Final = "J"
"""Trump in a solo of queens or of jacks, beside the letters of the suits."""
UNHEARD_PIGS: Final = "P"
"""The trump letter where diamonds are trump and pigs may have been said unheard (unseen.md): their aces are highest."""
_SUITS: Final = ("C", "S", "H", "D")
"""Strongest first, among queens and jacks."""


@cache
def trumps(trump: str | None) -> tuple[Card, ...]:
    """List the trumps by their faces, the strongest first (DOK-W1).

    >>> len(trumps("D")), len(trumps("H")), trumps("J")
    (13, 12, ('CJ', 'SJ', 'HJ', 'DJ'))
    """
    if trump is None:
        return ()
    if trump == UNHEARD_PIGS:
        return tuple(dict.fromkeys((FOX, *trumps(FOX.suit))))
    if trump in (QUEENS, JACKS):
        return tuple(Card(suit + trump) for suit in _SUITS)
    courts = (*trumps(QUEENS), *trumps(JACKS))
    plain = (Card(trump + rank) for rank in reversed(RANKS) if rank not in "QJ")
    return tuple(dict.fromkeys((DULLE, *courts, *plain)))


def suit_of(card: Card, trump: str | None) -> str:
    """Return the suit that a card belongs to; trumps are one suit, named as the trump (DOK-F1).

    >>> suit_of(Card("H10@1"), "D"), suit_of(Card("H10@1"), "Q"), suit_of(Card("CQ@2"), "S")
    ('D', 'H', 'S')
    """
    return trump if trump is not None and card.face in trumps(trump) else card.suit


@cache
def order(card: Card, trump: str | None) -> int:
    """Rank a card within its suit; a higher number is stronger (DOK-W1)."""
    high = trumps(trump)
    return len(high) - high.index(card.face) if card.face in high else RANKS.index(card.rank)


def points(cards: Collection[Card]) -> int:
    """Count the points of cards (DOK-H1).

    >>> points(DECK) == TOTAL
    True
    """
    return sum(POINTS.get(card.rank, 0) for card in cards)
