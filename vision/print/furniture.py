"""The frame of every sheet: title, page number, ruler, cutting marks."""

from dataclasses import dataclass
from typing import Final

from vision.print.papers import MARGIN_MM, PaperGrid
from vision.print.pdf import GRAY, Pen
from vision.words.cards import Lang
from vision.words.sheets import phrase

RULER_MM: Final = 100.0
"""Length of the ruler between its end strokes."""
_RULER_RISE_MM: Final = 8.5
"""Distance from the paper's lower edge to the ruler."""
_TITLE_MM: Final = 3.6
_SMALL_MM: Final = 2.5
_CROP_MM: Final = 3.0
CUT_MM: Final = 0.15
"""Width of a cutting line: to be seen, and gone with the cut."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of the pages of one document."""

    title: str
    advice: str
    """The instruction for the pages, in a sentence."""
    lang: Lang
    pages: int

    def draw(self, pen: Pen, page: int) -> None:
        """Print title, advice and page number (from 0) at the top, the ruler at the foot."""
        right = pen.paper.width_mm - MARGIN_MM
        number = f"{phrase('page', self.lang)} {page + 1}/{self.pages}"
        pen.text(self.title, MARGIN_MM, 7.5, _TITLE_MM, bold=True, fit_mm=right - MARGIN_MM - 30)
        pen.text(number, right, 7.5, _SMALL_MM, anchor="r")
        pen.text(self.advice, MARGIN_MM, 11.5, _SMALL_MM, fit_mm=right - MARGIN_MM)
        ruler(pen, self.lang)


def ruler(pen: Pen, lang: Lang) -> None:
    """Print 100 mm at the foot of the page, its strokes a millimetre apart."""
    y, words = pen.paper.height_mm - _RULER_RISE_MM, phrase("ruler", lang)
    pen.line((MARGIN_MM, y), (MARGIN_MM + RULER_MM, y), line_mm=0.15)
    for mm in range(int(RULER_MM) + 1):
        tall = 3.0 if mm % 10 == 0 else 2.0 if mm % 5 == 0 else 1.2
        pen.line((MARGIN_MM + mm, y), (MARGIN_MM + mm, y - tall), line_mm=0.15)
    room = pen.paper.width_mm - 2 * MARGIN_MM - RULER_MM - 3
    pen.text(words, MARGIN_MM + RULER_MM + 3, y - 1.5, _SMALL_MM, fit_mm=room)


def crop_marks(pen: Pen, grid: PaperGrid) -> None:
    """Short strokes outside the grid at every cut, and faint crosses where cuts meet inside it."""
    xs = sorted({x + side for x in grid.xs for side in (0, grid.width_mm)})
    ys = sorted({y + side for y in grid.ys for side in (0, grid.height_mm)})
    for x in xs:
        pen.line((x, ys[0] - _CROP_MM), (x, ys[0] - 0.5), GRAY, CUT_MM)
        pen.line((x, ys[-1] + 0.5), (x, ys[-1] + _CROP_MM), GRAY, CUT_MM)
    for y in ys:
        pen.line((xs[0] - _CROP_MM, y), (xs[0] - 0.5, y), GRAY, CUT_MM)
        pen.line((xs[-1] + 0.5, y), (xs[-1] + _CROP_MM, y), GRAY, CUT_MM)
    for x in xs:
        for y in ys:
            pen.line((x - 1, y), (x + 1, y), GRAY, CUT_MM)
            pen.line((x, y - 1), (x, y + 1), GRAY, CUT_MM)
