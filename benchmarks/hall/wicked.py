"""Halls at which one table is wicked: honest tables lose nothing and notice nothing, and the hall stays small.

Run it from the project's folder: ``python -m benchmarks.hall.wicked [--seeds 1000] [--first SEED] [--keep FILE]
[--jobs N] [--broker]``. A seed is an evening and all that the wicked table and a machine without a password send. With
a file to keep, the seeds run are written there, and the next run goes on after them. ``--broker``: at a real Mosquitto,
a few seconds a seed. Exit status 1: a law is broken.
"""

import argparse
from collections import Counter
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.hall.seeds import SeedFile
from tests.support.storm.wicked_hall import storm
from tests.support.storm.wicked_wire import wire_storm


def main() -> int:
    """Let storms pass, and count."""
    parser = argparse.ArgumentParser(description="Halls with a wicked table.")
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--broker", action="store_true", help="at a real Mosquitto")
    options = parser.parse_args()
    seeds = SeedFile(options.keep, options.first, options.seeds)
    most = Counter[str]()
    with Pool(options.jobs) as pool:
        for seed, broken, figures in pool.imap(partial(_play, at_broker=options.broker), seeds.left()):
            seeds.keep(seed, broken)
            for name, count in figures.items():
                most[name] = max(most[name], count)
    print(f"{seeds}; at most: {', '.join(f'{count} {name}' for name, count in sorted(most.items()))}")
    return 1 if seeds.broken else 0


def _play(seed: int, *, at_broker: bool) -> tuple[int, list[str], dict[str, int]]:
    """Play one seed; returns the laws that it breaks, and the counts."""
    if at_broker:
        with TemporaryDirectory(prefix="schiri-wicked-") as folder:
            return seed, wire_storm(Path(folder), seed), {}
    try:
        report = storm(seed)
    except Exception as error:
        return seed, [f"{type(error).__name__}: {error}"], {}
    return seed, report.broken, report.figures


if __name__ == "__main__":
    raise SystemExit(main())
