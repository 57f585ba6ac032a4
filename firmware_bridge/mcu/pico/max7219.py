"""A chain of MAX7219 on SPI, eight lines of eight lights each; the Pico's wire reaches the first chip."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LINES = 8


class Chain:
    """Chips in a row.

    Args:
        write: Writes bytes to SPI.
        chip: The level of the pin that loads what was written when it rises.
        modules: How many.
        brightness: Of 0 to 15.
    """

    def __init__(
        self, write: "Callable[[bytes], object]", chip: "Callable[[int], object]", modules: int, brightness: int
    ) -> None:
        self._write = write
        self._chip = chip
        self.modules = modules
        # Data sheet MAX7219/MAX7221, tables 2 to 10: no display test, scan all, no decoding, brightness, not shut down.
        self._settings = ((0x0F, 0), (0x0B, LINES - 1), (0x09, 0), (0x0A, brightness), (0x0C, 1))

    def send(self, modules: "Sequence[bytes]") -> None:
        """Light each module's lines; all settings go out again, since a chip may have lost them to a weak supply."""
        for address, value in self._settings:
            self._load(bytes((address, value)) * self.modules)
        for line in range(LINES):
            # What is written first moves on to the last chip.
            self._load(b"".join(bytes((line + 1, lights[line])) for lights in reversed(modules)))

    def _load(self, data: bytes) -> None:
        self._chip(0)
        self._write(data)
        self._chip(1)
