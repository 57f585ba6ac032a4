"""An MJPEG stream from the network."""

from typing import Final

import cv2

from hardware.camera.errors import CameraError, lacking, shown
from hardware.camera.live import Live, from_capture

_TIMEOUT_MS: Final = 5000


def stream(address: str) -> Live:
    """Open a stream; one that ends, ends the iteration.

    Raises:
        CameraError: nothing answers there, or what answers is no video.
    """
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _TIMEOUT_MS]
    capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        name = shown(address)
        if why := lacking():
            raise CameraError(f"{name}: {why}")
        raise CameraError(
            f"{name}: no video stream answers there; open the address in a browser to check it", "unreached"
        )
    return Live(shown(address), from_capture(capture), capture.release, may_end=True)
