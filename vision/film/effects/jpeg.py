"""A camera that compresses every frame."""

import cv2
import numpy as np

from groundwork.picture import Bgr
from vision.film.script.effect import Effect, Occurrence, Shoot


class Jpeg(Effect):
    """Level 0 to 1: quality 100 to 25."""

    still = False

    def begin(self, shoot: Shoot) -> None:
        """Choose the quality."""
        self._quality = round(100 - 75 * self.level)
        self.acts.append(Occurrence(f"quality {self._quality}"))

    def frame(self, picture: Bgr, number: int) -> Bgr:
        """Compress the frame and decode it."""
        _, code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        seen = cv2.imdecode(code, cv2.IMREAD_GRAYSCALE if picture.ndim == 2 else cv2.IMREAD_COLOR)
        return np.asarray(seen, np.uint8)


effect = Jpeg
