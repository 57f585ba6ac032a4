"""The cells of fiducials: how black or white each is, between the mark's own black border and the white round it."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.base.picture import Matrix, f64
from vision.marks.outlines import MODULES, levels_at

_SPREAD: Final = 0.22
"""Share of a cell's side to both sides of its middle over which nine samples are taken."""
_SHARPEN: Final = 0.25
"""Share by which a cell is set off against its four neighbours: a lens that is out of focus mixes them."""
_BLACKEST: Final = 0.7
"""Share of the border's cells that must be on the black side."""
_FAINT: Final = 2.0
"""Levels between black and white below which nothing is made out."""
_WHITEST: Final = 6
"""Cells whose mean is white where the paper round the mark tells nothing."""


def _samples() -> Matrix:
    """Nine times a place in each cell, then 32 in the white round the mark; in cells from its corner."""
    offsets = np.array([(x, y) for y in (-_SPREAD, 0, _SPREAD) for x in (-_SPREAD, 0, _SPREAD)])
    middles = np.array([(x + 0.5, y + 0.5) for y in range(MODULES) for x in range(MODULES)])
    count = np.arange(MODULES) + 0.5
    near, far = np.full(MODULES, -0.45), np.full(MODULES, MODULES + 0.45)
    ring = [np.stack(pair, axis=1) for pair in ((count, near), (far, count), (count, far), (near, count))]
    return f64(np.concatenate(((middles + offsets[:, None]).reshape(-1, 2), *ring)))


_SAMPLES: Final = _samples()
_BORDER: Final = np.pad(np.zeros((MODULES - 2, MODULES - 2), np.bool_), 1, constant_values=True)
_PLACES: Final = np.stack((np.ones(MODULES**2), *(np.indices((MODULES, MODULES))[::-1].reshape(2, -1) - 3.5)), axis=1)
"""Rows of 1, x, y: what a plane over the cells is made of."""
_INSIDE: Final = _PLACES[~_BORDER.ravel()].T
_BLACK: Final = np.linalg.pinv(_PLACES[_BORDER.ravel()]).T @ _INSIDE
"""From the cells of the border to the plane through them, at the cells inside."""
_RING: Final = np.concatenate((np.ones((4 * MODULES, 1)), _SAMPLES[-4 * MODULES :] - MODULES / 2), axis=1)
_WHITE: Final = np.linalg.pinv(_RING).T @ _INSIDE


@dataclass(frozen=True, slots=True)
class Cells:
    """The inner cells of many fiducials."""

    values: Matrix
    """Count by 36, row by row, -1 black to 1 white."""
    framed: NDArray[np.bool_]
    """Which of them have a black border on something lighter, as every fiducial has."""


def measured(picture: NDArray[np.float32], outlines: Matrix) -> Cells:
    """The cells of what may be fiducials, outlines clockwise, count by 4 by 2, pixels."""
    levels = levels_at(picture, *_projected(outlines))
    cells = levels[:, : -4 * MODULES].reshape(-1, 9, MODULES, MODULES).mean(axis=1)
    ring = np.sort(levels[:, -4 * MODULES :], axis=1)
    # Print or shadow beside the mark is not the paper round it.
    paper = np.clip(levels[:, -4 * MODULES :], ring[:, MODULES, None], ring[:, -4, None])
    cells = _sharpened(cells, np.median(ring, axis=1))
    inner = cells[:, ~_BORDER]
    black, white = cells[:, _BORDER] @ _BLACK, paper @ _WHITE
    lightest: Matrix = np.mean(np.sort(inner, axis=1)[:, -_WHITEST:], axis=1, keepdims=True)
    white = f64(np.where(white > black + _FAINT, (white + lightest) / 2, lightest))
    contrast, middle = white - black, (white + black) / 2
    values = np.clip((inner - middle) / np.maximum(contrast / 2, 0.5), -1, 1)
    is_black: Matrix = np.mean(cells[:, _BORDER] < middle.mean(axis=1, keepdims=True), axis=1)
    return Cells(values, (is_black >= _BLACKEST) & (contrast.mean(axis=1) >= _FAINT))


def _sharpened(cells: Matrix, paper: Matrix) -> Matrix:
    """Each cell set off against its neighbours; those of the border have paper beside them."""
    wide = np.empty((len(cells), MODULES + 2, MODULES + 2))
    wide[:] = paper[:, None, None]
    wide[:, 1:-1, 1:-1] = cells
    beside = (wide[:, :-2, 1:-1] + wide[:, 2:, 1:-1] + wide[:, 1:-1, :-2] + wide[:, 1:-1, 2:]) / 4
    return cells + _SHARPEN * (cells - beside)


def _projected(outlines: Matrix) -> tuple[Matrix, Matrix]:
    """Where the samples of each outline are, x and y: a square seen in perspective (P. Heckbert, 1989)."""
    a, b, c, d = (outlines[:, place] for place in range(4))
    one, two, bent = b - c, d - c, a - b + c - d
    cross = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]
    cross = np.where(np.abs(cross) < 1e-9, 1e-9, cross)
    g = (bent[:, 0] * two[:, 1] - bent[:, 1] * two[:, 0]) / cross
    h = (one[:, 0] * bent[:, 1] - one[:, 1] * bent[:, 0]) / cross
    u, v = (_SAMPLES / MODULES).T
    depth = 1 + g[:, None] * u + h[:, None] * v
    depth = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    along, down = b - a + g[:, None] * b, d - a + h[:, None] * d
    x, y = (f64((a[:, i, None] + along[:, i, None] * u + down[:, i, None] * v) / depth) for i in range(2))
    return x, y
