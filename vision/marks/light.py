"""Light instead of grey levels: a lens, a shrunk picture and a threshold all mix light, and a camera shows its root."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.picture import Gray, Matrix, u8

_GREY: Final = np.arange(256) / 255
LIGHT: Final[Matrix] = np.where(_GREY <= 0.04045, _GREY / 12.92, ((_GREY + 0.055) / 1.055) ** 2.4)
"""For each grey level the light that it stands for, 0 to 1 (IEC 61966-2-1, sRGB; cameras differ from it by little)."""

_STEPS: Final = 32
"""Grey levels to a table: eight tables, one for each brightness of the brightest thing."""
_TABLES: Final = tuple(
    u8(np.clip(np.rint(255 * LIGHT / LIGHT[min(top + _STEPS, 256) - 1]), 0, 255).astype(np.uint8))
    for top in range(0, 256, _STEPS)
)
_FINE: Final = (255 * LIGHT).astype(np.float32)


def in_light(gray: Gray) -> Gray:
    """The light of a picture in 256 steps, up to that of its brightest pixel: dark ones keep most of them."""
    _, brightest, _, _ = cv2.minMaxLoc(gray)
    return u8(cv2.LUT(gray, _TABLES[int(brightest) // _STEPS]))


def exact_light(gray: Gray) -> NDArray[np.float32]:
    """The light of a picture, 0 to 255, without steps."""
    return np.asarray(cv2.LUT(gray, _FINE), dtype=np.float32)
