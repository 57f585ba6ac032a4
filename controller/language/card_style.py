"""How a card is shown within a sentence: as the medium can."""

from dataclasses import dataclass
from typing import Final, Literal

from vision.words.cards import CardWords

CardStyle = Literal["symbols", "words", "codes"]
"""``♥7`` on pages and displays that have the symbols, ``Herz-7`` in a voice and on others, ``H7`` in data."""

SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
"""Symbols of the French suits, by their letter; Swiss suits, trumps of the Tarot and cards of no suit have none."""


@dataclass(frozen=True, slots=True)
class StyledCards(CardWords):
    """The words for the cards of one pack, and how a card is shown among other words."""

    style: CardStyle = "words"

    def name(self, card: str) -> str:
        """The card as it is shown; by its name where there is no symbol of its suit.

        >>> StyledCards("de", style="symbols").name("HJ"), StyledCards("de", "swiss", style="symbols").name("HJ")
        ('♥B', 'Schellen-Under')
        """
        if self.style == "codes":
            return card
        if self.style == "symbols" and self.suits == "french" and card[:1] in SYMBOLS:
            return f"{SYMBOLS[card[0]]}{self.index(card)}"
        return CardWords.name(self, card)
