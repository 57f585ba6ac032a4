"""The faces of whole cards: marks in the corners, QR between them, index, pips and courts in the middle."""

from functools import partial
from typing import Final

from vision.faces import cards as faces
from vision.faces import middles
from vision.faces.brush import twice
from vision.faces.signs import BLUE, ink_of, is_plain, sign
from vision.marks.identity import number_of
from vision.marks.qr import payload_of
from vision.mat.layout import CardSize
from vision.print.labels import Deck
from vision.print.pdf import Pen
from vision.print.stamps import MARK_MM, code, corner_marks, stamp
from vision.words.cards import CardWords

QR_MM: Final = MARK_MM
"""Side of the QR, as tall as the marks beside it; modules of 0.57 mm."""
ART_TOP_MM: Final = faces.QUIET_MM + MARK_MM + 3.0
"""Distance from the card's upper edge to the picture: below the marks and the QR's white."""


def draw_face(pen: Pen, deck: Deck, card: str, size: CardSize) -> None:
    """Print a card's face, its upper left corner at the origin; the lower half is the upper one turned round.

    Raises:
        UnknownCardError: no mark stands for the card.
    """
    deck, card = deck.of(card)
    corner_marks(pen, number_of(deck.number, card), size, faces.QUIET_MM)
    twice(pen, size, partial(_ends, pen, deck, card, size))
    words = deck.words
    if not is_plain(card):
        _trump(pen, words, card, size)
    elif words.suits == "swiss" and card[1:] == "10":
        middles.banner(pen, words, card, size)
    elif card[1:] in ("K", "Q", "N", "J"):
        twice(pen, size, partial(middles.figure, pen, words, card, size))
    else:
        _pips(pen, words, card, size)


def _ends(pen: Pen, deck: Deck, card: str, size: CardSize) -> None:
    """Draw the QR in the middle of the upper edge with its text, and the index below the left mark."""
    middle = size.width_mm / 2
    stamp(pen, code(deck.number, card), middle - QR_MM / 2, faces.QUIET_MM, QR_MM)
    index, x = deck.words.index(card), faces.QUIET_MM + MARK_MM / 2
    ink = ink_of(card, deck.words.suits)
    y = ART_TOP_MM + 4
    if index == "*":
        sign(pen, card, deck.words.suits, x, y + 1, 9)
    else:
        pen.text(index, x, y, 9, ink, "m", bold=True, fit_mm=MARK_MM - 2)
        sign(pen, card, deck.words.suits, x, y + 8.5, 6.5)
    with pen.at(1.9, size.height_mm / 2, -90):
        pen.text(payload_of(deck.number, card), 0, 0, 1.5, (120, 120, 120), "m")


def _pips(pen: Pen, words: CardWords, card: str, size: CardSize) -> None:
    pip_mm = 24.0 if middles.pip_count(card) == 1 else min(10.5, (size.height_mm - 2 * ART_TOP_MM) / 5.6)
    for x, y, turned in middles.pips(card, size, ART_TOP_MM, pip_mm):
        sign(pen, card, words.suits, x, y, pip_mm, turned)


def _trump(pen: Pen, words: CardWords, card: str, size: CardSize) -> None:
    """Draw a number in a frame, or the name of a card that stands alone."""
    top = ART_TOP_MM
    wide = middles.trump_frame(pen, size, 17.0, top)
    middle_x, middle_y = size.width_mm / 2, size.height_mm / 2

    def half() -> None:
        sign(pen, card, words.suits, middle_x, top + 8, 8)
        pen.text(words.name(card), middle_x, top + 15.5, 3.6, BLUE, "m", fit_mm=wide - 5)

    twice(pen, size, half)
    if card[0] == "T":
        pen.text(card[1:], middle_x, middle_y, 17, BLUE, "m", bold=True, fit_mm=wide - 5)
    else:
        sign(pen, card, words.suits, middle_x, middle_y, 14)
