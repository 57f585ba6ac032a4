"""Deals that are filmed and not wholly seen: gaps of every kind, and a referee that is killed and started again.

Run it from the project's folder: ``python -m benchmarks.unseen.films [--films 200] [--kills 100] [--first SEED]``.
Honest deals of every game are drawn, a film a table, and watched again and again by the real eyes, table and archive,
each time with other stretches of 1 to 10 seconds spoiled: black, frozen, covered by a newspaper, dropped, lost.
In the second part the referee is a process of its own that is killed in mid-film (SIGKILL) and started again while the
film goes on. With ``--starved SECONDS`` it watches films in real time instead, at a low priority beside six busy loops,
and drops pictures that are late. Somebody answers the table's questions, six seconds later and truly. Nobody may be
accused, each gap must be reported, no acknowledged line may be lost, and the scores should be right in the end.

Exit status 1 if anybody was accused, a line was lost, or a gap was not reported.
"""

import argparse
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from multiprocessing import Process, RawValue
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2

from benchmarks.eyes.spoiling import GAPS
from benchmarks.unseen.tables import FPS, Film, Stretch, Table, draw
from controller.record.events import Event, Gap, Missed, Played
from controller.referee.fold import outcome
from controller.rules.match import AnyMatch
from controller.store.resume import take_up
from tests.support import honest

DOWN_S: Final = 3.0
"""The duration of a restart."""
BUSY: Final = 6
"""The number of busy loops beside a starved referee."""
NICE: Final = 5
"""The referee's niceness in the first half of the time; twice as much in the second."""


def watched(film: Film, stretches: Sequence[Stretch], tally: Counter[str]) -> None:
    """Watch a film with spoiled stretches, and count the outcome."""
    with tempfile.TemporaryDirectory() as folder, take_up(Path(folder), new=False) as journal:
        table = Table(film, journal, stretches)
        table.run(0.0)
        events, match = tuple(table.session.events), table.session.match
        gaps = [event for event in events if isinstance(event, Gap) and event.why != "start"]
        told = sum(any(_overlap(gap, one) for gap in gaps) for one in stretches)
        tally += Counter({"films": 1, "gaps": len(stretches), "gaps told": told})
        tally += _scored(film, match, events) + table.taps + Counter({"accused": len(table.said)})
        for text in table.said:
            print(f"ACCUSED, seed {film.plan.seed}, {stretches}: {text}", flush=True)


def _overlap(gap: Gap, one: Stretch) -> bool:
    return gap.t is not None and gap.from_ < one.end and one.begin < gap.t and gap.why == one.why


def _scored(film: Film, match: AnyMatch, events: Sequence[Event]) -> Counter[str]:
    true = film.acts[-1].after
    cards = {event.card for event in events if isinstance(event, Played)}
    told = {card for event in events if isinstance(event, Missed) for _, card in event.plays or ()}
    all_cards = {act.event.card for act in film.acts if isinstance(act.event, Played)}
    count = Counter({"whole": int(match.total == true.total and not match.running), "cards": len(all_cards)})
    return count + Counter({"read": len(cards & all_cards), "told of": len(told & all_cards - cards)})


def killed(film: Film, kills: Sequence[float], tally: Counter[str]) -> None:
    """Watch a film by a referee that is killed at these moments, and started again while the film goes on."""
    with tempfile.TemporaryDirectory() as name:
        folder, begin = Path(name), 0.0
        acknowledged: list[Event] = []
        for kill in (*kills, None):
            now, lines = RawValue("d", begin), RawValue("i", 0)
            child = Process(target=_referee, args=(film, folder, begin, now, lines))
            child.start()
            while child.is_alive() and (kill is None or now.value < kill):
                time.sleep(0.002)
            if child.is_alive() and child.pid:
                os.kill(child.pid, signal.SIGKILL)
                tally["kills"] += 1
            child.join()
            with take_up(folder, new=False) as journal:
                events = [*journal.events]
            tally["lines lost"] += len(events) < lines.value or events[: len(acknowledged)] != acknowledged
            acknowledged, begin = events, now.value + DOWN_S
        match = outcome(acknowledged)
        tally += Counter({"films": 1, "accused": len(match.verdicts)}) + _scored(film, match, acknowledged)
        gaps = sum(isinstance(event, Gap) and event.why == "restart" for event in acknowledged)
        tally["restarts told"] += gaps
        for verdict in match.verdicts:
            print(f"ACCUSED, seed {film.plan.seed}, killed at {kills}: {verdict.text}", flush=True)


def _referee(film: Film, folder: Path, begin: float, now: Any, lines: Any) -> None:  # noqa: ANN401 - shared memory
    cv2.setNumThreads(1)
    with take_up(folder, new=False) as journal:
        table = Table(film, journal, now=begin)

        def report(seconds: float) -> None:
            now.value, lines.value = seconds, len(journal.events) - journal.unsaved

        table.run(begin, report)


def starved(films: Sequence[Film], seconds: float) -> Counter[str]:
    """Watch films in real time, one after the other, by a referee that hardly gets any processor."""
    busy = [Process(target=_loop, daemon=True) for _ in range(BUSY)]
    for one in busy:
        one.start()
    os.nice(NICE)
    tally, begin, number = Counter[str](), time.monotonic(), 0
    while (gone := time.monotonic() - begin) < seconds:
        if gone > seconds / 2 and os.nice(0) < 2 * NICE:
            os.nice(NICE)
        film = films[number % len(films)]
        number += 1
        with tempfile.TemporaryDirectory() as folder, take_up(Path(folder), new=False) as journal:
            table = Table(film, journal, live=True)
            table.run(0.0)
            match, events = table.session.match, tuple(table.session.events)
        gaps = sum(isinstance(event, Gap) and event.why != "start" for event in events)
        lost = Counter({"films": 1, "seconds": round(film.end), "frames dropped": table.lost, "gaps told": gaps})
        found = _scored(film, match, events)
        # A deal that is over with its scores, though some of its cards were neither read nor entered by people.
        silent = found["cards"] - found["read"] - found["told of"] if match.ledger and not match.unscored else 0
        tally += lost + found + table.taps + Counter({"accused": len(table.said), "lost silently": silent})
        for text in table.said:
            print(f"ACCUSED, seed {film.plan.seed}, starved: {text}", flush=True)
    for one in busy:
        one.kill()
    return tally


def _loop() -> None:
    while True:
        pass


def main() -> int:
    """Draw, spoil, watch, count."""
    parser = argparse.ArgumentParser(description="Filmed deals that are not wholly seen.")
    parser.add_argument("--films", type=int, default=200, help="with spoiled stretches")
    parser.add_argument("--kills", type=int, default=100, help="films in which the referee is killed")
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--tables", type=int, default=len(honest.TABLES), help="films that are drawn")
    parser.add_argument("--starved", type=float, metavar="SECONDS", help="only this: in real time, without a processor")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    gaps, kills = dict[str, Counter[str]](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        films = [draw(options.first + seed, Path(folder)) for seed in range(options.tables)]
        print(f"{len(films)} films drawn, {sum(film.count for film in films)} pictures", flush=True)
        if options.starved:
            tally = starved(films, options.starved)
            print(f"starved: {dict(tally)}")
            return 1 if tally["accused"] or tally["lost silently"] else 0
        for number in range(options.films):
            film, random = films[number % len(films)], Random(f"{options.first} {number}")
            name = [*GAPS][number // len(films) % len(GAPS)]
            begin = random.uniform(film.times[0] + 1, film.count / FPS - 3)
            stretch = Stretch(name, begin, begin + random.uniform(1, 10))
            watched(film, [stretch], gaps.setdefault(name, Counter()))
        for number in range(options.kills):
            film, random = films[number % len(films)], Random(f"{options.first} kill {number}")
            moments = sorted(random.uniform(1, film.count / FPS) for _ in range(random.choice((1, 1, 2))))
            killed(film, moments, kills)
    for name, tally in gaps.items():
        print(f"{name}: {dict(tally)}")
    print(f"killed: {dict(kills)}")
    every = sum(gaps.values(), Counter[str]())
    held = every["gaps told"] == every["gaps"] and not (every + kills)["accused"] and not kills["lines lost"]
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
