"""The cards of French Tarot: what they count, what they beat, and how they are dealt (TAR-D1, TAR-H1)."""

from collections.abc import Collection, Iterable
from typing import Any, Final

from controller.record.cards import DECKS, EXCUSE, SUITS, TRUMPS, Card
from controller.rules.deal import Deal, Trick
from controller.rules.results import Number

DECK: Final = DECKS["tarot78"]

PETIT: Final = Card("T1")
"""The lowest trump, the one a player may lose."""

BOUTS: Final = frozenset((Card("T21"), PETIT, EXCUSE))

ALL_TRUMPS: Final = tuple(card for card in DECK if card.suit == TRUMPS)
"""Strongest first; the Excuse is none."""

PLAIN: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
"""Ranks of a suit, weakest first."""

COURTS: Final = ("K", "Q", "N", "J")
"""Ranks of the court cards."""

DOG_SIZES: Final = {3: 6, 4: 6, 5: 3}
"""Cards of the dog, by number of seats (TAR-D1)."""

TOTAL: Final = 91
"""The points of all cards together (TAR-H1)."""

HALVES: Final = {"K": 9, "Q": 7, "N": 5, "J": 3}
"""Half points of the court cards (TAR-H1)."""


def halves(card: Card) -> int:
    """The value of a card, in half points (TAR-H1).

    >>> sum(map(halves, DECK)) == 2 * TOTAL
    True
    """
    if card in BOUTS:
        return 9
    return HALVES.get(card.rank, 1) if card.suit in SUITS else 1


def as_points(count: int) -> Number:
    """Half points as points, whole numbers as integers.

    >>> as_points(99), as_points(82)
    (49.5, 41)
    """
    return count / 2 if count % 2 else count // 2


def is_low(card: Card) -> bool:
    """Whether a card counts half a point, so that it can be handed over for the Excuse (TAR-E1)."""
    return halves(card) == 1


def is_trump(card: Card) -> bool:
    """Whether a card is one of the 21 trumps."""
    return card.suit == TRUMPS


def strong_hand(cards: Iterable[Card]) -> list[Card]:
    """The trumps of some cards, and the Excuse (TAR-Q1)."""
    return [card for card in cards if is_trump(card) or card == EXCUSE]


def may_lay_away(card: Card) -> bool:
    """Whether a card may be laid away whatever else there is: no king, no trump, no Excuse (TAR-X1)."""
    return card.suit in SUITS and card.rank != "K"


def suit_led(trick: Trick, excuses: Collection[Card]) -> str | None:
    """The suit of the first card that is no Excuse; None while there is none (TAR-F5)."""
    return next((card.suit for card in trick.cards if card not in excuses), None)


def strength(card: Card, led: str | None, excuses: Collection[Card]) -> int:
    """How strong a card is in a trick: trumps, then the suit led; an Excuse never wins (TAR-W1)."""
    if card in excuses:
        return -2
    if card.suit == TRUMPS:
        return 100 + int(card.rank)
    return PLAIN.index(card.rank) if card.suit == led else -1


def unseen(deal: Deal[Any]) -> tuple[Card, ...]:
    """The cards that lie in no trick; after the last trick those laid away or left in the dog."""
    seen = {play.card for play in deal.plays()}
    return tuple(card for card in DECK if card not in seen)
