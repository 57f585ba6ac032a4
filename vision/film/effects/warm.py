"""The light of an old bulb: much red, little blue."""

import cv2
import numpy as np

from vision.base.picture import Bgr, u8
from vision.film.script.effect import Effect, Occurrence


class Warm(Effect):
    """Level 1: 60 % of blue and 25 % of green are missing."""

    def paint(self, picture: Bgr) -> Bgr:
        """Every surface in this light."""
        gains = (1 - 0.6 * self.level, 1 - 0.25 * self.level, 1.0)
        if not self.acts:
            self.acts.append(Occurrence(f"blue x {gains[0]:.2f}, green x {gains[1]:.2f}"))
        dim = np.diag((*gains, 1.0)[: picture.shape[2]])
        return u8(cv2.transform(picture, dim))


effect = Warm
