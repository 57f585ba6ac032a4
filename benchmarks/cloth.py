"""A checked tablecloth: the worst ground for whoever looks for squares."""

from collections.abc import Generator
from contextlib import contextmanager
from unittest.mock import patch

import numpy as np

from vision.picture import Bgr

CHECK_SHARE = 0.042
"""Side of a check, of the picture's width: 25 mm of a mat of 600 mm."""


@contextmanager
def checked() -> Generator[None]:
    """While it lasts, films are drawn on checked cloth instead of felt."""
    with patch("vision.film_table._ground", _checks):
        yield


def _checks(cloth: str, size: tuple[int, int], random: np.random.Generator) -> Bgr:
    """Light and dark squares with a line round each, and the weave."""
    del cloth
    width, height = size
    side = round(width * CHECK_SHARE)
    y, x = np.ogrid[0:height, 0:width]
    light = ((x // side + y // side) % 2) * 120.0 + 70
    light = np.where((x % side < 3) | (y % side < 3), 30.0, light)
    weave = random.normal(0, 5, (height, width))
    return np.repeat(np.clip(light + weave, 0, 255).astype(np.uint8)[..., None], 3, axis=2)
