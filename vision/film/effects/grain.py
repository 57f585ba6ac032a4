"""The sensor's noise in the light of an evening."""

import cv2
import numpy as np

from groundwork.picture import Bgr, u8
from vision.film.script.effect import Effect, Occurrence, Shoot

_TILES = 61
"""The grain is one larger picture, shown from this many rows and columns of offsets."""
_GREY_SHARE = 0.668
"""Share of each colour's grain that is left in grey: the root of the squared weights of ITU-R BT.601."""


class Grain(Effect):
    """Grain; at level 1 with a standard deviation of 8 grey levels in each colour of each pixel, whatever the light.

    Photons are counted, so that light deviates by its root. A camera shows about the root of light, so that the
    deviation is the same number of grey levels everywhere.
    """

    still = False

    def begin(self, shoot: Shoot) -> None:
        """Wait with drawing until it is known whether the film is grey."""
        self._size = shoot.size
        self._masks: tuple[Bgr, Bgr] | None = None
        self.acts.append(Occurrence(f"{8 * self.level:.1f} grey levels"))

    def frame(self, picture: Bgr, number: int) -> Bgr:
        """Add the grain to the frame."""
        brighter, darker = self._masks = self._masks or self._make(picture.ndim == 2)
        y, x = (int(offset) for offset in self.random.integers(_TILES, size=2))
        part = np.s_[y : y + picture.shape[0], x : x + picture.shape[1]]
        return u8(cv2.subtract(cv2.add(picture, brighter[part]), darker[part]))

    def _make(self, grey: bool) -> tuple[Bgr, Bgr]:
        width, height = self._size[0] + _TILES, self._size[1] + _TILES
        strength = 8 * self.level * (_GREY_SHARE if grey else 1)
        grain = self.random.standard_normal((height, width) if grey else (height, width, 3), np.float32) * strength
        return np.maximum(grain + 0.5, 0).astype(np.uint8), np.maximum(0.5 - grain, 0).astype(np.uint8)


effect = Grain
