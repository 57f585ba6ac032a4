"""Outlines in a heap of cards with a fiducial's black border that are no whole fiducial, and their likeness to numbers.

Run it from the project's folder: ``python -m benchmarks.designs.false_frames [--cards 60000] [--crooked 0]``. Cards are
thrown on one another below a Camera Module 3 at 70 cm, noise low, and measured by what the patient reader is made of. A
*false frame* is an outline as large as a fiducial with a black border and at least six black and six white cells, that
shows the number of no card lying there. It is classified by its content, as drawn: parts of two fiducials or more,
of one that is hidden in part, or of none. *Bits* is the most evidence that any of them has for any number that a mark
can have, and of which no card lies there; 24 make a candidate, 29.2 count. With ``--crooked 9`` all cards are cut so
far beside their edges that half of a fiducial stands at the rim. Exit status 1 if any has 24 bits.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.commands.progress import progress
from groundwork.picture import Bgr, Gray, Matrix
from vision.base.light import fine_light, in_light
from vision.faces import cards as faces
from vision.film.noise import PRESETS
from vision.film.reel import Reel, Take
from vision.film.script.script import Moment, Pose
from vision.marks import squares_patient
from vision.marks.identity import CARDS, CORNERS, NUMBERS, number_of
from vision.marks.squares import OutlineFinder, cells_of
from vision.marks.squares_patient import fit_outlines, measure_cells, sides
from vision.mat.layout import CARD_SIZES

ON_A_TABLE: Final = 24
TABLES: Final = 10
"""The tables of one film, which has one light and one place of its camera."""
MARK_MM: Final = 12.0
CARD: Final = CARD_SIZES["63x88"]
WINDOWS: Final = (3, 13, 23)
"""The sides of the threshold windows, pixels, as the patient reader has them."""
SIZE: Final = (0.6, 1.6)
"""The share of a fiducial's side that an outline has at least and at most."""
SQUARE: Final = 0.5
"""The share of the longest side that the shortest has at least."""
CLEAR: Final = 0.3
LEAST_CELLS: Final = 6
"""The fewest clear cells of either colour: an outline with fewer is like no number."""
PART: Final = 0.05
"""The share of an outline's area that counts as a part of a fiducial."""
EVERY: Final = np.array([np.rot90(cells_of(number), -turn).ravel() for number in range(NUMBERS) for turn in range(4)])
"""The cells of every number that a mark can have, at each quarter turn."""
KINDS: Final = ("no fiducial in it", "one, partly hidden", "of two or more")


@dataclass(slots=True)
class FalseFrames:
    """False frames by kind, and the most evidence that any of a kind has."""

    cards: int = 0
    found: Counter[str] = field(default_factory=Counter[str])
    bits: dict[str, float] = field(default_factory=dict[str, float])

    def count(self, kind: str, bits: float) -> None:
        """Count one false frame."""
        self.found[kind] += 1
        self.bits[kind] = max(self.bits.get(kind, 0.0), bits)


def thrown(random: np.random.Generator) -> Moment:
    """Throw different cards anywhere on the mat, at any turn."""
    laid = (
        Pose(str(card), 0, float(x), float(y), float(turn))
        for card, x, y, turn in zip(
            random.choice(CARDS[:60], ON_A_TABLE, replace=False),
            random.uniform(60, 540, ON_A_TABLE),
            random.uniform(60, 280, ON_A_TABLE),
            random.uniform(0, 360, ON_A_TABLE),
            strict=True,
        )
    )
    return Moment(tuple(laid))


def cut(crooked_mm: float, deck: int, card: str) -> Bgr:
    """Cut a face so far beside its edge: the marks at its right stand at the rim or are cut through."""
    face = faces.face(deck, card, "aruco", CARD)
    move = np.array([(1, 0, crooked_mm * faces.PX_PER_MM), (0, 1, 0)])
    white = tuple(map(float, face[2, face.shape[1] // 2]))
    moved = cv2.warpAffine(face, move, face.shape[1::-1], borderMode=cv2.BORDER_CONSTANT, borderValue=white)
    return np.asarray(moved, np.uint8)


def parts(moment: Moment, to_px: Matrix, size: tuple[int, int], crooked_mm: float) -> NDArray[np.uint8]:
    """Label every pixel with its visible fiducial, from 1, or 0."""
    picture, number = np.zeros(size[::-1], np.uint8), 0
    for pose in moment.laid:
        _paint(picture, to_px, pose, (0, 0, CARD.width_mm, CARD.height_mm), 0)
        for left in (faces.QUIET_MM, CARD.width_mm - faces.QUIET_MM - MARK_MM):
            for top in (faces.QUIET_MM, CARD.height_mm - faces.QUIET_MM - MARK_MM):
                number, start = number + 1, left + crooked_mm
                end = min(start + MARK_MM, CARD.width_mm)
                _paint(picture, to_px, pose, (start, top, max(end, start), top + MARK_MM), number)
    return picture


def _paint(
    picture: NDArray[np.uint8], to_px: Matrix, pose: Pose, box: tuple[float, float, float, float], value: int
) -> None:
    """Paint a rectangle of a card; left, top, right and bottom in millimetres from its corner."""
    left, top, right, bottom = box
    half_x, half_y, turn = CARD.width_mm / 2, CARD.height_mm / 2, np.radians(pose.turn)
    x = np.array((left, right, right, left)) - half_x
    y = np.array((top, top, bottom, bottom)) - half_y
    across, down = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
    corners = np.stack((across + pose.x_mm, down + pose.y_mm), axis=1)
    seen = cv2.perspectiveTransform(corners[None], to_px)[0]
    cv2.fillConvexPoly(picture, np.rint(seen).astype(np.int32), value)


def frames(gray: Gray, side_px: float) -> Iterator[tuple[Matrix, Matrix]]:
    """Yield every outline of a fiducial's size with a black border: four corners, and its 36 cells."""
    finder = OutlineFinder((0,), WINDOWS)
    finder.expect(SIZE[0] * side_px)
    found = np.array([outline for picture in (gray, in_light(gray)) for outline in finder.outlines(picture)])
    if not len(found):
        return
    light = fine_light(gray)
    for outlines in (fit_outlines(light, found), found):
        edges = np.linalg.norm(outlines - np.roll(outlines, -1, axis=1), axis=2)
        size = sides(outlines)
        is_like = (size > SIZE[0] * side_px) & (size < SIZE[1] * side_px)
        is_like &= edges.min(axis=1) > SQUARE * edges.max(axis=1)
        seen = measure_cells(light, outlines[is_like])
        yield from zip(outlines[is_like][seen.framed], seen.values[seen.framed], strict=True)


def count(sums: FalseFrames, gray: Gray, labels: NDArray[np.uint8], lying: frozenset[int], side_px: float) -> None:
    """Count the false frames of a picture in which these numbers lie, one for each place."""
    is_here = np.repeat([number in lying for number in range(NUMBERS)], 4)
    here, others = EVERY[is_here], EVERY[~is_here]
    true: list[Matrix] = []
    false: list[tuple[Matrix, Matrix]] = []
    for outline, cells in frames(gray, side_px):
        best = here[np.argmax(here @ cells)]
        if squares_patient.bits_of_evidence(cells[None], best[None])[0] >= squares_patient.CANDIDATE:
            true.append(outline)
        elif min((cells > CLEAR).sum(), (cells < -CLEAR).sum()) >= LEAST_CELLS:
            false.append((outline, cells))
    kept = [outline.mean(axis=0) for outline in true]
    for outline, cells in false:
        middle = outline.mean(axis=0)
        if any(np.linalg.norm(middle - other) < side_px / 2 for other in kept):
            continue
        kept.append(middle)
        best = others[np.argmax(others @ cells)]
        bits = float(squares_patient.bits_of_evidence(cells[None], best[None])[0])
        sums.count(KINDS[min(_fiducials(outline, labels), 2)], bits)


def _fiducials(outline: Matrix, labels: NDArray[np.uint8]) -> int:
    """Count the fiducials that have a part in an outline."""
    mask = np.zeros_like(labels)
    cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 1)
    areas = np.bincount(labels[mask > 0])
    return int((areas[1:] > PART * areas.sum()).sum())


def film(sums: FalseFrames, seed: int, crooked_mm: float) -> None:
    """Throw cards on some tables, and count the false frames."""
    random = np.random.default_rng(seed)
    face = partial(cut, crooked_mm) if crooked_mm else None
    effects = {**PRESETS["low"], "hands": 0.0}
    reel = Reel(Take((), 4, seed, "none", effects, table="felt", camera="module3", face=face))
    reel.shoot = replace(reel.shoot, moments=tuple(thrown(random) for _ in range(TABLES)))
    for moment, gray in zip(reel.shoot.moments, reel.frames(grey=True), strict=True):
        labels = parts(moment, reel.shoot.to_px, reel.shoot.size, crooked_mm)
        lying = frozenset((*(number_of(0, pose.card) for pose in moment.laid), *CORNERS))
        count(sums, gray, labels, lying, MARK_MM * reel.shoot.px_per_mm)
        sums.cards += len(moment.laid)


def main() -> int:
    """Throw, measure, count; returns the exit status."""
    parser = argparse.ArgumentParser(description="What has a fiducial's border and is none.")
    parser.add_argument("--cards", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--crooked", type=float, default=0, help="millimetres by which cards are cut beside their edges"
    )
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    sums, films = FalseFrames(), -(-chosen.cards // (ON_A_TABLE * TABLES))
    with progress("throwing cards") as advance:
        for number in range(films):
            film(sums, chosen.seed * 1_000_000 + number, chosen.crooked)
            advance(number + 1, films)
    for kind in KINDS:
        print(f"{kind:20} {sums.found[kind]:7} of {sums.cards} cards, at most {sums.bits.get(kind, 0):.1f} bits")
    return int(max(sums.bits.values(), default=0) >= squares_patient.CANDIDATE)


if __name__ == "__main__":
    sys.exit(main())
