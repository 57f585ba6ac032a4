"""The one place that reads with zxing-cpp."""

from typing import Final

import zxingcpp

from groundwork.picture import Gray
from vision.base.observation import Corners, Point

_QR_ONLY: Final = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)


def read_qr(gray: Gray, *, thorough: bool = False) -> list[tuple[str, Corners]]:
    """Text and outline (pixels, clockwise from the code's own top left corner) of every QR code found.

    Args:
        gray: the picture.
        thorough: whether to look for light codes on dark ground and for blurred large ones, too.
    """
    # Marks are printed dark on white and large enough: without these two searches it takes half the time.
    codes = zxingcpp.read_barcodes(gray, formats=_QR_ONLY, try_downscale=thorough, try_invert=thorough)
    return [(code.text, _corners(code.position)) for code in codes]


def _corners(place: zxingcpp.Position) -> Corners:
    return _point(place.top_left), _point(place.top_right), _point(place.bottom_right), _point(place.bottom_left)


def _point(point: zxingcpp.Point) -> Point:
    return float(point.x), float(point.y)
