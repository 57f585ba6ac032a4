"""The project's own prints as textures: mat and faces of cards, as a printer gets them; and the things beside."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from groundwork.picture import Bgr
from tools.photoreal.bought import bought_card
from tools.photoreal.cloth import woven
from tools.photoreal.rendered import MM, page
from tools.photoreal.screenplay import MAT, NAPKIN_MM, card_file, lacquer_file
from vision.mat.layout import CARD_SIZES, Mat
from vision.print.card_faces import draw_face
from vision.print.labels import Deck
from vision.print.mat_sheets import mat_sheets
from vision.print.papers import Paper
from vision.print.pdf import Pen
from vision.words.cards import card_words

_MAT_DPI: Final = 200
_CARD_DPI: Final = 400
_CUT_MM: Final = 3.0
"""The rim of paper round a corner mark that is cut out."""
_TRIM_MM: Final = 40.0
"""The margin round the mat, for its words."""


def write_prints(
    folder: Path,
    seats: int,
    cards: Sequence[str],
    props: Sequence[str] = (),
    *,
    stickers: bool = False,
    cloth: bool = False,
) -> None:
    """Write the pictures of the mat, of each card's face and of the props' prints into a folder.

    Args:
        folder: the folder to write to.
        seats: the seats whose areas the mat has.
        cards: the visible cards.
        props: the other visible things.
        stickers: whether the cards are bought ones with our labels stuck on, instead of ours.
        cloth: whether the mat is a checked tablecloth with our corner marks laid on it, instead of our printed sheet.

    Raises:
        UnknownCardError: no mark stands for one of the cards.
        KeyError: the number of seats is not 2 to 5.
    """
    _write_mat(folder / MAT, seats, cloth=cloth)
    _write_cards(folder, cards, stickers=stickers)
    drawings = {"newspaper": _newspaper, "phone": _phone, "napkin": _napkin}
    for prop in props:
        if prop in drawings:
            cv2.imwrite(str(folder / card_file(prop)), drawings[prop]())


def _write_mat(file: Path, seats: int, *, cloth: bool) -> None:
    mat = Mat()
    # A sheet with the mat in one piece, as a copy shop prints it; it is centred there, and cut out.
    sheet = Paper("whole", mat.height_mm + 2 * _TRIM_MM, mat.width_mm + 2 * _TRIM_MM)
    printed = page(mat_sheets(mat, seats, sheet, "de"), _MAT_DPI)
    paper = _middle(printed, mat.width_mm, mat.height_mm)
    cv2.imwrite(str(file), _marked(mat, paper) if cloth else paper)


def _write_cards(folder: Path, cards: Sequence[str], *, stickers: bool) -> None:
    size = CARD_SIZES["63x88"]
    deck = Deck("jass36", tuple(cards), 0, card_words("de", "french", "jass36", "swiss"))
    for number, card in enumerate(cards):
        if stickers:
            stuck = bought_card(deck, card, size, _CARD_DPI, seed=number)
            cv2.imwrite(str(folder / card_file(card)), stuck.face)
            cv2.imwrite(str(folder / lacquer_file(card)), stuck.lacquer)
            continue
        pen = Pen(Paper("card", size.width_mm, size.height_mm), card)
        draw_face(pen, deck, card, size)
        cv2.imwrite(str(folder / card_file(card)), page(pen.finish(), _CARD_DPI))


def _marked(mat: Mat, paper: Bgr) -> Bgr:
    """Draw a tablecloth with the corner marks of a printed mat, each on a piece of paper that was cut out round it."""
    cloth, px_mm = woven(mat.width_mm, mat.height_mm, _MAT_DPI, seed=1), _MAT_DPI / MM
    half = mat.corner_mm / 2 + _CUT_MM
    for x_mm, y_mm in mat.corner_centres:
        left, top = (max(0, round((middle - half) * px_mm)) for middle in (x_mm, y_mm))
        right, bottom = (round((middle + half) * px_mm) for middle in (x_mm, y_mm))
        cloth[top:bottom, left:right] = paper[top:bottom, left:right]
    return cloth


def _napkin() -> Bgr:
    """Draw a napkin of the table's kind of cloth, from another piece."""
    return woven(*NAPKIN_MM, _MAT_DPI, seed=2)


def _newspaper() -> Bgr:
    """Draw a page of headlines, columns, a photograph and a crossword: straight edges and squares as marks have."""
    random = np.random.default_rng(7)
    page = np.full((1180, 940, 3), 225, np.uint8)
    cv2.putText(page, "THE EVENING TRICK", (40, 100), cv2.FONT_HERSHEY_TRIPLEX, 2.4, (30, 30, 30), 5)
    for column in range(4):
        for line in range(62):
            left, top = 40 + 220 * column, 150 + 16 * line
            for word in range(int(random.integers(3, 6))):
                start = left + 38 * word
                cv2.rectangle(page, (start, top), (start + int(random.integers(18, 34)), top + 7), (70, 70, 70), -1)
    page[180:420, 260:680] = random.integers(40, 200, (12, 21, 1), np.uint8).repeat(20, 0).repeat(20, 1)
    side = 24
    for row, place in np.ndindex(11, 11):
        corner = 480 + side * place, 760 + side * row
        end = corner[0] + side, corner[1] + side
        cv2.rectangle(page, corner, end, (20, 20, 20) if random.random() < 0.3 else (235, 235, 235), -1)
        cv2.rectangle(page, corner, end, (20, 20, 20), 2)
    return page


def _phone() -> Bgr:
    """Draw a screen that is on: rows of coloured symbols on black."""
    random = np.random.default_rng(8)
    screen = np.full((900, 430, 3), 12, np.uint8)
    for row, place in np.ndindex(6, 4):
        left, top = 35 + 95 * place, 120 + 120 * row
        colour = [int(value) for value in random.integers(40, 255, 3)]
        cv2.rectangle(screen, (left, top), (left + 70, top + 70), colour, -1)
    return screen


def _middle(sheet: Bgr, width_mm: float, height_mm: float) -> Bgr:
    rows, columns = round(height_mm * _MAT_DPI / MM), round(width_mm * _MAT_DPI / MM)
    top, left = (sheet.shape[0] - rows) // 2, (sheet.shape[1] - columns) // 2
    return sheet[top : top + rows, left : left + columns]
