"""Which corner of a QR code is its own upper left: zbar forgets it."""

from typing import Final

import cv2
import numpy as np

from vision.base.observation import Corners
from vision.base.picture import Gray, Matrix, f64
from vision.marks import qr

_FINDER: Final = np.array(
    [
        [1, 1, 1, 1, 1, 1, 1],
        [1, 0, 0, 0, 0, 0, 1],
        [1, 0, 1, 1, 1, 0, 1],
        [1, 0, 1, 1, 1, 0, 1],
        [1, 0, 1, 1, 1, 0, 1],
        [1, 0, 0, 0, 0, 0, 1],
        [1, 1, 1, 1, 1, 1, 1],
    ],
    dtype=np.bool_,
)
"""Dark modules of the square that stands in every corner but the lower right one."""


def upright(gray: Gray, outline: Corners) -> Corners:
    """The outline of a code in the picture, clockwise from any corner, turned to begin with its own upper left."""
    n = qr.MODULES
    # Module i's centre is at whole number i, its edges half a module to each side.
    square = np.array([(0, 0), (n, 0), (n, n), (0, n)], dtype=np.float32) - 0.5
    to_square = cv2.getPerspectiveTransform(np.array(outline, dtype=np.float32), square)
    modules = f64(cv2.warpPerspective(gray, to_square, (n, n), flags=cv2.INTER_LINEAR))
    # Quarter turns that bring each corner of the outline to the lower right, where no finder stands.
    likeness = [_like_finder(np.rot90(modules, turns)[-7:, -7:]) for turns in range(4)]
    start = int(np.argmin(likeness))
    a, b, c, d = (outline[(start + i) % 4] for i in range(4))
    return a, b, c, d


def _like_finder(corner: Matrix) -> float:
    """How much lighter the light modules of a finder are than its dark ones, if it is one."""
    return float(corner[~_FINDER].mean() - corner[_FINDER].mean())
