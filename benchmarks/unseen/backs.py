"""Cards that lie face down, in little light: is an area called empty in which one lies?

Run it from the project's folder: `python -m benchmarks.unseen.backs [--films 1]`. Films of a trick, drawn as for
`benchmarks.unseen.eyes`, of cards of which only the backs are seen, with all three noises and two backs. Each is
watched from its beginning, and again by eyes that see the mat for the first time when one back lies there, and when
three do. For each it prints how many of the areas that were called empty, over all frames, were not.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, TypeAlias, get_args

import cv2
import numpy as np

from benchmarks.eyes.reading import script
from benchmarks.unseen.eyes import FPS, SIZE, Tally, Watching
from groundwork.picture import Bgr, Gray, u8
from vision.eyes.pipeline import Eyes
from vision.faces import cards as faces
from vision.film.noise import Noise
from vision.film.reel import FaceOf, Reel, Take
from vision.film.script.script import Moment
from vision.film.table import Cloth
from vision.marks.symbologies import load
from vision.mat.layout import AREAS, CARD_SIZES, Mat

SEATS: Final = 3
LIGHTS: Final = (1.0, 0.3, 0.2, 0.15)
GRAIN: Final = 2
"""The grey levels by which a pixel varies in little light, beside the film's own grain."""

Filmed: TypeAlias = Sequence[tuple[Moment, Gray]]


def chequered(deck: int, card: str) -> Bgr:
    """Draw a back of small squares in two greys, without a rim."""
    pattern = np.indices(_paper(deck, card).shape[:2]).sum(axis=0) // 9 % 2
    return u8(np.repeat((90 + 80 * pattern)[..., None], 3, axis=2))


def red(deck: int, card: str) -> Bgr:
    """Draw a red back with a white rim, as most packs have."""
    drawn = _paper(deck, card)
    rows, columns = drawn.shape[:2]
    rim = round(columns * 0.06)
    y, x = np.indices((rows - 2 * rim, columns - 2 * rim))
    lines = ((x + y) // 7 % 3 == 0) | ((x - y) // 7 % 3 == 0)
    drawn[:] = 240
    drawn[rim:-rim, rim:-rim] = np.where(lines[..., None], np.array((150, 150, 220)), np.array((40, 35, 170)))
    return drawn


def _paper(deck: int, card: str) -> Bgr:
    return faces.face(deck, card, "aruco", CARD_SIZES["63x88"], "").copy()


BACKS: Final[Sequence[FaceOf]] = (chequered, red)
FIRST: Final = (0, 1, SEATS)
"""The numbers of cards that lie there when the mat is seen first."""


def filmed(seed: int, cloth: Cloth, noise: Noise, back: FaceOf) -> Filmed:
    """Draw a film in full light, with its events."""
    reel = Reel(Take(script(SEATS, SEATS), SEATS, seed, noise, fps=FPS, size=SIZE, table=cloth, face=back))
    return [(moment, gray.copy()) for moment, gray in zip(reel.shoot.moments, reel.frames(grey=True), strict=True)]


def from_where(film: Filmed, cards: int) -> Filmed:
    """Cut the film to begin where so many cards lie, and nothing moves."""
    still = (number for number, (now, _) in enumerate(film) if not now.moving and now.hand is None)
    return film[next(number for number in still if len(film[number][0].laid) == cards) :]


def dimmed(film: Filmed, light: float, seed: int) -> Iterator[tuple[Moment, Gray]]:
    """Yield the film in a share of its light."""
    random = np.random.default_rng(seed)
    (rows, columns), spare = film[0][1].shape, 64
    # Drawing as many random numbers for every frame takes longer than watching it.
    grain = random.normal(0, GRAIN, (rows + spare, columns + spare)).astype(np.float32)
    for moment, gray in film:
        if light < 1:
            down, right = random.integers(0, spare, 2)
            part = grain[down : down + rows, right : right + columns]
            yield moment, u8(np.clip(gray * np.float32(light) + part, 0, 255))
        else:
            yield moment, gray


def watch(film: Iterator[tuple[Moment, Gray]], tally: Tally) -> None:
    """Watch a film."""
    eyes, watching = Eyes(load("aruco", [0]), Mat(), SEATS, [0]), Watching(tally, AREAS[SEATS])
    for number, (moment, gray) in enumerate(film):
        watching.happens(number / FPS, moment)
        watching.sees(eyes, number / FPS, gray)
    tally.films += 1


def main() -> None:
    """Draw, watch, print."""
    parser = argparse.ArgumentParser(description="Is an area called empty in which a card lies face down?")
    parser.add_argument("--films", type=int, default=1, help="of each noise and back")
    parser.add_argument("--cloths", nargs="*", choices=get_args(Cloth), default=get_args(Cloth))
    options = parser.parse_args()
    cv2.setNumThreads(1)
    began = time.perf_counter()
    print("| cloth, share of the light | come | one lies first | three lie first |", flush=True)
    for cloth in options.cloths:
        tallies = {(light, first): Tally() for light in LIGHTS for first in FIRST}
        for seed, noise, back in product(range(options.films), get_args(Noise), BACKS):
            film = filmed(seed, cloth, noise, back)
            for (light, first), tally in tallies.items():
                watch(dimmed(from_where(film, first), light, seed), tally)
        for light in LIGHTS:
            cells = (f"{tallies[light, first].false_empty} of {tallies[light, first].empty}" for first in FIRST)
            print(f"| {cloth}, {light:g} |", " | ".join(cells), "|", flush=True)
    print(f"\n{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
