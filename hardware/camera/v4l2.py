"""USB cameras of Linux, through V4L2: by number, by device, or by the name that stays the same when plugged in anew."""

import logging
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera.errors import CameraError, missing_support
from hardware.camera.live import CHECK, Live
from hardware.camera.picture import WholePicture, from_array, letters
from hardware.camera.planes import from_planes, is_known
from hardware.camera.settings import CameraSettings

BY_ID: Final = Path("/dev/v4l/by-id")
"""Folder where Linux names cameras by maker, model and serial number."""

DEVICES: Final = Path("/sys/class/video4linux")
"""The folder in which Linux tells of each device that gives or takes pictures."""

_log = logging.getLogger(__name__)

_MANUAL: Final = 1.0, 2.0
"""Values of V4L2_CID_EXPOSURE_AUTO with which the time is set (linux/v4l2-controls.h): manual, shutter priority."""
_AUTOMATIC: Final = 3.0, 0.0
"""Values with which the camera chooses it: aperture priority, automatic."""
_EXPOSURE_UNITS_MS: Final = 10.0
"""V4L2_CID_EXPOSURE_ABSOLUTE counts in 100 µs."""
_SAME: Final = 0.02
"""A value read back may differ by this share: cameras round."""
_JPEG: Final = frozenset({"MJPG", "JPEG"})
_FEW_FPS: Final = 10.0
"""Pictures a second with which a card is read half a second later than it could be."""
_AT_A_STRETCH: Final = 8
"""Buffers without a picture after which no more are waited for."""


def plugged() -> Iterator[tuple[str, str]]:
    """List the plugged-in USB cameras, by path and by name, without opening any."""
    lasting = {link.resolve().name: str(link) for link in sorted(BY_ID.glob("*"), reverse=True)}
    for device in sorted(DEVICES.glob("video*"), key=lambda path: (len(path.name), path.name)):
        first = _read(device / "index") in ("0", "")  # a camera's other devices give no pictures
        if first and "/usb" in str((device / "device").resolve()):
            yield lasting.get(device.name, f"/dev/{device.name}"), _read(device / "name") or device.name


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def camera(text: str, settings: CameraSettings) -> Live:
    """Open a camera and tell it the settings; what it does not take is logged, a sentence each.

    Args:
        text: a number, or a path under /dev.
        settings: what is asked of it.

    Raises:
        CameraError: it is not there, or in use.
    """
    name = f"camera {text}"
    capture = _open(text, name)
    for sentence in configure(capture, name, settings):
        _log.warning("%s", sentence)
    advice = "; ".join((CHECK, *_hint_for_pi()))
    return Live(name, _Reader(capture).read, capture.release, may_end=False, advice=advice)


class _Reader:
    """Takes pictures as the camera gives them: JPEG not decoded, other formats without their colour."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture
        self._format = _format(capture)
        self._taken, self._empty = list[bytes | WholePicture](), list[bytes]()
        self._width, self._height = _size(capture)
        if self._format in _JPEG or is_known(self._format):
            capture.set(cv2.CAP_PROP_CONVERT_RGB, 0.0)

    def read(self) -> bytes | WholePicture | None:
        """Wait for the next picture; empty for each buffer that came without one before it, None after several such."""
        while not self._taken:
            found, picture = self._capture.read()
            if found:
                self._taken = [*self._empty, self._picture(np.asarray(picture, np.uint8))]
                self._empty = []
            else:
                self._empty.append(b"")
                if len(self._empty) == _AT_A_STRETCH:
                    return None
        return self._taken.pop(0)

    def _picture(self, taken: NDArray[np.uint8]) -> bytes | WholePicture:
        if len(taken) == 1:
            return taken.tobytes()
        return from_planes(taken, self._format, self._width, self._height) or from_array(taken)


def _size(capture: cv2.VideoCapture) -> tuple[int, int]:
    return int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))


def _format(capture: cv2.VideoCapture) -> str:
    """Return the format in which pictures come; empty if it is unknown."""
    return letters(capture, cv2.CAP_PROP_FOURCC)


def _open(text: str, name: str) -> cv2.VideoCapture:
    # A number that no camera has would not fit the library's type.
    path = Path("/dev/video" + text[:9] if text.isdecimal() else text)
    if not path.exists():
        raise CameraError(f"{name}: not there; {_others()}", "missing")
    # The library opens /dev/videoN alone: a stable name is a link to it.
    capture = cv2.VideoCapture(str(path.resolve()), cv2.CAP_V4L2)
    if not capture.isOpened():
        if why := missing_support():
            raise CameraError(f"{name}: {why}")
        raise CameraError(f"{name}: it is no camera, or another program uses it; {_others()}", "busy")
    return capture


def _others() -> str:
    if why := missing_support():
        return why
    found = sorted(map(str, BY_ID.glob("*"))) or sorted(map(str, Path("/dev").glob("video*")))
    return "; ".join(
        (f"cameras plugged in: {', '.join(found)}" if found else "no camera is plugged in", *_hint_for_pi())
    )


def _hint_for_pi() -> Iterator[str]:
    """Yield the setting for a Raspberry Pi's own camera, where no USB camera is named: as one it gives no picture."""
    if not any(BY_ID.glob("*")):
        yield 'a Raspberry Pi\'s own camera needs source = "picamera" below [camera] in the settings'


def configure(capture: cv2.VideoCapture, name: str, settings: CameraSettings) -> Iterator[str]:
    """Tell a camera the settings; yield a sentence for each that it did not take."""
    width, height = settings.size
    # Uncompressed pictures of 1080p do not fit through USB 2 at 30 a second; the format must come before the size.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    has = _size(capture)
    if has != settings.size:
        yield f"{name}: does not take pictures of {width}x{height}; it takes {has[0]}x{has[1]}"
    if settings.fps is not None:
        yield from _set(capture, name, "fps", cv2.CAP_PROP_FPS, settings.fps)
    yield from _without_jpeg(capture, name)
    yield from _expose(capture, name, settings.exposure_ms)
    # The library takes no truth value for a number.
    capture.set(cv2.CAP_PROP_AUTOFOCUS, float(settings.focus is None))
    if settings.focus is not None:
        yield from _set(capture, name, "focus", cv2.CAP_PROP_FOCUS, settings.focus)
    if settings.gain is not None:
        yield from _set(capture, name, "gain", cv2.CAP_PROP_GAIN, settings.gain)


def _without_jpeg(capture: cv2.VideoCapture, name: str) -> Iterator[str]:
    """Say what a camera gives that does not give MJPG, and what that costs."""
    given, rate = _format(capture), capture.get(cv2.CAP_PROP_FPS)
    if not given or given in _JPEG:
        return
    text = f"{name}: gives no MJPG but {given}, in this size {rate:g} pictures a second"
    if rate < _FEW_FPS:
        yield f"{text}: cards are read late, and quick tricks not at all; set a smaller size, or take another camera"
    else:
        yield f"{text}: leave the USB line to this camera alone, for they fill it"


def _expose(capture: cv2.VideoCapture, name: str, exposure_ms: float | None) -> Iterator[str]:
    """Set the time of exposure, or let the camera choose it."""
    modes = _AUTOMATIC if exposure_ms is None else _MANUAL
    taken = any(capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, mode) for mode in modes)
    if exposure_ms is None:
        return
    units = exposure_ms * _EXPOSURE_UNITS_MS
    if taken or capture.set(cv2.CAP_PROP_EXPOSURE, units):
        yield from _set(capture, name, "exposure", cv2.CAP_PROP_EXPOSURE, units, _EXPOSURE_UNITS_MS)
    else:
        yield (
            f"{name}: takes no exposure but its own, so that all gets darker or lighter when a hand comes in; leave "
            "exposure out of its settings, and light the table evenly"
        )


def _set(
    capture: cv2.VideoCapture, name: str, what: str, control: int, value: float, units: float = 1.0
) -> Iterator[str]:
    """Set a control and look whether it holds; `units` of the control are one of the setting."""
    if not capture.set(control, value):
        yield f"{name}: {what} cannot be set on this camera; leave {what} out of its settings"
        return
    has = capture.get(control)
    if not math.isclose(has, value, rel_tol=_SAME, abs_tol=_SAME):
        yield f"{name}: did not take {what} {value / units:g}; it has {has / units:g}"
