"""Backups made by mutation of a true one: restoring each puts back the true one's data, or changes nothing.

Run it from the project's folder: ``python -m benchmarks.hall.backups [--seeds 5000] [--first SEED] [--keep FILE]
[--jobs N]``. A seed is a mutation, or two. With a file to keep, the seeds run are written there, and the
next run goes on behind them. Exit status 1: a law is broken.
"""

import argparse
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

from benchmarks.hall.seeds import SeedFile
from tests.support.storm.mutated_backups import BackupReport, restored


def main() -> int:
    """Restore, and count."""
    parser = argparse.ArgumentParser(description="Backups by mutation.")
    parser.add_argument("--seeds", type=int, default=5000)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    seeds = SeedFile(options.keep, options.first, options.seeds)
    kinds = Counter[tuple[str, int]]()
    with Pool(options.jobs) as pool:
        for seed, report in pool.imap(_restore, seeds.left()):
            seeds.keep(seed, report.broken)
            kinds.update((kind, report.status) for kind in report.kinds)
    told = ", ".join(f"{kind} {'refused' if status else 'restored'} {count}" for (kind, status), count in kinds.items())
    print(f"{seeds}; {told}")
    return 1 if seeds.broken else 0


def _restore(seed: int) -> tuple[int, BackupReport]:
    """Restore the backup of one seed, and report the outcome."""
    return seed, restored(seed)


if __name__ == "__main__":
    raise SystemExit(main())
