"""The time this program takes to fold and judge, against an earlier one on the same records, by turns.

Run it from the project's folder: ``python -m benchmarks.judging.paired_folding CHECKOUT``, where another version of the
project lies in CHECKOUT. Records of all games and tables, honest and not, are written once; a process of each version
folds all of them again and again, one after the other, and reports its user time of the processor. Both must have the
same results for every record, byte for byte.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, Self

from controller.record import text as record
from controller.record.events import MatchStart
from tests.support import table_talk
from tests.support.honest import TABLES

NAMES: Final = ("Anna", "Berta", "Carla", "Dora", "Emma")
WARM: Final = 2
"""The number of first rounds that are not counted."""

FOLDER: Final = """
import sys
from hashlib import sha256
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
try:
    from controller.record import text as record
    from controller.referee.fold import fold
    from controller.rules.results import to_json
except ImportError:
    from controller import record
    from controller.fold import fold
    from controller.results import to_json

texts = [record.read(path.read_bytes()) for path in sorted(Path(sys.argv[1]).iterdir())]
for line in sys.stdin:
    before = getrusage(RUSAGE_SELF).ru_utime
    results = [result for text in texts for stage in fold(text.events) for result in stage.results]
    spent = getrusage(RUSAGE_SELF).ru_utime - before
    said = sha256()
    for number, result in enumerate(results):
        said.update(to_json(result, number).encode())
    print(spent, said.hexdigest(), flush=True)
"""
"""The program that both versions run; only the place of the modules differs."""


class Version:
    """A process that folds the records with one version of the program."""

    def __init__(self, checkout: Path, records: Path) -> None:
        command = [sys.executable, "-c", FOLDER, str(records)]
        environment = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
        self.process = subprocess.Popen(  # noqa: S603 - ours
            command, cwd=checkout, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def fold(self) -> tuple[float, str]:
        """Fold all records; returns the seconds of the processor, and a fingerprint of the results."""
        asked, answer = self.process.stdin, self.process.stdout
        if asked is None or answer is None:
            raise TypeError("a process that is asked and answers through pipes")
        asked.write("\n")
        asked.flush()
        spent, said = answer.readline().split()
        return float(spent), said

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()


def write(folder: Path, count: int) -> int:
    """Write so many records of all tables, every second one of players who break the rules; return their lines."""
    lines = 0
    for number in range(count):
        name, seats = TABLES[number % len(TABLES)]
        opening = MatchStart(game=name, seats=NAMES[:seats])
        events, _ = table_talk.record(opening, number, deals=2, honesty=1.0 if number % 2 else 0.9)
        text = "".join(f"{record.to_line(event)}\n" for event in events)
        (folder / f"{number:04}.jsonl").write_text(text, encoding="utf-8")
        lines += len(events)
    return lines


def pairs(now: Version, before: Version, count: int) -> Iterator[tuple[float, float]]:
    """Yield the seconds of both versions, round by round; who goes first changes."""
    for number in range(count):
        if number % 2:
            (one, said), (other, heard) = now.fold(), before.fold()
        else:
            (other, heard), (one, said) = before.fold(), now.fold()
        if said != heard:
            raise SystemExit("the two versions say different things of the same records")
        yield one, other


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Folding and judging, against an earlier version.")
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--records", type=int, default=130)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        lines = write(folder, options.records)
        here = stack.enter_context(Version(Path(__file__).resolve().parents[2], folder))
        there = stack.enter_context(Version(options.checkout.resolve(), folder))
        found = [*pairs(here, there, WARM + options.rounds)][WARM:]
    ratios = sorted(now / before for now, before in found)
    now, before = (median(times) for times in zip(*found, strict=True))
    print(f"{options.records} records, {lines} lines, {options.rounds} pairs; both say the same of every record")
    print(f"now {now * 1e3:.0f} ms, before {before * 1e3:.0f} ms of user time, medians")
    print(f"now : before {median(ratios):.3f} at the median, {ratios[0]:.3f} to {ratios[-1]:.3f}")


if __name__ == "__main__":
    main()
