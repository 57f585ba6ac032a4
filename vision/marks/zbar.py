"""The one place that knows pyzbar, which has no types and needs a system library."""

import ctypes
import importlib
from typing import Any, Final

import cv2
import numpy as np

from groundwork.picture import Gray, Matrix, f64
from vision.base.observation import Corners, Point
from vision.marks import qr

# Which corner of a QR code is its own upper left: zbar forgets it.

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


def turn_upright(gray: Gray, outline: Corners) -> Corners:
    """Turn the outline of a code, clockwise from any corner, to begin with its own upper left."""
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
    """Measure how much lighter the light modules of a finder are than its dark ones, if it is one."""
    return float(corner[~_FINDER].mean() - corner[_FINDER].mean())


class ZbarMissingError(ImportError):
    """The system library that pyzbar drives is not installed."""


class ZbarReader:
    """Finds QR codes, and nothing else that zbar knows."""

    def __init__(self) -> None:
        """Load the library.

        Raises:
            ZbarMissingError: libzbar is not installed.
        """
        try:
            library: Any = importlib.import_module("pyzbar.pyzbar")
        except ImportError as error:
            raise ZbarMissingError(
                "qr_zbar: the system library zbar is missing; on Debian and Raspberry Pi OS: sudo apt install "
                "libzbar0; or choose symbology qr_zxing, which reads the same marks"
            ) from error
        # Where zbar tells no direction it says -1, as of codes that are one of several (structured append); pyzbar
        # takes that for unsigned and fails.
        library.zbar_symbol_get_orientation.restype = ctypes.c_int
        self._library: Final[Any] = library

    def read(self, gray: Gray) -> list[tuple[str, Corners]]:
        """Text and outline (pixels, clockwise from the code's own top left corner) of every code found."""
        found = (
            (code.data, code.polygon) for code in self._library.decode(gray, symbols=[self._library.ZBarSymbol.QRCODE])
        )
        return [
            (
                data.decode("ascii", "replace"),
                turn_upright(gray, _clockwise([(float(x), float(y)) for x, y in polygon])),
            )
            for data, polygon in found
            if len(polygon) == 4
        ]


def _clockwise(points: list[Point]) -> Corners:
    """Clockwise as the eye sees it, where y points down."""
    a, b, c, d = points
    twice_area = sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(points, (b, c, d, a), strict=True))
    return (a, b, c, d) if twice_area > 0 else (d, c, b, a)
