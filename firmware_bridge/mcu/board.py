"""A board in simavr that runs the real AVR firmware; see ``bench/bench.c`` for what it can be told."""

import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from PIL import Image

GLASS = (128, 64)
"""Size of the board's OLED, dots."""


class BoardGone(OSError):  # noqa: N818 - named for what has happened
    """The bench has ended, for instance because the firmware crashed."""


class Board:
    """A context manager that runs a firmware while it is open.

    Args:
        bench: The program that ``toolchain.build_bench`` has built.
        elf: The firmware.
        port: Where the serial line shall be; then the board runs in real time. Without it time stands still but for
            ``run``.

    Attributes:
        now: Seconds since the start, as far as ``run`` has told them.
    """

    def __init__(self, bench: Path, elf: Path, port: Path | None = None) -> None:
        self.now = 0.0
        command = [str(bench), str(elf), *([str(port)] if port else [])]
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                command, stdin=theirs.fileno(), stdout=theirs.fileno(), stderr=subprocess.DEVNULL
            )
        self._line = ours.makefile("rw", encoding="ascii")
        ours.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Cut the power. Twice is as good as once."""
        self._process.kill()
        self._process.wait()
        with suppress(OSError):
            self._line.close()

    def ask(self, command: str) -> str:
        """Give one command and return the answer.

        Raises:
            BoardGone: Nobody answers.
        """
        try:
            self._line.write(f"{command}\n")
            self._line.flush()
            answer = self._line.readline()
        except (OSError, ValueError) as error:
            raise BoardGone(f"the board has stopped before {command!r}") from error
        if not answer:
            raise BoardGone(f"the board has stopped at {command!r}")
        return answer.rstrip("\n")

    def receive(self, data: bytes) -> None:
        """Put bytes on the line to the board; they take their time to arrive."""
        if data:
            self.ask(f"rx {data.hex()}")

    def run(self, seconds: float) -> bytes:
        """Let time pass, at most until the board has sent a whole frame; what it has sent."""
        time_us, _, sent = self.ask(f"run {max(1, round(1e6 * seconds))}").partition(" ")
        self.now = float(time_us) / 1e6
        return bytes.fromhex(sent)

    def key(self, letter: str, *, down: bool) -> None:
        """Close or open a key's contact: ``A`` or ``B``."""
        self.ask(f"pin D{2 + ord(letter) - ord('A')} {int(not down)}")

    def hold(self, letter: str, seconds: float) -> None:
        """Press a key for so long in the board's own time, after the presses that are still going on."""
        self.ask(f"hold D{2 + ord(letter) - ord('A')} {round(1000 * seconds)}")

    def glass(self) -> Image.Image:
        """What is lit on the OLED; all dark where it is off."""
        lit, memory = self.ask("oled").split()
        return picture(bytes.fromhex(memory) if lit == "1" else bytes(len(memory) // 2))


def picture(memory: bytes, size: tuple[int, int] = GLASS) -> Image.Image:
    """The dots of a memory of pages: a byte is eight dots of a column, the lowest bit the highest."""
    wide, high = size
    image = Image.new("1", size)
    image.putdata([memory[y // 8 * wide + x] >> y % 8 & 1 for y in range(high) for x in range(wide)])
    return image
