"""The time that the eyes take for a frame, against those of an earlier version on the same film, by turns.

Run it from the project's folder: ``python -m benchmarks.eyes.paired_reading CHECKOUT``, where another version of the
project lies in CHECKOUT. The film is drawn once and shown several times over to new eyes of both versions, in one
process, frame by frame by turns; who goes first changes. A frame's cost is the middle one of all rounds, in processor
time of the one thread, so that what else the machine does counts little. Before each turn a picture is decompressed
and made grey, which leaves the processor's cache as a daemon finds it; with `--warm` it is not. A frame counts as
still if both found nothing to look at, and as an event if neither did.
"""

import argparse
import gc
import importlib
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from benchmarks.eyes import reading
from groundwork.picture import Gray, Matrix

HERE: Final = Path(__file__).resolve().parents[2]


@dataclass(slots=True)
class Version:
    """The eyes of one version, and their results for each frame of a film."""

    contender: Any
    eyes: Any
    idle: list[bool] = field(default_factory=list[bool])

    def take(self, seconds: float, gray: Gray) -> None:
        """Process a frame."""
        before = self.eyes.counts.idle
        self.contender.take(seconds, gray)
        self.idle.append(self.eyes.counts.idle > before)


@contextmanager
def modules_of(checkout: Path) -> Generator[None]:
    """Import from that checkout for a while, beside this checkout's imports."""
    ours = {name: module for name, module in sys.modules.items() if _is_ours(name)}
    for name in ours:
        del sys.modules[name]
    sys.path.insert(0, str(checkout))
    try:
        yield
    finally:
        sys.path.remove(str(checkout))
        for name in [name for name in sys.modules if _is_ours(name)]:
            del sys.modules[name]
        sys.modules.update(ours)


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] in {"vision", "benchmarks"}


def eyes_of(checkout: Path, symbology: str, count: int) -> list[Version]:
    """Make so many pairs of eyes of a checkout, set up as its own benchmarks set them up."""
    with modules_of(checkout):
        make = importlib.import_module("benchmarks.eyes.contenders").eyes
        return [Version(*make(symbology, reading.SEATS)) for _ in range(count)]


def show(frames: Sequence[tuple[float, Gray]], now: Version, before: Version, *, warm: bool) -> None:
    """Show both every frame by turns."""
    for number, (seconds, gray) in enumerate(frames):
        for one in (now, before) if number % 2 else (before, now):
            if not warm:
                reading.decode(gray)
            one.take(seconds, gray)


def middle(rounds: Sequence[Version]) -> Matrix:
    """Return the cost of each frame, in milliseconds, in the middle of all rounds."""
    costs: Matrix = np.median([one.contender.costs_ms for one in rounds], axis=0)
    return costs[reading.WARM_UP :]


def report(name: str, now: Matrix, before: Matrix) -> None:
    """Print the medians of some frames, their slowest, and the ratio pair by pair."""
    cells = [f"{np.median(costs):.4f} / {np.percentile(costs, 99):.3f}" for costs in (now, before)]
    ratio, whole = np.median(now / before), now.sum() / before.sum()
    print(f"{name}, {len(now)}: {cells[0]}, before {cells[1]} ms; ratio {ratio:.3f}, of the sums {whole:.3f}")


def main() -> None:
    """Draw, read, print."""
    parser = argparse.ArgumentParser(description="The eyes, against an earlier version.")
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--noise", choices=("none", "low", "high"), default="low")
    parser.add_argument("--cards", type=int, default=6)
    parser.add_argument("--cloth", choices=("felt", "checks"), default="felt")
    parser.add_argument("--marks", default="aruco")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--warm", action="store_true", help="leave the processor's cache as it is")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    now, before = (eyes_of(checkout.resolve(), options.marks, options.rounds) for checkout in (HERE, options.checkout))
    frames = list(reading.film(reading.script(options.cards), options.noise, options.marks, options.cloth))
    # The modules' objects are exempt from garbage collection, so that none runs through them during a frame.
    gc.collect()
    gc.freeze()
    for one, other in zip(now, before, strict=True):
        show(frames, one, other, warm=options.warm)
    idle, was = (np.array(one[0].idle[reading.WARM_UP :]) for one in (now, before))
    costs, costs_before = middle(now), middle(before)
    print(f"{options.marks} on {options.cloth}, noise {options.noise}, {len(frames)} frames", end=", ")
    print(f"{options.rounds} rounds{', warm' if options.warm else ''}: median / 99th of 100")
    for name, some in (("still", idle & was), ("events", ~idle & ~was), ("all", idle | ~idle)):
        report(name, costs[some], costs_before[some])
    cards = [sorted({len(one.contender.cards) for one in rounds}) for rounds in (now, before)]
    print(f"cards made out {cards[0]}, before {cards[1]}")


if __name__ == "__main__":
    main()
