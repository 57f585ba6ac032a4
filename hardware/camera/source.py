"""Pictures from a camera, a film, a folder or a stream: one iterator of (seconds, grey picture) for all.

with open_source("table.avi") as camera:
    for seconds, gray in camera:
        ...
"""

import os
import time
from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager
from pathlib import Path

import cv2

from hardware.camera import files as camera_files
from hardware.camera import pi as pi_camera
from hardware.camera import v4l2
from hardware.camera.errors import CameraError, shown
from hardware.camera.files import Frames
from hardware.camera.live import Gray, Live
from hardware.camera.mjpeg import stream
from hardware.camera.settings import CameraSettings

__all__ = ["CameraError", "CameraSettings", "Frames", "Gray", "dropped", "is_live", "open_source", "shown"]

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
    """How many pictures of a live source a newer one has replaced so far before anybody asked; a film drops none."""
    return frames.dropped if isinstance(frames, Live) else 0


def _frames(text: str, fps: float | None, settings: CameraSettings, stack: ExitStack) -> Frames:
    """Open at once, so that errors come before the first picture is asked for."""
    if not is_live(text):
        return camera_files.file_frames(Path(text), fps, stack)
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
    for seconds, gray in frames:
        time.sleep(max(0.0, start + seconds - time.monotonic()))
        yield seconds, gray


def _be_quiet() -> None:
    """Errors are raised here in one sentence; OpenCV need not print its own too."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
