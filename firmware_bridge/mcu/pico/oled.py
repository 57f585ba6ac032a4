"""SSD1306 or SH1106, 128 x 64 dots, on I2C at 0x3C; page addressing is what both have in common."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Bus(Protocol):
        """The bus as ``machine.I2C`` has it; raises OSError where nobody answers."""

        def writeto(self, address: int, data: bytes) -> object:
            """Write bytes to whoever has this address."""


ADDRESS = 0x3C
COMMANDS = b"\x00"
DATA = b"\x40"
PAGES = 8
WIDE = 128

START = b"\xae\x20\x02\xa8\x3f\xd3\x00\xa1\xc8\xda\x12\xd5\x80\xd9\xf1\xdb\x40\x81"
"""Off, page addressing, 64 lines, no offset, upright with the pins above, wiring, clock, charging; contrast follows."""

PUMP = {False: b"\x8d\x14", True: b"\xad\x8b"}
"""Commands for the charge pump, by whether it is an SH1106."""

LIGHT = b"\xa4\xa6\xaf"
"""Commands to show the memory, not inverted, and to switch on."""


class Oled:
    """A glass on a bus; one that is not there is tried again with the next picture."""

    def __init__(self, bus: "Bus", contrast: int, sh1106: bool = False) -> None:
        self._bus = bus
        self._start = COMMANDS + START + bytes([contrast]) + PUMP[sh1106]
        self._sh1106 = sh1106
        self._started = False

    def show(self, pages: bytearray) -> bool:
        """Light these dots; False if nobody answers."""
        first = 2 if self._sh1106 else 0
        try:
            if not self._started:
                self._bus.writeto(ADDRESS, self._start)
            for page in range(PAGES):
                self._bus.writeto(ADDRESS, COMMANDS + bytes([0xB0 | page, first, 0x10]))
                self._bus.writeto(ADDRESS, DATA + bytes(pages[page * WIDE : (page + 1) * WIDE]))
            if not self._started:
                self._bus.writeto(ADDRESS, COMMANDS + LIGHT)
            self._started = True
        except OSError:
            self._started = False
        return self._started
