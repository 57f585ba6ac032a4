"""The look of marks in path-traced films, in drawn films and in photographs: size, edges, contrast, grain and glare.

Run it from the project's folder: ``python -m benchmarks.eyes.photoreal_looks FOOTAGE [--photographs FOLDER]``. Each
mark that the patient reader reads is measured by its four edges, as a calibration measures the mat's. What is drawn
should look like what is photographed: the same width of edges at the same size, in pixels and in modules, the same
grain. *Glare* is the share of whole pictures that is white with light, the mean of them all and the worst, as a
calibration counts it.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import dist
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Final

import cv2
import numpy as np

from benchmarks.eyes.photograph_files import PictureError, load, pictures
from benchmarks.eyes.photoreal import CONDITIONS, SEATS
from groundwork.picture import Gray, u8
from tools.photoreal.develop import received
from tools.photoreal.stored import Footage, FootageError
from vision.base.observation import Corners
from vision.calibration.glare import WHITE
from vision.film.noise import Noise
from vision.film.reel import Reel, Take
from vision.film.script.script import Lay
from vision.marks.identity import CORNERS, DICTIONARY_SIZE
from vision.marks.squares_patient import PatientSquareReader
from vision.mat.edges import MODULES, measure

EVERY: Final = 4
"""The number of frames of which one is measured: those between show the same."""
DRAWN: Final[tuple[Noise, ...]] = ("none", "low", "high")


@dataclass(slots=True)
class Looks:
    """The measures of many marks."""

    side_px: list[float] = field(default_factory=list[float])
    edge_px: list[float] = field(default_factory=list[float])
    contrast: list[float] = field(default_factory=list[float])
    white: list[float] = field(default_factory=list[float])
    grain: list[float] = field(default_factory=list[float])
    glare: list[float] = field(default_factory=list[float])
    """The share of each picture that is overexposed."""

    def note(self, gray: Gray, outlines: Iterable[Corners]) -> None:
        """Measure one picture and its marks."""
        self.glare.append(float(np.mean(gray >= WHITE)))
        for outline in outlines:
            look = measure(gray, outline)
            if look is not None:
                self.side_px.append(sum(dist(outline[i], outline[i - 1]) for i in range(4)) / 4)
                self.edge_px.append(look.edge_px)
                self.contrast.append(look.light - look.dark)
                self.white.append(look.light)
                self.grain.append(look.grain)

    @property
    def cells(self) -> str:
        """The cells of a table's row: medians, with the middle half of the edges' widths."""
        glare = f"{100 * fmean(self.glare):.2f}, {100 * max(self.glare):.1f} %" if self.glare else "–"
        if len(self.side_px) < 2:
            return f"{len(self.side_px)} | – | – | – | – | – | {glare}"
        low, _, high = quantiles(self.edge_px, n=4)
        share = median(edge * MODULES / side for edge, side in zip(self.edge_px, self.side_px, strict=True))
        edge = f"{median(self.edge_px):.2f} ({low:.2f}–{high:.2f}) px, {share:.2f} modules"
        rest = (f"{median(self.contrast):.0f}", f"{median(self.white):.0f}", f"{median(self.grain):.1f}")
        return " | ".join((str(len(self.side_px)), f"{median(self.side_px):.1f} px", edge, *rest, glare))


def looks_of(frames: Iterable[Gray], numbers: Sequence[int]) -> Looks:
    """Measure the marks with these numbers in some pictures."""
    reader, looks = PatientSquareReader(numbers), Looks()
    for gray in frames:
        looks.note(gray, [found.corners for found in reader.read(gray) if found.is_sure])
    return looks


def drawn(noise: Noise) -> Iterator[Gray]:
    """Yield a film as `schiri film` draws it for the same camera at the same height, on white paper."""
    steps = [Lay(seat, card) for seat, card in ((1, "H10"), (2, "HK"), (0, "HA"))]
    reel = Reel(Take(steps, SEATS, 1, noise, fps=8, table="paper", camera="module3", height_cm=70))
    for picture in islice(reel.frames(grey=False), 0, None, EVERY):
        yield u8(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))


def photographs(folder: Path) -> Iterator[Gray]:
    """Yield the photographs in a folder; unreadable ones are reported."""
    for path in pictures(folder):
        try:
            yield load(path)
        except PictureError as error:
            print(error, file=sys.stderr)


def main() -> int:
    """Measure and print; returns the exit status."""
    parser = argparse.ArgumentParser(description="How marks look in films and photographs.")
    parser.add_argument("footage", nargs="+", type=Path, help="folders of footage without noise")
    parser.add_argument("--photographs", nargs="*", type=Path, default=[], help="folders of photographs of marks")
    options = parser.parse_args()
    cards = [number for number in range(DICTIONARY_SIZE) if number not in CORNERS]
    print("| pictures | marks | side | edge, 10 to 90 % of the light | contrast | white | grain of the white | glare |")
    print("|---|---|---|---|---|---|---|---|")
    try:
        for folder in options.footage:
            footage = Footage.read(folder)
            for name, settings in CONDITIONS.items():
                frames = islice(received(footage, settings), 0, None, EVERY)
                print(f"| {folder.name}, {name} | {looks_of(frames, cards).cells} |", flush=True)
        for noise in DRAWN:
            print(f"| drawn, noise {noise} | {looks_of(drawn(noise), cards).cells} |", flush=True)
        for folder in options.photographs:
            looks = looks_of(photographs(folder), range(DICTIONARY_SIZE))
            print(f"| photographs, {folder.name} | {looks.cells} |", flush=True)
    except (FootageError, PictureError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
