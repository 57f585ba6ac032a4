"""Names for the arrays that pictures are."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

Gray: TypeAlias = NDArray[np.uint8]
"""Brightness, rows by columns."""
Bgr: TypeAlias = NDArray[np.uint8]
"""Colour in OpenCV's order, rows by columns by 3."""
Mask: TypeAlias = NDArray[np.uint8]
"""`MARKED` where something is, 0 elsewhere; one entry per pixel, or per sample."""
MARKED: Final = 255
Matrix: TypeAlias = NDArray[np.float64]
"""A 3 by 3 homography, or rows of points."""
Window: TypeAlias = tuple[slice, slice]
"""Rows and columns of a picture."""
Colouring: TypeAlias = Callable[[Window], Bgr | None]
"""Makes a part of one picture coloured, from the picture as it came; None where its source gives no colour."""


class StillPicture(NamedTuple):
    """A picture in which nothing moved."""

    seconds: float
    gray: Gray
    colour: Colouring
    """Decodes when it is called, not before."""


def no_colour(_part: Window) -> None:
    """Return no colour, for a source that has none."""


def u8(array: MatLike) -> NDArray[np.uint8]:
    """Return the array as bytes, without a copy if it is so already; OpenCV's stubs promise no type."""
    return np.asarray(array, dtype=np.uint8)


def f64(array: MatLike) -> Matrix:
    """Return the array as doubles, without a copy if it is so already; the stubs promise no type."""
    return np.asarray(array, dtype=np.float64)


def over(levels: MatLike, limit: float) -> Mask:
    """Mark the levels above a limit. The mask overwrites them: memory just written is in the processor's cache.

    >>> over(np.array([[1, 2, 3]], np.uint8), 2)
    array([[  0,   0, 255]], dtype=uint8)
    """
    return u8(cv2.threshold(levels, limit, MARKED, cv2.THRESH_BINARY, dst=levels)[1])


def mask_of(truths: NDArray[np.bool_]) -> Mask:
    """Make a mask of truths.

    >>> mask_of(np.array([True, False]))
    array([255,   0], dtype=uint8)
    """
    return u8(truths.astype(np.uint8) * np.uint8(MARKED))


def window(mask: Mask, rim: int) -> Window:
    """Return the rows and columns of what is marked, with a rim round it: most of a picture is unmarked.

    >>> window(np.eye(4, dtype=np.uint8)[:, ::-1][:2], 1)
    (slice(0, 3, None), slice(1, 5, None))
    """
    x, y, width, height = cv2.boundingRect(mask)
    return slice(max(y - rim, 0), y + height + rim), slice(max(x - rim, 0), x + width + rim)


def widen(part: Window, rim: int) -> Window:
    """Widen rows and columns by a rim.

    >>> widen((slice(0, 3), slice(5, 9)), 2)
    (slice(0, 5, None), slice(3, 11, None))
    """
    rows, columns = part
    return slice(max(rows.start - rim, 0), rows.stop + rim), slice(max(columns.start - rim, 0), columns.stop + rim)
