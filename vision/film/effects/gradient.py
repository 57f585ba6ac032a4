"""A table that the lamp lights from one side."""

from math import cos, degrees, sin

import cv2
import numpy as np

from vision.film.script.effect import Effect, Light, Occurrence


class Gradient(Effect):
    """Level 1: the dark side has a fifth of the light."""

    def light(self, light: Light) -> Light:
        """Darker towards one side."""
        angle = self.random.uniform(0, 2 * np.pi)
        height, width = light.shape
        # Smooth as it is, it may be made at an eighth of the size.
        y, x = np.ogrid[-0.5 : 0.5 : height // 8 * 1j, -0.5 : 0.5 : width // 8 * 1j]
        along = (x * cos(angle) + y * sin(angle)) / (abs(cos(angle)) + abs(sin(angle))) + 0.5
        self.acts.append(
            Occurrence(
                f"{1 - 0.8 * self.level:.0%} of the light at the dark side, towards {degrees(angle):.0f} degrees"
            )
        )
        dim = cv2.resize((1 - 0.8 * self.level * along).astype(np.float32), (width, height))
        return np.asarray(cv2.multiply(light, dim), np.float32)


effect = Gradient
