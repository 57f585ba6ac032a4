"""The camera is knocked in the middle of the film: from then on the picture is shifted and turned."""

import cv2
import numpy as np

from groundwork.picture import f64
from vision.base.light import Light, u16
from vision.film.script.effect import Effect, Occurrence, Shoot

SHIFT_MM, TURN_DEGREES = 12.0, 2.0
"""Shift and turn at level 1."""


class Knock(Effect):
    """Level 1: 12 mm and 2 degrees."""

    still = False

    def begin(self, shoot: Shoot) -> None:
        """Choose a frame near the middle in which nothing moves."""
        count = len(shoot.moments)
        still = [n for n, moment in enumerate(shoot.moments) if not moment.moving and moment.hand is None]
        self._from = min(still, key=lambda number: abs(number - count // 2))
        away = self.random.uniform(0, 2 * np.pi)
        shift = SHIFT_MM * self.level
        turn = TURN_DEGREES * self.level * float(self.random.choice((-1, 1)))
        self._warp = f64(cv2.getRotationMatrix2D((shoot.size[0] / 2, shoot.size[1] / 2), turn, 1))
        self._warp[:, 2] += shift * shoot.px_per_mm * np.array((np.cos(away), np.sin(away)))
        self.acts.append(
            Occurrence(f"shifted by {shift:.1f} mm, turned by {turn:.2f} degrees", (self._from, count - 1))
        )

    def lens(self, light: Light, number: int) -> Light:
        """Move the frame as the knocked camera sees it."""
        if number < self._from:
            return light
        size = (light.shape[1], light.shape[0])
        return u16(cv2.warpAffine(light, self._warp, size, borderMode=cv2.BORDER_REFLECT_101))


effect = Knock
