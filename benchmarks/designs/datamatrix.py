"""DataMatrix marks, to be compared with those the eyes know: six digits in 10 x 10 modules."""

from collections.abc import Sequence

import cv2
import numpy as np
import zxingcpp

from vision.base.observation import Mark, Point
from vision.base.picture import Gray, u8
from vision.marks.identity import card_of, number_of


class DataMatrix:
    """15 mm, so that a module is as large as one of a fiducial of 12 mm; three digits of number, three of check."""

    mark_mm = 15.0
    corners: tuple[int, ...] = (0, 1, 2, 3)

    def __init__(self, decks: Sequence[int]) -> None:
        self._decks = frozenset(decks)

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All marks whose check is right."""
        formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.DataMatrix)
        codes = zxingcpp.read_barcodes(gray, formats=formats, try_downscale=False, try_invert=False)
        named = ((_card(code.text), code.position) for code in codes)
        return tuple(Mark(*name, _corners(place)) for name, place in named if name and name[0] in self._decks)

    def expect(self, side_px: float) -> None:
        """Nothing follows from it."""

    def glance(self, gray: Gray) -> tuple[Mark, ...]:
        """The same: there is no quicker way."""
        return self.read(gray)

    def reread(self, gray: Gray) -> tuple[Mark, ...]:
        """The same: there is no second reader."""
        return self.read(gray)

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """The mark as a square picture, black on white, without margin."""
        # The stubs leave this function's options untyped.
        code = zxingcpp.create_barcode(_text(number_of(deck, card)), zxingcpp.BarcodeFormat.DataMatrix)
        modules = np.asarray(code.to_image(scale=1, add_quiet_zones=False), np.uint8)
        return u8(cv2.resize(modules, (pixels, pixels), interpolation=cv2.INTER_NEAREST))


def _text(number: int) -> str:
    """The number and its check: a multiple of it modulo a prime, so that every single digit and swap changes it."""
    return f"{number:03}{number * 331 % 997:03}"


def _card(text: str) -> tuple[int, str] | None:
    return card_of(int(text[:3])) if text[:3].isdecimal() and text == _text(int(text[:3])) else None


def _corners(place: zxingcpp.Position) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = (
        (float(point.x), float(point.y))
        for point in (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
    )
    return a, b, c, d
