"""E-paper of 296 x 128 dots with an SSD1680 (Waveshare 2.9" and its kin) on SPI.

It is refreshed partly, without flicker, and wholly now and then against ghosts; it sleeps when nothing has changed for
long. What stands on it is kept, so that a new picture may come at any time.
"""

from .canvas import Canvas
from .layout import PictureLayout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .picture import Picture

WIDE, HIGH = 296, 128
UNIT = 2
PAGES = HIGH // 8

RESET_MS = 20
WHOLE_MS = 10000
"""Longest time of a whole update: a longer one hangs, and must not delay the rest."""

PARTIAL_MS = 1900
PARTIAL_IN_A_ROW = 20
"""Then ghosts are wiped off."""

SETTLE_MS = 200
"""Time in which changes reach the paper at once: a greeting and its picture, a trick and its verdict."""

# Data sheet SSD1680, command table: gates; addresses grow, along the gates first; from and to, across in bytes, along
# in dots; a white border; the chip's own thermometer; sources 8 to 167.
SETTINGS = (
    (0x01, b"\x27\x01\x00"),
    (0x11, b"\x07"),
    (0x44, b"\x00\x0f"),
    (0x45, b"\x00\x00\x27\x01"),
    (0x3C, b"\x05"),
    (0x18, b"\x80"),
    (0x21, b"\x00\x80"),
)
NEW, OLD = 0x24, 0x26
"""The chip's two memories."""

WHOLE = b"\xf7"
"""A refresh: clock, power, temperature, mode 1, and all off again."""

PARTIAL = b"\xff"
"""The same in mode 2, which moves only what differs between the memories."""

RESETTING, WAKING, RESTING, REFRESHING, SLEEPING = range(5)


class Wires:
    """The lines to the chip; each of these takes or gives a level, but ``write``, which writes bytes to SPI."""

    def __init__(
        self,
        write: "Callable[[bytes], object]",
        chip: "Callable[[int], object]",
        data: "Callable[[int], object]",
        reset: "Callable[[int], object]",
        busy: "Callable[[], int]",
    ) -> None:
        self._write = write
        self._chip = chip
        self._data = data
        self.reset = reset
        self.busy = busy

    def command(self, command: int, data: bytes = b"") -> None:
        """Send a command and its data."""
        self._send(0, bytes([command]))
        if data:
            self._send(1, data)

    def _send(self, kind: int, data: bytes) -> None:
        self._data(kind)
        self._chip(0)
        self._write(data)
        self._chip(1)


class EpaperPanel:
    """The paper, from its reset on.

    Args:
        wires: To the chip.
        sleep_ms: After so long without a change it sleeps; it wakes with a whole refresh, since it may have forgotten.
    """

    def __init__(self, wires: Wires, sleep_ms: int) -> None:
        self._wires = wires
        self._sleep_ms = sleep_ms
        self._canvas = Canvas(WIDE, HIGH)
        self._layout = PictureLayout(self._canvas, UNIT)
        self._wanted: tuple[Picture, bool] | None = None
        self._due = 0
        self._partial = PARTIAL_IN_A_ROW
        self._state = RESETTING
        self._since = 0
        wires.reset(0)

    def refresh(self, picture: "Picture", silent: bool, now: int) -> None:
        """Another picture, or nobody speaks any more."""
        if not self._wanted:
            self._due = now + SETTLE_MS
        self._wanted = (picture, silent)

    def work(self, now: int) -> None:
        """Do the next piece."""
        since = now - self._since
        if self._state == RESETTING and since >= RESET_MS:
            self._wires.reset(1)
            self._go(WAKING, now)
        elif self._state == WAKING and since >= RESET_MS and not self._wires.busy():
            for command, data in SETTINGS:
                self._wires.command(command, data)
            self._partial = PARTIAL_IN_A_ROW
            self._go(RESTING, now)
        elif self._state == REFRESHING and since >= self._patience():
            self._refreshed()
            self._go(RESTING, now)
        elif self._state == RESTING and self._wanted and now >= self._due:
            self._begin()
            self._go(REFRESHING, now)
        elif self._state == RESTING and since >= self._sleep_ms:
            self._wires.command(0x10, b"\x01")
            self._go(SLEEPING, now)
        elif self._state == SLEEPING and self._wanted:
            self._wires.reset(0)
            self._go(RESETTING, now)

    def _go(self, state: int, now: int) -> None:
        self._state = state
        self._since = now

    def _is_whole(self) -> bool:
        return self._partial >= PARTIAL_IN_A_ROW

    def _patience(self) -> int:
        if not self._wires.busy():
            return RESET_MS
        return WHOLE_MS if self._is_whole() else PARTIAL_MS

    def _begin(self) -> None:
        if self._wanted:
            self._layout.draw(*self._wanted)
        self._wanted = None
        self._fill(NEW)
        if self._is_whole():
            self._fill(OLD)
        self._wires.command(0x22, WHOLE if self._is_whole() else PARTIAL)
        self._wires.command(0x20)

    def _refreshed(self) -> None:
        """After a whole refresh both memories are the same; after a partial one the old one follows."""
        if self._is_whole():
            self._partial = 0
        else:
            self._fill(OLD)
            self._partial += 1

    def _fill(self, memory: int) -> None:
        """Fill a memory. The glass lies on its side: its top is the last source; 1 is white."""
        for page in range(PAGES):
            self._wires.command(0x4E, bytes([PAGES - 1 - page]))
            self._wires.command(0x4F, b"\0\0")
            line = self._canvas.pages[page * WIDE : (page + 1) * WIDE]
            self._wires.command(memory, bytes(dots ^ 0xFF for dots in line))
