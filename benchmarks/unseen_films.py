"""Deals that are filmed and not wholly seen: gaps of every kind, and a referee that is killed and started again.

Run it from the project's folder: ``python -m benchmarks.unseen_films [--films 200] [--kills 100] [--first SEED]``.
Honest deals of every game are drawn, a film a table, and watched again and again by the real eyes, table and archive,
each time with other stretches of 1 to 10 seconds spoiled: black, frozen, covered by a newspaper, dropped, lost.
In the second part the referee is a process of its own that is killed in mid-film (SIGKILL) and started again while the
film goes on. With ``--starved SECONDS`` it watches films in real time instead, at a low priority beside six busy loops,
and drops pictures that are late. Somebody answers what the table asks, six seconds later and truly. Nobody may be
accused, each gap must be told, nothing that was acknowledged may be lost, and the scores should be right in the end.

Exit status 1 if anybody was accused, a line was lost, or a gap was not told.
"""

import argparse
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing import Process, RawValue
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2
import numpy as np

from benchmarks.unseen_eyes import GAPS, Spoil
from controller.live.board import AlertBoard
from controller.live.loop import TableLoop
from controller.live.session import MatchSession
from controller.record.events import Event, Gap, Missed, Played
from controller.referee.fold import outcome
from controller.rules.match import AnyMatch
from controller.store.match_journal import MatchJournal
from controller.store.resume import take_up
from controller.store.wall_clock import WallClock
from controller.table import screenplay
from controller.table.unseen.course import completed, open_hole
from tests.support import honest
from tests.support.storm.memory import course
from tests.support.storm.plan import Act, Plan, truth
from tests.support.storm.stage import Stage
from vision.base.observation import BlindWhy
from vision.base.picture import Gray, u8
from vision.eyes.pipeline import Eyes
from vision.film.reel import Reel, Take
from vision.marks.symbologies import load
from vision.mat.layout import CARD_SIZES, Mat

FPS: Final = 10.0
SIZE: Final = (1280, 720)
ANSWER_S: Final = 6.0
"""So long people take to answer."""
QUIET_S: Final = 12.0
"""The last picture stays so long, so that the last question is answered."""
DOWN_S: Final = 3.0
"""A restart takes so long."""
BUSY: Final = 6
"""Busy loops beside a referee that is starved."""
NICE: Final = 5
"""Its niceness in the first half of the time; twice as much in the second."""


@dataclass(frozen=True)
class Film:
    """A deal that was drawn once: its pictures, and what truly happens in them."""

    plan: Plan
    acts: Sequence[Act]
    times: Sequence[float]
    path: Path
    count: int
    deck: int = 0

    @property
    def frames(self) -> Gray:
        """All pictures, from the disk."""
        return np.asarray(np.memmap(self.path, np.uint8, "r", shape=(self.count, SIZE[1], SIZE[0])))

    @property
    def end(self) -> float:
        """Seconds at which the last answer has been given."""
        return self.count / FPS + QUIET_S

    def picture(self, number: int) -> Gray:
        """A picture; the last one stays, with the grain of the few before it."""
        last = self.count - 1
        return u8(self.frames[number if number <= last else last - (number - last) % 5])


def draw(seed: int, folder: Path) -> Film:
    """Draw an honest deal of the table of a seed."""
    game, seats = honest.TABLES[seed % len(honest.TABLES)]
    plan = Plan(seed, game, seats, "seed")
    acts = truth(plan)
    events = [plan.opening, *(act.event for act in acts)]
    card = acts[-1].after.game.card_size
    steps = list(screenplay.steps(events))
    reel = Reel(Take(steps, seats, seed, "low", fps=FPS, size=SIZE, card=card))
    path = folder / f"{seed}.frames"
    landed: dict[str, float] = {}
    with path.open("wb") as file:
        frames = zip(reel.shoot.moments, reel.frames(grey=True), strict=True)
        for number, (moment, gray) in enumerate(frames):
            landed = {pose.card: number / FPS for pose in moment.laid} | landed
            file.write(np.ascontiguousarray(gray).tobytes())
    return Film(plan, acts, _times(acts, landed), path, len(reel.shoot.moments))


def _times(acts: Sequence[Act], landed: dict[str, float]) -> list[float]:
    """When each act happens: a card when it has landed, a word half a second before the card that comes next."""
    times: list[float] = []
    following = 0.0
    for act in reversed(acts):
        following = landed[act.event.card] if isinstance(act.event, Played) else following - 0.1
        times.append(following if isinstance(act.event, Played) else max(following - 0.4, 0.3))
    return times[::-1]


@dataclass
class Stretch:
    """A spoiled part of a film."""

    name: str
    begin: float
    end: float

    @property
    def why(self) -> BlindWhy:
        """What the record should say of it."""
        return GAPS[self.name][0]

    @property
    def spoil(self) -> Spoil:
        """What it does to a picture."""
        return GAPS[self.name][1]


@dataclass
class Table:
    """One run of the referee over a film, from a moment on."""

    film: Film
    journal: MatchJournal
    stretches: Sequence[Stretch] = ()
    now: float = 0.0
    live: bool = False
    """Whether the film goes on whether or not it is watched; a picture that nobody took in time is dropped."""
    lost: int = 0
    asked: dict[int, float] = field(default_factory=dict[int, float])
    taps: Counter[str] = field(default_factory=Counter[str])
    said: set[str] = field(default_factory=set[str])
    """Every verdict that was ever told."""

    def __post_init__(self) -> None:
        vars(self.journal)["_clock"] = WallClock(lambda: 1.8e9 + self.now, lambda: self.now)
        self.session = MatchSession(self.journal, replace(self.film.plan.opening, v=2))
        seats = self.film.plan.seats
        mat = Mat(card=CARD_SIZES[self.film.acts[-1].after.game.card_size])
        self.eyes = Eyes(load("aruco", [0]), mat, seats, [0])
        self.eyes.dropped = lambda: self.lost
        board = AlertBoard(self.session, lambda _: None)
        self.loop = TableLoop(self.session, self.eyes, board, self._hear, clock=lambda: self.now)
        self.words = [
            (when, act.event)
            for act, when in zip(self.film.acts, self.film.times, strict=True)
            if not isinstance(act.event, Played)
        ]

    def _hear(self, news: Any) -> None:  # noqa: ANN401 - the news of an event
        self.said |= {str(verdict.text) for verdict in news.match.verdicts}

    def run(self, begin: float, report: Callable[[float], None] = lambda _: None) -> None:
        """Watch the film from a moment on to its end."""
        said = sum(event.src == "console" and not isinstance(event, Missed) for event in self.session.events)
        self.words = self.words[said:]
        self.loop.run(self._frames(begin, report))

    def _frames(self, begin: float, report: Callable[[float], None]) -> Iterator[tuple[float, Gray]]:
        last = self.film.picture(0)
        numbers = range(round(begin * FPS), round(self.film.end * FPS))
        for number in self._as_time_goes(numbers) if self.live else numbers:
            self.now = number / FPS
            report(self.now)
            while self.words and self.words[0][0] <= self.now:
                self._enter(self.words.pop(0)[1])
            self._answer()
            gray = self.film.picture(number)
            stretch = next((one for one in self.stretches if one.begin < self.now < one.end), None)
            if stretch is None:
                last = gray
                yield round(self.now - begin, 3), gray
                continue
            self.lost += stretch.why == "load"
            spoiled = stretch.spoil(gray, last)
            if spoiled is not None:
                yield round(self.now - begin, 3), spoiled

    def _as_time_goes(self, numbers: range) -> Iterator[int]:
        began, newest = time.monotonic(), numbers.start - 1
        while newest + 1 < numbers.stop:
            number = numbers.start + int((time.monotonic() - began) * FPS)
            if number <= newest:
                time.sleep(0.5 / FPS)
                continue
            number = min(number, numbers.stop - 1)
            self.lost += number - newest - 1
            newest = number
            yield number

    def _enter(self, event: Event) -> None:
        for news in self.session.settle():
            self.loop.take(news)
        self.loop.take(self.session.add(replace(event, t=self.now, src="console")))

    def _answer(self) -> None:
        """Somebody answers what was asked six seconds ago: by the likely course if it is true, else by saying all."""
        match, events = self.session.match, self.session.events
        hole = open_hole(match, events)
        if hole is None or self.now - self.asked.setdefault(hole.of, self.now) < ANSWER_S:
            return
        stage = Stage([*self.film.acts], [*self.film.times])
        true = course(stage, match, events, hole.of, self.now)
        likely = self.session.likely_course
        told = completed(events, true)
        self.taps["two taps" if likely and likely.plays == true.plays else "typed"] += 1
        # Who answers what cannot have been gives up.
        given = told if isinstance(told, Missed) else Missed(of=hole.of)
        self.taps["refused"] += not isinstance(told, Missed)
        self._enter(given)


def watched(film: Film, stretches: Sequence[Stretch], tally: Counter[str]) -> None:
    """Watch a film with spoiled stretches, and count what comes of it."""
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
        # A deal that is over with its scores, though cards of it were neither read nor told of.
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
