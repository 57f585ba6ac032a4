"""Which marks survive in a heap of cards: designs compared on stills, each read once by a reader who saw nothing yet.

Run it from the project's folder: ``python -m benchmarks.designs.piles [--seeds 10]``. Four cards lie within 45 mm of a
point, at any turn, in four stills: with one card, two, three and four. *Top* is the share of uppermost cards that are
read, *pile* that of all cards in the complete heap. Levels: the noises low and high, and *worse*, every effect of high
half as strong again.
"""

import argparse
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from benchmarks.designs.card_designs import DESIGNS
from controller.commands.progress import progress
from vision.film.noise import PRESETS
from vision.film.reel import Reel, Take
from vision.film.script.script import Moment, Pose
from vision.marks.identity import CARDS

CARDS_A_PILE = 4
PILES = 12
"""On each table."""
SPREAD_MM = 45.0

LEVELS: dict[str, Mapping[str, float]] = {
    "low": PRESETS["low"],
    "high": PRESETS["high"],
    "worse": {name: min(1.0, 1.5 * level) for name, level in PRESETS["high"].items()},
}


def piles(seed: int) -> tuple[Moment, ...]:
    """Heaps that grow card by card, the same for all designs."""
    random = np.random.default_rng(seed)
    moments: list[Moment] = []
    for _ in range(PILES):
        x, y = random.uniform((120, 100), (480, 240))
        laid: tuple[Pose, ...] = ()
        for card in random.choice(CARDS[:60], CARDS_A_PILE, replace=False):
            away, turn = SPREAD_MM * np.sqrt(random.uniform()), random.uniform(0, 2 * np.pi)
            place = (float(x + away * np.cos(turn)), float(y + away * np.sin(turn)))
            laid = (*laid, Pose(str(card), 0, *place, float(random.uniform(0, 360))))
            moments.append(Moment(laid))
    return tuple(moments)


def read(name: str, effects: Mapping[str, float], seed: int) -> Counter[str]:
    """What a reader makes of one table's heaps."""
    kind = DESIGNS[name].symbology()
    reel = Reel(Take((), 4, seed, "none", effects, face=DESIGNS[name].face("63x88"), table="felt"))
    reel.shoot = replace(reel.shoot, moments=piles(seed))
    counts: Counter[str] = Counter()
    for moment, gray in zip(reel.shoot.moments, reel.frames(grey=True), strict=True):
        cards = [pose.card for pose in moment.laid]
        found = {mark.card for mark in kind.read(gray)}
        counts["top"] += cards[-1] in found
        counts["stills"] += 1
        counts["wrong"] += len(found.difference(cards))
        if len(cards) == CARDS_A_PILE:
            counts["pile"] += len(found.intersection(cards))
            counts["in piles"] += len(cards)
    return counts


def main() -> None:
    """Draw, read, print."""
    parser = argparse.ArgumentParser(description="Which marks survive in a heap of cards.")
    parser.add_argument("--seeds", type=int, default=10)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    jobs = [(name, level, seed) for seed in range(chosen.seeds) for level in LEVELS for name in DESIGNS]
    sums: dict[tuple[str, str], Counter[str]] = {}
    with progress("reading piles") as advance:
        for number, (name, level, seed) in enumerate(jobs, 1):
            sums.setdefault((name, level), Counter()).update(read(name, LEVELS[level], seed))
            advance(number, len(jobs))
    print(
        f"{chosen.seeds * PILES} piles".ljust(40)
        + "".join(f"{level + ' top':>12}{level + ' pile':>12}" for level in LEVELS)
    )
    for name, design in DESIGNS.items():
        found = [sums[name, level] for level in LEVELS]
        shares = "".join(f"{c['top'] / c['stills']:12.1%}{c['pile'] / c['in piles']:12.1%}" for c in found)
        print(f"{design.title:40}{shares}  wrong {sum(c['wrong'] for c in found)}")


if __name__ == "__main__":
    main()
