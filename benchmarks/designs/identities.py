"""Whether a mark that is damaged, foreign or none at all is ever read as another card.

Run it from the project's folder: ``python -m benchmarks.designs.identities [--marks 100000] [--symbology aruco
qr_zxing]``. Marks are printed, damaged and seen at 3.2 pixels a millimetre, a sheet of them at a time, with everything
that `damage` knows, and read by the reader as it is used: it knows all decks, and the table's deck is 0. *Candidates*
are marks that the reader is not sure of, *astray* those of them that are another card; neither counts alone. Exit
status 1 if a mark was taken for a card of the table that it is not.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.designs.damage import DAMAGES, Print
from controller.commands.progress import progress
from groundwork.picture import Gray
from vision.base.light import FULL, Light, blur_light, enlarge, light_between, to_levels, to_light, u16
from vision.base.observation import Mark
from vision.marks import symbologies
from vision.marks.symbology import Symbology

PX_PER_MM = 3.2
SHEET = (1440, 1080)
TABLE_DECK = 0
SMALLEST = 0.6
"""The share of its side that the eyes expect of a mark at least."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture of many marks."""

    symbology: str
    seed: int

    def draw(self, kind: Symbology) -> tuple[Gray, list[list[tuple[str, Print]]]]:
        """Draw the picture; returns also the print in each row and column."""
        random = np.random.default_rng(self.seed)
        side = round(kind.mark_mm * PX_PER_MM * 1.75)
        rows, columns = SHEET[1] // side, SHEET[0] // side
        names = list(DAMAGES)
        picture = to_light(np.full((rows * side, columns * side), random.integers(150, 245), np.uint8))
        prints: list[list[tuple[str, Print]]] = []
        for row in range(rows):
            prints.append([])
            for column in range(columns):
                name = names[int(random.integers(len(names)))]
                made = DAMAGES[name](kind, random)
                prints[-1].append((name, made))
                part = picture[row * side : (row + 1) * side, column * side : (column + 1) * side]
                self._stick(part, made.picture, kind.mark_mm * PX_PER_MM, random)
        return _seen(picture, random), prints

    def _stick(self, part: Light, mark: Gray, mark_px: float, random: np.random.Generator) -> None:
        """Print a mark, turned and a little tilted, in the middle of a white cell."""
        size, side = mark.shape[0], len(part)
        turn = random.uniform(0, 360)
        move = cv2.getRotationMatrix2D((size / 2, size / 2), turn, mark_px / size * random.uniform(0.92, 1.08))
        move[:, 2] += (side - size) / 2 + random.uniform(-1, 1, 2)
        place = np.vstack((move, (*random.uniform(-4e-4, 4e-4, 2), 1)))
        soft = blur_light(to_light(mark), 0.35 * size / mark_px)
        seen = cv2.warpPerspective(soft, place, (side, side), flags=cv2.INTER_AREA, borderValue=int(part[0, 0]))
        part[:] = u16(seen)


def _seen(picture: Light, random: np.random.Generator) -> Gray:
    """Degrade a picture as a camera sees it: light that falls off, blur, grain."""
    lamps = FULL * light_between(np.linspace(255 * random.uniform(0.4, 1), 255, picture.shape[1]))
    here = cv2.multiply(picture, np.broadcast_to(lamps, picture.shape).astype(np.uint16), scale=1 / FULL)
    soft = to_levels(blur_light(u16(here), random.uniform(0.3, 0.9)))
    grain = random.normal(0, random.uniform(1, 5), picture.shape)
    return np.clip(soft + grain, 0, 255).astype(np.uint8)


def read(sheet: Sheet) -> Counter[tuple[str, str]]:
    """Read a sheet's marks; returns counts by damage and outcome."""
    cv2.setNumThreads(1)
    kind = symbologies.load(sheet.symbology)
    picture, prints = sheet.draw(kind)
    side = picture.shape[1] // len(prints[0])
    counts = Counter((name, "shown") for row in prints for name, _ in row)
    hasty = symbologies.load(sheet.symbology)
    hasty.expect(SMALLEST * kind.mark_mm * PX_PER_MM)
    # At a glance, enlarged and by the second reader as well: so the eyes begin, and escalate.
    large = enlarge(picture, 2)
    first, second = kind.reread(picture), kind.reread(large)
    readings = ((1, hasty.glance(picture)), (1, kind.read(picture)), (2, kind.read(large)), (1, first), (2, second))
    for scale, marks in readings:
        for mark in marks:
            x, y = (int(value / scale / side) for value in mark.centre)
            name, made = prints[min(y, len(prints) - 1)][min(x, len(prints[0]) - 1)]
            counts[name, _outcome(mark, made)] += 1
    return counts


def _outcome(mark: Mark, made: Print) -> str:
    right = (mark.deck, mark.card) in made.identities
    if not mark.is_sure:
        return "candidate" if right else "astray"
    if right:
        return "right"
    return "WRONG" if mark.deck == TABLE_DECK else "refused"


def main() -> int:
    """Print, damage, read, count."""
    parser = argparse.ArgumentParser(description="Whether a mark is ever taken for another card.")
    parser.add_argument("--marks", type=int, default=100_000, help="of each symbology, at least")
    parser.add_argument("--symbology", nargs="+", default=["aruco", "qr_zxing"], choices=symbologies.names())
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    wrong = 0
    for symbology in chosen.symbology:
        side = round(symbologies.load(symbology).mark_mm * PX_PER_MM * 1.75)
        sheets = -(-chosen.marks // ((SHEET[0] // side) * (SHEET[1] // side)))
        jobs = [Sheet(symbology, chosen.seed * 1_000_000 + number) for number in range(sheets)]
        wrong += report(symbology, count(jobs, chosen.processes))
    return 1 if wrong else 0


def count(jobs: Sequence[Sheet], processes: int) -> Counter[tuple[str, str]]:
    """Sum up over sheets."""
    total: Counter[tuple[str, str]] = Counter()
    with ProcessPoolExecutor(processes) as pool, progress("printing and reading") as advance:
        for number, counts in enumerate(pool.map(read, jobs), 1):
            total.update(counts)
            advance(number, len(jobs))
    return total


def report(symbology: str, total: Counter[tuple[str, str]]) -> int:
    """Print the table of a symbology; returns how many readings were wrong."""
    outcomes = ("shown", "right", "candidate", "astray", "refused", "WRONG")
    print(f"\n{symbology:28}" + "".join(f"{outcome:>10}" for outcome in outcomes))
    for name in DAMAGES:
        print(f"{name:28}" + "".join(f"{total[name, outcome]:10}" for outcome in outcomes))
    sums = {outcome: sum(total[name, outcome] for name in DAMAGES) for outcome in outcomes}
    print(f"{'all (each read five times)':28}" + "".join(f"{sums[outcome]:10}" for outcome in outcomes))
    return sums["WRONG"]


if __name__ == "__main__":
    sys.exit(main())
