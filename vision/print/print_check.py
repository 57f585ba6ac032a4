"""A sheet that tells whether the marks of the front shine through to the back of a paper."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from groundwork.picture import Gray, Matrix, f64
from vision.base.observation import Point
from vision.marks.identity import CORNERS
from vision.mat import finder
from vision.mat.layout import Mat
from vision.print.furniture import Heading
from vision.print.papers import Paper, PaperError
from vision.print.pdf import GRAY, Pen
from vision.print.stamps import MARK_MM, MODULE_MM, MODULES, fiducial, stamp
from vision.words.cards import Lang
from vision.words.sheets import phrase

NUMBERS: Final = tuple(range(12))
"""Numbers of the marks on the front: any will do, none of them is on the back."""

_COLUMNS: Final = 3
_STEP_X_MM: Final = 45.0
_STEP_Y_MM: Final = 45.0
_FRAME_INSET_MM: Final = 34.0
_ROOM_MM: Final = (140.0, 260.0)
"""Least size of paper for the marks and their frame."""


def frame(paper: Paper) -> Mat:
    """Return the corner marks on the back as those of a mat as large as the paper."""
    if paper.width_mm < _ROOM_MM[0] or paper.height_mm < _ROOM_MM[1]:
        raise PaperError(f"paper {paper.name} is too small for a print check; take a larger one")
    return Mat(paper.width_mm, paper.height_mm, inset_mm=_FRAME_INSET_MM)


def places(paper: Paper) -> tuple[Point, ...]:
    """Upper left corners of the front's marks, mm on the front, in the order of `NUMBERS`."""
    rows = len(NUMBERS) // _COLUMNS
    left = (paper.width_mm - (_COLUMNS - 1) * _STEP_X_MM - MARK_MM) / 2
    top = (paper.height_mm - (rows - 1) * _STEP_Y_MM - MARK_MM) / 2
    return tuple((left + n % _COLUMNS * _STEP_X_MM, top + n // _COLUMNS * _STEP_Y_MM) for n in NUMBERS)


def print_check(paper: Paper, lang: Lang, font: Path | None = None, program: str = "schiri") -> bytes:
    """Draw front and back of the sheet, as a PDF of two pages.

    Args:
        paper: the sheet's.
        lang: of its words.
        font: for letters that the built-in face lacks.
        program: what is typed to start the program, for the command that reads the sheet back.

    Raises:
        PaperError: the paper is too small.
        FontError: the font cannot be embedded.
    """
    title, back = f"Schiri · {phrase('check', lang)}", frame(paper)
    pen = Pen(paper, title, font)
    Heading(title, phrase("check-front", lang), lang, 2).draw(pen, 0)
    for number, (x, y) in zip(NUMBERS, places(paper), strict=True):
        stamp(pen, fiducial(number), x, y, MARK_MM)
        pen.box(x - 3, y - 3, MARK_MM + 6, MARK_MM + 6, edge=GRAY, line_mm=0.15)
    pen.next_page()
    Heading(title, phrase("check-back", lang), lang, 2).draw(pen, 1)
    told = f"{program} marks --verify-back {phrase('picture', lang)} --paper {paper.name}"
    pen.text(told, paper.width_mm / 2, 17, 3.2, anchor="m", bold=True)
    half = back.corner_mm / 2
    for number, (x, y) in zip(CORNERS, back.corner_centres, strict=True):
        stamp(pen, fiducial(number), x - half, y - half, back.corner_mm)
    return pen.finish()


# Measures on a picture of a print check's back how much of the front is seen there.

LIMIT: Final = 0.02
"""Contrast that an eye can just make out on plain paper (Weber's fraction), of black against white."""

_PX_PER_MM: Final = 4
_CROOKED_MM: Final = 4
"""The shift of the back against the front that a printer may make."""


def show_through(gray: Gray, paper: Paper) -> float:
    """Contrast of the front's marks on the back, as a share of the contrast between ink and paper.

    Args:
        gray: a picture of the whole back; it may be turned and seen aslant.
        paper: what the check was printed on.

    Raises:
        MatNotSeenError: not all four corner marks are seen, so nothing can be said.
        PaperError: there is no print check of this paper.
    """
    page = _rectify(gray, paper)
    window = round((MARK_MM + 2 * _CROOKED_MM) * _PX_PER_MM)
    likeness = np.zeros(())
    for number, (x_mm, y_mm) in zip(NUMBERS, places(paper), strict=True):
        # Turned over its long edge the sheet shows the front mirrored.
        x = round((paper.width_mm - x_mm - MARK_MM - _CROOKED_MM) * _PX_PER_MM)
        y = round((y_mm - _CROOKED_MM) * _PX_PER_MM)
        seen = page[y : y + window, x : x + window]
        # All marks are shifted alike, so that one chance likeness does not count as one.
        likeness = likeness + f64(cv2.matchTemplate(seen, _template(number), cv2.TM_CCORR))
    return max(0.0, float(likeness.max()) / len(NUMBERS) / _ink_contrast(page, paper))


def _rectify(gray: Gray, paper: Paper) -> np.ndarray:
    """Rectify the page, brightness as it is."""
    calibration = finder.find(frame(paper), gray)
    scale = np.diag((_PX_PER_MM, _PX_PER_MM, 1.0))
    size = (round(paper.width_mm * _PX_PER_MM), round(paper.height_mm * _PX_PER_MM))
    flat = cv2.warpPerspective(gray, scale @ calibration.to_mm, size, flags=cv2.INTER_AREA)
    return np.asarray(flat, dtype=np.float32)


def _template(number: int) -> np.ndarray:
    """Return a pattern whose correlation with a picture of the mirrored mark is its contrast, light less dark."""
    light = np.fliplr(fiducial(number)) > 127
    module = round(MODULE_MM * _PX_PER_MM)
    signs = np.kron(np.where(light, 1.0, -1.0), np.ones((module, module)))
    centred = signs - signs.mean()
    return np.asarray(2 * centred / (centred * signs).sum(), dtype=np.float32)


def _ink_contrast(page: np.ndarray, paper: Paper) -> float:
    """Paper less ink, by the frames of the corner marks and the white around them."""
    mat = frame(paper)
    module, half = mat.corner_mm / MODULES, mat.corner_mm / 2
    ink = [_mean(page, x - half, y - half, mat.corner_mm, module) for x, y in mat.corner_centres]
    white = [_mean(page, x - half, y - half - 1.5 * module, mat.corner_mm, module) for x, y in mat.corner_centres]
    return max(1.0, float(np.mean(white) - np.mean(ink)))


def _mean(page: np.ndarray, x_mm: float, y_mm: float, wide_mm: float, tall_mm: float) -> float:
    left, top = round(x_mm * _PX_PER_MM), round(y_mm * _PX_PER_MM)
    part: Matrix = f64(page[top : top + round(tall_mm * _PX_PER_MM), left : left + round(wide_mm * _PX_PER_MM)])
    return float(part.mean())
