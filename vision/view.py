"""The coarse grid of looks, laid over the mat: which looks belong to a place in millimetres."""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

import cv2
import numpy as np

from vision.change import STRIDE, Mask
from vision.mat import Calibration, CardSize, Mat
from vision.observation import Point
from vision.picture import Matrix
from vision.sight import Glimpse
from vision.track import Lying

RIM_MM: Final = 8.0
"""A card's surroundings that count as the card when it is accounted for: its shadow, and an imperfect place."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One camera's view of one mat."""

    calibration: Calibration
    mat: Mat
    shape: tuple[int, int]
    """Rows and columns of looks."""

    def field(self) -> Mask:
        """The looks that see the mat."""
        width, height = self.mat.width_mm, self.mat.height_mm
        return self._filled(np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float64))

    def place(self, card: Lying | Glimpse, rim_mm: float = 0) -> Mask:
        """The looks that see a card, and a rim round it."""
        return self._filled(outline(card, self.mat.card, rim_mm))

    def square(self, centre: Point, side_mm: float) -> Mask:
        """The looks that see a square of the mat."""
        x, y, half = *centre, side_mm / 2
        corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        return self._filled(np.array(corners, dtype=np.float64))

    def looks_on(self, side_mm: float) -> float:
        """How many looks fall on a square of that side in the middle of the mat."""
        x, y = self.mat.width_mm / 2, self.mat.height_mm / 2
        ends = self.calibration.px(np.array([(x, y), (x + side_mm, y)]))
        return (float(np.hypot(*(ends[1] - ends[0]))) / STRIDE) ** 2

    def _filled(self, corners_mm: Matrix) -> Mask:
        mask = np.zeros(self.shape, np.uint8)
        looks = self.calibration.px(corners_mm) / STRIDE - 0.5
        cv2.fillConvexPoly(mask, np.round(looks * 16).astype(np.int32), 255, shift=4)
        return mask


def outline(card: Lying | Glimpse, size: CardSize, rim_mm: float) -> Matrix:
    """The four corners of a card on the mat, mm."""
    turn = radians(card.angle)
    right = np.array((cos(turn), sin(turn))) * (size.width_mm / 2 + rim_mm)
    down = np.array((-sin(turn), cos(turn))) * (size.height_mm / 2 + rim_mm)
    corners: Matrix = np.array((card.x_mm, card.y_mm)) + np.array(
        (-right - down, right - down, right + down, -right + down)
    )
    return corners
