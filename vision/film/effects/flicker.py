"""Lamps on alternating current before a rolling shutter: bands that wander through the picture."""

import cv2
import numpy as np

from vision.base.picture import Bgr, u8
from vision.film.script.effect import Effect, Occurrence, Shoot

_READOUT_SECONDS = 1 / 30
"""Time in which a cheap sensor reads all its rows."""


class Flicker(Effect):
    """Level 1: a quarter brighter and a quarter darker."""

    still = False

    def begin(self, shoot: Shoot) -> None:
        """Light of twice the mains' 50 or 60 Hz; the bands' height does not divide the picture's."""
        hertz = 2 * float(self.random.choice((50, 60)))
        width, height = shoot.size
        self._band = height / (_READOUT_SECONDS * hertz)
        self._step = self._band * (hertz / shoot.fps % 1)
        rows = np.arange(height + round(self._band) + 1)
        gain = 128 * (1 - 0.25 * self.level * np.sin(2 * np.pi * rows / self._band))
        self._gain = np.repeat(gain.round().astype(np.uint8)[:, None], width, axis=1)
        self.acts.append(
            Occurrence(
                f"bands of {self._band:.0f} rows, {0.25 * self.level:.0%} up and down, {self._step:.0f} rows a frame"
            )
        )

    def frame(self, picture: Bgr, number: int) -> Bgr:
        """The frame with its bands."""
        start = round(number * self._step % self._band)
        gain = self._gain[start : start + picture.shape[0]]
        return u8(cv2.multiply(picture, gain if picture.ndim == 2 else cv2.merge((gain,) * 3), scale=1 / 128))


effect = Flicker
