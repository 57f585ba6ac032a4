"""``schiri firmware``: build, flash and emulate the firmware of a display of one's own."""

import select
import shlex
import signal
import sys
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from types import FrameType
from typing import Final

from PIL import Image

from controller.commands.terminal import say
from firmware_bridge.mcu import toolchain
from firmware_bridge.mcu.board import ArduinoBoard
from firmware_bridge.mcu.pico.fitted import VALUES
from firmware_bridge.mcu.toolchain import Outfit

BAUDS: Final = {"uno": 115200, "nano": 115200, "nano-old": 57600}
"""The baud rates of the boards' boot loaders; many a Nano has the old one."""

GLASSES: Final = frozenset({"oled"})
"""The parts soldered to the emulated board; other parts are there as pins."""

LIMITS: Final[Mapping[str, tuple[tuple[str, ...], int, int]]] = {
    "DIGITS_MODULES": (("digits",), 1, 8),
    "MATRIX_MODULES": (("matrix",), 1, 8),
    "MAX7219_BRIGHTNESS": (("digits", "matrix"), 0, 15),
    "STRIP_LEDS": (("strip",), 1, 255),
    "STRIP_BRIGHTEST": (("strip",), 1, 255),
    "OLED_CONTRAST": (("oled", "sh1106"), 0, 255),
    "EPAPER_SLEEP_S": (("epaper",), 1, 86400),
}
"""The parts that a value is for, the least and the most it can be."""

LOOK_S: Final = 0.1
"""Seconds between two checks of the glass."""

SHORT_S: Final = 0.1
LONG_S: Final = 1.2
"""The duration of a long press."""


class WrongOption(ValueError):  # noqa: N818 - named for the mistake
    """An option's value that cannot be."""


def outfit(parts: str, values: list[str]) -> Outfit:
    """Return the outfit of a board, from ``oled,strip`` and ``["STRIP_LEDS=12"]``."""
    pairs: list[tuple[str, int]] = []
    for value in values:
        name, _, number = value.partition("=")
        if not (name.isidentifier() and name.isupper() and number.isdecimal()):
            raise WrongOption(f"--set {value}: a name of docs/firmware.md and a number, for instance STRIP_LEDS=12")
        if name not in VALUES:
            raise WrongOption(f"--set {value}: there is no {name}; there are {', '.join(VALUES)}")
        pairs.append((name, int(number)))
    fitted = Outfit(tuple(part.strip() for part in parts.split(",") if part.strip()), tuple(pairs))
    for pair in pairs:
        _check(*pair, fitted)
    return fitted


def _check(name: str, number: int, fitted: Outfit) -> None:
    """Whether a value means something on a board so fitted, and the board can have it; raises WrongOption."""
    meaning, least, most = LIMITS[name]
    if not set(meaning).intersection(fitted.parts):
        raise WrongOption(f"--set {name}={number}: there is no {' or '.join(meaning)} on this board; see --with")
    if not least <= number <= most:
        raise WrongOption(f"--set {name}={number}: it can be {least} to {most}")


def build(board: str, fitted: Outfit, out: Path) -> Path:
    """Build what a board needs into a folder, and tell its size; the file or folder that goes onto the board."""
    if board == "pico":
        folder = toolchain.stage_pico(fitted, out)
        say(f"{folder}: for MicroPython on a Raspberry Pi Pico")
        return folder
    firmware = toolchain.build(fitted, out)
    say(
        f"{firmware.hex}: {firmware.flash_bytes} of {toolchain.FLASH_BYTES} bytes of flash, {firmware.ram_bytes} of "
        f"{toolchain.RAM_BYTES} bytes of RAM, the rest is for the stack"
    )
    return firmware.hex


def flash(board: str, fitted: Outfit, port: str | None, out: Path) -> int:
    """Build and write to a board, showing the command that does it; returns the exit status."""
    if board != "pico" and not port:
        raise WrongOption(f"--port: where is the {board}? For instance /dev/ttyACM0 or /dev/ttyUSB0")
    built = build(board, fitted, out)
    if board == "pico":
        where = ["connect", port] if port else []
        command = [
            toolchain.tool("mpremote"),
            *where,
            "cp",
            "-r",
            *map(str, sorted(built.iterdir())),
            ":",
            "+",
            "reset",
        ]
    else:
        speed = ["-P", port or "", "-b", str(BAUDS[board])]
        command = [
            toolchain.tool("avrdude"),
            "-q",
            "-p",
            "m328p",
            "-c",
            "arduino",
            *speed,
            "-D",
            "-U",
            f"flash:w:{built}:i",
        ]
    say(shlex.join(command))
    toolchain.run(command)
    say("done")
    return 0


def emulate(fitted: Outfit, port: Path | None, png: Path | None) -> int:
    """Run the firmware in simavr until Ctrl-C; show its glass each time it changes; raises PortTaken."""
    if not GLASSES.intersection(fitted.parts):
        raise WrongOption(
            f"--with {','.join(fitted.parts)}: the emulated board has an {' or '.join(GLASSES)}, nothing else"
        )
    with (
        suppress(KeyboardInterrupt),
        plugged(port) if port else nullcontext(),
        tempfile.TemporaryDirectory(prefix="schiri-firmware-") as folder,
    ):
        bench = toolchain.build_bench(Path(folder))
        elf = toolchain.build(fitted, Path(folder)).elf
        path = port or Path(folder) / "port"
        with ArduinoBoard(bench, elf, path) as board:
            say(f"display on {path}")
            say("a or b and Enter presses a key, A or B holds it long; Ctrl-C ends")
            _show_glass(board, png)
    return 0


def _show_glass(board: ArduinoBoard, png: Path | None) -> None:
    """Show the glass whenever it has changed and then stood still; obey what is typed."""
    shown_dots: bytes | None = None
    before: bytes | None = None
    listening = [sys.stdin] if sys.stdin is not None else []  # None where it was closed
    while True:
        glass = board.glass()
        dots = glass.tobytes()
        if dots == before != shown_dots:
            shown_dots = dots
            say(braille(glass))
            if png is not None:
                glass.save(png)
        before = dots
        ready, _, _ = select.select(listening, [], [], LOOK_S)
        if ready:
            line = ready[0].readline()
            if not line:
                listening = []
            for letter in line.strip():
                if letter in "aAbB":
                    board.hold(letter.upper(), LONG_S if letter.isupper() else SHORT_S)


def braille(image: Image.Image) -> str:
    """Return a picture of dots for a terminal, two by four dots a character (Unicode's braille patterns).

    >>> print(braille(Image.new("1", (4, 4), 1)))
    ⣿⣿
    """
    numbers = ((0, 3), (1, 4), (2, 5), (6, 7))
    lines: list[str] = []
    for top in range(0, image.height, 4):
        codes = (
            sum(bool(image.getpixel((left + x, top + y))) << numbers[y][x] for y in range(4) for x in range(2))
            for left in range(0, image.width, 2)
        )
        lines.append("".join(chr(0x2800 + code) for code in codes))
    return "\n".join(lines)


# The path at which an emulated display is plugged in: a link that is ours, and gone when the display is.

TERMINALS: Final = Path("/dev/pts")
"""Folder of the pseudo-terminals, to which the links lead."""


class PortTaken(ValueError):  # noqa: N818 - named for the mistake
    """Path at which there can be no new link."""


@contextmanager
def plugged(path: Path) -> Generator[None]:
    """Hold a path for the link of an emulated display, which takes it away at the end, by SIGTERM too.

    Raises:
        PortTaken: Something else is there, or there is no such folder.
    """
    _check_path(path)
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
        if _is_ours(path):
            path.unlink()


def _stop(number: int, frame: FrameType | None) -> None:
    """End as Ctrl-C does."""
    del number, frame
    raise KeyboardInterrupt


def _is_ours(path: Path) -> bool:
    return path.is_symlink() and path.readlink().parent == TERMINALS


def _check_path(path: Path) -> None:
    """Refuse a path at which anything but a link that an emulated display left behind would be replaced."""
    if not path.parent.is_dir():
        raise PortTaken(f"--port {path}: there is no folder {path.parent}")
    if _is_ours(path) and not path.exists():
        return
    if _is_ours(path):
        raise PortTaken(f"--port {path}: another display may be plugged in there; take another path or delete it")
    if path.exists() or path.is_symlink():
        raise PortTaken(f"--port {path}: something is there already; take a path where nothing is")
