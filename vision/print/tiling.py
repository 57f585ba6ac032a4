"""The cut of a mat that no sheet holds into sheets that are glued together; millimetres throughout."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import Final

from vision.mat.layout import Mat
from vision.print.papers import MARGIN_MM, Paper, PaperError

GLUE_MM: Final = 12.0
"""Overlap of neighbouring sheets."""
EDGE_MM: Final = 5.0
"""The blank edge that home printers leave."""
MODULES: Final = 8
"""Number of modules along a side of a corner mark."""
_SHEETS_MOST: Final = 12


@dataclass(frozen=True, slots=True)
class Tile:
    """The part of the mat that one sheet shows."""

    row: int
    column: int
    left_mm: float
    """Place on the mat."""
    top_mm: float
    width_mm: float
    height_mm: float
    glue_right: bool
    """Whether the next sheet is glued on its right edge."""
    glue_below: bool


@dataclass(frozen=True, slots=True)
class Tiling:
    """All sheets of a mat, row by row, on paper that lies or stands so that they are few."""

    paper: Paper
    tiles: tuple[Tile, ...]


def tiling(mat: Mat, paper: Paper) -> Tiling:
    """Tile the mat with the fewest sheets of a paper.

    Raises:
        PaperError: the paper is so small that the sheets would be too many to glue true.
    """
    laid = [Tiling(sheet, tuple(_tiles(mat, sheet))) for sheet in (paper.turn(), paper)]
    best = min(laid, key=lambda one: len(one.tiles))
    if len(best.tiles) > _SHEETS_MOST:
        raise PaperError(f"paper {paper.name} is too small for a mat; take a larger one")
    return best


def _tiles(mat: Mat, sheet: Paper) -> Iterator[Tile]:
    """Windows of equal size, overlapping by the glue strip, centred on their sheets."""
    # Outside the corner marks' own white the mat is empty but for area lines: that much may fall off the paper's edge.
    spare = mat.inset_mm - mat.corner_mm / 2 - EDGE_MM
    if mat.width_mm - 2 * spare <= sheet.width_mm and mat.height_mm <= sheet.height_mm - 2 * MARGIN_MM:
        yield Tile(0, 0, 0, 0, mat.width_mm, mat.height_mm, glue_right=False, glue_below=False)
        return
    columns, wide = _split(mat.width_mm, sheet.width_mm - 2 * MARGIN_MM)
    rows, tall = _split(mat.height_mm, sheet.height_mm - 2 * MARGIN_MM - 8)
    for row, column in product(range(rows), range(columns)):
        left, top = column * (wide - GLUE_MM), row * (tall - GLUE_MM)
        yield Tile(row, column, left, top, wide, tall, glue_right=column < columns - 1, glue_below=row < rows - 1)


def _split(length: float, room: float) -> tuple[int, float]:
    """Work out the number of windows that a length takes, and the length of each."""
    count = ceil((length - GLUE_MM) / (room - GLUE_MM))
    return count, (length + (count - 1) * GLUE_MM) / count
