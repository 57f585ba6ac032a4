"""A live source, read by a thread of its own: the newest picture counts, a late one is dropped, silence is noticed.

A read that hangs (an unplugged cable, a dead network) hangs the thread alone; whoever waits for pictures hears of it
within `SILENT_S`. A picture that is empty, garbage or ends early is left out and counted: only silence makes a source
dead.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple, Self

import cv2

from groundwork.picture import Colouring, Gray, no_colour
from hardware.camera.decoder import Decoder
from hardware.camera.errors import CameraError
from hardware.camera.picture import WholePicture, check_size
from hardware.slot import LatestSlot

SILENT_S: Final = 3.0
"""Without a picture for so long a source is dead."""
FIRST_S: Final = 10.0
"""The same for the first picture: cameras take their time to start."""
_PATIENCE_S: Final = 1.0
"""Time for which closing waits for a read that is under way."""
CHECK: Final = "check its cable and plug it in again"
_LOSES: Final = "its line loses data: check cable and radio, or let it send fewer or smaller pictures"
_RECENT: Final = 64
"""Pictures of which the broken ones are counted."""
_MANY: Final = 3
"""Broken ones among them of which people are told."""

REST_S: Final = 0.06
"""Least time between two decoded pictures while nothing moves: at most 15 a second of 30, and as many of 60.

Decoding is nine tenths of a picture's cost, and a hand is seen long before it has laid its card.
"""

_TOLD: Final = 300
"""Pictures for which people are told that they have another size."""

_log = logging.getLogger(__name__)


class _TimedPicture(NamedTuple):
    """Picture and its time."""

    seconds: float
    picture: WholePicture


class Live:
    """Iterates over seconds since opening and grey pictures, always the newest one; `close` it at the end."""

    def __init__(
        self,
        name: str,
        read: Callable[[], bytes | WholePicture | None],
        release: Callable[[], None],
        *,
        may_end: bool,
        advice: str = CHECK,
        silent_s: float = SILENT_S,
        first_s: float = FIRST_S,
        wake: Callable[[], object] = int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin to read.

        Args:
            name: of the source, for messages.
            read: waits for the next picture, encoded (empty if it came so) or as it is, None when there will be no
                more; called in the thread alone.
            release: releases the source; called in the thread, once, when it has read its last picture.
            may_end: whether the end of the source ends the iteration, rather than being an error.
            advice: what to do where no picture comes, for messages.
            silent_s: without a picture for so long the source is dead.
            first_s: the same for the first picture.
            wake: ends a ``read`` that waits; called on closing.
            clock: seconds.
        """
        self.at_rest = False
        """Whether nothing moves in the pictures, so that fewer do; set by whoever looks at them."""
        self.pictures = 0
        """Number of whole pictures."""
        self.dropped = 0
        """Pictures that a newer one replaced before anybody asked."""
        self.broken = 0
        """Pictures that were left out because they were empty, garbage or ended early."""
        self.broken_one_in = 0
        """The share of broken pictures among the newest, as one in so many, a power of two; 0: few are."""
        self.colour: Colouring = no_colour
        """Makes parts of the picture given last coloured."""
        self._name, self._read_next, self._release, self._may_end = name, read, release, may_end
        self._silent_s, self._wait_s, self._advice, self._wake = silent_s, first_s, advice, wake
        self._clock, self._start = clock, clock()
        self._decoded = self._start - REST_S
        """Time at which a picture was last decoded."""
        self._newest = LatestSlot[_TimedPicture]()
        self._decoder = Decoder()
        self._shape: tuple[int, ...] = 0, 0
        self._resized_at = -_TOLD
        """Whole pictures before those of this size."""
        self._recent: deque[bool] = deque(maxlen=_RECENT)
        """Whether each of the newest pictures is broken."""
        self._is_told = False
        """Whether the log says already that many are broken."""
        self._trouble: Exception | None = None
        """Error that ended the reading."""
        self._closing = False
        # A daemon thread: one that hangs in a driver must not keep the program from ending.
        self._thread = threading.Thread(target=self._read, name=f"camera {name}", daemon=True)
        self._thread.start()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> tuple[float, Gray]:
        """Return the newest picture, once; waits for it.

        Raises:
            CameraError: none came in time, or the source broke.
        """
        broken = self.broken
        try:
            seen = self._newest.get(self._wait_s)
        except TimeoutError:
            raise self._silence_error(self.broken - broken) from None
        self._wait_s = self._silent_s
        if seen:
            gray, self.colour = seen.picture
            return seen.seconds, gray
        if isinstance(self._trouble, CameraError):
            raise self._trouble
        if self._may_end and not self._trouble:
            raise StopIteration
        seconds, why = self._clock() - self._start, f" ({self._trouble})" if self._trouble else ""
        text = f"{self._name}: no picture any more after {seconds:.1f} s{why}; {self._advice}"
        raise CameraError(text, "silent")

    @property
    def is_resized(self) -> bool:
        """Whether the pictures have had another size until lately."""
        return self.pictures - self._resized_at < _TOLD

    def close(self) -> None:
        """Stop reading; a read that hangs is left to itself."""
        self._closing = True
        self._wake()
        self._thread.join(_PATIENCE_S)
        text = "%s: %d pictures, %d of them dropped for a newer one, and %d broken ones"
        _log.info(text, self._name, self.pictures, self.dropped, self.broken)

    def _silence_error(self, broken: int) -> CameraError:
        if broken:
            text = f"no whole picture for {self._wait_s:g} s, but {broken} broken ones"
            return CameraError(f"{self._name}: {text}; {_LOSES}", "broken")
        return CameraError(f"{self._name}: no picture for {self._wait_s:g} s; {self._advice}", "silent")

    def _read(self) -> None:
        try:
            while not self._closing and (taken := self._read_next()) is not None:
                if isinstance(taken, bytes) and self._is_spared():
                    continue
                whole = self._decoder.picture(taken) if isinstance(taken, bytes) else taken
                self._count(is_broken=whole is None)
                if whole is not None:
                    self._put(whole)
        except cv2.error:
            # The library tells the place in its own source.
            self._trouble = RuntimeError("its pictures cannot be read")
        except (OSError, RuntimeError) as error:
            self._trouble = error
        finally:
            self._release()
            self._newest.close()

    def _is_spared(self) -> bool:
        """Whether a picture that comes now need not be decoded."""
        now = self._clock()
        if self.at_rest and now - self._decoded < REST_S:
            return True
        self._decoded = now
        return False

    def _put(self, picture: WholePicture) -> None:
        if picture.gray.shape != self._shape:
            check_size(picture.gray, self._name)
            self._resize(picture.gray.shape)
        self.pictures += 1
        self.dropped += self._newest.put(_TimedPicture(self._clock() - self._start, picture))

    def _resize(self, shape: tuple[int, ...]) -> None:
        """Note that pictures have another size from now on. The source stays open: it may begin so each time."""
        if self.pictures:
            before, now = (f"{columns}x{rows}" for rows, columns in (self._shape, shape))
            text = "%s: its pictures have %s pixels now, %s before; if that stays, type: schiri calibrate"
            _log.warning(text, self._name, now, before)
            self._resized_at = self.pictures
        self._shape = shape

    def _count(self, *, is_broken: bool) -> None:
        self.broken += is_broken
        self._recent.append(is_broken)
        broken = sum(self._recent)
        self.broken_one_in = _power_of_two(len(self._recent) / broken) if broken >= _MANY else 0
        if self.broken_one_in and not self._is_told:
            self._is_told = True
            _log.warning("%s: sends broken pictures, one in %d; %s", self._name, self.broken_one_in, _LOSES)


def _power_of_two(number: float) -> int:
    """Return the next power of two, from 2 on: it does not change with every picture."""
    return 1 << max(1, round(number).bit_length() - 1)
