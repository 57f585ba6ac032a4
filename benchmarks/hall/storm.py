"""Halls in a storm: tables, broker and hall as they are, while networks split, the broker forgets and programs restart.

Run it from the project's folder: ``python -m benchmarks.hall.storm [--storms 5] [--tables 20] [--first SEED]``. A seed
is a storm: the faults, and the evenings that are played, which are those of `benchmarks.unseen.storm`. At the end each
record in the hall is compared with the table's own, byte by byte, and held against its chain. Exit status 1: a law is
broken.
"""

import argparse
import logging
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.support.storm.hall import HallStorm
from tests.support.storm.plan import drawn
from tests.support.storm.rig import Rig

_PAUSE_S: Final = 0.3
"""The time between two rounds of events, so that faults fall into the middle of messages."""
_PATIENCE_S: Final = 180.0
"""The time in which the hall must have every line, once all faults are over."""


def main() -> int:
    """Let storms pass, and count."""
    parser = argparse.ArgumentParser(description="Halls while everything around them fails.")
    parser.add_argument("--storms", type=int, default=5)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    faults, broken, lines = Counter[str](), 0, 0
    for seed in range(options.first, options.first + options.storms):
        evenings = [Rig(drawn(options.tables * seed + table)).play().events for table in range(options.tables)]
        with TemporaryDirectory(prefix="schiri-hall-storm-") as folder:
            storm = HallStorm(Path(folder), evenings, seed)
            began = time.monotonic()
            storm.play(_PAUSE_S)
            played = time.monotonic()
            while not storm.is_calm() and time.monotonic() < played + _PATIENCE_S:
                time.sleep(0.1)
            calm_s, is_calm = time.monotonic() - played, storm.is_calm()
            storm.close()
            found = [*storm.broken(), *([] if is_calm else ["a table waits for the hall"])]
        faults, broken, lines = faults + storm.faults, broken + len(found), lines + storm.lines()
        longest_ms = 1000 * max(table.longest_s for table in storm.tables)
        print(
            f"seed {seed}: {storm.lines()} lines in {played - began:.0f} s, {sum(storm.faults.values())} faults,"
            f" calm after {calm_s:.1f} s, an event took {longest_ms:.0f} ms at most;"
            f" broken: {'; '.join(found) or 'none'}",
            flush=True,
        )
    print(f"{lines} lines, laws broken {broken}; " + ", ".join(f"{name} {n}" for name, n in sorted(faults.items())))
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())
