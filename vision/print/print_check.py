"""A sheet that tells whether the marks of the front shine through to the back of a paper."""

from pathlib import Path
from typing import Final

from vision.base.observation import Point
from vision.marks.identity import CORNERS
from vision.mat.layout import Mat
from vision.print.furniture import Heading
from vision.print.papers import Paper, PaperError
from vision.print.pdf import GRAY, Pen
from vision.print.stamps import MARK_MM, fiducial, stamp
from vision.words.cards import Lang
from vision.words.sheets import phrase

NUMBERS: Final = tuple(range(12))
"""Of the marks on the front: any will do, none of them is on the back."""

_COLUMNS: Final = 3
_STEP_X_MM: Final = 45.0
_STEP_Y_MM: Final = 45.0
_FRAME_INSET_MM: Final = 34.0
_ROOM_MM: Final = (140.0, 260.0)
"""What the marks and their frame need at least."""


def frame(paper: Paper) -> Mat:
    """The corner marks on the back, told as those of a mat as large as the paper."""
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
    """Front and back of the sheet, as a PDF of two pages.

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
