"""Files of bridge programs and records by mutation: each is refused with its line, or read whole and written alike.

Run it from the project's folder: ``python -m benchmarks.judging.mutated_files [--seeds 10000] [--first SEED]
[--keep FILE] [--jobs N]``. A seed is a file with one to three mutations. With a file to keep, the seeds run are written
there, and the next run goes on behind them. Exit status 1: a law is broken.
"""

import argparse
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

from benchmarks.hall.seeds import SeedFile
from tests.support.mutated_files import MutatedFile, tried


def main() -> int:
    """Read, and count."""
    parser = argparse.ArgumentParser(description="Files of bridge programs by mutation.")
    parser.add_argument("--seeds", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    seeds = SeedFile(options.keep, options.first, options.seeds)
    kinds = Counter[tuple[str, bool]]()
    with Pool(options.jobs) as pool:
        for seed, found in pool.imap(_try, seeds.left(), chunksize=20):
            seeds.keep(seed, [*found.broken])
            kinds[found.form, found.is_read] += 1
    told = ", ".join(f"{form} {'read' if is_read else 'refused'} {count}" for (form, is_read), count in kinds.items())
    print(f"{seeds}; {told}")
    return 1 if seeds.broken else 0


def _try(seed: int) -> tuple[int, MutatedFile]:
    """Read the file of one seed, and report the outcome."""
    return seed, tried(seed)


if __name__ == "__main__":
    raise SystemExit(main())
