"""Looks at the corner marks so cheaply that it can be done in every frame.

Two questions. Are the marks where they were: pixels in the black border and in the white round it, compared. And once
in a while, one mark at a time: where its edges are to a tenth of a millimetre, how wide, how black and white.
"""

from dataclasses import dataclass
from statistics import median
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.light import light_between
from vision.base.picture import Gray, Matrix, f64
from vision.mat.edges import MODULES
from vision.mat.geometry import Calibration, printed
from vision.mat.layout import Mat

PixelIndices: TypeAlias = NDArray[np.intp]

_PAIRS: Final = 8
"""Black and white pixels compared at each mark, two pairs on each edge."""
_HOLD: Final = 6
"""Of them must be black and white for the mark to be there: the rest may lie under a finger."""
_SHARE: Final = 0.4
"""Of the contrast that the mark had, that a pair must have."""
_LINES: Final = 4
"""Lines across each edge."""
_STEPS: Final = 33
_END: Final = 6
"""Steps at either end of a line that are black, or white."""
_REACH: Final = 0.75
"""Of a module, to both sides of an edge."""
_LEAST: Final = 6.0
"""Grey levels between black and white below which nothing can be measured."""
_BLIND: Final = 16.0
"""Grey levels between black and white below which a mark is not there: in so little light a card looks like the mat."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One mark, as it looked when it was measured last."""

    away_mm: float
    """How far it has moved, as far as its edges can tell: not more than a module."""
    edge_mm: float
    dark: float
    light: float


class Probe:
    """The pixels to look at, for one calibration."""

    def __init__(self, mat: Mat, calibration: Calibration, gray: Gray) -> None:
        """Learn where the marks are in frames of this shape, and how they look in this one."""
        self._shape = gray.shape
        self._module_mm = mat.corner_mm / MODULES
        edges = printed(mat).reshape(4, 4, 2)
        pairs = [_along(edges, _PAIRS // 4, side * self._module_mm / 2) for side in (-1, 1)]
        self._pairs = np.stack([self._pixels(calibration, points) for points in pairs])
        """Inside and outside the edges: black and white."""
        depths = np.linspace(-_REACH, _REACH, _STEPS) * self._module_mm
        lines = np.stack([_along(edges, _LINES, depth) for depth in depths], axis=-2)
        seen = calibration.px(lines.reshape(-1, 2)).reshape(4, 4 * _LINES, _STEPS, 2)
        self._lines: NDArray[np.float32] = seen.astype(np.float32)
        self._steps = depths
        self.relearn(gray)

    def relearn(self, gray: Gray) -> None:
        """Take the marks' contrast from this frame: the light has changed."""
        self._least = [max(_SHARE * median(contrasts), _BLIND) for contrasts in self._contrasts(gray)]

    def holds(self, gray: Gray) -> tuple[bool, ...]:
        """For each corner mark whether it is still there."""
        marks = zip(*self._levels(gray), self._least, strict=True)
        return tuple(
            sum(light - dark > least for dark, light in zip(black, white, strict=True)) >= _HOLD
            for black, white, least in marks
        )

    def measure(self, gray: Gray, place: int) -> Sample | None:
        """Measure one corner mark; None where it has too little contrast."""
        lines = self._lines[place]
        levels = f64(cv2.remap(gray, lines[..., 0], lines[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
        dark, light = float(levels[:, :_END].mean()), float(levels[:, -_END:].mean())
        if light - dark < _LEAST:
            return None
        # A lens mixes light: by grey levels white would reach beyond its edge.
        lit = light_between(levels)
        black, white = lit[:, :_END].mean(), lit[:, -_END:].mean()
        share = (lit - black) / (white - black)
        step = float(self._steps[1] - self._steps[0])
        # The more of a line is white, the farther inside its edge lies.
        edge = self._steps[0] + step * (_STEPS - 0.5 - share.sum(axis=1))
        # A mean without the extremes costs a tenth of a median.
        top, right, bottom, left = np.sort(edge.reshape(4, _LINES))[:, 1:-1].mean(axis=1)
        away = float(np.hypot((right - left) / 2, (bottom - top) / 2))
        width = step * float(np.count_nonzero((share > 0.1) & (share < 0.9))) / len(share)
        return Sample(away, width, dark, light)

    def _contrasts(self, gray: Gray) -> list[list[int]]:
        """Mark by mark the grey levels between the pixels of each pair."""
        marks = zip(*self._levels(gray), strict=True)
        return [[light - dark for dark, light in zip(*mark, strict=True)] for mark in marks]

    def _levels(self, gray: Gray) -> list[list[list[int]]]:
        """The grey levels of the black pixels and of the white ones, each mark by mark.

        So few are compared before NumPy has looked at its arguments.
        """
        levels: list[list[list[int]]] = gray.reshape(-1).take(self._pairs).tolist()
        return levels

    def _pixels(self, calibration: Calibration, points_mm: Matrix) -> PixelIndices:
        """Places of the nearest pixels in a frame's memory, mark by mark."""
        rows, columns = self._shape
        x, y = np.round(calibration.px(points_mm.reshape(-1, 2))).astype(np.intp).T
        places: PixelIndices = np.clip(y, 0, rows - 1) * columns + np.clip(x, 0, columns - 1)
        return places.reshape(4, -1)


def _along(edges: Matrix, count: int, outward_mm: float) -> Matrix:
    """So many points beside each edge of each mark, mm; marks by points by 2."""
    ends = np.roll(edges, -1, axis=1)
    along = ends - edges
    normal = np.stack((along[..., 1], -along[..., 0]), axis=-1) / np.linalg.norm(along, axis=-1, keepdims=True)
    shares = np.linspace(0.2, 0.8, count)[:, None]
    points: Matrix = edges[:, :, None] + shares * along[:, :, None] + outward_mm * normal[:, :, None]
    return points.reshape(len(edges), -1, 2)
