"""Cloths as bright as the mat that come over all of it, and honest tricks beside: the eyes' reports of both.

Run it from the project's folder: ``python -m benchmarks.unseen.cloths [--quick] [--json FILE]``. A card is laid on the
mat; a cloth within 30 grey levels of the mat comes over it, rests for three seconds and leaves again. Each film has
another ground (felt, wood, checks, white paper), another difference from it, another cloth (of one grey level; lit by
the same lamps as the mat; lit and woven), and covers the mat between its corner marks, two of them too, or all four, as
is drawn by lot. Nobody takes the card up, and under a cloth no area is seen to be empty.

Then tricks are laid and swept by hands, without any cloth: the time until each removal is reported.

Exit status 1 if a card was reported taken up from under a cloth, or laid there again, or if half a second
after a cloth has come to rest an area was still called empty.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np

from groundwork.picture import Gray, Matrix, f64, u8
from vision.base.observation import Blind, Laid, Lifted, Observation
from vision.eyes.pipeline import Eyes
from vision.film.noise import PRESETS, Noise
from vision.film.reel import Reel, Take
from vision.film.table import Cloth
from vision.film.write import Lay, ScriptStep, Sweep
from vision.marks.symbologies import load
from vision.mat.layout import AREAS, Mat

Kind: TypeAlias = Literal["even", "lit", "woven"]
"""The kinds of cloth: of one grey level; lit by the lamps as the mat is; and woven as well."""
Reach: TypeAlias = Literal["between", "two", "all"]
"""The corner marks that a cloth covers: it lies between them, over two of them, or over all four."""

GROUNDS: Final[tuple[Cloth, ...]] = ("felt", "wood", "checks", "paper")
NOISES: Final[tuple[Noise, ...]] = ("none", "low", "high")
KINDS: Final[tuple[Kind, ...]] = ("even", "lit", "woven")
REACHES: Final[tuple[Reach, ...]] = ("between", "two", "all")
LEVELS: Final = (-30, -20, -12, -6, -3, 0, 3, 6, 12, 20, 30)
"""The grey levels by which a cloth is brighter than the mat."""
COMES: Final = (1, 4, 12)
"""The number of frames in which it comes over the mat."""
HD: Final = (1280, 720)
FPS: Final = 15
SEATS: Final = 3
BESIDE_MM: Final = 10.0
"""The margin that a cloth over a single area covers around it."""
ALONE: Final = 5 * FPS // 2
"""The number of frames of the bare mat before a card comes: the eyes learn the mat from them."""
RESTS: Final = 3 * FPS
AFTER: Final = FPS
"""The number of frames after the cloth has left."""
SETTLED: Final = FPS // 2 + 1
"""The number of frames after which a resting cloth is a gap in sight."""
TRICK: Final[Sequence[ScriptStep]] = (Lay(0, "SA"), Lay(1, "HK"), Lay(2, "D7"), Sweep(1))


@dataclass(frozen=True, slots=True)
class Covering:
    """One film: the cloth, the ground, and the way the cloth comes."""

    ground: Cloth
    level: int
    kind: Kind
    reach: Reach
    noise: Noise
    comes: int
    seed: int = 4


@dataclass(slots=True)
class Told:
    """The eyes' account of a film with a cloth."""

    events: list[str] = field(default_factory=list[str])
    """The cards reported laid or taken up, each with its second after the cloth began to come."""
    gap: bool = False
    empty: int = 0
    """The number of frames, half a second after it came to rest and later, in which an area was called empty."""
    blind_after_s: float = 0.0
    """The seconds from its leaving until all areas are watched again."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A film without the grain of its camera, and the millimetres of its mat in pixels."""

    frames: tuple[Gray, ...]
    to_px: Matrix


def coverings(*, quick: bool = False) -> list[Covering]:
    """List the films; the noise, the cloth's way and the covered marks are drawn by lot."""
    lot = Random(1)
    found = [
        Covering(ground, level, kind, lot.choice(REACHES), lot.choice(NOISES), lot.choice(COMES))
        for ground, level, kind in product(GROUNDS, LEVELS, KINDS)
    ]
    lot.shuffle(found)
    return found[::3] if quick else found


@cache
def one_card(ground: Cloth, noise: Noise, seed: int) -> Shown:
    """Draw a card laid on a ground."""
    reel = Reel(Take(TRICK[:1], SEATS, seed=seed, noise=noise, effects={"grain": 0, "jpeg": 0}, size=HD, table=ground))
    return Shown(tuple(gray.copy() for gray in reel.frames(grey=True)), reel.shoot.to_px)


def photographed(frames: Sequence[Gray], noise: Noise) -> Iterator[Gray]:
    """Yield frames with this noise's grain and compression."""
    levels = PRESETS[noise]
    grain = 8 * 0.668 * levels.get("grain", 0.0)
    random = np.random.default_rng(7)
    for gray in frames:
        # New grain for each frame: repeated grain is a texture.
        rough = random.standard_normal(gray.shape, np.float32) * np.float32(grain)
        seen = u8(np.clip(gray + rough + 0.5, 0, 255)) if grain else gray
        if "jpeg" in levels:
            _, code = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, round(100 - 75 * levels["jpeg"])])
            seen = np.asarray(cv2.imdecode(code, cv2.IMREAD_GRAYSCALE), np.uint8)
        yield seen


def fabric(bare: Gray, inside: Gray, covering: Covering) -> Gray:
    """Draw the look of the whole cloth in a picture.

    Args:
        bare: the mat without cards.
        inside: 255 where the mat is seen.
        covering: the cloth.
    """
    middle = float(np.median(bare[inside > 0]))
    cloth = np.full(bare.shape, middle, np.float32)
    if covering.kind != "even":
        # No pattern is wider than this, and lamps fall off farther.
        cloth = cv2.GaussianBlur(bare.astype(np.float32), (0, 0), bare.shape[1] / 12).astype(np.float32)
        cloth *= np.float32(middle / float(np.median(cloth[inside > 0])))
    cloth += covering.level
    if covering.kind == "woven":
        random = np.random.default_rng(covering.seed + 100)
        for thread_px, share in ((0.8, 0.05), (5.0, 0.03)):
            thread = cv2.GaussianBlur(random.normal(0, 1, bare.shape).astype(np.float32), (0, 0), thread_px)
            cloth *= 1 + np.float32(share) * thread / thread.std()
    return u8(np.clip(cloth, 0, 255))


def covered(covering: Covering, shown: Shown) -> list[Gray]:
    """Draw the frames in which the cloth comes, rests, and has left."""
    mat, bare, still = Mat(), shown.frames[0], shown.frames[-1]
    inside = filled(bare, shown.to_px, (0, 0, mat.width_mm, mat.height_mm))
    cloth = fabric(bare, inside, covering)
    x = 40.0 if covering.reach == "between" else -60.0
    down = {"between": mat.height_mm - 15, "two": mat.height_mm - 40, "all": mat.height_mm + 40}[covering.reach]
    # The cloth comes over the side with two marks; one between the marks leaves them free.
    over = [
        np.where(filled(bare, shown.to_px, (x, -40, mat.width_mm - x, down * step / covering.comes)) > 0, cloth, still)
        for step in range(1, covering.comes + 1)
    ]
    return [*over, *over[-1:] * RESTS, *over[-2::-1], *[still] * AFTER]


def over_an_area(covering: Covering, shown: Shown, seat: int) -> list[Gray]:
    """Draw the frames in which a cloth comes over one seat's area and little beside it, from below, and rests."""
    mat, bare, area = Mat(), shown.frames[0], AREAS[SEATS][seat]
    cloth = fabric(bare, filled(bare, shown.to_px, (0, 0, mat.width_mm, mat.height_mm)), covering)
    left, top = area.left_mm - BESIDE_MM, area.top_mm - BESIDE_MM
    right, bottom = area.right_mm + BESIDE_MM, area.bottom_mm + BESIDE_MM
    tops = [bottom - (bottom - top) * step / covering.comes for step in range(1, covering.comes + 1)]
    return [np.where(filled(bare, shown.to_px, (left, one, right, bottom)) > 0, cloth, bare) for one in tops]


def filled(like: Gray, to_px: Matrix, box_mm: tuple[float, float, float, float]) -> Gray:
    """Fill a rectangle of the mat with 255: left, top, right, bottom, mm."""
    left, top, right, bottom = box_mm
    corners = np.array([[(left, top), (right, top), (right, bottom), (left, bottom)]], np.float64)
    filled = np.zeros_like(like)
    cv2.fillConvexPoly(filled, np.asarray(np.round(f64(cv2.perspectiveTransform(corners, to_px)))[0], np.int32), 255)
    return filled


def watched(covering: Covering) -> Told:
    """Watch a film with a cloth, and note the eyes' account."""
    shown = one_card(covering.ground, covering.noise, covering.seed)
    before = [*shown.frames[:1] * ALONE, *shown.frames, *shown.frames[-1:] * 4]
    over = covered(covering, shown)
    own = Eyes(load("aruco"), Mat(), SEATS, [0])
    told, began, left = Told(), len(before), len(before) + len(over) - AFTER
    for number, gray in enumerate(photographed([*before, *over], covering.noise)):
        for one in own.feed(number / FPS, gray):
            if isinstance(one, Blind):
                told.gap = True
            elif number >= began:
                told.events.append(f"{_name(one)} {(number - began) / FPS:.1f} s")
        empty = any(area.empty_since is not None for area in own.sight().areas)
        told.empty += empty and began + covering.comes + SETTLED <= number < left - covering.comes
        if number >= left and not all(area.seen for area in own.sight().areas):
            told.blind_after_s = (number - left + 1) / FPS
    return told


def _name(one: Observation) -> str:
    return f"{type(one).__name__} {one.card}" if isinstance(one, Laid | Lifted) else str(one)


def swept(ground: Cloth, noise: Noise, seed: int, dim: float = 1.0) -> tuple[list[float], int]:
    """Lay and sweep a trick without a cloth; returns the seconds from each card's leaving to its report, and misses.

    A card that is reported before it has left counts as missed.
    """
    effects = {"grain": 0.0, "jpeg": 0.0}
    reel = Reel(Take(TRICK, SEATS, seed=seed, noise=noise, effects=effects, size=HD, table=ground))
    frames = [u8(np.clip(gray * dim, 0, 255)) for gray in reel.frames(grey=True)]
    frames += frames[-1:] * 3 * FPS
    lying = [{pose.card for pose in moment.laid} for moment in reel.shoot.moments]
    own = Eyes(load("aruco"), Mat(), SEATS, [0])
    waits = list[float]()
    for number, gray in enumerate(photographed(frames, noise)):
        for one in own.feed(number / FPS, gray):
            if isinstance(one, Lifted):
                left = max(frame for frame, cards in enumerate(lying) if one.card in cards) + 1
                waits += [(number - left) / FPS] if number >= left else []
    return waits, len([step for step in TRICK if isinstance(step, Lay)]) - len(waits)


def print_cloths(told: Sequence[tuple[Covering, Told]]) -> None:
    """Print the reports of all films with a cloth, a line a ground, and each film with a false report."""
    print("| ground | films | events told | gap told | area called empty | sight back, median / worst |")
    print("|---|---|---|---|---|---|")
    for ground in GROUNDS:
        some = [what for covering, what in told if covering.ground == ground]
        back = [what.blind_after_s for what in some]
        cells = [len(some), sum(bool(what.events) for what in some), sum(what.gap for what in some)]
        cells += [sum(what.empty > 0 for what in some)]
        print(f"| {ground} | {' | '.join(map(str, cells))} | {median(back):.2f} / {max(back):.2f} s |")
    for covering, what in told:
        if what.events or what.empty:
            print(f"  {covering}: {'; '.join(what.events)}, empty in {what.empty} frames")


def honest_lifts(seeds: Sequence[int]) -> dict[str, tuple[list[float], int]]:
    """Return `swept` for films of these seeds on every ground, in every noise, in much and in little light."""
    films = product(GROUNDS, NOISES, seeds, (1.0, 0.4))
    return {f"{ground}, {noise}, {seed}, {dim}": swept(ground, noise, seed, dim) for ground, noise, seed, dim in films}


def main() -> int:
    """Watch all films and print; returns the exit status."""
    parser = argparse.ArgumentParser(description="Cloths as bright as the mat.")
    parser.add_argument("--quick", action="store_true", help="every third film")
    parser.add_argument("--json", type=Path, help="write what was told of each film to this file")
    options = parser.parse_args()
    told = [(covering, watched(covering)) for covering in coverings(quick=options.quick)]
    print_cloths(told)
    lifts = honest_lifts((4,) if options.quick else (4, 5))
    waits = [wait for found, _ in lifts.values() for wait in found]
    print(
        f"{len(waits)} lifts in {len(lifts)} honest films: {median(waits):.2f} s at the median, {max(waits):.2f} at the"
        f" worst; not told: {sum(missing for _, missing in lifts.values())}"
    )
    if options.json:
        films = [[str(covering), what.events, what.gap, what.empty, what.blind_after_s] for covering, what in told]
        options.json.write_text(json.dumps({"cloths": films, "lifts": lifts}, indent=1), encoding="utf-8")
    return int(any(what.events or what.empty for _, what in told))


if __name__ == "__main__":
    sys.exit(main())
