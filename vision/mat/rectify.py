"""The mat taken out of a camera's picture, as if seen straight from above."""

from functools import cached_property
from typing import Final

import cv2
import numpy as np
from cv2.typing import MatLike

from groundwork.picture import Gray, Matrix, f64, u8
from vision.mat.geometry import Calibration
from vision.mat.layout import Mat

PX_PER_MM: Final = 2.0
"""Enough to read a card's index and its marks."""
_GRID_MM: Final = 20.0
"""Along the mat's edges, for the part of the picture that shows it: a lens may make them bulge."""
_BAND_PX: Final = 20
"""Rows of the straightened mat whose places are computed at a time: those of all at once would take 70 MB."""


class Crop:
    """The part of one camera's pictures that shows the mat, and the way in which it is straightened.

    Attributes:
        size: width and height of the straightened mat, pixels.
    """

    def __init__(
        self, calibration: Calibration, mat: Mat, shape: tuple[int, ...], px_per_mm: float = PX_PER_MM
    ) -> None:
        """Find the mat in pictures of this shape (rows, columns)."""
        self._calibration, self._px_per_mm = calibration, px_per_mm
        self.size = round(mat.width_mm * px_per_mm), round(mat.height_mm * px_per_mm)
        seen = calibration.px(_grid(*self.size, _GRID_MM * px_per_mm) / px_per_mm)
        limits = np.array((shape[1], shape[0]), dtype=np.float64)
        first = np.clip(np.floor(seen.min(axis=0)), 0, limits - 1).astype(int)
        last = np.clip(np.ceil(seen.max(axis=0)) + 1, first + 1, limits).astype(int)
        self._columns, self._rows = slice(first[0], last[0]), slice(first[1], last[1])

    def cut(self, gray: Gray) -> Gray:
        """Return the part of a picture that shows the mat, as a view."""
        return gray[self._rows, self._columns]

    def straighten(self, part: Gray) -> Gray:
        """Rectify a part that was cut out to the mat from above; outside the picture it is black."""
        return u8(cv2.remap(part, *self._maps, cv2.INTER_LINEAR))

    @cached_property
    def _maps(self) -> tuple[MatLike, MatLike]:
        """The place in the part of each pixel of the straightened mat; found once, it takes longer than a picture."""
        width, height = self.size
        # In OpenCV's form of whole pixels and their shares: a third of the memory of doubles.
        places, shares = np.empty((height, width, 2), np.int16), np.empty((height, width), np.uint16)
        for top in range(0, height, _BAND_PX):
            rows = slice(top, min(top + _BAND_PX, height))
            places[rows], shares[rows] = self._band(rows.start, rows.stop)
        return places, shares

    def _band(self, top: int, bottom: int) -> tuple[MatLike, MatLike]:
        """Calculate the maps for some rows of the rectified mat."""
        width = self.size[0]
        across, down = np.meshgrid(np.arange(width) + 0.5, np.arange(top, bottom) + 0.5)
        points = f64(np.stack((across, down), axis=-1)).reshape(-1, 2) / self._px_per_mm
        seen = self._calibration.px(points) - (self._columns.start, self._rows.start)
        places = seen.astype(np.float32).reshape(bottom - top, width, 2)
        return cv2.convertMaps(places, np.empty(0, np.float32), cv2.CV_16SC2)


def _grid(width: float, height: float, step: float) -> Matrix:
    """Points in rows from (0, 0) to (width, height), both included, about a step apart."""
    across = np.linspace(0, width, round(width / step) + 1)
    down = np.linspace(0, height, round(height / step) + 1)
    return np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
