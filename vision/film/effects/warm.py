"""The light of an old bulb: much red, little blue."""

import cv2
import numpy as np

from groundwork.picture import Bgr, u8
from vision.base.light import LIGHT, levels_of, light_share
from vision.film.script.effect import Effect, Occurrence


class Warm(Effect):
    """Level 1: blue is 60 % lower in grey levels, green 25 %: 87 and 48 % of their light are missing."""

    def paint(self, picture: Bgr) -> Bgr:
        """Every surface in this light."""
        gains = (light_share(1 - 0.6 * self.level), light_share(1 - 0.25 * self.level), 1.0)
        if not self.acts:
            self.acts.append(Occurrence(f"light: blue x {gains[0]:.2f}, green x {gains[1]:.2f}"))
        dim = np.rint(np.stack([levels_of(gain * LIGHT) for gain in gains], axis=-1)).astype(np.uint8)
        return u8(cv2.LUT(picture, dim[None]))


effect = Warm
