"""Pictures without compression, in the formats in which the plane of brightness is apart from the colour."""

from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import Bgr, Gray, Window, no_colour
from hardware.camera.picture import WholePicture

_BESIDE: Final = {
    "YUYV": (0, cv2.COLOR_YUV2BGR_YUYV),
    "YUY2": (0, cv2.COLOR_YUV2BGR_YUYV),
    "UYVY": (1, cv2.COLOR_YUV2BGR_UYVY),
}
"""Formats with two bytes a pixel: which of them is its brightness, and the way to its colour."""
_ABOVE: Final = frozenset({"NV12", "NV21", "YU12", "YV12", "GREY"})
"""Formats with the plane of brightness before those of colour."""
_SWAPPED: Final = frozenset({"NV21", "YV12"})
"""Formats with the red colour difference before the blue one."""


def is_known(letters: str) -> bool:
    """Whether a format, by its four letters, is one of these."""
    return letters in _BESIDE or letters in _ABOVE


def from_planes(raw: NDArray[np.uint8], letters: str, width: int, height: int) -> WholePicture | None:
    """Read the picture in an array of such a format, its rows filled up or not; None if the array is none.

    The brightness is a view of the array, which must belong to nobody else: the colour is made of it when it is asked
    for.
    """
    if letters in _BESIDE and raw.ndim == 3:
        which, code = _BESIDE[letters]
        return WholePicture(np.asarray(cv2.extractChannel(raw, which), np.uint8), partial(_beside, raw, code))
    if letters in _ABOVE and raw.ndim == 2:
        gray = np.ascontiguousarray(raw[:height, :width])
        if letters == "GREY":
            return WholePicture(gray, partial(_grey, gray))
        is_whole = height % 2 == 0 and 2 * len(raw) >= 3 * height
        return WholePicture(gray, partial(_above, raw, letters, gray.shape) if is_whole else no_colour)
    return None


def _grey(gray: Gray, part: Window) -> Bgr:
    return np.asarray(cv2.cvtColor(gray[part], cv2.COLOR_GRAY2BGR), np.uint8)


def _beside(raw: NDArray[np.uint8], code: int, part: Window) -> Bgr:
    rows, columns = part
    left, right, _ = columns.indices(raw.shape[1])
    # Two pixels beside one another have one colour.
    pairs = np.ascontiguousarray(raw[rows, left // 2 * 2 : (right + 1) // 2 * 2])
    coloured = np.asarray(cv2.cvtColor(pairs, code), np.uint8)
    return coloured[:, left % 2 : left % 2 + max(0, right - left)]


def _above(raw: NDArray[np.uint8], letters: str, size: tuple[int, int], part: Window) -> Bgr:
    height, width = size
    (top, bottom, _), (left, right, _) = part[0].indices(height), part[1].indices(width)
    # Four pixels have one colour.
    half = slice(top // 2, (bottom + 1) // 2), slice(left // 2, (right + 1) // 2)
    bright = raw[2 * half[0].start : 2 * half[0].stop, 2 * half[1].start : 2 * half[1].stop]
    if letters.startswith("NV"):
        both = raw[height : height * 3 // 2].reshape(height // 2, -1, 2)[half]
    else:
        planes = raw[height : height * 3 // 2].reshape(2, height // 2, -1)
        both = np.dstack((planes[0][half], planes[1][half]))
    code = cv2.COLOR_YUV2BGR_NV21 if letters in _SWAPPED else cv2.COLOR_YUV2BGR_NV12
    coloured = cv2.cvtColorTwoPlane(np.ascontiguousarray(bright), np.ascontiguousarray(both), code)
    rest = slice(top % 2, top % 2 + max(0, bottom - top)), slice(left % 2, left % 2 + max(0, right - left))
    return np.asarray(coloured, np.uint8)[rest]
