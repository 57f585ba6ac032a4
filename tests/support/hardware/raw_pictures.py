"""Pictures without compression, of noise, in the formats that Linux describes."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

HEIGHT, WIDTH = 48, 64
_RNG: Final = np.random.default_rng(1)
_PLANES: Final = np.asarray(_RNG.integers(0, 256, (HEIGHT * 3 // 2, WIDTH)), np.uint8)
_PAIRS: Final = np.asarray(_RNG.integers(0, 256, (HEIGHT, WIDTH, 2)), np.uint8)
FORMATS: Final = {
    "YUYV": (_PAIRS, cv2.COLOR_YUV2BGR_YUYV),
    "UYVY": (_PAIRS, cv2.COLOR_YUV2BGR_UYVY),
    "NV12": (_PLANES, cv2.COLOR_YUV2BGR_NV12),
    "NV21": (_PLANES, cv2.COLOR_YUV2BGR_NV21),
    "YU12": (_PLANES, cv2.COLOR_YUV2BGR_I420),
    "YV12": (_PLANES, cv2.COLOR_YUV2BGR_YV12),
    "GREY": (_PLANES[:HEIGHT], cv2.COLOR_GRAY2BGR),
}
"""An array in each format, and OpenCV's way to make the whole of it coloured."""


def brightness(raw: NDArray[np.uint8], letters: str) -> NDArray[np.uint8]:
    """The brightness of such a picture, where the description of its format has it."""
    return raw[:, :, int(letters == "UYVY")] if raw.ndim == 3 else raw[:HEIGHT]
