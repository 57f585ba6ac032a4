"""The one place that knows pyzbar, which has no types and needs a system library."""

import ctypes
import importlib
from typing import Any, Final

from vision.base.observation import Corners, Point
from vision.base.picture import Gray
from vision.marks.qr_orientation import upright


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
            (data.decode("ascii", "replace"), upright(gray, _clockwise([(float(x), float(y)) for x, y in polygon])))
            for data, polygon in found
            if len(polygon) == 4
        ]


def _clockwise(points: list[Point]) -> Corners:
    """Clockwise as the eye sees it, where y points down."""
    a, b, c, d = points
    twice_area = sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(points, (b, c, d, a), strict=True))
    return (a, b, c, d) if twice_area > 0 else (d, c, b, a)
