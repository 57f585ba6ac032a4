"""Radial distortion of a lens."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

import cv2
import numpy as np

from groundwork.picture import Matrix, f64
from vision.base.observation import Point

_UNTIL: Final = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 30, 1e-9)


@dataclass(frozen=True, slots=True)
class Lens:
    """Radial distortion: a point at distance d from the centre appears at d + k1 d³ + k2 d⁵.

    It is OpenCV's model (camera calibration, k1 and k2) with half the picture's diagonal as the focal length. One plane
    does not show the true one, and millimetres on the mat do not need it. So k1 is the share of the half diagonal by
    which a corner of the picture is moved outward.
    """

    centre: Point
    """Optical centre, pixels."""
    unit_px: float
    """Length of 1 for k1 and k2."""
    k1: float = 0.0
    k2: float = 0.0

    @classmethod
    def straight(cls, width_px: int, height_px: int) -> "Lens":
        """Return a lens without distortion for a picture of that size."""
        return cls(((width_px - 1) / 2, (height_px - 1) / 2), hypot(width_px, height_px) / 2)

    def unbent(self, points: Matrix) -> Matrix:
        """Find where pixels of the picture would be without the lens; rows of x, y."""
        found = cv2.undistortPointsIter(
            points.reshape(-1, 1, 2), self._matrix, self._bend, np.eye(3), self._matrix, _UNTIL
        )
        return f64(found).reshape(-1, 2)

    def bent(self, points: Matrix) -> Matrix:
        """Find where the lens shows points that are given without it, pixels; rows of x, y."""
        away = points - np.array(self.centre)
        square = (away**2).sum(axis=1, keepdims=True) / self.unit_px**2
        seen: Matrix = np.array(self.centre) + away * (1 + square * (self.k1 + square * self.k2))
        return seen

    def scaled_to(self, width_px: int, height_px: int) -> "Lens | None":
        """Scale the lens to another picture size; None if the shape differs, for that shows another part."""
        width, height = 2 * self.centre[0] + 1, 2 * self.centre[1] + 1
        if abs(width * height_px - height * width_px) > 0.01 * width * height_px:
            return None
        return Lens.straight(width_px, height_px).with_bend((self.k1, self.k2))

    def with_bend(self, bend: Sequence[float]) -> "Lens":
        """Replace the coefficients: none, k1, or k1 and k2."""
        k1, k2 = (*bend, 0.0, 0.0)[:2]
        return Lens(self.centre, self.unit_px, float(k1), float(k2))

    @property
    def _matrix(self) -> Matrix:
        (x, y), unit = self.centre, self.unit_px
        return np.array([(unit, 0, x), (0, unit, y), (0, 0, 1)], dtype=np.float64)

    @property
    def _bend(self) -> Matrix:
        return np.array((self.k1, self.k2, 0, 0), dtype=np.float64)
