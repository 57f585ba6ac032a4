"""Filmed deals whose truth is known, and a table that watches one with real eyes and archive, and people who answer."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.eyes.spoiling import GAPS, Spoil
from controller.live import table as live_table
from controller.live.loop import CameraLoop
from controller.live.session import MatchSession, Update
from controller.record.events import Event, Missed, Played
from controller.store.match_journal import MatchJournal
from controller.store.wall_clock import WallClock
from controller.table import screenplay
from controller.table.unseen.course import complete_account, open_hole
from groundwork.picture import Gray, u8
from tests.support import honest
from tests.support.storm.memory import course
from tests.support.storm.plan import Act, Plan, truth
from tests.support.storm.stage import Stage
from vision.base.observation import BlindWhy
from vision.eyes.pipeline import Eyes
from vision.film.reel import Reel, Take
from vision.marks.symbologies import load
from vision.mat.layout import CARD_SIZES, Mat

FPS: Final = 10.0
SIZE: Final = (1280, 720)
ANSWER_S: Final = 6.0
"""The time that people take to answer."""
QUIET_S: Final = 12.0
"""The time that the last picture stays, so that the last question is answered."""


@dataclass(frozen=True)
class Film:
    """A deal that was drawn once: its pictures, and their true events."""

    plan: Plan
    acts: Sequence[Act]
    times: Sequence[float]
    path: Path
    count: int

    @property
    def frames(self) -> Gray:
        """All pictures, from the disk."""
        return np.asarray(np.memmap(self.path, np.uint8, "r", shape=(self.count, SIZE[1], SIZE[0])))

    @property
    def end(self) -> float:
        """The seconds at which the last answer has been given."""
        return self.count / FPS + QUIET_S

    def picture(self, number: int) -> Gray:
        """Return a picture; the last one stays, with the grain of the few before it."""
        last = self.count - 1
        return u8(self.frames[number if number <= last else last - (number - last) % 5])


def draw(seed: int, folder: Path) -> Film:
    """Draw an honest deal of the table of a seed."""
    (game, seats), _ = honest.drawn(seed)
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
    """Time each act: a card when it has landed, a word half a second before the next card."""
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
        """The reason that the record should give for it."""
        return GAPS[self.name][0]

    @property
    def spoil(self) -> Spoil:
        """The damage that it does to a picture."""
        return GAPS[self.name][1]


@dataclass
class Table(live_table.Subscriber):
    """One run of the referee over a film, from a moment on."""

    film: Film
    journal: MatchJournal
    stretches: Sequence[Stretch] = ()
    now: float = 0.0
    live: bool = False
    """Whether the film goes on unwatched; a picture that is not read in time is dropped."""
    lost: int = 0
    asked: dict[int, float] = field(default_factory=dict[int, float])
    taps: Counter[str] = field(default_factory=Counter[str])
    said: set[str] = field(default_factory=set[str])
    """Every verdict that was ever announced."""

    def __post_init__(self) -> None:
        vars(self.journal)["_clock"] = WallClock(lambda: 1.8e9 + self.now, lambda: self.now)
        self.session = MatchSession(self.journal, replace(self.film.plan.opening, v=3, sight=True))
        seats = self.film.plan.seats
        mat = Mat(card=CARD_SIZES[self.film.acts[-1].after.game.card_size])
        self.eyes = Eyes(load("aruco", [0]), mat, seats, [0], dropped=lambda: self.lost)
        self.table = live_table.LiveTable(self.session, clock=lambda: self.now)
        self.table.subscribe(self)
        self.loop = CameraLoop(self.table, self.eyes)
        self.words = [
            (when, act.event)
            for act, when in zip(self.film.acts, self.film.times, strict=True)
            if not isinstance(act.event, Played)
        ]

    def on_event(self, update: Update) -> None:
        """Note every verdict that is announced."""
        self.said |= {str(verdict.text) for verdict in update.match.verdicts}

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
            self.table.publish(news)
        self.table.publish(self.session.add(replace(event, t=self.now, src="console")))

    def _answer(self) -> None:
        """Answer the question of six seconds ago: by the likely course if it is true, else by saying all."""
        match, events = self.session.match, self.session.events
        hole = open_hole(match, events)
        if hole is None or self.now - self.asked.setdefault(hole.of, self.now) < ANSWER_S:
            return
        stage = Stage([*self.film.acts], [*self.film.times])
        true = course(stage, match, events, hole.of, self.now)
        likely = [one.plays for one in self.session.likely_courses]
        told = complete_account(events, true)
        self.taps["two taps" if true.plays in likely else "typed"] += 1
        # A player whose answer is impossible gives up.
        given = told if isinstance(told, Missed) else Missed(of=hole.of)
        self.taps["refused"] += not isinstance(told, Missed)
        self._enter(given)
