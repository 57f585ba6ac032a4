"""Pictures from a camera, a film, a folder or a stream: one iterator of (seconds, grey picture) for all.

with open_source("table.avi") as camera:
    for seconds, gray in camera:
        ...
"""

import logging
import os
import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final, Self, TypeAlias, TypeVar

import cv2
import numpy as np

from groundwork.picture import Colouring, Gray, no_colour
from hardware.camera import address_faults, http, v4l2
from hardware.camera import phone as phone_camera
from hardware.camera import pi as pi_camera
from hardware.camera.decoder import Decoder
from hardware.camera.errors import CameraError, hide_password
from hardware.camera.live import Live
from hardware.camera.phone import PhonePictures
from hardware.camera.picture import WholePicture, check_size, from_array, gray, letters
from hardware.camera.settings import PHONE, CameraSettings

NETWORK: Final = "is the camera switched on, and on this network?"

_log = logging.getLogger(__name__)

# Pictures from a film or a folder.

_Picture = TypeVar("_Picture")

Pictures: TypeAlias = Iterator[tuple[float, WholePicture]]
"""Pictures with their seconds."""

FOLDER_FPS: Final = 15.0
"""Frames a second of a folder of pictures, and of a film that does not say."""
_PICTURES: Final = {".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}
_MJPEG: Final = cv2.VideoWriter.fourcc(*"MJPG")


class Recorded:
    """Iterator of the seconds and the grey pictures of a film or a folder."""

    def __init__(self, pictures: Pictures) -> None:
        """Make an iterator of these pictures."""
        self.colour: Colouring = no_colour
        """Makes parts of the picture given last coloured."""
        self._pictures = pictures

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> tuple[float, Gray]:
        seconds, (gray, self.colour) = next(self._pictures)
        return seconds, gray


Frames: TypeAlias = Live | Recorded


def open_recorded(path: Path, fps: float | None, stack: ExitStack) -> Pictures:
    """Open at once, so that errors come before the first picture is asked for; the stack closes it.

    Raises:
        CameraError: there is no such film or folder, or it cannot be read.
    """
    if path.is_dir():
        return _pictures(path, _names(path), fps or FOLDER_FPS)
    if not path.exists():
        what = "no such film, folder or camera; give a path, a camera's number or an address that begins with http://"
        raise CameraError(f"{path}: {what}")
    film = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    stack.callback(film.release)
    if not film.isOpened() or film.get(cv2.CAP_PROP_FRAME_WIDTH) <= 0:
        raise CameraError(f"{path}: not a film that can be read; record it again or convert it to AVI or MP4")
    return _film(film, path, fps or film.get(cv2.CAP_PROP_FPS) or FOLDER_FPS)


def _film(film: cv2.VideoCapture, path: Path, fps: float) -> Pictures:
    """Whole frames of a film, then an error if it should have gone on."""
    is_jpeg = int(film.get(cv2.CAP_PROP_FOURCC)) == _MJPEG
    is_exact = is_jpeg and path.suffix.lower() == ".avi"
    # Other containers only estimate their length: one frame more or less is no fault.
    promised = int(film.get(cv2.CAP_PROP_FRAME_COUNT)) - (not is_exact)
    lacks = _check_middle(path, promised) if is_exact else 0
    if is_jpeg:
        film.set(cv2.CAP_PROP_FORMAT, -1)  # as they are, not decoded
    read, decoder, broken = _reader(film), Decoder(), list[int]()
    number, a_millisecond = 0, (film.get(cv2.CAP_PROP_FPS) or fps) / 1000
    while (taken := read()) is not None:
        # Where frames are lost the time goes on, so that nobody takes what was not seen for what did not happen.
        position = max(number, round(film.get(cv2.CAP_PROP_POS_MSEC) * a_millisecond))
        if position - number > fps / 2:  # shorter ones are a film's own, whose pictures come at uneven times
            broken.extend(range(number, position))
        number = position
        picture = decoder.picture(taken) if isinstance(taken, bytes) else taken
        if picture is None:
            broken.append(number)
            number += lacks
        else:
            check_size(picture.gray, str(path))
            yield number / fps, picture
        number += 1
    is_torn = broken[-1:] == [number - 1 - lacks]
    if is_torn:
        number = broken.pop()
    if broken:
        text = "%s: %d of its %d pictures are broken or lost and were left out; the first is at %.2f s"
        _log.warning(text, path, len(broken), number, broken[0] / fps)
    if is_torn or number < promised:
        raise CameraError(
            f"{path}: the film ends in mid-frame at {number / fps:.2f} s; {number} whole frames were read, "
            "the rest is lost: copy or record it again"
        )


def _check_middle(path: Path, promised: int) -> int:
    """Count the frames that the end of an AVI film lacks.

    Raises:
        CameraError: frames are lost in its middle; AVI has no times that would tell where.
    """
    film = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    film.set(cv2.CAP_PROP_FORMAT, -1)
    there = 0
    while film.grab():
        there += 1
    film.release()
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8)[4:], "little") + 8
    lost = max(0, promised - there)
    if lost and path.stat().st_size >= size:
        raise CameraError(
            f"{path}: {lost} of its {promised} pictures are lost in its middle, nobody knows when: "
            "copy or record it again"
        )
    return lost


def _names(folder: Path) -> list[Path]:
    """List the pictures of a folder: frame2 comes before frame10."""
    # A name with a dot before it is no picture: a Mac writes notes of its own beside each file so.
    names = [path for path in folder.iterdir() if path.suffix.lower() in _PICTURES and not path.name.startswith(".")]
    if not names:
        raise CameraError(f"{folder}: the folder holds no pictures ({', '.join(sorted(_PICTURES))})")
    return sorted(names, key=lambda path: _natural(path.name))


def _natural(name: str) -> list[tuple[int, str]]:
    """Numbers in a name count by their value."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"([0-9]+)", name)]


def _pictures(folder: Path, names: list[Path], fps: float) -> Pictures:
    shape: tuple[int, ...] | None = None
    decoder, broken = Decoder(), list[Path]()
    for number, name in enumerate(names):
        picture = decoder.picture(_content(name))
        if picture is None:
            broken.append(name)
            continue
        if shape is not None and picture.gray.shape != shape:
            here, before = (f"{size[1]}x{size[0]}" for size in (picture.gray.shape, shape))
            raise CameraError(f"{name}: {here} pixels, the pictures before it {before}; keep one size in a folder")
        check_size(picture.gray, str(name))
        shape = picture.gray.shape
        yield number / fps, picture
    if len(broken) == len(names):
        raise CameraError(f"{folder}: no picture in it can be read; make them again")
    if broken:
        text = "%s: %d of %d pictures are broken and were left out, first %s; make them again"
        _log.warning(text, folder, len(broken), len(names), broken[0].name)


def _content(name: Path) -> bytes:
    try:
        return name.read_bytes()
    except OSError as error:
        raise CameraError(f"{name}: {error.strerror}") from None


# A stream from the network.

_NO_JPEG_MS: Final = 5000
_PLANAR: Final = frozenset({"I420", "NV12", "NV21", "Y42B"})
"""FFmpeg's letters for video with a plane of brightness, a byte a pixel."""


def stream(address: str) -> Live:
    """Open a stream; one that ends, ends the iteration.

    Raises:
        CameraError: there is none, and why.
    """
    name = hide_password(address)
    jpegs = http.open_stream(address) if address.lower().startswith(("http://", "https://")) else None
    if jpegs is not None:
        return Live(name, jpegs.read, jpegs.close, may_end=True, advice=NETWORK)
    # Video that is no JPEG, such as H.264 over RTSP: its plane of brightness; the library gives no others.
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _NO_JPEG_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _NO_JPEG_MS]
    capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        raise address_faults.unanswered_error(address)
    is_planar = letters(capture, cv2.CAP_PROP_CODEC_PIXEL_FORMAT) in _PLANAR
    if is_planar:
        capture.set(cv2.CAP_PROP_CONVERT_RGB, 0.0)
    return Live(name, _reader(capture, is_planar=is_planar), capture.release, may_end=True, advice=NETWORK)


def _reader(capture: cv2.VideoCapture, *, is_planar: bool = False) -> Callable[[], bytes | WholePicture | None]:
    """Return a reader of an open capture, encoded where pictures come so; ``is_planar``: without colour."""

    def take() -> bytes | WholePicture | None:
        found, picture = capture.read()
        if not found:
            return None
        if len(picture) == 1:
            return picture.tobytes()
        whole = np.asarray(picture, np.uint8)
        return WholePicture(whole, no_colour) if is_planar else from_array(whole)

    return take


pi_cameras = pi_camera.plugged
usb_cameras = v4l2.plugged

__all__ = [
    "CameraError",
    "CameraSettings",
    "Frames",
    "Gray",
    "at_pace",
    "broken_one_in",
    "colour",
    "dropped",
    "gray",
    "hide_password",
    "is_live",
    "is_resized",
    "let_rest",
    "open_source",
    "pi_cameras",
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
    phone: PhonePictures | None = None,
) -> Generator[Frames, None, None]:
    """Open a source of pictures and close it at the end.

    Seconds are media time for films and folders (frame number / fps) and count from opening for live sources. A folder,
    a film or a stream that is over ends the iteration. Of a live source the newest picture is given; those that came
    while the last one was looked at are dropped.

    Args:
        text: a camera's number (`0`), its device (`/dev/video0`, `/dev/v4l/by-id/…`), `picamera`, `phone`, a film, a
            folder of pictures (in natural order of their names), or the address of a stream (`http`, `https`, `rtsp`).
        fps: frames a second of a folder (default 15), or instead of what the film says.
        paced: deliver films and folders in real time.
        settings: what is asked of a camera; what it does not take is logged as a warning.
        phone: what phones send, for the source `phone`; None: nobody serves their page.

    Raises:
        CameraError: it cannot be opened; while iterating: a film ends in mid-frame (after all whole frames were
            delivered), no picture of a folder can be read, a camera or a stream falls silent.
    """
    _silence_opencv()
    with ExitStack() as stack:
        yield _frames(text, fps, partial(_live, text, settings, phone), stack, paced=paced)


def is_live(text: str) -> bool:
    """Whether a source goes on by itself, so that its end means that something has broken."""
    return text in ("picamera", PHONE) or text.isdecimal() or text.startswith("/dev/") or "://" in text


def dropped(frames: Iterable[tuple[float, Gray]]) -> int:
    """Count the pictures of a live source that newer ones replaced before anybody asked, so far; a film drops none."""
    return frames.dropped if isinstance(frames, Live) else 0


def broken_one_in(frames: Iterable[tuple[float, Gray]]) -> int:
    """Return the share of broken pictures among the newest of a live source, as one in so many; 0: few are."""
    return frames.broken_one_in if isinstance(frames, Live) else 0


def is_resized(frames: Iterable[tuple[float, Gray]]) -> bool:
    """Whether the pictures of a live source have had another size until lately."""
    return isinstance(frames, Live) and frames.is_resized


def let_rest(frames: Iterable[tuple[float, Gray]], *, at_rest: bool) -> None:
    """Tell a live source whether nothing moves in its pictures: then it decodes fewer of them."""
    if isinstance(frames, Live):
        frames.at_rest = at_rest


def colour(frames: Iterable[tuple[float, Gray]]) -> Colouring:
    """Return a function that gives the colour of the picture that a source gave last.

    It holds that picture as it came, encoded or as planes, and works at any time later, on any thread. Only a call
    decodes it.
    """
    return frames.colour if isinstance(frames, Live | Recorded) else no_colour


def _frames(text: str, fps: float | None, opened: Callable[[], Live], stack: ExitStack, *, paced: bool) -> Frames:
    """Open at once, so that errors come before the first picture is asked for."""
    if not is_live(text):
        pictures = open_recorded(Path(text), fps, stack)
        return Recorded(at_pace(pictures) if paced else pictures)
    live = opened()
    stack.callback(live.close)
    return live


def _live(text: str, settings: CameraSettings, phone: PhonePictures | None) -> Live:
    if text == "picamera":
        return pi_camera.camera(settings)
    if text == PHONE:
        return phone_camera.camera(phone, settings)
    return stream(text) if "://" in text else v4l2.camera(text, settings)


def at_pace(pictures: Iterable[tuple[float, _Picture]]) -> Iterator[tuple[float, _Picture]]:
    """Each picture not before its time; late ones at once."""
    start = time.monotonic()
    for seconds, picture in pictures:
        time.sleep(max(0.0, start + seconds - time.monotonic()))
        yield seconds, picture


def _silence_opencv() -> None:
    """Errors are raised here in one sentence; OpenCV need not print its own too."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
