"""The faces of whole cards: marks in the corners, QR between them, index, pips and courts in the middle."""

from collections.abc import Callable
from functools import partial
from typing import Final

from vision.faces import cards as faces
from vision.faces import courts, pips
from vision.faces.brush import PrintInk
from vision.faces.signs import BLUE, GOLD, ink_of, sign
from vision.marks.identity import number_of
from vision.marks.payload import payload_of
from vision.mat.layout import CardSize
from vision.print.labels import Deck
from vision.print.pdf import Pen
from vision.print.stamps import MARK_MM, code, corner_marks, stamp
from vision.words.cards import CardWords

QR_MM: Final = MARK_MM
"""As tall as the marks beside it; modules of 0.57 mm."""
ART_TOP_MM: Final = faces.QUIET_MM + MARK_MM + 3.0
"""From the card's upper edge to the picture: below the marks and the QR's white."""
_PANEL: Final[PrintInk] = (236, 240, 248)


def draw_face(pen: Pen, deck: Deck, card: str, size: CardSize) -> None:
    """Print a card's face, its upper left corner at the origin; the lower half is the upper one turned round.

    Raises:
        UnknownCardError: no mark stands for the card.
    """
    deck, card = deck.of(card)
    corner_marks(pen, number_of(deck.number, card), size, faces.QUIET_MM)
    twice(pen, size, partial(_ends, pen, deck, card, size))
    words = deck.words
    if card in ("EX", "JO") or card[0] == "T":
        _trump(pen, words, card, size)
    elif words.suits == "swiss" and card[1:] == "10":
        courts.banner(pen, words, card, size)
    elif card[1:] in ("K", "Q", "N", "J"):
        twice(pen, size, partial(courts.figure, pen, words, card, size))
    else:
        _pips(pen, words, card, size)


def twice(pen: Pen, size: CardSize, draw: Callable[[], None]) -> None:
    """Draw on the card as it stands, and once more on the card turned round."""
    draw()
    with pen.at(size.width_mm, size.height_mm, 180):
        draw()


def _ends(pen: Pen, deck: Deck, card: str, size: CardSize) -> None:
    """The QR in the middle of the upper edge with what it says, and the index below the left mark."""
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
    count = 1 if card[1:] == "A" else int(card[1:])
    top, tall = ART_TOP_MM, size.height_mm - 2 * ART_TOP_MM
    pip = 24.0 if count == 1 else min(10.5, tall / 5.6)
    for place in pips.PIPS[count]:
        x = pips.COLUMNS[place[0]] * size.width_mm
        # The film's heights run from 22 to 78 percent of the card; here the picture's height is what the QR leaves.
        share = (int(place[1:]) - 22) / 56
        y = top + pip / 2 + share * (tall - pip) if count > 1 else size.height_mm / 2
        sign(pen, card, words.suits, x, y, pip, turned=y > size.height_mm / 2 + 0.1)


def _trump(pen: Pen, words: CardWords, card: str, size: CardSize) -> None:
    """A number in a frame, or the name of a card that stands alone."""
    left, top = 17.0, ART_TOP_MM
    wide, tall = size.width_mm - 2 * left, size.height_mm - 2 * top
    pen.box(left, top, wide, tall, _PANEL, BLUE, 0.7, 3)
    pen.box(left + 1.6, top + 1.6, wide - 3.2, tall - 3.2, edge=GOLD, line_mm=0.4, round_mm=2)
    middle_x, middle_y = size.width_mm / 2, size.height_mm / 2

    def half() -> None:
        sign(pen, card, words.suits, middle_x, top + 8, 8)
        pen.text(words.name(card), middle_x, top + 15.5, 3.6, BLUE, "m", fit_mm=wide - 5)

    twice(pen, size, half)
    if card[0] == "T":
        pen.text(card[1:], middle_x, middle_y, 17, BLUE, "m", bold=True, fit_mm=wide - 5)
    else:
        sign(pen, card, words.suits, middle_x, middle_y, 14)
