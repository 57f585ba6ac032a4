"""The time that cards wait to be read, by the kind of film; `benchmarks.unseen.storm` draws its evenings from it.

Run it from the project's folder: `python -m benchmarks.unseen.waits FILE`. The films are those of
`benchmarks.unseen.eyes` that are hard to read, and those that a slow machine watches.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import cv2

from benchmarks.eyes.spoiling import HARD
from benchmarks.unseen.eyes import Tally, hard, slow


def waits(kinds: Sequence[str], machines: Sequence[int], films: int) -> dict[str, list[float | None]]:
    """Return the time that each card waited, seconds, or None for never, by the kind of film and of machine."""
    found: dict[str, list[float | None]] = {}
    for name in kinds:
        tally = Tally()
        for seed in range(films):
            hard(name, seed, tally)
        found[name] = waited(tally)
    for times in machines:
        tally = Tally()
        for seed in range(films):
            slow(times, seed, tally, hurries=True)
        found[f"{times} times as slow"] = waited(tally)
    return found


def waited(tally: Tally) -> list[float | None]:
    """Return the time that each card waited, the shortest first, cards never read last."""
    read = sorted(round(wait, 2) for wait in tally.waits_s)
    return [*read, *[None] * (tally.cards - len(read))]


def main() -> None:
    """Draw, watch, write."""
    parser = argparse.ArgumentParser(description="How long cards wait to be read.")
    parser.add_argument("file", type=Path, help="written anew, as JSON")
    parser.add_argument("--films", type=int, default=8, help="of each kind")
    parser.add_argument("--slow", nargs="*", type=int, default=[20, 40, 60, 80], help="times as slow as this machine")
    parser.add_argument("--only", nargs="*", choices=tuple(HARD), default=[*HARD], help="these kinds of films")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    found = waits(options.only, options.slow, options.films)
    options.file.write_text(json.dumps(found, indent=None).replace("], ", "],\n ") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
