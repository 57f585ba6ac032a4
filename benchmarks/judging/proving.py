"""The cost of judging a play, every proof included, by game and seats; and its growth with cards and places.

Run it from the project's folder: ``python -m benchmarks.judging.proving [--deals N] [--growth-only]``. Times are of the
thread's own processor time, so that a busy machine counts little.
"""

import argparse
import gc
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from time import thread_time_ns

from controller import games
from controller.record.cards import DECKS, JOKER
from controller.record.events import Event, MatchStart, Played
from controller.referee import fold
from controller.referee.fold import start
from controller.rules.deal import Play
from controller.rules.duty import avoid
from controller.rules.layout import Layout, UnseenPlace
from controller.rules.proof import ProofMemory, owe, prove
from controller.rules.worlds import Worlds
from tests.support import table_talk

REPEATS = 5
"""The number of times that each deal is judged. Of a play the least time counts: disturbances, an interrupt or a cold
cache, do not come at the same card each time, while the referee's own work is the same each time. So the worst play is
the one whose least time is greatest."""

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emma")
DECK_SIZES = (20, 36, 52, 78)
PLACES = (2, 3, 4, 5, 6, 7)
TRIES = 40
OWED = 4
"""The plays of each place that the proof is asked about; most real plays owe nothing, or the same as another one."""


def steps(events: Sequence[Event]) -> Iterator[float]:
    """Yield the microseconds that each card takes to be folded and judged, once."""
    assert isinstance(events[0], MatchStart)  # noqa: S101 - what table_talk.record begins with
    match = start(events[0])
    for number, event in enumerate(events[1:], 2):
        begin = thread_time_ns()
        match, _ = fold.step(match, number, event)
        if isinstance(event, Played):
            yield (thread_time_ns() - begin) / 1000


def least(events: Sequence[Event]) -> list[float]:
    """Return the least time of each card in some repeats."""
    gc.collect()
    return [min(times) for times in zip(*([*steps(events)] for _ in range(REPEATS)), strict=True)]


def table(name: str, seats: int, honesty: float, deals: int) -> str:
    """Write the median, 99th of 100 and worst of one game at one table."""
    times: list[float] = []
    opening = MatchStart(game=name, seats=NAMES[:seats])
    for seed in range(deals):
        events, _ = table_talk.record(opening, seed, honesty=honesty)
        times += least(events)
    times.sort()
    cards, who = len(games.load(name).deck), "honest" if honesty == 1 else f"{1 - honesty:.0%} dishonest"
    figures = " ".join(f"{value:8.0f}" for value in (median(times), times[int(len(times) * 0.99)], times[-1]))
    return f"{name:14} {seats:5} {cards:5}  {who:14} {len(times):6} {figures}"


def case(count: int, places: int, random: Random, *, illegal: bool) -> Callable[[], object]:
    """Make a proof to ask of a deal of so many unseen cards in so many places, with all plays legal, or one illegal."""
    deck = DECKS["tarot78"][:count]
    cards = random.sample(deck, count)
    hands = [cards[place::places] for place in range(places)]
    layout = Layout(tuple(UnseenPlace(f"place {seat}", len(hand), seat) for seat, hand in enumerate(hands)))
    memory = ProofMemory()
    for seat, hand in enumerate(hands):
        others = [card for card in deck if card not in hand]
        for number in range(OWED):
            owed = random.sample(others, len(others) // 4)
            if illegal and seat == number == 0:
                owed = random.sample(deck, count - len(hand) + 1)
            play = owe(deck, Play(seat * OWED + number, seat, JOKER), 1, JOKER, avoid(owed, "F"))
            memory = ProofMemory((*memory.owed, play))
    everything = (1 << count) - 1
    fitting = Worlds(tuple(map(len, hands)), everything, (everything,) * places)
    return lambda: prove(memory, deck, layout, fitting)


def cost(count: int, places: int, *, illegal: bool) -> float:
    """Return the median microseconds of such a proof."""
    random, times = Random(count * 10 + places), list[float]()
    for _ in range(TRIES):
        work = case(count, places, random, illegal=illegal)
        each: list[int] = []
        for _ in range(REPEATS):
            begin = thread_time_ns()
            work()
            each.append(thread_time_ns() - begin)
        times.append(min(each) / 1000)
    return median(times)


def growth(*, illegal: bool) -> Iterator[str]:
    """Yield a table of costs, places across and cards down."""
    yield f"{'cards':>6}" + "".join(f"{places:>3} places" for places in PLACES)
    for count in DECK_SIZES:
        yield f"{count:6}" + "".join(f"{cost(count, places, illegal=illegal):10.0f}" for places in PLACES)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What judging a play costs, every proof included.")
    parser.add_argument("--deals", type=int, default=30, help="deals of each table")
    parser.add_argument("--growth-only", action="store_true")
    options = parser.parse_args()
    if not options.growth_only:
        print(f"microseconds a play, the least of {REPEATS} times each")
        print(f"{'game':14} seats cards  {'players':14}  plays   median      p99    worst")
        for name in games.names():
            for seats in games.load(name).seats:
                for honesty in (1.0, 0.9):
                    print(table(name, seats, honesty, options.deals), flush=True)
    for illegal, title in ((False, "all plays legal"), (True, "one play proven illegal by counting")):
        print(f"\nmicroseconds of one proof, {OWED} plays asked of each place, {title}")
        print("\n".join(growth(illegal=illegal)))


if __name__ == "__main__":
    main()
