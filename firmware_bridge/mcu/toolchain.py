"""Build steps of the firmware: for AVR with avr-gcc, its bench with simavr, and the files of a Pico."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

HOME = Path(__file__).parent

CORE = [
    "clock",
    "frames",
    "keys",
    "main",
    "mood",
    "outputs",
    "picture",
    "presses",
    "serial",
    "session",
    "utf8",
    "wellformed",
]
"""The files of ``avr`` that every board needs."""

_GLASS = ("layout", "canvas", "text")

PARTS: dict[str, tuple[str, ...]] = {
    "oled": ("oled", "twi", *_GLASS),
    "sh1106": ("oled", "twi", *_GLASS),
    "epaper": ("epaper", "spi", *_GLASS),
    "digits": ("digits", "max7219", "spi"),
    "matrix": ("matrix", "max7219", "spi", "canvas", "text"),
    "strip": ("strip",),
    "buzzer": ("buzzer",),
    "lamp": ("lamp",),
}
"""The parts that can be fitted to a board, with the files that each needs."""

SHOWING = frozenset({"oled", "sh1106", "epaper", "digits", "matrix", "strip"})
"""Parts that show the score or whose turn it is; a board has at least one."""

ONE_OF = (frozenset({"oled", "sh1106", "epaper"}), frozenset({"digits", "matrix"}))
"""Sets of parts of which at most one can be fitted."""

REMEDIES = {
    "avr-gcc": "sudo apt-get install gcc-avr avr-libc binutils-avr",
    "gcc": "sudo apt-get install gcc libc6-dev libsimavr-dev libelf-dev",
    "avrdude": "sudo apt-get install avrdude",
    "mpremote": "pipx install mpremote",
}
"""The Debian packages of each tool."""

FLASH_BYTES = 32256
RAM_BYTES = 2048
"""Memory of an ATmega328P, less its boot loader of 512 bytes."""

FLAGS = [
    "-mmcu=atmega328p",
    "-DF_CPU=16000000UL",
    "-std=c11",
    "-Os",
    "-flto",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wno-array-bounds",
]
"""GCC 12 and later take a register at a fixed address for an array without room, hence the last."""
BENCH_FLAGS = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror"]
SIMAVR = ("/usr/include/simavr", "/usr/include/simavr/avr")
LIBRARIES = ["-lsimavrparts", "-lsimavr", "-lelf", "-lutil", "-lpthread"]


class MissingTool(ValueError):  # noqa: N818 - named for the mistake
    """A program that is needed is not installed."""


class ToolError(ValueError):
    """A program that was called has ended with an error."""


class TooLarge(ValueError):  # noqa: N818 - named for the mistake
    """A firmware does not fit into the chip."""


class UnfitOutfit(ValueError):  # noqa: N818 - named for the mistake
    """No board can be fitted like this."""


@dataclass(frozen=True, slots=True)
class Outfit:
    """The parts fitted to a board, and their values.

    Attributes:
        parts: Of ``PARTS``.
        values: Values of ``avr/fitted.h`` that are set otherwise there, by name.

    Raises:
        UnfitOutfit: A part that there is not, no part that shows anything, or two glasses.
    """

    parts: tuple[str, ...] = ("oled", "buzzer", "lamp")
    values: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        if unknown := [part for part in self.parts if part not in PARTS]:
            raise UnfitOutfit(f"no part {unknown[0]!r}; there are {', '.join(PARTS)}")
        for rivals in ONE_OF:
            if len(rivals.intersection(self.parts)) > 1:
                raise UnfitOutfit(f"{', '.join(self.parts)}: a board has one of {', '.join(sorted(rivals))}")
        if not SHOWING.intersection(self.parts):
            raise UnfitOutfit(
                f"{', '.join(self.parts) or 'nothing'} shows no score; fit one of {', '.join(sorted(SHOWING))}"
            )

    @property
    def sources(self) -> list[str]:
        """The files to compile."""
        names = {*CORE, *(name for part in self.parts for name in PARTS[part])}
        return [str(HOME / "avr" / f"{name}.c") for name in sorted(names)]

    @property
    def defines(self) -> list[str]:
        """List the definitions for the compiler."""
        return [f"-DWITH_{part.upper()}" for part in self.parts] + [f"-D{name}={value}" for name, value in self.values]


@dataclass(frozen=True, slots=True)
class Firmware:
    """A firmware that was built; sizes in bytes, RAM without the stack."""

    elf: Path
    hex: Path
    flash_bytes: int
    ram_bytes: int


def build(outfit: Outfit, folder: Path) -> Firmware:
    """Build the AVR firmware into a folder.

    Raises:
        MissingTool: No avr-gcc.
        ToolError: It does not compile.
        TooLarge: It does not fit.
    """
    folder.mkdir(parents=True, exist_ok=True)
    elf, hex_file = folder / "display.elf", folder / "display.hex"
    run([tool("avr-gcc"), *FLAGS, *outfit.defines, *outfit.sources, "-o", str(elf)])
    run([tool("avr-objcopy", "avr-gcc"), "-O", "ihex", "-R", ".eeprom", str(elf), str(hex_file)])
    sections = run([tool("avr-size", "avr-gcc"), "-A", str(elf)])
    sizes = {name: int(size) for name, size in re.findall(r"^\.(text|data|bss|noinit)\s+(\d+)", sections, re.MULTILINE)}
    flash, ram = sizes["text"] + sizes.get("data", 0), sum(sizes.get(name, 0) for name in ("data", "bss", "noinit"))
    if flash > FLASH_BYTES:
        raise TooLarge(f"{' '.join(outfit.parts)}: {flash} bytes of flash; an ATmega328P has {FLASH_BYTES}")
    return Firmware(elf, hex_file, flash, ram)


def build_bench(folder: Path) -> Path:
    """Build the bench, a program that runs a firmware in simavr; return its path.

    Raises:
        MissingTool: No compiler or no simavr.
        ToolError: It does not compile.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if not Path(SIMAVR[0]).is_dir():
        raise MissingTool(f"simavr is not installed: {REMEDIES['gcc']}")
    sources = sorted(map(str, (HOME / "bench").glob("*.c")))
    includes = [flag for folder_ in SIMAVR for flag in ("-isystem", folder_)]
    bench = folder / "bench"
    run([tool("gcc"), *BENCH_FLAGS, *includes, *sources, *LIBRARIES, "-o", str(bench)])
    return bench


def tool(name: str, of: str | None = None) -> str:
    """Find the path of a program; ``of`` is the one that it comes with.

    Raises:
        MissingTool: It is not installed; tells Debian's packages.
    """
    path = shutil.which(name)
    if path is None:
        raise MissingTool(f"{name} is not installed: {REMEDIES[of or name]}")
    return path


def run(command: list[str]) -> str:
    """Run a program to its end; return what it printed.

    Raises:
        ToolError: It ended with an error; tells the first, or its last words.
    """
    process = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - no shell, our own words
    if process.returncode:
        words = [line.strip() for line in f"{process.stdout}\n{process.stderr}".splitlines() if line.strip()]
        errors = [line for line in words if "error" in line.lower()]
        raise ToolError(f"{Path(command[0]).name} failed: {[*errors, *words[-1:], 'it does not say why'][0]}")
    return process.stdout


# The files on a Pico: the program ``pico/``, and a ``main.py`` that names the fitted parts.

_MAIN = "from schiri.chip import run\n\nrun({parts!r}, {values!r})\n"


def stage_pico(fitted: Outfit, out: Path) -> Path:
    """Copy the Pico's files into a folder of their own below ``out``; return that folder."""
    folder = out / "pico"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "schiri").mkdir(parents=True)
    for source in sorted((HOME / "pico").glob("*.py")):
        shutil.copy(source, folder / "schiri")
    main = _MAIN.format(parts=fitted.parts, values=dict(fitted.values))
    (folder / "main.py").write_text(main, encoding="utf-8")
    return folder
