"""Which marks a card should carry: designs compared on the same films of the same tricks.

Run it from the project's folder: ``python -m benchmarks.designs.designs [--seeds 2] [--noise low high]``. Places,
hands, light and noise are those of the same seed for every design; only the corners of the cards differ.
"""

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np

from benchmarks.designs.card_designs import DESIGNS
from controller.commands.progress import progress
from tests.support.filmed import Outcome, scripts, watch
from vision.film.noise import PRESETS, Noise

SCRIPTS = ("mittlere 3", "molotow 4", "tarot 5")
"""Jass and Tarot cards, tricks of three, four and five."""


@dataclass(frozen=True, slots=True)
class Job:
    """One film of one design."""

    design: str
    noise: Noise
    script: str
    seed: int
    fps: float
    plays: int


def run(job: Job) -> Outcome:
    """Draw it and read it, on one thread."""
    cv2.setNumThreads(1)
    design, script = DESIGNS[job.design], scripts()[job.script].first(job.plays)
    face = design.face(script.match.game.card_size)
    return watch(script, script.take(job.seed, job.noise, fps=job.fps, face=face), design.symbology())


def report(name: str, outcomes: Sequence[Outcome]) -> None:
    """One row of the table."""
    landings = sum(len(outcome.plays) for outcome in outcomes)
    missed, extra, wrong = (sum(len(getattr(o, kind)) for o in outcomes) for kind in ("missed", "extra", "wrong"))
    found = sum(found for outcome in outcomes for found, _ in outcome.cold)
    there = sum(there for outcome in outcomes for _, there in outcome.cold)
    costs = [cost for outcome in outcomes for cost in outcome.event_ms]
    print(
        f"{name:40} {landings:8} {1 - missed / landings:9.2%} {extra:6} {wrong:6} {found / there:9.2%}"
        f" {median(costs):7.2f} {np.percentile(costs, 99):7.2f}"
    )


def main() -> None:
    """Film every design, read, print."""
    parser = argparse.ArgumentParser(description="Which marks a card should carry.")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--noise", nargs="+", choices=list(PRESETS), default=["low", "high"])
    parser.add_argument("--scripts", nargs="+", default=list(SCRIPTS))
    parser.add_argument("--fps", type=float, default=10)
    parser.add_argument("--plays", type=int, default=1000, help="of each record, at most")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    jobs = [
        Job(design, noise, script, seed, chosen.fps, chosen.plays)
        for noise in chosen.noise
        for script in chosen.scripts
        for seed in range(chosen.first, chosen.first + chosen.seeds)
        for design in DESIGNS
    ]
    with ProcessPoolExecutor(chosen.processes) as pool, progress("filming and reading") as advance:
        outcomes: list[Outcome] = []
        for number, outcome in enumerate(pool.map(run, jobs), 1):
            outcomes.append(outcome)
            advance(number, len(jobs))
    for noise in chosen.noise:
        print(f"\nnoise {noise:34} landings    recall  extra  wrong      cold  median     p99 ms")
        for key, design in DESIGNS.items():
            mine = [o for job, o in zip(jobs, outcomes, strict=True) if (job.design, job.noise) == (key, noise)]
            report(design.title, mine)


if __name__ == "__main__":
    main()
