"""How long a deal takes to fold and judge, and a card to be judged in the middle of a match."""

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

from controller.record import text as record
from controller.record.events import Event, MatchStart, Played
from controller.referee import fold
from controller.referee.fold import start as open_match
from tests.support import table_talk

ROUNDS = 40
OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))


def milliseconds(work: Callable[[], object]) -> float:
    """The median time of some work."""
    times: list[float] = []
    for _ in range(ROUNDS):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1e3)
    return median(times)


def step_times(events: Sequence[Event]) -> list[float]:
    """Microseconds that each card takes to be folded and judged."""
    match = open_match(OPENING)
    times: list[float] = []
    for number, event in enumerate(events[1:], 2):
        start = perf_counter()
        match, _ = fold.step(match, number, event)
        if isinstance(event, Played):
            times.append((perf_counter() - start) * 1e6)
    return times


def main() -> None:
    """Measure and print."""
    one, _ = table_talk.record(OPENING, 1, honesty=0.9)
    ten, _ = table_talk.record(OPENING, 1, deals=10, honesty=0.9)
    lines = [record.to_line(event) for event in one]
    whole = milliseconds(lambda: list(fold.fold(one)))
    reading = milliseconds(lambda: [record.parse(line) for line in lines])
    steps = sorted(step_times(ten))
    print(f"36 cards folded and judged   {whole:7.2f} ms")
    print(f"36 cards read from text      {reading:7.2f} ms")
    print(f"one card judged, median      {median(steps):7.1f} us of {len(steps)}")
    print(f"one card judged, 99th of 100 {steps[int(len(steps) * 0.99)]:7.1f} us")


if __name__ == "__main__":
    main()
