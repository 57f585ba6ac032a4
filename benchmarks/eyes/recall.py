"""Whether films of all games are read as they were played, over many seeds.

Run it from the project's folder: ``python -m benchmarks.eyes.recall --seeds 20 --noise low high [--games tarot
mittlere]``. At noise low every film must read as its record; at high one in twenty may miss cards. A wrong card is a
fault at any noise, and so is a card read twice. Exit status 1 if any of this was seen.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import datetime

import cv2

from controller.commands.progress import progress
from tests.support.filmed import Outcome, scripts, watch
from vision.film.noise import PRESETS, Noise

MISSING_ALLOWED = {"none": 0.0, "low": 0.0, "high": 0.05}
"""The share of films that may miss cards."""


@dataclass(frozen=True, slots=True)
class Job:
    """One film."""

    script: str
    noise: Noise
    seed: int
    fps: float


def run(job: Job) -> Outcome:
    """Draw it and read it, on one thread."""
    cv2.setNumThreads(1)
    script = scripts()[job.script]
    cloth = "wood" if job.seed % 2 else "felt"
    return watch(script, script.take(job.seed, job.noise, fps=job.fps, table=cloth))


def films(jobs: Sequence[Job], processes: int) -> Iterator[tuple[Job, Outcome]]:
    """Yield the outcome of every film, printed as they come."""
    with ProcessPoolExecutor(processes) as pool, progress("filming and reading") as advance:
        for number, (job, outcome) in enumerate(zip(jobs, pool.map(run, jobs), strict=True), 1):
            advance(number, len(jobs))
            print(told(job, outcome), flush=True)
            yield job, outcome


def told(job: Job, outcome: Outcome) -> str:
    """Write a film in one line, at once: a long run that is cut short has printed its findings."""
    cold = f"{sum(found for found, _ in outcome.cold)} of {sum(there for _, there in outcome.cold)} cold"
    text = f"{job.noise:5} {job.script:16} seed {job.seed:3}: {len(outcome.plays):3} landings, {cold}"
    if outcome.read == outcome.plays and not outcome.false_cold:
        return f"{text}, all right"
    differs = f"missed {outcome.missed} extra {outcome.extra} wrong {outcome.wrong}"
    return f"{text}, {differs}, {outcome.false_cold} wrong cold"


def count(outcomes: Sequence[Outcome]) -> Counter[str]:
    """Sum up over films."""
    total: Counter[str] = Counter()
    for outcome in outcomes:
        total["films"] += 1
        total["unequal"] += outcome.read != outcome.plays
        total["landings"] += len(outcome.plays)
        for kind in ("missed", "extra", "wrong"):
            total[kind] += len(getattr(outcome, kind))
        total["seen cold"] += sum(found for found, _ in outcome.cold)
        total["lay cold"] += sum(there for _, there in outcome.cold)
        total["wrong"] += outcome.false_cold
    return total


def line(name: str, total: Counter[str]) -> str:
    """Write one row of the table."""
    cold = total["seen cold"] / max(1, total["lay cold"])
    cells = (total[kind] for kind in ("films", "unequal", "landings", "missed", "extra", "wrong"))
    recall = 1 - total["missed"] / max(1, total["landings"])
    return f"{name:26}" + "".join(f"{cell:9}" for cell in cells) + f"{recall:10.3%}{cold:9.2%}"


def report(found: Sequence[tuple[Job, Outcome]], noise: Noise) -> bool:
    """Print the table of one noise; returns whether the law holds."""
    mine = [(job, outcome) for job, outcome in found if job.noise == noise]
    heads = ("films", "unequal", "landings", "missed", "extra", "wrong")
    print(f"\n{'noise ' + noise:26}" + "".join(f"{head:>9}" for head in heads) + f"{'recall':>10}{'cold':>9}")
    for script in dict.fromkeys(job.script for job, _ in mine):
        print(line(script, count([outcome for job, outcome in mine if job.script == script])))
    total = count([outcome for _, outcome in mine])
    print(line("all", total))
    return not total["wrong"] and not total["extra"] and total["unequal"] <= MISSING_ALLOWED[noise] * total["films"]


def main() -> int:
    """Film, read, count."""
    parser = argparse.ArgumentParser(description="Whether films of all games are read as what was played.")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--noise", nargs="+", choices=list(PRESETS), default=["low", "high"])
    parser.add_argument("--games", nargs="+", default=[""], help="beginnings of names like 'tarot 5'")
    parser.add_argument("--fps", type=float, default=10)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    jobs = [
        Job(script, noise, seed, chosen.fps)
        for noise in chosen.noise
        for script in scripts()
        if script.startswith(tuple(chosen.games))
        for seed in range(chosen.first, chosen.first + chosen.seeds)
    ]
    found = list(films(jobs, chosen.processes))
    print(f"{datetime.now().astimezone():%Y-%m-%d %H:%M} · OpenCV {cv2.__version__} · {chosen.fps:g} frames a second")
    held = [report(found, noise) for noise in chosen.noise]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
