"""The decoder of pictures: encoded bytes in, brightness or colour out; a picture that ends early is no picture.

Pillow decodes, for it is silent: OpenCV is as fast, but its libraries write on standard error for each damaged picture.
"""

import io
import random
import struct
import warnings
from collections.abc import Callable
from functools import partial
from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageOps

from groundwork.picture import Bgr, Gray, Window
from hardware.camera.picture import WholePicture

START: Final = b"\xff\xd8\xff"
"""The beginning of a JPEG picture: the marker SOI and the first byte of the next one."""
END: Final = b"\xff\xd9"
"""The marker EOI, with which it ends."""
_OTHERS: Final = ("PNG", "BMP", "TIFF", "WEBP")
"""Pillow's names of the other formats of a folder."""
_MISSING: Final = 128
"""Grey level of the blocks for which the data did not suffice (libjpeg, jdhuff.c: zero coefficients)."""
_LOOK_PX: Final = 8
"""Pixels at the end of the last row that are asked whether the data sufficed: the width of a block."""
_NOISE: Final = random.Random(1).randbytes(400).replace(b"\xff", b"\xfe")  # noqa: S311  nothing secret
_FILLER: Final = b"".join((_NOISE, *(bytes((0xFF, 0xD0 + number)) + _NOISE for number in range(8))))
"""Data that nobody sent, also behind each marker of a restart; it shows in a picture that lacks some."""
_PADDING: Final = bytes(16)
"""Zeros in a row that are no data."""
_USUAL: Final = 8
"""Pictures in a row with a grey last row: it belongs to what is seen."""


class Decoder:
    """The decoder of one source's pictures, which come one after the other."""

    def __init__(self) -> None:
        """Make a decoder."""
        self._grey_ends = 0
        """Pictures in a row whose last row was grey all along."""

    def picture(self, data: bytes) -> WholePicture | None:
        """Decode a picture without its colour; None as for its brightness."""
        gray = self.brightness(data)
        return None if gray is None else WholePicture(gray, partial(decode_colour, data))

    def brightness(self, data: bytes) -> Gray | None:
        """Decode the brightness of a picture, JPEG or another format; None if it is empty, garbage, or ends early.

        A picture that ended early before it was encoded again is known only by its grey end. A picture with a grey bar
        below has that end too: the bar is in all of them.
        """
        picture = _jpeg(data) if data.startswith(START) else _decode(data, _OTHERS, _gray)
        if picture is None:
            return None
        if (picture[-1] != _MISSING).any():
            self._grey_ends = 0
            return picture
        self._grey_ends += 1
        return picture if self._grey_ends > _USUAL else None


def decode_colour(data: bytes, part: Window) -> Bgr | None:
    """Decode a part of a picture in colour; None if it is no picture.

    The whole is decoded, about half as long again as its brightness; only the part is copied.
    """
    return _decode(data, ("JPEG", *_OTHERS), partial(_bgr, part=part))


def _jpeg(data: bytes) -> Gray | None:
    # Some cameras leave the last marker out, or write zeros behind it.
    whole = data if data.endswith(END) else data + END
    picture = _decode(whole, ("JPEG",), _gray)
    if picture is None or (_may_lack(picture) and _lacks(whole, picture)):
        return None
    return picture


def _may_lack(picture: Gray) -> bool:
    return bool((picture[-1, -_LOOK_PX:] == _MISSING).all())


def _lacks(data: bytes, picture: Gray) -> bool:
    """Whether data that nobody sent, put before the last marker, changes the picture: then it was not whole."""
    body, _, _ = data.rpartition(END)
    body = body.rstrip(b"\0") if body.endswith(_PADDING) else body
    filled = _decode(body.rstrip(b"\xff") + _FILLER + END, ("JPEG",), _gray)
    return filled is None or not np.array_equal(filled, picture)


def _decode(data: bytes, formats: tuple[str, ...], made: Callable[[Image.Image], Gray]) -> Gray | None:
    try:
        with Image.open(io.BytesIO(data), formats=formats) as picture:
            return made(picture)
    except (OSError, SyntaxError, ValueError, EOFError, LookupError, struct.error, Image.DecompressionBombError):
        return None


def _gray(picture: Image.Image) -> Gray:
    # A JPEG's decoder leaves colour out by itself: half the work of making it grey afterwards.
    picture.draft("L", None)
    if picture.mode.startswith("I"):
        return np.asarray(np.asarray(picture) >> 8, np.uint8)
    upright = _turn_upright(picture)
    return np.asarray(upright if upright.mode == "L" else upright.convert("L"))


def _bgr(picture: Image.Image, part: Window) -> Bgr:
    if picture.mode.startswith("I"):
        return np.asarray(cv2.cvtColor(_gray(picture)[part], cv2.COLOR_GRAY2BGR), np.uint8)
    upright = _turn_upright(picture)
    (top, bottom, _), (left, right, _) = part[0].indices(upright.height), part[1].indices(upright.width)
    cut = upright.crop((left, top, right, bottom)).convert("RGB")
    return np.asarray(cv2.cvtColor(np.asarray(cut), cv2.COLOR_RGB2BGR), np.uint8)


def _turn_upright(picture: Image.Image) -> Image.Image:
    """Turn the picture upright, as its camera recorded that it was held."""
    if "exif" not in picture.info:
        return picture
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # damaged notes in a picture are no matter
        return ImageOps.exif_transpose(picture)
