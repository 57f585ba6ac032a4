"""A live source, read by a thread of its own: the newest picture counts, a late one is dropped, silence is noticed.

A read that hangs (an unplugged cable, a dead network) hangs the thread alone; whoever waits for pictures hears of it
within `SILENT_S`.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final, Self, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera.errors import CameraError
from hardware.slot import LatestSlot

Gray: TypeAlias = NDArray[np.uint8]

SILENT_S: Final = 3.0
"""Without a picture for so long a source is dead."""
FIRST_S: Final = 10.0
"""The same for the first picture: cameras take their time to start."""
_PATIENCE_S: Final = 1.0
"""How long closing waits for a read that is under way."""
CHECK: Final = "check its cable and plug it in again"
_LEAST_PX: Final = 32
"""Side of a picture below which it can show nothing: the smallest mark that is read has 10 pixels, a mat four."""

_log = logging.getLogger(__name__)


class Live:
    """Iterates over seconds since opening and grey pictures, always the newest one; `close` it at the end."""

    def __init__(
        self,
        name: str,
        take: Callable[[], Gray | None],
        release: Callable[[], None],
        *,
        may_end: bool,
        advice: str = CHECK,
        silent_s: float = SILENT_S,
        first_s: float = FIRST_S,
    ) -> None:
        """Begin to read.

        Args:
            name: of the source, for messages.
            take: waits for the next picture, None when there will be no more; called in the thread alone.
            release: lets go of the source; called in the thread, once, when it has read its last picture.
            may_end: whether the end of the source ends the iteration, rather than being an error.
            advice: what to do where no picture comes, for messages.
            silent_s: without a picture for so long the source is dead.
            first_s: the same for the first picture.
        """
        self.taken = 0
        self.dropped = 0
        """Pictures that a newer one replaced before anybody asked."""
        self._name, self._take, self._release, self._may_end = name, take, release, may_end
        self._silent_s, self._wait_s, self._advice = silent_s, first_s, advice
        self._start = time.monotonic()
        self._newest = LatestSlot[tuple[float, Gray]]()
        self._trouble = ""
        """With which the reading ended."""
        self._closing = False
        # A daemon thread: one that hangs in a driver must not keep the program from ending.
        self._thread = threading.Thread(target=self._read, name=f"camera {name}", daemon=True)
        self._thread.start()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> tuple[float, Gray]:
        """The newest picture, once; waits for it.

        Raises:
            CameraError: none came in time, or the source broke.
        """
        try:
            picture = self._newest.take(self._wait_s)
        except TimeoutError:
            text = f"{self._name}: no picture for {self._wait_s:g} s; {self._advice}"
            raise CameraError(text, "silent") from None
        self._wait_s = self._silent_s
        if picture:
            return picture
        if self._may_end and not self._trouble:
            raise StopIteration
        seconds = time.monotonic() - self._start
        text = f"{self._name}: no picture any more after {seconds:.1f} s{self._trouble}; {self._advice}"
        raise CameraError(text, "silent")

    def close(self) -> None:
        """Stop reading; a read that hangs is left to itself."""
        self._closing = True
        self._thread.join(_PATIENCE_S)
        _log.info("%s: %d pictures, %d of them dropped for a newer one", self._name, self.taken, self.dropped)

    def _read(self) -> None:
        try:
            while not self._closing and (picture := self._take()) is not None:
                self._put(picture)
        except (OSError, RuntimeError, cv2.error) as error:
            self._trouble = f" ({error})"
        finally:
            self._release()
            self._newest.close()

    def _put(self, picture: Gray) -> None:
        self.taken += 1
        self.dropped += self._newest.put((time.monotonic() - self._start, picture))


def from_capture(capture: cv2.VideoCapture) -> Callable[[], Gray | None]:
    """Reads grey pictures from an open capture."""

    def take() -> Gray | None:
        found, picture = capture.read()
        return gray(np.asarray(picture)) if found else None

    return take


def gray(picture: NDArray[np.integer | np.floating]) -> Gray:
    """The brightness of a picture that may be in colour; raises CameraError if it is too small to show a mat."""
    rows, columns = picture.shape[:2]
    if min(rows, columns) < _LEAST_PX:
        raise CameraError(f"a picture of {columns}x{rows} pixels is too small to show a mat; take larger ones")
    if picture.ndim == 2:
        return np.asarray(picture, np.uint8)
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
