"""A board in simavr that runs the real AVR firmware; see ``bench/bench.c`` for what it can be told."""

from pathlib import Path

from PIL import Image

from firmware_bridge.mcu.emulated import Emulated

GLASS = (128, 64)
"""Size of the board's OLED, dots."""

KEYS = {"A": "D2", "B": "D3"}
"""Their pins."""


class ArduinoBoard(Emulated):
    """An Arduino.

    Args:
        bench: The program that ``toolchain.build_bench`` has built.
        elf: The firmware.
        port: Where the serial line shall be; then the board runs in real time. Without it time stands still but for
            ``run``.
    """

    def __init__(self, bench: Path, elf: Path, port: Path | None = None) -> None:
        super().__init__([str(bench), str(elf), *([str(port)] if port else [])], KEYS)

    def hold(self, letter: str, seconds: float) -> None:
        """Press a key for so long in the board's own time, after the presses that are still going on."""
        self.ask(f"hold {KEYS[letter]} {round(1000 * seconds)}")

    def glass(self) -> Image.Image:
        """The lit pixels of the OLED; all dark where it is off."""
        lit, memory = self.ask("oled").split()
        return picture(bytes.fromhex(memory) if lit == "1" else bytes(len(memory) // 2))


def picture(memory: bytes, size: tuple[int, int] = GLASS) -> Image.Image:
    """The dots of a memory of pages: a byte is eight dots of a column, the lowest bit the highest."""
    wide, high = size
    image = Image.new("1", size)
    image.putdata([memory[y // 8 * wide + x] >> y % 8 & 1 for y in range(high) for x in range(wide)])
    return image
