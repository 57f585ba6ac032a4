"""Evenings by a virtual clock with all that can go wrong at a table: nobody is accused falsely.

Run it from the project's folder: ``python -m benchmarks.unseen.storm [--evenings 1000] [--first SEED] [--calm | --dim]
[--jobs N]``.
A seed is an evening: game, players, habits and faults (tests/support/storm). A seed that breaks a law is shrunk, and
its story printed; the exit status is 1 then.
"""

import argparse
import logging
from collections import Counter
from functools import partial
from multiprocessing import Pool
from statistics import median

from controller.commands.progress import progress
from tests.support.storm.checks import Report, evening
from tests.support.storm.plan import drawn
from tests.support.storm.shrink import shrunk
from tests.support.storm.story import told


def main() -> int:
    """Play, count, print."""
    parser = argparse.ArgumentParser(description="Simulated evenings with everything that can go wrong.")
    parser.add_argument("--evenings", type=int, default=1000)
    parser.add_argument(
        "--first", type=int, default=0, metavar="SEED", help="from 1000000000 on: games after the eight"
    )
    parser.add_argument("--calm", action="store_true", help="nothing goes wrong but what hands do")
    parser.add_argument("--dim", action="store_true", help="every sixth card is not read, and places are often hidden")
    parser.add_argument("--cheating", type=float, default=0.3, help="share of evenings with cheaters")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--stories", type=int, default=3, help="stories that are shrunk and printed")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    play = partial(_play, faulty=not options.calm, cheating=options.cheating, dim=options.dim)
    figures, broken = Counter[str](), list[Report]()
    delays: dict[str, list[float]] = {}
    with Pool(options.jobs) as pool, progress("evenings") as advance:
        seeds = range(options.first, options.first + options.evenings)
        for done, report in enumerate(pool.imap(play, seeds, 8), 1):
            figures += report.figures
            broken += [report] * bool(report.broken)
            for kind, seconds in report.delays:
                delays.setdefault(kind, []).append(seconds)
            advance(done, options.evenings)
    for name, count in figures.items():
        print(f"{name:24} {count:9}")
    for kind, found in sorted(delays.items()):
        spread = f"{median(found):.1f} s at the median, {max(found):.1f} at worst"
        print(f"{kind}: told after {spread}, from the first sight of the card that proves it")
    print(f"{'laws broken':24} {len(broken):9}  seeds {' '.join(str(report.plan.seed) for report in broken[:40])}")
    for report in broken[: options.stories]:
        smallest = shrunk(report.plan, lambda plan: bool(evening(plan).broken))
        print(f"\n{told(evening(smallest))}\n{smallest}")
    return 1 if broken else 0


def _play(seed: int, *, faulty: bool, cheating: float, dim: bool) -> Report:
    return evening(drawn(seed, faulty=faulty, cheating=cheating, dim=dim))


if __name__ == "__main__":
    raise SystemExit(main())
