"""Pictures from a camera, a film, a folder or a stream: one iterator of (seconds, grey picture) for all.

with open_source("table.avi") as camera:
    for seconds, gray in camera:
        ...
"""

import os
import re
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from struct import unpack
from typing import BinaryIO, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import pi as pi_camera
from hardware.camera import v4l2
from hardware.camera.errors import CameraError, lacking, shown
from hardware.camera.live import Gray, Live, from_capture, gray
from hardware.camera.settings import CameraSettings

# How many whole frames an AVI file holds, from its chunks; a recording may end in the middle of one.
#
# Source: Microsoft, "AVI RIFF File Reference"; sizes are little-endian and chunks are padded to even lengths.

_HEADER = 8


@dataclass(frozen=True, slots=True)
class Content:
    """The content of an AVI file."""

    frames: int
    """Whole video frames."""
    torn: bool
    """Whether the file ends before it should."""


def riff_content(path: Path) -> Content | None:
    """Whole frames of an AVI file; None for a file that is none.

    Raises:
        OSError: the file cannot be read.
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        start = file.read(12)
        if start[:4] != b"RIFF" or start[8:] != b"AVI ":
            return None
        frames, promised, torn = 0, 0, False
        for name, length, place in _chunks(file, size):
            torn = torn or place + length > size
            if name == b"avih":
                promised = _total_frames(file)
            frames += name[2:] in (b"dc", b"db") and 0 < length <= size - place
        return Content(frames, torn or frames < promised)


def _chunks(file: BinaryIO, size: int) -> Iterator[tuple[bytes, int, int]]:
    """Name, length and place of each chunk, those inside lists too."""
    place = 0
    while place + _HEADER <= size:
        file.seek(place)
        name, length = unpack("<4sI", file.read(_HEADER))
        yield name, length, place + _HEADER
        inside = name in (b"RIFF", b"LIST")
        place += _HEADER + (4 if inside else length + length % 2)


def _total_frames(file: BinaryIO) -> int:
    """Fifth number of the main header, at whose start the file stands."""
    header = file.read(20)
    return int(unpack("<5I", header)[4]) if len(header) == 20 else 0


# Pictures from a film or a folder.

Frames: TypeAlias = Iterator[tuple[float, Gray]]

FOLDER_FPS: Final = 15.0
"""Frames a second of a folder of pictures, and of a film that does not say."""
_PICTURES: Final = {".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}


def file_frames(path: Path, fps: float | None, stack: ExitStack) -> Frames:
    """Open at once, so that errors come before the first picture is asked for; the stack closes it.

    Raises:
        CameraError: there is no such film or folder, or it cannot be read.
    """
    if path.is_dir():
        return _pictures(_names(path), fps or FOLDER_FPS)
    if not path.exists():
        raise CameraError(f"{path}: no such film, folder or camera; give a path, a camera's number or an http address")
    film = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    stack.callback(film.release)
    if not film.isOpened() or film.get(cv2.CAP_PROP_FRAME_WIDTH) <= 0:
        raise CameraError(f"{path}: not a film that can be read; record it again or convert it to AVI or MP4")
    return _film(film, path, fps or film.get(cv2.CAP_PROP_FPS) or FOLDER_FPS)


def _film(film: cv2.VideoCapture, path: Path, fps: float) -> Frames:
    """Whole frames of a film, then an error if it should have gone on."""
    container = riff_content(path)
    # Other containers only estimate their length: one frame more or less is no fault.
    promised = container.frames if container else int(film.get(cv2.CAP_PROP_FRAME_COUNT)) - 1
    number = 0
    while not (container and number >= container.frames):
        found, picture = film.read()
        if not found:
            break
        yield number / fps, _gray(path, picture)
        number += 1
    if number < promised or (container and container.torn):
        raise CameraError(
            f"{path}: the film ends in mid-frame at {number / fps:.2f} s; {number} whole frames were read, "
            "the rest is lost: copy or record it again"
        )


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
        yield number / fps, _gray(name, picture)


def _gray(path: Path, picture: NDArray[np.integer | np.floating]) -> Gray:
    """The brightness of a picture; an error names the file that it is from."""
    try:
        return gray(picture)
    except CameraError as error:
        raise CameraError(f"{path}: {error}") from None


# An MJPEG stream from the network.

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


pi_cameras = pi_camera.plugged
usb_cameras = v4l2.plugged

__all__ = [
    "CameraError",
    "CameraSettings",
    "Frames",
    "Gray",
    "dropped",
    "is_live",
    "open_source",
    "pi_cameras",
    "shown",
    "usb_cameras",
]

# FFmpeg looks at this once, when the process first reads or writes any film: opening a source would be too late.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


@contextmanager
def open_source(
    text: str,
    fps: float | None = None,
    paced: bool = False,
    settings: CameraSettings = CameraSettings(),  # noqa: B008  frozen
) -> Generator[Frames, None, None]:
    """Open a source of pictures and close it at the end.

    Seconds are media time for films and folders (frame number / fps) and count from opening for live sources. A folder,
    a film or a stream that is over ends the iteration. Of a live source the newest picture is given; those that came
    while the last one was looked at are dropped.

    Args:
        text: a camera's number (`0`), its device (`/dev/video0`, `/dev/v4l/by-id/…`), `picamera`, a film, a folder of
            pictures (in natural order of their names), or the http address of an MJPEG stream.
        fps: frames a second of a folder (default 15), or instead of what the film says.
        paced: deliver films and folders in real time.
        settings: what is asked of a camera; what it does not take is logged as a warning.

    Raises:
        CameraError: it cannot be opened; while iterating: a film ends in mid-frame (after all whole frames were
            delivered), a picture is unreadable, a camera or a stream falls silent.
    """
    _be_quiet()
    with ExitStack() as stack:
        frames = _frames(text, fps, settings, stack)
        yield _paced(frames) if paced and not is_live(text) else frames


def is_live(text: str) -> bool:
    """Whether a source goes on by itself, so that its end means that something has broken."""
    return text == "picamera" or text.isdecimal() or text.startswith("/dev/") or "://" in text


def dropped(frames: Iterable[tuple[float, Gray]]) -> int:
    """Count the pictures of a live source that newer ones replaced before anybody asked, so far; a film drops none."""
    return frames.dropped if isinstance(frames, Live) else 0


def _frames(text: str, fps: float | None, settings: CameraSettings, stack: ExitStack) -> Frames:
    """Open at once, so that errors come before the first picture is asked for."""
    if not is_live(text):
        return file_frames(Path(text), fps, stack)
    live = _live(text, settings)
    stack.callback(live.close)
    return live


def _live(text: str, settings: CameraSettings) -> Live:
    if text == "picamera":
        return pi_camera.camera(settings)
    return stream(text) if "://" in text else v4l2.camera(text, settings)


def _paced(frames: Frames) -> Frames:
    """Each picture not before its time; late ones at once."""
    start = time.monotonic()
    for seconds, frame in frames:
        time.sleep(max(0.0, start + seconds - time.monotonic()))
        yield seconds, frame


def _be_quiet() -> None:
    """Errors are raised here in one sentence; OpenCV need not print its own too."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
