"""Pictures from a camera, a film, a folder or a stream: one iterator of (seconds, grey picture) for all.

with open_source("table.avi") as camera:
    for seconds, gray in camera:
        ...
"""

import os
import re
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware import pi_camera, riff

Gray: TypeAlias = NDArray[np.uint8]
Frames: TypeAlias = Iterator[tuple[float, Gray]]

FOLDER_FPS: Final = 15.0
"""Frames a second of a folder of pictures, and of a film that does not say."""
LIVE_SIZE: Final = (1920, 1080)
_PICTURES: Final = {".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}
_TIMEOUT_MS: Final = 5000

# FFmpeg looks at this once, when the process first reads or writes any film: opening a source would be too late.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


class CameraError(OSError):
    """No picture, or no further picture, can be had from a source; the message says which, why and what to do."""


@contextmanager
def open_source(text: str, fps: float | None = None, paced: bool = False) -> Generator[Frames, None, None]:
    """Open a source of pictures and close it at the end.

    Seconds are media time for films and folders (frame number / fps) and count from opening for live sources. A folder,
    a film or a stream that is over ends the iteration.

    Args:
        text: a camera's number (`0`), `picamera`, a film, a folder of pictures (in natural order of their names), or
            the http address of an MJPEG stream.
        fps: frames a second of a folder (default 15), or instead of what the film says.
        paced: deliver films and folders in real time.

    Raises:
        CameraError: it cannot be opened; while iterating: a film ends in mid-frame (after all whole frames were
            delivered), a picture is unreadable, a camera falls silent.
    """
    _be_quiet()
    with ExitStack() as stack:
        frames = _frames(text, fps, stack)
        yield _paced(frames) if paced and not is_live(text) else frames


def is_live(text: str) -> bool:
    """Whether a source goes on by itself, so that its end means that something has broken."""
    return text == "picamera" or text.isdecimal() or "://" in text


def _frames(text: str, fps: float | None, stack: ExitStack) -> Frames:
    """Open at once, so that errors come before the first picture is asked for."""
    if text == "picamera":
        return _pi(stack)
    if text.isdecimal():
        return _live(_kept(_camera(text), stack), f"camera {text}")
    if "://" in text:
        return _live(_kept(_stream(text), stack), None)
    path = Path(text)
    if path.is_dir():
        return _pictures(_names(path), fps or FOLDER_FPS)
    if not path.exists():
        raise CameraError(f"{text}: no such film, folder or camera; give a path, a camera's number or an http address")
    film = _kept(cv2.VideoCapture(str(path), cv2.CAP_FFMPEG), stack)
    if not film.isOpened() or film.get(cv2.CAP_PROP_FRAME_WIDTH) <= 0:
        raise CameraError(f"{text}: not a film that can be read; record it again or convert it to AVI or MP4")
    return _film(film, path, fps or film.get(cv2.CAP_PROP_FPS) or FOLDER_FPS)


def _kept(capture: cv2.VideoCapture, stack: ExitStack) -> cv2.VideoCapture:
    stack.callback(capture.release)
    return capture


def _film(film: cv2.VideoCapture, path: Path, fps: float) -> Frames:
    """Whole frames of a film, then an error if it should have gone on."""
    container = riff.content(path)
    # Other containers only estimate their length: one frame more or less is no fault.
    promised = container.frames if container else int(film.get(cv2.CAP_PROP_FRAME_COUNT)) - 1
    number = 0
    while not (container and number >= container.frames):
        found, picture = film.read()
        if not found:
            break
        yield number / fps, _gray(picture)
        number += 1
    if number < promised or (container and container.torn):
        raise CameraError(
            f"{path}: the film ends in mid-frame at {number / fps:.2f} s; {number} whole frames were read, "
            "the rest is lost: copy or record it again"
        )


def _live(capture: cv2.VideoCapture, camera: str | None) -> Frames:
    """Pictures as they come; a stream may end, a camera may not."""
    start = time.monotonic()
    while True:
        found, picture = capture.read()
        seconds = time.monotonic() - start
        if not found:
            break
        yield seconds, _gray(picture)
    if camera:
        raise CameraError(f"{camera}: no picture any more after {seconds:.1f} s; check its cable and plug it in again")


def _camera(index: str) -> cv2.VideoCapture:
    # A number that no camera has would not fit the library's type.
    capture = cv2.VideoCapture(min(int(index[:4]), 9999), cv2.CAP_V4L2)
    if len(index) > 4 or not capture.isOpened():
        raise CameraError(
            f"camera {index}: not there, or in use; `ls /dev/video*` lists the cameras that are plugged in"
        )
    # Uncompressed pictures of this size do not fit through USB 2 at 30 a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, LIVE_SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, LIVE_SIZE[1])
    return capture


def _stream(address: str) -> cv2.VideoCapture:
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _TIMEOUT_MS]
    capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        raise CameraError(f"{address}: no video stream answers there; open the address in a browser to check it")
    return capture


def _pi(stack: ExitStack) -> Frames:
    try:
        return stack.enter_context(pi_camera.pictures(LIVE_SIZE))
    except pi_camera.NoPiCameraError as error:
        raise CameraError(str(error)) from error


def _names(folder: Path) -> list[Path]:
    """The pictures of a folder: frame2 comes before frame10."""
    names = [path for path in folder.iterdir() if path.suffix.lower() in _PICTURES]
    if not names:
        raise CameraError(f"{folder}: the folder holds no pictures ({', '.join(sorted(_PICTURES))})")
    return sorted(names, key=lambda path: _natural(path.name))


def _natural(name: str) -> list[tuple[int, str]]:
    """Numbers in a name count by their value."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"([0-9]+)", name)]


def _pictures(names: list[Path], fps: float) -> Frames:
    shape: tuple[int, ...] | None = None
    for number, name in enumerate(names):
        picture = cv2.imread(str(name), cv2.IMREAD_GRAYSCALE)
        if picture is None:
            raise CameraError(f"{name}: the picture cannot be read; take it out of the folder or make it again")
        if shape is not None and picture.shape != shape:
            here, before = (f"{size[1]}x{size[0]}" for size in (picture.shape, shape))
            raise CameraError(f"{name}: {here} pixels, the pictures before it {before}; keep one size in a folder")
        shape = picture.shape
        yield number / fps, np.asarray(picture, np.uint8)


def _gray(picture: NDArray[np.integer | np.floating]) -> Gray:
    if picture.ndim == 2:
        return np.asarray(picture, np.uint8)
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def _paced(frames: Frames) -> Frames:
    """Each picture not before its time; late ones at once."""
    start = time.monotonic()
    for seconds, gray in frames:
        time.sleep(max(0.0, start + seconds - time.monotonic()))
        yield seconds, gray


def _be_quiet() -> None:
    """Errors are raised here in one sentence; OpenCV need not print its own too."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
