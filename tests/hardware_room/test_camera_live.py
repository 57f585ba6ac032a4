"""Sources that are alive: a stream, the Pi's camera, a camera that dies."""

import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.camera import CameraError, open_source

COUNT = 20
BOUNDARY = "frame"


def picture(number: int) -> NDArray[np.uint8]:
    """A dark picture with as many bright columns as its number."""
    colour = np.full((48, 64, 3), 20, np.uint8)
    colour[:, : 3 * number] = 220
    return colour


def number_in(gray: NDArray[np.uint8]) -> int:
    return round(int((gray[24] > 120).sum()) / 3)


class Stream(BaseHTTPRequestHandler):
    """Serves an MJPEG stream of all pictures, then closes it."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
        self.end_headers()
        for number in range(COUNT):
            _, code = cv2.imencode(".jpg", picture(number))
            head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(code)}\r\n\r\n"
            self.wfile.write(head.encode() + code.tobytes() + b"\r\n")
        self.wfile.write(f"--{BOUNDARY}--\r\n".encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's own name
        """Say nothing."""


@contextmanager
def serving() -> Generator[str, None, None]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/table.mjpg"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_stream_comes_as_it_is_sent_and_may_end() -> None:
    with serving() as address, open_source(address) as camera:
        seen = [(seconds, number_in(gray)) for seconds, gray in camera]
    assert [number for _, number in seen] == list(range(COUNT))
    times = [seconds for seconds, _ in seen]
    assert times == sorted(times)


class FakePiCamera:
    """Stands in for picamera2's one class."""

    closed = False

    def create_video_configuration(self, main: dict[str, object]) -> dict[str, object]:
        return main

    def configure(self, configuration: dict[str, object]) -> None:
        assert configuration == {"size": (1920, 1080), "format": "YUV420"}

    def start(self) -> None:
        """Begin."""

    def capture_array(self, name: str) -> NDArray[np.uint8]:
        assert name == "main"
        planes = np.zeros((1620, 1984), np.uint8)
        planes[:1080, :1920] = 7
        return planes

    def close(self) -> None:
        type(self).closed = True


def test_the_pi_camera_gives_its_brightness_without_padding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=FakePiCamera))
    with open_source("picamera") as camera:
        seconds, gray = next(camera)
        assert (gray.shape, int(gray.min()), seconds >= 0) == ((1080, 1920), 7, True)
    assert FakePiCamera.closed


def test_a_pi_without_a_camera_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_there() -> None:
        raise IndexError("list index out of range")

    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=none_there))
    with pytest.raises(CameraError, match="ribbon cable"), open_source("picamera"):
        pass


class DyingCapture:
    """A camera that gives two pictures and falls silent."""

    def __init__(self) -> None:
        self.left = 2

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's name
        return True

    def set(self, _name: int, _value: float) -> bool:
        return True

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        self.left -= 1
        return (True, picture(self.left + 1)) if self.left >= 0 else (False, None)

    def release(self) -> None:
        """Close."""


def open_dying(*_: object) -> DyingCapture:
    return DyingCapture()


def test_a_camera_that_falls_silent_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", open_dying)
    delivered: list[int] = []
    with pytest.raises(CameraError, match="camera 0: no picture any more"), open_source("0") as camera:
        delivered += (number_in(gray) for _, gray in camera)
    assert delivered == [2, 1]
