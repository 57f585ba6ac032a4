"""The cards of Euchre: the bowers, the suit each card belongs to and how strong it is (EUC-D1, EUC-F1, EUC-W1)."""

from typing import Final

from controller.record.cards import DECKS, Card

DECK: Final = DECKS["euchre24"]
HAND: Final = 5
KITTY: Final = 4
"""Cards that are dealt to nobody, the one turned up among them (EUC-D1, EUC-D2)."""
RANKS: Final = ("9", "10", "J", "Q", "K", "A")
"""Weakest first."""
SUITS: Final = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D"}
"""What is said in the second round, and the letter of the suit (EUC-B2)."""
NAMES: Final = {letter: word for word, letter in SUITS.items()}
SAME_COLOUR: Final = {"S": "C", "C": "S", "H": "D", "D": "H"}


def left_bower(trump: str) -> Card:
    """The jack of the other suit of trump's colour, which belongs to trump (EUC-F1).

    >>> left_bower("H")
    'DJ'
    """
    return Card(SAME_COLOUR[trump] + "J")


def suit_in_play(card: Card, trump: str | None) -> str:
    """The suit that a card belongs to while this one is trump (EUC-F1).

    >>> suit_in_play(Card("DJ"), "H"), suit_in_play(Card("DJ"), "S")
    ('H', 'D')
    """
    return trump if trump is not None and card == left_bower(trump) else card.suit


def order(card: Card, trump: str | None) -> int:
    """How strong a card is among those of its suit: right bower, left bower, ace, ... (EUC-W1).

    >>> sorted(map(Card, ("HA", "DJ", "HJ", "H9")), key=lambda card: order(card, "H"))
    ['H9', 'HA', 'DJ', 'HJ']
    """
    if card.rank == "J" and suit_in_play(card, trump) == trump:
        return len(RANKS) + (card.suit == trump)
    return RANKS.index(card.rank)
