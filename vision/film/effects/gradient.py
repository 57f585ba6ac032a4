"""A table that the lamp lights from one side."""

from math import cos, degrees, sin

import cv2
import numpy as np

from groundwork.picture import f64
from vision.base.light import light_between, light_share
from vision.film.script.effect import Effect, Lamps, Occurrence


class Gradient(Effect):
    """Level 1: white is at the dark side a fifth as high in grey levels, so a thirtieth of the light comes there."""

    def lamps(self, lamps: Lamps) -> Lamps:
        """Darker towards one side."""
        angle = self.random.uniform(0, 2 * np.pi)
        height, width = lamps.shape
        # Smooth as it is, it may be made at an eighth of the size.
        y, x = np.ogrid[-0.5 : 0.5 : height // 8 * 1j, -0.5 : 0.5 : width // 8 * 1j]
        along = (x * cos(angle) + y * sin(angle)) / (abs(cos(angle)) + abs(sin(angle))) + 0.5
        left = light_share(1 - 0.8 * self.level)
        self.acts.append(Occurrence(f"{left:.0%} of the light at the dark side, towards {degrees(angle):.0f} degrees"))
        dim = light_between(f64(255 * (1 - 0.8 * self.level * along))).astype(np.float32)
        return np.asarray(cv2.multiply(lamps, cv2.resize(dim, (width, height))), np.float32)


effect = Gradient
