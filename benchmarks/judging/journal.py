"""How long an event takes to be on the disk: the archive beside a record file, by turns; a plain write as the floor."""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, thread_time

from controller.record.cards import Card
from controller.record.events import Event, MatchStart, Played
from controller.store.journal import Journal
from controller.store.resume import take_up

EVENTS = 3000
"""Of each contender; every thousandth makes the archive carry its log over into the database."""
OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
EVENT = Played(
    seat=1, card=Card("H10"), t=1234.567, src="camera", conf=0.987, img="2026-11-21T190312Z/00042-d2-s1-H10.jpg"
)

Write = Callable[[Event], object]


def main(folder: Path) -> None:
    """Measure and print."""
    plain = os.open(folder / "plain", os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def floor(event: Event) -> None:
        os.write(plain, f"{event.t} {'x' * 130}\n".encode())
        os.fsync(plain)

    with Journal(folder / "match.jsonl") as file, take_up(folder / "data", new=False) as kept:
        contenders: dict[str, Write] = {"write, fsync": floor, "file and chain": file.append, "archive": kept.append}
        file.append(OPENING)
        kept.append(OPENING)
        wall: dict[str, list[float]] = {name: [] for name in contenders}
        processor: dict[str, float] = dict.fromkeys(contenders, 0.0)
        for _ in range(EVENTS):
            for name, append in contenders.items():
                start, used = perf_counter(), thread_time()
                append(EVENT)
                wall[name].append((perf_counter() - start) * 1e3)
                processor[name] += (thread_time() - used) * 1e3
    os.close(plain)
    ratios = [one / other for one, other in zip(wall["archive"], wall["file and chain"], strict=True)]
    for name, times in wall.items():
        cut = quantiles(times, n=100)
        used = processor[name] / EVENTS
        print(f"{name:16} p50 {cut[49]:7.3f}  p99 {cut[98]:7.3f}  worst {max(times):7.1f}  used {used:.3f} ms")
    print(f"archive to file, median of pairs: {median(ratios):.2f}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as name:
        main(Path(name))
