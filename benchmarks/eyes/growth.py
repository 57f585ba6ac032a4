"""Cost of seeing by resolution, by cards that lie in view, and by frame rate.

Run it from the project's folder: `python -m benchmarks.eyes.growth`. Cost is processor time of one thread, as
in `benchmarks.eyes.reading`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

import cv2

from benchmarks.eyes.contenders import Contender, eyes, square_readers
from benchmarks.eyes.reading import SEATS, WARM_UP, script
from vision.film.write import Lay, ScriptStep, gray_frames

SIZES: Final = ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))
CARDS: Final = (1, 2, 3, 6, 9, 12)
RATES: Final = (5.0, 10.0, 15.0, 30.0, 60.0)
HD: Final = (1920, 1080)


@dataclass(frozen=True, slots=True)
class Cost:
    """Medians over the frames of one film, ms."""

    still: float
    event: float
    whole: float
    """Of cv2.aruco over whole frames."""
    load: float
    """Mean milliseconds of ours a second of film."""


def cost(steps: Sequence[ScriptStep], size: tuple[int, int] = HD, fps: float = 15) -> Cost:
    """What a film costs us and the plain loop."""
    (ours, own), whole = eyes("aruco", SEATS), square_readers()[0]
    still: list[int] = []
    for number, (seconds, gray) in enumerate(gray_frames(steps, SEATS, seed=2, noise="low", size=size, fps=fps)):
        idle = own.counts.idle
        for contender in (whole, ours):
            contender.take(seconds, gray)
        if own.counts.idle > idle:
            still.append(number)
    seen = range(WARM_UP, len(ours.costs_ms))
    event = sorted(set(seen) - set(still))
    mean = sum(ours.costs_ms[WARM_UP:]) / len(seen)
    return Cost(_median(ours, still), _median(ours, event), _median(whole, seen), mean * fps)


def laid(cards: int) -> list[Lay]:
    """So many cards in view: laid and not gathered, the last of them timed."""
    return [step for step in script(cards + SEATS) if isinstance(step, Lay)][:cards]


def main() -> None:
    """Measure, print."""
    cv2.setNumThreads(1)
    sizes = [cost(script(3), size=size) for size in SIZES]
    cards = [cost(laid(count)) for count in CARDS]
    rates = [cost(script(3), fps=rate) for rate in RATES]
    for name, values, found in (("size", SIZES, sizes), ("cards", CARDS, cards), ("rate", RATES, rates)):
        for value, one in zip(values, found, strict=True):
            print(
                f"{name:5} {value!s:12} still {one.still:.3f} event {one.event:.3f} whole {one.whole:.1f} ms", end=" "
            )
            print(f"load {one.load / 10:.2f} % of a core")


def _median(contender: Contender, numbers: Iterable[int]) -> float:
    return median(contender.costs_ms[number] for number in numbers if number >= WARM_UP)


if __name__ == "__main__":
    main()
