"""A card of a deck as one buys it, with its own face, and our stickers on its corners as a hand puts them there."""

from functools import partial
from typing import Final, NamedTuple

import cv2
import numpy as np

from groundwork.picture import Bgr, Gray, Matrix, f64, u8
from tools.photoreal.rendered import MM, page
from vision.faces import middles
from vision.faces.brush import PrintInk, twice
from vision.faces.signs import ink_of, sign
from vision.mat.layout import CardSize
from vision.print.labels import Deck, labels
from vision.print.papers import LABEL_HEIGHT_MM, LABEL_WIDTH_MM, PAPERS, Paper, label_grid
from vision.print.pdf import Pen
from vision.words.cards import CardWords

_CREAM: Final[PrintInk] = (250, 246, 236)
"""The colour of the card's own paper; labels are whiter."""
_PIP_MM: Final = 10.0
_ACE_MM: Final = 20.0
_OFF_MM: Final = 0.4
_CROOKED: Final = 1.3
"""The deviation of a sticker from its corner, and of its turn in degrees: a careful hand's."""
_FINE: Final = 16
"""The parts of a pixel in which OpenCV gets the places of a sticker's edges."""


class BoughtCard(NamedTuple):
    """A bought card with its stickers."""

    face: Bgr
    lacquer: Gray
    """The lacquer: 255 where the card's own is visible, 0 on a sticker of dull paper."""


def bought_card(deck: Deck, card: str, size: CardSize, dpi: float, seed: int) -> BoughtCard:
    """Draw the face of a bought card with four stickers on it.

    Args:
        deck: the card's deck; the stickers have its words.
        card: its name.
        size: its size.
        dpi: pixels an inch.
        seed: for how crooked each sticker is.

    Raises:
        UnknownCardError: no mark stands for the card.
    """
    face = _own_face(deck.words, card, size, dpi)
    lacquer = np.full(face.shape[:2], 255, np.uint8)
    random = np.random.default_rng(seed)
    for place, label in enumerate(_stickers(deck, card, dpi)):
        corners = _place(place, size, random) * (dpi / MM)
        _stick(face, label, corners)
        cv2.fillConvexPoly(lacquer, np.rint(corners * _FINE).astype(np.int32), 0, cv2.LINE_AA, _FINE.bit_length() - 1)
    return BoughtCard(face, lacquer)


def _own_face(words: CardWords, card: str, size: CardSize, dpi: float) -> Bgr:
    """Draw a face without marks: an index in two corners, pips or a figure."""
    pen = Pen(Paper("card", size.width_mm, size.height_mm), card)
    pen.box(0, 0, size.width_mm, size.height_mm, _CREAM)
    if card[1:] in ("K", "Q", "N", "J"):
        twice(pen, size, partial(middles.figure, pen, words, card, size))
    else:
        count = 1 if card[1:] == "A" else int(card[1:])
        pip = _ACE_MM if count == 1 else _PIP_MM
        for place in middles.PIPS[count]:
            x, y = middles.COLUMNS[place[0]] * size.width_mm, int(place[1:]) / 100 * size.height_mm
            sign(pen, card, words.suits, x, y, pip, turned=y > size.height_mm / 2 + 0.1)

    def end() -> None:
        pen.text(words.index(card), 5.5, 7.5, 8, ink_of(card, words.suits), "m", bold=True, fit_mm=8)
        sign(pen, card, words.suits, 5.5, 15.5, 6)

    twice(pen, size, end)
    return page(pen.finish(), dpi)


def _stickers(deck: Deck, card: str, dpi: float) -> list[Bgr]:
    """Cut the four labels of a card out of the sheet that a printer gets, in the order of that sheet."""
    paper, scale = PAPERS["A4"], dpi / MM
    alone = Deck(deck.name, (card,), deck.number, deck.words)
    sheet = page(labels(alone, paper), dpi)
    [cell] = label_grid(paper).cells(1)
    top, bottom = round(cell.y_mm * scale), round((cell.y_mm + LABEL_HEIGHT_MM) * scale)
    lefts = [cell.x_mm + place * LABEL_WIDTH_MM for place in range(4)]
    return [sheet[top:bottom, round(left * scale) : round((left + LABEL_WIDTH_MM) * scale)] for left in lefts]


def _place(place: int, size: CardSize, random: np.random.Generator) -> Matrix:
    """Place the corners of a label on a card, mm, clockwise from its own upper left.

    The first goes to the card's upper left corner and the second to its upper right; the others likewise once the card
    is turned round.
    """
    middle = np.array((size.width_mm, size.height_mm)) / 2
    half = np.array((LABEL_WIDTH_MM, LABEL_HEIGHT_MM)) / 2
    centre = half - middle if place % 2 == 0 else (middle - half) * (1, -1)
    turn = np.radians(random.normal(0, _CROOKED))
    turned = np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
    corners = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) * half @ turned.T + centre + random.normal(0, _OFF_MM, 2)
    return f64(middle + (corners if place < 2 else -corners))


def _stick(face: Bgr, label: Bgr, corners: Matrix) -> None:
    """Lay a label over a face."""
    rows, columns = label.shape[:2]
    own = np.array(((0, 0), (columns, 0), (columns, rows), (0, rows)), np.float32)
    way = cv2.getPerspectiveTransform(own, corners.astype(np.float32))
    shown = u8(cv2.warpPerspective(label, way, face.shape[1::-1], borderMode=cv2.BORDER_REPLICATE))
    where = u8(cv2.warpPerspective(np.full((rows, columns), 255, np.uint8), way, face.shape[1::-1]))
    cv2.copyTo(shown, where, face)
