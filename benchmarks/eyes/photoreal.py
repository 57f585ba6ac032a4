"""Path-traced films read by the eyes: cards read of those laid, wrong ones, false events, by focus and light.

Run it from the project's folder: ``python -m benchmarks.eyes.photoreal FOOTAGE_OR_FILM...``. Footage without noise, as
`tools.photoreal draw` stores it, is developed here in each of the conditions of `CONDITIONS`; a film that was developed
before is read as it is, and needs its truth beside it. How such pictures look, and photographs, is compared by
`benchmarks.eyes.photoreal_looks`.

A card is read if it is reported once, at its place, after it lies; wrong if it is reported and was not laid, or twice,
or elsewhere; false is a card reported taken up before any was, and a gap in sight where there is none.

Exit status 1 if anything was wrong or false.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import dist
from pathlib import Path
from statistics import median
from typing import Any, Final

from groundwork.picture import Gray
from hardware.camera.source import open_source
from tools.photoreal.camera import DIM, CameraSettings
from tools.photoreal.develop import received, truth_beside
from tools.photoreal.stored import Footage, FootageError
from vision.base.observation import Laid, Lifted, Observation
from vision.eyes.pipeline import Eyes
from vision.marks.symbologies import load
from vision.mat.layout import Mat

CONDITIONS: Final = {
    "defocus 0.6": CameraSettings(),
    "defocus 0.8": CameraSettings(defocus_px=0.8),
    "defocus 1.0": CameraSettings(defocus_px=1.0),
    "dim": DIM,
    "exposure drifts": CameraSettings(drift=0.2),
}
SEATS: Final = 3
_NEAR_MM: Final = 12.0
"""The longest distance from its place at which a reported card is the laid one: it may be pushed a little, too."""


@dataclass(frozen=True, slots=True)
class Landing:
    """A card that truly was laid."""

    seconds: float
    seat: int
    card: str
    x_mm: float
    y_mm: float


@dataclass(slots=True)
class Outcome:
    """The eyes' results on one film."""

    laid: int = 0
    read: int = 0
    wrong: list[str] = field(default_factory=list[str])
    false: list[str] = field(default_factory=list[str])
    waits_s: list[float] = field(default_factory=list[float])
    """The seconds from a card's landing to its report."""

    @property
    def cells(self) -> str:
        """The cells of a table's row."""
        waits = f"{median(self.waits_s):.2f} / {max(self.waits_s):.2f} s" if self.waits_s else "–"
        return f"{self.read} of {self.laid} | {len(self.wrong)} | {len(self.false)} | {waits}"


def landings(truth: list[dict[str, Any]], fps: float) -> list[Landing]:
    """List the landings of a film's truth."""
    return [Landing(one["frame"] / fps, one["seat"], one["card"], one["x"], one["y"]) for one in truth if "card" in one]


def gatherings(truth: list[dict[str, Any]], fps: float) -> list[float]:
    """List the seconds at which cards begin to be gathered."""
    return [one["frame"] / fps for one in truth if "gather" in one]


def watched(frames: Iterator[Gray], fps: float, seats: int = SEATS) -> Iterator[Observation]:
    """Yield the eyes' observations of a film."""
    eyes = Eyes(load("aruco", [0]), Mat(), seats, [0])
    for number, gray in enumerate(frames):
        yield from eyes.feed(number / fps, gray)


def judged(told: Iterator[Observation], truth: list[dict[str, Any]], fps: float) -> Outcome:
    """Compare the reported cards with the laid ones."""
    open_, gathered = landings(truth, fps), gatherings(truth, fps)
    outcome = Outcome(laid=len(open_))
    for seen in told:
        match seen:
            case Laid():
                match = next((one for one in open_ if _is(seen, one)), None)
                if match is None:
                    outcome.wrong.append(f"{seen.card} at {seen.x_mm:.0f}, {seen.y_mm:.0f}, {seen.seconds:.2f} s")
                else:
                    open_.remove(match)
                    outcome.read += 1
                    outcome.waits_s.append(seen.seconds - match.seconds)
            case Lifted():
                if not any(when <= seen.seconds for when in gathered):
                    outcome.false.append(f"{seen.card} lifted at {seen.seconds:.2f} s")
            case _:
                outcome.false.append(str(seen))
    return outcome


def _is(seen: Laid, landing: Landing) -> bool:
    """Whether a reported card is a laid one, and was reported after it lay."""
    place = dist((seen.x_mm, seen.y_mm), (landing.x_mm, landing.y_mm))
    return seen.card == landing.card and place <= _NEAR_MM and seen.seconds >= landing.seconds


def stored_film(film: Path) -> tuple[Iterator[Gray], list[dict[str, Any]], float]:
    """Open the pictures of a developed film, its truth, and its frames a second; raises FootageError."""
    try:
        told = json.loads(truth_beside(film).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FootageError(f"{film}: its truth cannot be read ({error}); develop the film again") from error
    return _grey(film), told["truth"], float(told["fps"])


def _grey(film: Path) -> Iterator[Gray]:
    with open_source(str(film)) as frames:
        yield from (gray for _, gray in frames)


def outcomes(path: Path, conditions: dict[str, CameraSettings]) -> Iterator[tuple[str, Outcome]]:
    """Yield the eyes' results on a film, or on footage in each condition."""
    if path.is_file():
        frames, truth, fps = stored_film(path)
        yield path.name, judged(watched(frames, fps), truth, fps)
        return
    footage = Footage.read(path)
    for name, settings in conditions.items():
        told = watched(received(footage, settings), footage.fps)
        yield f"{path.name}, {name}", judged(told, footage.truth, footage.fps)


def main() -> int:
    """Read and print; returns the exit status."""
    parser = argparse.ArgumentParser(description="Path-traced films, read by the eyes.")
    parser.add_argument("films", nargs="+", type=Path, help="footage folders, or films with their truth")
    parser.add_argument("--only", nargs="*", choices=CONDITIONS, default=list(CONDITIONS), help="conditions of footage")
    options = parser.parse_args()
    is_clean = True
    print("| film | cards read | wrong | false | wait, median / worst |\n|---|---|---|---|---|")
    try:
        for path in options.films:
            for name, outcome in outcomes(path, {name: CONDITIONS[name] for name in options.only}):
                print(f"| {name} | {outcome.cells} |", flush=True)
                for fault in (*outcome.wrong, *outcome.false):
                    print(f"  {fault}")
                is_clean &= not (outcome.wrong or outcome.false)
    except FootageError as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
