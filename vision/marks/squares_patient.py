"""Square fiducials read with patience: every outline that may be one is measured, and its cells weighed as evidence.

OpenCV calls each cell black or white and counts those that contradict. Here a cell that cannot be made out says little,
and one that can says much, so that of the marks that lie small, dim or out of focus nearly all are read, and of what is
no mark no more than with one corrected bit (docs/marks.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.light import exact_light, in_light
from vision.base.observation import Corners, Point
from vision.base.picture import Gray, Matrix
from vision.marks import evidence
from vision.marks.cells import measured
from vision.marks.outlines import fitted, sides
from vision.marks.squares import OutlineFinder, cells_of, four

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
        """Whether it counts alone."""
        return self.bits >= evidence.SURE


class PatientSquareReader:
    """Finds the fiducials whose numbers it was given, also those of which it is not sure."""

    def __init__(self, numbers: Sequence[int]) -> None:
        """Read fiducials of these numbers."""
        self._numbers = tuple(numbers)
        self._finder = OutlineFinder(numbers, _WINDOWS)
        # By number and quarter turn: the mark's own top left corner is the outline's first, second, third, fourth.
        upright = [cells_of(number) for number in numbers]
        self._codes = np.array([np.rot90(code, -turns).ravel() for code in upright for turns in range(4)])

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
        light, levels = exact_light(gray), gray.astype(np.float32)
        for start in range(0, len(outlines), _AT_ONCE):
            some = outlines[start : start + _AT_ONCE]
            fit = fitted(light, some)
            fits += [*self._weighed(light, fit), *self._weighed(levels, fit)]
            others += [*self._weighed(levels, fitted(levels, some)), *self._weighed(levels, some)]
        # Where light turns from black to white is the edge, whatever the blur: other outlines are told only where those
        # are not sure.
        return _distinct([*_by_bits(fits, sure=True), *_by_bits(others, sure=True), *_by_bits([*fits, *others])])

    def _weighed(self, picture: NDArray[np.float32], outlines: Matrix) -> list[SquareReading]:
        """The outlines that show one of the numbers with evidence enough to be at least a candidate."""
        cells = measured(picture, outlines)
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
        weights = evidence.bits_of_evidence(values, self._codes[best])
        return [
            SquareReading(self._numbers[place // 4], four(np.roll(outline, -(place % 4), axis=0)), float(weight))
            for place, outline, weight in zip(map(int, best), outlines, weights, strict=True)
            if weight >= evidence.CANDIDATE
        ]


def _by_bits(found: Sequence[SquareReading], *, sure: bool = False) -> list[SquareReading]:
    """The surest first; of those that are sure alone, if so wanted."""
    return sorted((reading for reading in found if reading.is_sure or not sure), key=lambda reading: -reading.bits)


def _distinct(found: Sequence[SquareReading]) -> list[SquareReading]:
    """The first of the readings at each place."""
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
