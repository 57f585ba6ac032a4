"""Lamps on alternating current before a rolling shutter: bands that wander through the picture."""

import cv2
import numpy as np

from vision.base.light import Light, u16
from vision.film.script.effect import Effect, Occurrence, Shoot

_ONE = 1 << 15
"""The gain at which light stays as it is."""
_READOUT_SECONDS = 1 / 30
"""Time in which a cheap sensor reads all its rows."""


class Flicker(Effect):
    """Level 1: half of the light more and half of it less."""

    still = False

    def begin(self, shoot: Shoot) -> None:
        """Light of twice the mains' 50 or 60 Hz; the bands' height does not divide the picture's."""
        hertz = 2 * float(self.random.choice((50, 60)))
        width, height = shoot.size
        self._band = height / (_READOUT_SECONDS * hertz)
        self._step = self._band * (hertz / shoot.fps % 1)
        rows = np.arange(height + round(self._band) + 1)
        gain = _ONE * (1 - 0.5 * self.level * np.sin(2 * np.pi * rows / self._band))
        self._gain = np.repeat(gain.round().astype(np.uint16)[:, None], width, axis=1)
        self.acts.append(
            Occurrence(
                f"bands of {self._band:.0f} rows, {0.5 * self.level:.0%} of the light up and down, "
                f"{self._step:.0f} rows a frame"
            )
        )

    def lens(self, light: Light, number: int) -> Light:
        """Draw the bands into the frame."""
        start = round(number * self._step % self._band)
        gain = self._gain[start : start + light.shape[0]]
        return u16(cv2.multiply(light, gain if light.ndim == 2 else cv2.merge((gain,) * 3), scale=1 / _ONE))


effect = Flicker
