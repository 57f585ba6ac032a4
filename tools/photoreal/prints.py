"""The project's own prints as textures: the mat and the faces of cards, rendered from the files that a printer gets."""

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from tools.photoreal.screenplay import MAT, card_file
from vision.base.picture import Bgr
from vision.mat.layout import CARD_SIZES, Mat
from vision.print.card_faces import draw_face
from vision.print.labels import Deck
from vision.print.mat_sheets import mat_sheets
from vision.print.papers import Paper
from vision.print.pdf import Pen
from vision.words.cards import card_words

_MAT_DPI: Final = 200
_CARD_DPI: Final = 400
_MM: Final = 25.4
_TRIM_MM: Final = 40.0
"""Round the mat, for the words in the margin."""


def write_prints(folder: Path, seats: int, cards: Sequence[str]) -> None:
    """Write the pictures of the mat and of each card's face into a folder.

    Raises:
        UnknownCardError: no mark stands for one of the cards.
        KeyError: the number of seats is not 2 to 5.
    """
    mat, size = Mat(), CARD_SIZES["63x88"]
    # A sheet that holds the mat in one piece, as a copy shop prints it; it is centred there, and cut out.
    sheet = Paper("whole", mat.height_mm + 2 * _TRIM_MM, mat.width_mm + 2 * _TRIM_MM)
    printed = _page(mat_sheets(mat, seats, sheet, "de"), _MAT_DPI)
    cv2.imwrite(str(folder / MAT), _middle(printed, mat.width_mm, mat.height_mm))
    deck = Deck("jass36", tuple(cards), 0, card_words("de", "french", "jass36", tuple(cards), jass=True))
    for card in cards:
        pen = Pen(Paper("card", size.width_mm, size.height_mm), card)
        draw_face(pen, deck, card, size)
        cv2.imwrite(str(folder / card_file(card)), _page(pen.finish(), _CARD_DPI))


def _middle(page: Bgr, width_mm: float, height_mm: float) -> Bgr:
    rows, columns = round(height_mm * _MAT_DPI / _MM), round(width_mm * _MAT_DPI / _MM)
    top, left = (page.shape[0] - rows) // 2, (page.shape[1] - columns) // 2
    return page[top : top + rows, left : left + columns]


def _page(pdf: bytes, dpi: float) -> Bgr:
    """The first page of a file, in colour."""
    pdfium: Any = importlib.import_module("pypdfium2")
    document = pdfium.PdfDocument(pdf)
    page = np.ascontiguousarray(document[0].render(scale=dpi / 72).to_numpy()[:, :, :3], dtype=np.uint8)
    document.close()
    return page
