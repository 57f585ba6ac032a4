"""Which number a mark carries: deck and card, for every deck of every game.

The list of cards is universal on purpose: a Tarot card on a Jass table must be readable, so that the referee can call
it foreign. The order is part of every printed card and must never change; new names go to the end.
"""

from typing import Final

SUITS: Final = ("S", "H", "D", "C")
RANKS: Final = ("A", "K", "Q", "N", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1")

CARDS: Final[tuple[str, ...]] = (
    *(suit + rank for suit in SUITS for rank in RANKS),
    *(f"T{number}" for number in range(1, 22)),
    "EX",
    "JO",
)
"""Names as in the game rules; a card's place here is its number: SA is 0, C1 59, T1 60, EX 81, JO 82."""

DECKS: Final = 6
"""Decks that marks can tell apart: 6 x 83 = 498 of the 587 numbers."""

DICTIONARY_SIZE: Final = 587
"""Numbers in AprilTag 36h11 (E. Olson, AprilTag, ICRA 2011)."""

CORNERS: Final = (583, 584, 585, 586)
"""Numbers of the mat's corner marks: top left, top right, bottom right, bottom left, as the camera sees them."""

_PLACES: Final = {card: place for place, card in enumerate(CARDS)}


class UnknownCardError(ValueError):
    """A card or deck that no mark stands for."""


def number_of(deck: int, card: str) -> int:
    """Number of the mark that a card carries.

    Raises:
        UnknownCardError: the deck is not 0 to 5, or no game has a card of that name.

    >>> number_of(0, "SA"), number_of(1, "SA"), number_of(5, "JO")
    (0, 83, 497)
    """
    if not 0 <= deck < DECKS:
        raise UnknownCardError(f"deck {deck}: marks tell decks 0 to {DECKS - 1} apart")
    if card not in _PLACES:
        raise UnknownCardError(f"card {card!r}: no game has a card of that name")
    return deck * len(CARDS) + _PLACES[card]


def card_of(number: int) -> tuple[int, str] | None:
    """Deck and card of a mark's number; None for a number that no card carries.

    >>> card_of(83), card_of(498)
    ((1, 'SA'), None)
    """
    if not 0 <= number < DECKS * len(CARDS):
        return None
    deck, place = divmod(number, len(CARDS))
    return deck, CARDS[place]
