"""A phone as the camera: whoever serves its page puts pictures in, and the source ``phone`` gives them.

One phone at a time: another one is turned away until nothing has come of the first for `SILENT_S`.
"""

import logging
import threading
import time
from collections.abc import Callable, Hashable
from functools import partial
from typing import Final, NamedTuple

from hardware.camera.errors import CameraError
from hardware.camera.live import SILENT_S, Live
from hardware.camera.settings import PHONE, CameraSettings
from hardware.slot import LatestSlot

_LOW_PERCENT: Final = 15
"""The charge at which people are told of a battery."""
_STEP_PERCENT: Final = 5
"""The loss of charge after which they are told again."""
_LATER_S: Final = 1.0
"""Seconds after which a picture is missed by whoever waits for it, once its phone is known to be silent."""
_log = logging.getLogger(__name__)


class Battery(NamedTuple):
    """The battery of a phone."""

    percent: int
    is_charging: bool


class PhonePictures:
    """The way of a phone's pictures to the source; from any thread, the newest counts, nobody waits to put one in."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without a phone; ``clock``: seconds of any clock that runs on."""
        self._clock, self._lock = clock, threading.Lock()
        self._sender: Hashable = None
        self._at, self._number = -SILENT_S, 0
        """The moment of the newest picture, and its number."""
        self._battery: Battery | None = None
        self._slot: LatestSlot[bytes] | None = None
        """The slot from which the open source takes the next picture."""
        self._has_warned = False
        """Whether it was said which settings no phone takes."""

    @property
    def is_sending(self) -> bool:
        """Whether a phone is the camera now."""
        return self._clock() - self._at < SILENT_S

    @property
    def battery(self) -> Battery | None:
        """The battery of the phone that is the camera now, where it is known."""
        return self._battery if self.is_sending else None

    @property
    def low_battery(self) -> int:
        """The percentage that is left in that battery, rounded up, where it is low; 0: it is not."""
        battery = self.battery
        if battery is None or battery.is_charging or battery.percent > _LOW_PERCENT:
            return 0
        return max(1, -(-battery.percent // _STEP_PERCENT)) * _STEP_PERCENT

    def is_free_for(self, sender: Hashable) -> bool:
        """Whether this phone is the camera, or may become it because no other one is."""
        return sender == self._sender or not self.is_sending

    def put(self, sender: Hashable, number: int, picture: bytes, battery: Battery | None = None) -> bool:
        """Take a phone's picture, encoded; returns False where another phone is the camera.

        One that a newer one of the same phone has overtaken on its way is left out.

        Args:
            sender: which phone.
            number: of the picture, counted by the phone.
            picture: JPEG.
            battery: of the phone, where it is known.
        """
        with self._lock:
            if not self.is_free_for(sender):
                return False
            is_newer = sender != self._sender or number > self._number
            self._sender, self._at, self._battery = sender, self._clock(), battery
            if is_newer:
                self._number = number
                if self._slot:
                    self._slot.put(picture)
            return True

    def camera(self, settings: CameraSettings) -> Live:
        """Open the source; what no phone can be asked for is logged, once.

        Raises:
            CameraError: no phone sends pictures.
        """
        self._warn_of_settings(settings)
        with self._lock:
            if not self.is_sending:
                raise _silence_error()
            slot = self._slot = LatestSlot[bytes]()
        # The thread that waits here says why there is no picture, before whoever waits for it can.
        return Live(
            PHONE, partial(_read, slot), slot.close, may_end=False, silent_s=SILENT_S + _LATER_S, wake=slot.close
        )

    def _warn_of_settings(self, settings: CameraSettings) -> None:
        asked = {"exposure": settings.exposure_ms, "focus": settings.focus, "gain": settings.gain}
        for name in [name for name, value in asked.items() if value is not None and not self._has_warned]:
            _log.warning("%s: %s cannot be set on a phone; leave %s out of its settings", PHONE, name, name)
        self._has_warned = True


def _read(slot: LatestSlot[bytes]) -> bytes | None:
    try:
        return slot.get(SILENT_S)
    except TimeoutError:
        raise _silence_error() from None


def _silence_error() -> CameraError:
    return CameraError(f"{PHONE}: no phone sends pictures; open the table's camera page on the one that is it", "phone")


def camera(pictures: PhonePictures | None, settings: CameraSettings) -> Live:
    """Open the source; ``pictures``: what phones send, None: nobody serves their page.

    Raises:
        CameraError: no phone sends pictures, or none can.
    """
    if pictures is None:
        text = "a phone is the camera of a running referee alone; type: schiri referee, and open its pages"
        raise CameraError(f"{PHONE}: {text}", "phone")
    return pictures.camera(settings)
