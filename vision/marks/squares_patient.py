"""Patient reader of square fiducials: every outline that may be one is measured, and its cells weighed as evidence.

OpenCV calls each cell black or white and counts those that contradict. Here an unclear cell weighs little and a clear
one much. So nearly all small, dim or blurred marks are read, and false marks are as rare as with one corrected bit
(docs/marks.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import Gray, Matrix, f64
from vision.base.light import fine_light, in_light
from vision.base.observation import Corners, Point
from vision.marks.squares import OutlineFinder, cells_of, four

# Outlines of fiducials: fitted to their black edges between the pixels, many at a time.

MODULES: Final = 8
"""Cells along a side, the black border included."""

_LINES: Final = 12
"""Lines across each edge."""
_SHARES: Final[Matrix] = np.linspace(0.12, 0.88, _LINES)
_STEPS: Final[Matrix] = np.linspace(-1, 1, 11)
_MOMENTS: Final = np.stack((np.ones(10), (_STEPS[1:] + _STEPS[:-1]) / 2), axis=1)
"""Matrix from the rises between the steps of a line to their sum, and to the sum of their places."""
_REACH: Final = 0.7
"""Reach to both sides of an edge, in modules; there is white outside and the border inside."""
_LEAST_REACH_PX: Final = 1.5
_CLOSE: Final = 3.0
"""Outlines whose reach is so many times the least are fitted a second time, with a ninth of it."""
_STEEPEST: Final = 2.0
"""An edge turns by no more, reach to reach."""
_FARTHEST: Final = 0.25
"""Share of its side by which a corner may move, or 3 pixels: what moves farther has met other edges."""


def sides(outlines: Matrix) -> Matrix:
    """Mean side of each outline, pixels."""
    return f64(np.linalg.norm(outlines - np.roll(outlines, -1, axis=1), axis=2).mean(axis=1))


def levels_at(picture: NDArray[np.float32], x: Matrix, y: Matrix) -> Matrix:
    """Values of the picture at the places x and y, arrays of one shape; the first axis counts fiducials.

    Two arrays, not one of pairs: NumPy goes through pairs two numbers at a time.
    """
    across, down = (places.reshape(len(places), -1).astype(np.float32) for places in (x, y))
    found = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return f64(found).reshape(x.shape)


def fit_outlines(picture: NDArray[np.float32], outlines: Matrix) -> Matrix:
    """Fit the outlines, clockwise, with each edge where black turns to white; failures stay as they are.

    Args:
        picture: light, or grey levels.
        outlines: count by 4 by 2, pixels.
    """
    reach = np.maximum(_REACH * _depths(outlines) / MODULES, _LEAST_REACH_PX)
    new = _move_edges(picture, outlines, reach)
    # Between the steps of a wide reach a sharp edge may lie anywhere: large outlines are fitted once more, closely.
    large = reach.max(axis=1) > _CLOSE * _LEAST_REACH_PX
    if large.any():
        close = np.maximum(reach[large] / _CLOSE**2, _LEAST_REACH_PX)
        new[large] = _move_edges(picture, new[large], close)
    astray = np.abs(new - outlines).max(axis=(1, 2)) > np.maximum(_FARTHEST * sides(outlines), 3)
    return np.where(astray[:, None, None], outlines, new)


def _depths(outlines: Matrix) -> Matrix:
    """Measure how far each edge is from the one opposite, pixels: of a mark seen aslant much less than its side."""
    along, aslant = np.roll(outlines, -1, axis=1) - outlines, outlines[:, 2:] - outlines[:, :2]
    area = np.abs(aslant[:, 0, 0] * aslant[:, 1, 1] - aslant[:, 0, 1] * aslant[:, 1, 0]) / 2
    length = np.linalg.norm(along, axis=2)
    return f64(2 * area[:, None] / np.maximum(length + np.roll(length, 2, axis=1), 1e-6))


def _move_edges(picture: NDArray[np.float32], outlines: Matrix, reach: Matrix) -> Matrix:
    """Move each edge of the outlines to where black turns to white within so many pixels."""
    reach = reach[:, :, None]
    ends = np.roll(outlines, -1, axis=1)
    along = ends - outlines
    across = np.stack((along[..., 1], -along[..., 0]), axis=2)
    across /= np.maximum(np.linalg.norm(across, axis=2, keepdims=True), 1e-6)
    x, y = (_lines(outlines[..., axis], along[..., axis], across[..., axis], reach) for axis in range(2))
    levels = levels_at(picture, x, y)
    rise = np.maximum(levels[..., 1:] - levels[..., :-1], 0)
    weight, moment = (rise.reshape(-1, len(_MOMENTS)) @ _MOMENTS).T.reshape(2, *rise.shape[:3])
    place = moment / np.maximum(weight, 1e-3)
    near, far = (offset[..., None] * reach * across for offset in _ends(weight, place))
    return _corners(outlines + near, ends + far)


def _lines(corners: Matrix, along: Matrix, across: Matrix, reach: Matrix) -> Matrix:
    """Return one coordinate of the steps on the lines across each edge: outlines by edges by lines by steps."""
    points = corners[..., None] + _SHARES * along[..., None]
    return points[..., None] + (reach * _STEPS)[..., None, :] * across[..., None, None]


def _ends(weight: Matrix, place: Matrix) -> tuple[Matrix, Matrix]:
    """Fit a line through weighted places: how far each edge is outside its first and its second end, in reaches."""
    share = weight / np.maximum(weight.sum(axis=2, keepdims=True), 1e-3)
    middle, mean = share @ _SHARES, np.einsum("kel,kel->ke", share, place)
    lever = _SHARES - middle[..., None]
    slope = np.einsum("kel,kel,kel->ke", share, lever, place - mean[..., None])
    slope /= np.maximum(np.einsum("kel,kel->ke", share, lever**2), 1e-6)
    slope = np.clip(slope, -_STEEPEST, _STEEPEST)
    return mean - slope * middle, mean + slope * (1 - middle)


def _corners(starts: Matrix, ends: Matrix) -> Matrix:
    """Find the point where each edge meets the one before it."""
    way, before = ends - starts, np.roll(starts, 1, axis=1)
    way_before = np.roll(way, 1, axis=1)
    cross = way_before[..., 0] * way[..., 1] - way_before[..., 1] * way[..., 0]
    gap = starts - before
    share = (gap[..., 0] * way[..., 1] - gap[..., 1] * way[..., 0]) / np.where(np.abs(cross) < 1e-6, 1e-6, cross)
    return before + share[..., None] * way_before


# The cells of fiducials: how black or white each is, between the mark's own black border and the white round it.

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
"""Matrix from the cells of the border to the plane through them, at the cells inside."""
_RING: Final = np.concatenate((np.ones((4 * MODULES, 1)), _SAMPLES[-4 * MODULES :] - MODULES / 2), axis=1)
_WHITE: Final = np.linalg.pinv(_RING).T @ _INSIDE


@dataclass(frozen=True, slots=True)
class Cells:
    """The inner cells of many fiducials."""

    values: Matrix
    """Count by 36, row by row, -1 black to 1 white."""
    framed: NDArray[np.bool_]
    """Mask of those with a black border on something lighter, as every fiducial has."""


def measure_cells(picture: NDArray[np.float32], outlines: Matrix) -> Cells:
    """Measure the cells of possible fiducials, outlines clockwise, count by 4 by 2, pixels."""
    levels = levels_at(picture, *_project(outlines))
    cells = levels[:, : -4 * MODULES].reshape(-1, 9, MODULES, MODULES).mean(axis=1)
    ring = np.sort(levels[:, -4 * MODULES :], axis=1)
    # Print or shadow beside the mark is not the paper round it.
    paper = np.clip(levels[:, -4 * MODULES :], ring[:, MODULES, None], ring[:, -4, None])
    cells = _sharpen(cells, np.median(ring, axis=1))
    inner = cells[:, ~_BORDER]
    black, white = cells[:, _BORDER] @ _BLACK, paper @ _WHITE
    lightest: Matrix = np.mean(np.sort(inner, axis=1)[:, -_WHITEST:], axis=1, keepdims=True)
    white = f64(np.where(white > black + _FAINT, (white + lightest) / 2, lightest))
    contrast, middle = white - black, (white + black) / 2
    values = np.clip((inner - middle) / np.maximum(contrast / 2, 0.5), -1, 1)
    is_black: Matrix = np.mean(cells[:, _BORDER] < middle.mean(axis=1, keepdims=True), axis=1)
    return Cells(values, (is_black >= _BLACKEST) & (contrast.mean(axis=1) >= _FAINT))


def _sharpen(cells: Matrix, paper: Matrix) -> Matrix:
    """Each cell set off against its neighbours; those of the border have paper beside them."""
    wide = np.empty((len(cells), MODULES + 2, MODULES + 2))
    wide[:] = paper[:, None, None]
    wide[:, 1:-1, 1:-1] = cells
    beside = (wide[:, :-2, 1:-1] + wide[:, 2:, 1:-1] + wide[:, 1:-1, :-2] + wide[:, 1:-1, 2:]) / 4
    return cells + _SHARPEN * (cells - beside)


def _project(outlines: Matrix) -> tuple[Matrix, Matrix]:
    """Project the samples of each outline, x and y: a square seen in perspective (P. Heckbert, 1989)."""
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


# The evidence of a reading: how improbable it is that cells which say nothing agree so well with a code.
#
# Each cell of a fiducial is a number from -1, black, to 1, white; near 0 it cannot be made out. If the cells were
# those of no fiducial, each could as well be its opposite. How likely their sum, each with the sign that the code
# demands, is as large as it is then, is bounded by Chernoff: for every s > 0 by the product of cosh(s |cell|), over
# exp(s sum). A clear cell that contradicts the code costs much, one that could not be made out hardly anything, and
# no cell counts more than it shows. docs/marks.md has what follows for cards.

SURE: Final = 29.2
"""Bits that a reading needs which counts alone: of 36 clear cells, all but one, as OpenCV counts one corrected bit."""
CANDIDATE: Final = 24.0
"""Bits that a reading needs to count together with another mark of its card: of 36 clear cells, all but two."""

_TRIED: Final = np.geomspace(0.1, 12.8, 22)
"""Values of s; the bound holds for each, so that the best of them does."""


def bits_of_evidence(cells: Matrix, code: Matrix) -> Matrix:
    """Binary digits of evidence, row by row: minus the logarithm of the bound.

    Args:
        cells: rows of cells, -1 to 1.
        code: for each row the cells that a perfect picture would show, -1 or 1.
    """
    agreement = np.einsum("kc,kc->k", cells, code)
    exponents = _TRIED[:, None] * np.abs(cells)[:, None, :]
    # log cosh x without overflow.
    costs = (exponents + np.log1p(np.exp(-2 * exponents)) - np.log(2)).sum(axis=2)
    best: Matrix = (_TRIED * agreement[:, None] - costs).max(axis=1)
    return f64(np.maximum(best, 0) / np.log(2))


_WINDOWS: Final = (3, 13, 23)
"""Sides of the threshold windows: worn, glossy and half shadowed marks need different ones."""
_LEAST_PX: Final = 6.0
"""Smaller outlines have not a pixel a cell."""
_AT_ONCE: Final = 256
"""Outlines measured at a time; cloth may show thousands."""
_AGREEMENT: Final = 0.75
"""Share of the cells' clearness: of 36 equally clear ones four and a half contradict, and three are too many."""
_SAME: Final = 0.7
"""Share of an outline, about its middle, in which another reading of the same mark has its own."""


@dataclass(frozen=True, slots=True)
class SquareReading:
    """A fiducial and how well its cells show it."""

    number: int
    corners: Corners
    """Pixels, clockwise from the mark's own top left."""
    bits: float
    """Binary digits of evidence, of 36."""

    @property
    def is_sure(self) -> bool:
        """Whether the reading counts alone."""
        return self.bits >= SURE


@lru_cache(maxsize=8)
def _codes(numbers: tuple[int, ...]) -> Matrix:
    """Return the cells of fiducials, count by 36, by number and quarter turn; cached, as tables have few decks.

    The mark's own top left corner is the outline's first, second, third, fourth.
    """
    upright = [cells_of(number) for number in numbers]
    codes = np.array([np.rot90(code, -turns).ravel() for code in upright for turns in range(4)])
    codes.setflags(write=False)
    return codes


class PatientSquareReader:
    """Finds the fiducials whose numbers it was given, also those of which it is not sure."""

    def __init__(self, numbers: Sequence[int]) -> None:
        """Read fiducials of these numbers."""
        self._numbers = tuple(numbers)
        self._finder = OutlineFinder(numbers, _WINDOWS)
        self._codes = _codes(self._numbers)

    def expect(self, side_px: float) -> None:
        """No fiducial is smaller."""
        self._finder.expect(side_px)

    def read(self, gray: Gray) -> list[SquareReading]:
        """Every fiducial found, the surest first; one for each place."""
        found = [outline for picture in (gray, in_light(gray)) for outline in self._finder.outlines(picture)]
        if not found:
            return []
        outlines = np.array(found)
        size = sides(outlines)
        outlines = outlines[(size >= _LEAST_PX) & (size < max(gray.shape))]
        fits: list[SquareReading] = []
        others: list[SquareReading] = []
        light, levels = fine_light(gray), gray.astype(np.float32)
        for start in range(0, len(outlines), _AT_ONCE):
            some = outlines[start : start + _AT_ONCE]
            fit = fit_outlines(light, some)
            fits += [*self._weigh(light, fit), *self._weigh(levels, fit)]
            others += [*self._weigh(levels, fit_outlines(levels, some)), *self._weigh(levels, some)]
        # Where light turns from black to white is the edge, whatever the blur: other outlines are told only where those
        # are not sure.
        return _first_at_each_place(
            [*_sort_by_bits(fits, sure=True), *_sort_by_bits(others, sure=True), *_sort_by_bits([*fits, *others])]
        )

    def _weigh(self, picture: NDArray[np.float32], outlines: Matrix) -> list[SquareReading]:
        """Weigh the outlines; return those with evidence enough for one of the numbers to be at least a candidate."""
        cells = measure_cells(picture, outlines)
        values, outlines = cells.values[cells.framed], outlines[cells.framed]
        if not len(values):
            return []
        # What agrees by less is no candidate, however clear, and most outlines are none: they are not weighed.
        agreement = values @ self._codes.T
        likely = agreement.max(axis=1) >= _AGREEMENT * np.abs(values).sum(axis=1)
        values, outlines = values[likely], outlines[likely]
        if not len(values):
            return []
        best = np.argmax(agreement[likely], axis=1)
        weights = bits_of_evidence(values, self._codes[best])
        return [
            SquareReading(self._numbers[place // 4], four(np.roll(outline, -(place % 4), axis=0)), float(weight))
            for place, outline, weight in zip(map(int, best), outlines, weights, strict=True)
            if weight >= CANDIDATE
        ]


def _sort_by_bits(found: Sequence[SquareReading], *, sure: bool = False) -> list[SquareReading]:
    """Sort the readings, the surest first; only sure ones, if so wanted."""
    return sorted((reading for reading in found if reading.is_sure or not sure), key=lambda reading: -reading.bits)


def _first_at_each_place(found: Sequence[SquareReading]) -> list[SquareReading]:
    """Keep the first of the readings at each place."""
    kept: list[tuple[SquareReading, Point, Matrix]] = []
    for reading in found:
        outline = np.array(reading.corners)
        middle = outline.mean(axis=0)
        x, y = middle.tolist()
        # Marks that are seen far aslant are narrow: how far apart two lie says nothing, but in which outline.
        core = (middle + _SAME * (outline - middle)).astype(np.float32)
        if not any(_lies_in((x, y), other) or _lies_in(there, core) for _, there, other in kept):
            kept.append((reading, (x, y), core))
    return [reading for reading, _, _ in kept]


def _lies_in(point: Point, outline: Matrix) -> bool:
    return cv2.pointPolygonTest(outline, point, measureDist=False) >= 0
