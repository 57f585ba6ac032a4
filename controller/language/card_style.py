"""How a card is shown within a sentence: as the medium can."""

from dataclasses import dataclass
from typing import Final, Literal

from vision.words.cards import COPY, CardWords

CardStyle = Literal["symbols", "words", "codes"]
"""``♥7`` on pages and displays that have the symbols, ``Herz-7`` in a voice and on others, ``H7`` in data."""

SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
"""Symbols of the French suits, by their letter; other suits, trumps of the Tarot and cards of no suit have none."""


_ELIDED: Final = {"fr": ("As", "Ober", "Under", "Unter", "Excuse"), "it": ("Asso", "Ober", "Under", "Unter", "8")}
_FEMININE: Final = {"fr": ("Dame", "Bannière"), "it": ("Donna", "Bandiera")}
_MASCULINE: Final = {"fr": "le", "it": "il"}
_NAMES: Final = ("Ober", "Under", "Unter", "Excuse", "Petit", "Joker", "Bagatto", "Matto", "Jolly")
"""Cards that are written with a capital letter within a sentence, too."""


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
            return card.partition(COPY)[0]
        if self.style == "symbols" and self.suits == "french" and card[:1] in SYMBOLS:
            return f"{SYMBOLS[card[0]]}{self.index(card)}"
        return CardWords.name(self, card)

    def suit_shown(self, suit: str) -> str:
        """A suit by its letter as it is shown; a suit in words, such as the one led, as it is.

        >>> [StyledCards("en", style=style).suit_shown("D") for style in ("symbols", "words", "codes")]
        ['♦', 'diamonds', 'D']
        >>> StyledCards("en", "swiss", style="symbols").suit_shown("D"), StyledCards("en").suit_shown("hearts")
        ('shields', 'hearts')
        """
        if suit not in SYMBOLS or self.style == "codes":
            return suit
        return SYMBOLS[suit] if self.style == "symbols" and self.suits == "french" else self.suit(suit)

    def definite(self, card: str) -> str:
        """The card with its article, where it is shown by its name and its language has one; else as it is shown.

        >>> StyledCards("fr").definite("C9"), StyledCards("fr").definite("DA"), StyledCards("it").definite("HQ")
        ('le 9 de trèfle', "l'as de carreau", 'la donna di cuori')
        >>> StyledCards("fr").definite("T21"), StyledCards("fr", style="symbols").definite("C9")
        ("le 21 d'atout", '♣9')
        """
        shown = self.name(card)
        if self.lang not in _MASCULINE or shown != CardWords.name(self, card):
            return shown
        if self.lang == "fr" and card[0] == "T" and card != "T1":
            return f"le {card[1:]} d'atout"
        rank = shown.partition(" ")[0]
        low = shown if rank in _NAMES else shown[:1].lower() + shown[1:]
        if rank in _ELIDED[self.lang]:
            return f"l'{low}"
        return f"{'la' if rank in _FEMININE[self.lang] else _MASCULINE[self.lang]} {low}"
