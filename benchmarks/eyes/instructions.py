"""The instructions of the eyes for a frame, counted: the same on a busy machine as on a quiet one.

Run it from the project's folder: `python -m benchmarks.eyes.instructions [CHECKOUT] [--cloth checks] [--on aarch64]
[--jpeg] [--json]`; it takes a minute or two and needs Valgrind (`apt-get install valgrind`), on aarch64 QEMU's user
mode and a compiler (`apt-get install qemu-user gcc`). Frames of the film of `benchmarks.eyes.reading` are shown to the
eyes of this version, or of another one that lies in CHECKOUT, in a process of their own; what drawing, loading and
finding the mat cost does not count. With `--jpeg` the film has 30 frames a second and comes as a camera's JPEG, and
decoding counts. Python's hashes are fixed and its collector is off, so that a count can be had again to a few
instructions in a thousand.

On paper a Raspberry Pi 4 has what a frame needs if the instructions of the slowest frame, at the rate at which its
cores carry them out, take less than a frame lasts.
"""

import argparse
import gc
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from benchmarks.eyes import aarch64, contenders, reading
from groundwork.picture import Gray, u8
from hardware.camera.decoder import Decoder
from vision.film.write import frames

HERE: Final = Path(__file__).resolve().parents[2]
MARK: Final = "Py_SetRecursionLimit"
"""A function of Python that nobody else calls: on each entry Valgrind writes down its counters."""
GHZ: Final = 1.5
"""The clock rate of a Raspberry Pi 4."""
PER_CYCLE: Final = 1.0
"""The instructions that a Cortex-A72 executes in a cycle, a careful estimate: three at most."""
FPS: Final = 30
"""The frames a second for which the share of a core is computed."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The instructions of some frames."""

    frames: int
    mean: int
    median: int
    p99: int
    most: int


def counted(instructions: Sequence[int]) -> Counted:
    """Sum up some frames.

    >>> counted([1, 2, 30])
    Counted(frames=3, mean=11, median=2, p99=29, most=30)
    """
    median, p99 = (int(np.percentile(instructions, share)) for share in (50, 99))
    return Counted(len(instructions), sum(instructions) // len(instructions), median, p99, max(instructions))


def show(film: Path) -> list[bool]:
    """Show the frames to new eyes, and mark before and after each that counts; returns which of those were still."""
    # One after the other in memory as a camera gives them: a compressed film would be unpacked between the marks.
    encoded = [path.read_bytes() for path in sorted(film.iterdir())] if film.is_dir() else []
    pictures, decoder, fps = encoded or np.load(film, mmap_mode="r"), Decoder(), FPS if encoded else 15
    # Under Valgrind all takes fifty times as long: by the clock regions would be put off.
    contenders.__dict__["BUDGET_MS"] = None
    own, still = contenders.eyes("aruco", reading.SEATS)[1], list[bool]()
    gc.collect()
    gc.freeze()
    gc.disable()
    limit = sys.getrecursionlimit()

    def begin() -> None:
        os.getppid()  # which is the mark under QEMU; counted by neither
        sys.setrecursionlimit(limit)

    def end() -> None:
        sys.setrecursionlimit(limit)
        os.getppid()

    for number, picture in enumerate(pictures):
        given, idle = picture if encoded else np.array(picture), own.counts.idle
        if number >= reading.WARM_UP:
            begin()
        own.feed(number / fps, _brightness(decoder, given))
        if number < reading.WARM_UP:
            continue
        end()
        still.append(own.counts.idle > idle)
    return still


def _brightness(decoder: Decoder, given: bytes | Gray) -> Gray:
    gray = decoder.brightness(given) if isinstance(given, bytes) else given
    if gray is None:
        raise SystemExit("a picture of the film cannot be decoded")
    return gray


def count_on_arm(checkout: Path, film: Path) -> tuple[list[int], list[bool]]:
    """Count on aarch64, by QEMU, with the packages that are locked for a Raspberry Pi."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "still.json"
        child = ["-P", __file__, "--show", str(film), "--told", str(told)]
        marks = aarch64.instructions_at_marks(child, checkout, Path(folder))
        still: list[bool] = json.loads(told.read_text(encoding="utf-8"))
    pairs = zip(marks[::2], marks[1::2], strict=True)
    return [ended - began for began, ended in pairs], still


def count(checkout: Path, film: Path) -> tuple[list[int], list[bool]]:
    """Count the instructions of every frame that counts, with a checkout's eyes; returns also whether it was still."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise SystemExit("Valgrind is not installed: sudo apt-get install valgrind")
    with tempfile.TemporaryDirectory() as folder:
        out, told = Path(folder) / "counts", Path(folder) / "still.json"
        tool = [valgrind, "--quiet", "--tool=callgrind", f"--dump-before={MARK}", f"--callgrind-out-file={out}"]
        child = [sys.executable, "-P", __file__, "--show", str(film), "--told", str(told)]
        environment = os.environ | {"PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
        subprocess.run([*tool, *child], check=True, env=environment, cwd=checkout)  # noqa: S603  our own program
        still: list[bool] = json.loads(told.read_text(encoding="utf-8"))
        # The first part is all before the first mark; from there on a frame and the time between two frames by turns.
        parts = [_total(Path(f"{out}.{number}")) for number in range(2, 2 * len(still) + 1, 2)]
    return parts, still


def _total(dump: Path) -> int:
    """Return the instructions of one part of a run."""
    found = re.search(r"^totals: (\d+)", dump.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    if found is None:
        raise SystemExit(f"{dump}: Valgrind wrote no total")
    return int(found[1])


def load(instructions: int) -> float:
    """Return the share of one core of a Raspberry Pi 4 that frames of so many instructions take."""
    return instructions * FPS / (GHZ * 1e9 * PER_CYCLE)


def draw(cards: int, cloth: str, folder: Path, *, jpeg: bool) -> Path:
    """Draw the film, as a file, or as a folder of encoded pictures."""
    steps, table = reading.script(cards), "checks" if cloth == "checks" else "felt"
    path = folder / "frames.npy"
    if not jpeg:
        np.save(path, np.stack([gray for _, gray in reading.film(steps, "low", "aruco", table)]))
        return path
    path.mkdir()
    drawn = frames(steps, reading.SEATS, seed=1, noise="low", size=reading.SIZE, table=table, fps=FPS)
    for number, picture in enumerate(drawn):
        u8(cv2.imencode(".jpg", picture, reading.LIKE_A_CAMERA)[1]).tofile(path / f"{number:05d}.jpg")
    return path


def main() -> None:
    """Draw, count, print."""
    parser = argparse.ArgumentParser(description="Instructions that the eyes take for a frame.")
    parser.add_argument("checkout", type=Path, nargs="?", default=HERE, help="another version of the project")
    parser.add_argument("--cards", type=int, default=6)
    parser.add_argument("--cloth", choices=("felt", "checks"), default="felt")
    parser.add_argument("--on", choices=("x86-64", "aarch64"), default="x86-64", help="the processor")
    parser.add_argument("--jpeg", action="store_true", help="decode the pictures, too")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--told", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.show:
        options.told.write_text(json.dumps(show(options.show)), encoding="utf-8")
        return
    with tempfile.TemporaryDirectory() as folder:
        film = draw(options.cards, options.cloth, Path(folder), jpeg=options.jpeg)
        counting = count_on_arm if options.on == "aarch64" else count
        instructions, still = counting(options.checkout.resolve(), film)
    kinds = {
        "still": counted([each for each, quiet in zip(instructions, still, strict=True) if quiet]),
        "event": counted([each for each, quiet in zip(instructions, still, strict=True) if not quiet]),
    }
    if options.json:
        print(json.dumps({name: asdict(kind) for name, kind in kinds.items()}))
        return
    kinds["all"] = counted(instructions)
    told = f"aruco on {options.cloth}, noise low, {options.cards} cards, 1920x1080, OpenCV {cv2.__version__}"
    told += ", JPEG" if options.jpeg else ""
    print(f"{told}, {options.on}")
    for name, kind in kinds.items():
        print(f"{name}, {kind.frames} frames: mean {kind.mean:,}, median {kind.median:,}, 99th {kind.p99:,}", end=", ")
        print(f"most {kind.most:,}")
        shares = f"{100 * load(kind.median):.2f} % at the median, {100 * load(kind.mean):.2f} in the mean"
        print(f"  of a Pi 4's core at {FPS} a second: {shares}")


if __name__ == "__main__":
    main()
