"""Pictures as arrays, and the smallest that can show a mat."""

from functools import partial
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import Bgr, Colouring, Gray, Window
from hardware.camera.errors import CameraError


class WholePicture(NamedTuple):
    """A picture of a source: its brightness, and its colour where that is asked for."""

    gray: Gray
    colour: Colouring


_LEAST_PX: Final = 32
"""Side of a picture below which it can show nothing: the smallest mark that is read has 10 pixels, a mat four."""


def gray(picture: NDArray[np.integer | np.floating]) -> Gray:
    """Convert a picture that may be in colour to its brightness."""
    if picture.ndim == 2:
        return np.asarray(picture, np.uint8)
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def from_array(picture: NDArray[np.uint8]) -> WholePicture:
    """Wrap a picture that comes as an array, in colour or grey."""
    return WholePicture(gray(picture), partial(_cut, picture))


def _cut(picture: NDArray[np.uint8], part: Window) -> Bgr:
    cut = picture[part]
    return np.asarray(cv2.cvtColor(cut, cv2.COLOR_GRAY2BGR) if cut.ndim == 2 else cut, np.uint8)


def letters(capture: cv2.VideoCapture, name: int) -> str:
    """Return the four letters of a capture's format by this name; empty if it is unknown."""
    return (int(capture.get(name)) & 0xFFFFFFFF).to_bytes(4, "little").decode("latin1").strip("\0 ")


def check_size(picture: Gray, name: str) -> None:
    """Raise CameraError if a picture is too small to show a mat; `name`: where it is from."""
    rows, columns = picture.shape
    if min(rows, columns) < _LEAST_PX:
        raise CameraError(f"{name}: a picture of {columns}x{rows} pixels is too small to show a mat; take larger ones")
