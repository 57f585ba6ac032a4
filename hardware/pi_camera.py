"""The Raspberry Pi's own camera, through picamera2, which only Raspberry Pi OS has."""

import importlib
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray


class NoPiCameraError(OSError):
    """There is no Pi camera, or the library that drives it is missing."""


@contextmanager
def pictures(size: tuple[int, int]) -> Generator[Iterator[tuple[float, NDArray[np.uint8]]], None, None]:
    """Seconds since the start and grey pictures of the given width and height.

    Raises:
        NoPiCameraError: picamera2 is missing, or no camera is connected.
    """
    camera = _open()
    try:
        # The first rows of a YUV420 picture are its brightness: no conversion is needed.
        camera.configure(camera.create_video_configuration(main={"size": size, "format": "YUV420"}))
        camera.start()
        yield _taken(camera, *size)
    finally:
        camera.close()


def _taken(camera: Any, width: int, height: int) -> Iterator[tuple[float, NDArray[np.uint8]]]:  # noqa: ANN401  no types
    start = time.monotonic()
    while True:
        picture = camera.capture_array("main")
        yield time.monotonic() - start, np.ascontiguousarray(picture[:height, :width], dtype=np.uint8)


def _open() -> Any:  # noqa: ANN401  picamera2 has no types
    try:
        library = importlib.import_module("picamera2")
    except ImportError as error:
        raise NoPiCameraError(
            "picamera: the library picamera2 is missing; on Raspberry Pi OS: sudo apt install python3-picamera2"
        ) from error
    try:
        return library.Picamera2()
    except (IndexError, RuntimeError) as error:
        raise NoPiCameraError("picamera: no camera is connected; check its ribbon cable") from error
