"""Frames as JPEG, and back."""

from typing import Final

import cv2
import numpy as np

from controller.live.moments.errors import MomentError
from vision.base.picture import Gray, u8

QUALITY: Final = 92
"""Of the JPEG: marks of 20 pixels are read as before it."""


def compress_picture(gray: Gray) -> bytes:
    """A frame as a JPEG; raises MomentError."""
    done, data = cv2.imencode(".jpg", gray, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise MomentError(f"a frame of {gray.shape[1]}x{gray.shape[0]} pixels cannot be compressed")
    return data.tobytes()


def open_picture(jpeg: bytes) -> Gray:
    """The frame in a JPEG; raises MomentError."""
    gray = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    if gray is None:
        raise MomentError("a frame cannot be unpacked; export the bundle anew, or drop the moment")
    return u8(gray)
