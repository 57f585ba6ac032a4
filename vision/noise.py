"""What a camera adds to a picture: grain, softness, compression."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np

from vision.picture import Bgr

Noise: TypeAlias = Literal["none", "low", "high"]


@dataclass(frozen=True, slots=True)
class Level:
    """How bad the camera is."""

    grain: float
    """Standard deviation of each colour of each pixel, grey levels of 255."""
    soft_px: float
    """Standard deviation of the lens blur, pixels; 0 for a sharp lens."""
    jpeg: int
    """JPEG quality, 0 to 100, of every frame; 100 leaves the frame as it is."""


LEVELS: Final[dict[str, Level]] = {
    "none": Level(0, 0, 100),
    "low": Level(2.0, 0, 100),
    "high": Level(6.0, 0.7, 75),
}

_TILES: Final = 61
"""The grain is one larger picture, shown from this many rows and columns of offsets."""


def spoiler(level: Level, width: int, height: int, random: np.random.Generator) -> Callable[[Bgr], Bgr]:
    """A function that spoils one frame after the other; its input stays as it is."""
    if not level.grain:
        return lambda frame: frame.copy()
    grain = random.normal(0, level.grain, (height + _TILES, width + _TILES, 3)).astype(np.float32)
    brighter = np.maximum(grain + 0.5, 0).astype(np.uint8)
    darker = np.maximum(0.5 - grain, 0).astype(np.uint8)

    def spoil(frame: Bgr) -> Bgr:
        y, x = (int(offset) for offset in random.integers(_TILES, size=2))
        part = np.s_[y : y + height, x : x + width]
        soft = cv2.GaussianBlur(frame, (0, 0), level.soft_px) if level.soft_px else frame
        noisy = cv2.subtract(cv2.add(soft, brighter[part]), darker[part])
        return _compressed(np.asarray(noisy, dtype=np.uint8), level.jpeg)

    return spoil


def _compressed(frame: Bgr, quality: int) -> Bgr:
    if quality >= 100:
        return frame
    _, code = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), dtype=np.uint8)
