"""The Raspberry Pi's own camera, through picamera2, which only Raspberry Pi OS has.

It gives each picture twice: whole, and small. Where the small one is unchanged, the whole one need not be copied out of
the camera's memory, and the last one is given again.
"""

import importlib
import logging
from typing import Any, Final

import cv2
import numpy as np

from groundwork.picture import Gray
from hardware.camera.errors import CameraError
from hardware.camera.live import Live
from hardware.camera.picture import WholePicture
from hardware.camera.planes import from_planes
from hardware.camera.settings import CameraSettings

_SMALL: Final = 4
"""Scale of the small picture: so many times smaller, each way."""
_MOVED: Final = 10
"""Grey levels by which a pixel of the small picture, a mean of 16, differs where something moves."""
_FEW: Final = 2
"""Pixels of the small picture that may differ by chance."""
_AFTER: Final = 30
"""Whole pictures after the last motion: what was laid has to be read, and read again."""
_AT_LEAST: Final = 6
"""Number of pictures in which one is given whole in any case. Light creeps, and a repeated picture shows no change
meanwhile."""
_AF_MANUAL, _AF_CONTINUOUS = 0, 2
"""Values of AfMode (libcamera, controls::AfModeEnum)."""

_log = logging.getLogger(__name__)


def plugged() -> tuple[str, ...]:
    """List the models of the cameras on the ribbon without opening any; without picamera2 the list is empty."""
    try:
        library = importlib.import_module("picamera2")
        told = library.Picamera2.global_camera_info()
    except (ImportError, RuntimeError):
        return ()
    return tuple(str(one.get("Model", "camera")) for one in told if "usb" not in str(one.get("Id", "")).lower())


def camera(settings: CameraSettings) -> Live:
    """Open the camera and tell it the settings; what it does not take is logged, a sentence each.

    Raises:
        CameraError: picamera2 is missing, or no camera is connected.
    """
    device = _open()
    try:
        wanted, refused = controls(settings, device.camera_controls)
        _start(device, settings.size, wanted)
    except (RuntimeError, ValueError) as error:
        device.close()
        width, height = settings.size
        raise CameraError(f"picamera: cannot take pictures of {width}x{height} so: {error}") from error
    for what in refused:
        _log.warning("picamera: this camera has no %s to set; leave %s out of its settings", what, what)
    return Live("picamera", _Reader(device, *settings.size).read, device.close, may_end=False)


def controls(settings: CameraSettings, known: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the camera's controls for some settings, and the settings that it has no control for."""
    wanted: dict[str, dict[str, Any]] = {
        "fps": {} if settings.fps is None else {"FrameRate": settings.fps},
        "exposure": {} if settings.exposure_ms is None else {"ExposureTime": round(settings.exposure_ms * 1000)},
        "gain": {} if settings.gain is None else {"AnalogueGain": settings.gain},
        "focus": _focus(settings.focus, known),
    }
    # picamera2 makes FrameRate of the camera's FrameDurationLimits by itself.
    has = {*known, "FrameRate"}
    taken = {name: value for values in wanted.values() for name, value in values.items() if name in has}
    return taken, [what for what, values in wanted.items() if not has >= set(values)]


def _focus(focus: float | None, known: dict[str, Any]) -> dict[str, Any]:
    if focus is None:
        return {"AfMode": _AF_CONTINUOUS} if "AfMode" in known else {}
    return {"AfMode": _AF_MANUAL, "LensPosition": focus}


def _start(device: Any, size: tuple[int, int], wanted: dict[str, Any]) -> None:  # noqa: ANN401  picamera2 has no types
    # The first rows of a YUV420 picture are its brightness: no conversion is needed.
    small = size[0] // _SMALL // 2 * 2, size[1] // _SMALL // 2 * 2
    main, low = ({"size": wide, "format": "YUV420"} for wide in (size, small))
    device.configure(device.create_video_configuration(main=main, lores=low, controls=wanted))
    device.start()


class _Reader:
    """Takes pictures; gives the last one again while nothing moves."""

    def __init__(self, device: Any, width: int, height: int) -> None:  # noqa: ANN401  picamera2 has no types
        self._device, self._width, self._height = device, width, height
        self._small: Gray | None = None
        self._whole: WholePicture | None = None
        self._awake = _AFTER
        self._age = 0

    def read(self) -> WholePicture | None:
        """Wait for the next picture."""
        request = self._device.capture_request()
        try:
            small = request.make_array("lores")[: self._height // _SMALL, : self._width // _SMALL]
            self._awake = _AFTER if self._moves(small) else max(0, self._awake - 1)
            self._age += 1
            if self._whole is None or self._awake or self._age >= _AT_LEAST:
                self._whole = from_planes(request.make_array("main"), "YU12", self._width, self._height)
                self._age = 0
            return self._whole
        finally:
            request.release()

    def _moves(self, small: Gray) -> bool:
        now = np.array(small, dtype=np.uint8)
        before, self._small = self._small, now
        if before is None:
            return True
        _, changed = cv2.threshold(cv2.absdiff(now, before), _MOVED, 255, cv2.THRESH_BINARY)
        return cv2.countNonZero(changed) > _FEW


def _open() -> Any:  # noqa: ANN401  picamera2 has no types
    try:
        library = importlib.import_module("picamera2")
    except ImportError as error:
        raise CameraError(
            "picamera: the library picamera2 is missing; on Raspberry Pi OS: sudo apt install python3-picamera2"
        ) from error
    try:
        return library.Picamera2()
    except (IndexError, RuntimeError) as error:
        raise CameraError("picamera: no camera is connected; check its ribbon cable", "missing") from error
