"""The suits of Condor Whist: odd and even diamonds, odd and even clubs, and the joker that copies a card (CON-D2)."""

from functools import cache
from typing import Final

from controller.record.cards import DECKS, JOKER, Card

DECK: Final = DECKS["whist53"]

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""Weakest first: the ace counts 1, the king 13."""

NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

BIDDING: Final = ("S", "H")
"""The suits that bid in the auction and never come to the play (CON-D1)."""

STOCK: Final = ("D", "C")


def rank(card: Card) -> int:
    """Return the rank of a card in a duel and in a trick, 1 to 13."""
    return RANKS.index(card.rank) + 1


def suit(card: Card) -> str:
    """Return the suit, odd or even.

    >>> suit(Card("DQ")), suit(Card("CA"))
    ('even diamonds', 'odd clubs')
    """
    return f"{'odd' if rank(card) % 2 else 'even'} {NAMES[card.suit]}"


def real(card: Card, indicator: Card) -> Card:
    """Return the card that counts: the joker is the card that shows trump (CON-A1)."""
    return indicator if card == JOKER else card


@cache
def suit_cards(led: str, indicator: Card) -> tuple[Card, ...]:
    """Return all cards of a suit that can be in a hand: the joker in the place of the card that shows trump."""
    suited = [card for card in DECK if card != JOKER and suit(card) == led]
    return tuple(JOKER if card == indicator else card for card in suited)
