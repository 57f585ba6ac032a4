"""Marks as shapes, exact at any size of print."""

from typing import Final

import numpy as np

from groundwork.picture import Gray
from vision.faces.brush import BLACK, PathPoints
from vision.marks import qr, squares
from vision.marks.symbologies.aruco import Aruco
from vision.mat.layout import CardSize
from vision.print.pdf import Pen

MARK_MM: Final = Aruco.mark_mm
"""Side of a card's mark without its white margin."""
MODULES: Final = 8
"""Along a side of a fiducial, its black frame included."""
MODULE_MM: Final = MARK_MM / MODULES


def fiducial(number: int) -> Gray:
    """Return the modules of a square fiducial, 0 black, 255 white."""
    return squares.draw(number, MODULES)


def code(deck: int, card: str) -> Gray:
    """Return the modules of a card's QR, 0 black, 255 white."""
    return qr.draw(deck, card, qr.MODULES)


def stamp(pen: Pen, modules: Gray, x_mm: float, y_mm: float, side_mm: float, turns: int = 0) -> None:
    """Print modules as a square; the upper left corner is at x, y, turned by so many quarters clockwise."""
    dark = np.rot90(modules, -turns) < 128
    size = side_mm / len(dark)
    runs = [(row, *run) for row, line in enumerate(dark) for run in _runs(line)]
    pen.polygons([_bar(x_mm, y_mm, size, *run) for run in runs], BLACK)


def corner_marks(pen: Pen, number: int, card: CardSize, edge_mm: float) -> None:
    """Print a fiducial in the four corners of a card at the origin; each one's own lower right points inwards."""
    right, bottom = card.width_mm - edge_mm - MARK_MM, card.height_mm - edge_mm - MARK_MM
    places = ((edge_mm, edge_mm), (right, edge_mm), (right, bottom), (edge_mm, bottom))
    for corner in Aruco.corners:
        stamp(pen, fiducial(number), *places[corner], MARK_MM, corner)


def _runs(line: np.ndarray) -> list[tuple[int, int]]:
    """First and last but one column of each run of dark modules."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(np.int8), [0]))))
    return [(int(start), int(end)) for start, end in edges.reshape(-1, 2)]


def _bar(x: float, y: float, size: float, row: int, start: int, end: int) -> PathPoints:
    left, right, top, bottom = x + start * size, x + end * size, y + row * size, y + (row + 1) * size
    return [(left, top), (right, top), (right, bottom), (left, bottom)]
