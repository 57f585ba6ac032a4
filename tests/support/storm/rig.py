"""A whole table without a thread: the real session, archive, watch, console and displays over a virtual clock."""

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from controller.console.actions.base import Action, ActionRequest
from controller.console.actions.base import ActionPlan as Doing
from controller.console.actions.runner import ActionRunner
from controller.console.actions.unseen import ACTIONS
from controller.console.security.roles import Role
from controller.console.server import Console, PageOptions
from controller.console.views.unseen_course import plays_text
from controller.live.camera import CameraTrouble, Frame
from controller.live.loop import CameraLoop
from controller.live.scoreboard import ComposedFace
from controller.live.session import MatchSession, Update
from controller.live.table import LiveTable, Subscriber
from controller.record.events import Event, Missed
from controller.referee.fold import outcome
from controller.rules.match import AnyMatch
from controller.settings.model import ConsoleConfig
from controller.store import match_journal
from controller.store.match_journal import MatchJournal
from controller.store.resume import take_up
from controller.store.wall_clock import WallClock
from controller.table.unseen.choosing import card_choice
from controller.table.unseen.course import complete_account, open_hole
from firmware_bridge.face.face import Face
from tests.support.storm import weather
from tests.support.storm.memory import course
from tests.support.storm.plan import Plan
from tests.support.storm.sight import StagedEyes
from tests.support.storm.stage import Said, Stage, staged

FRAME_S: Final = 0.1
SLOW_S: Final = 0.35
"""Between two frames on a machine that has no time."""
ANSWER_S: Final = 6.0
"""Seconds that people take to answer what the table asks."""
DOWN_S: Final = 4.0
"""A restart takes so long, at least."""
GRAY: Final = np.zeros((2, 2), np.uint8)
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
"""Folder where files cost nothing."""


class Killed(Exception):  # noqa: N818 - it is no error
    """The power has failed."""


class StormError(AssertionError):
    """A law is broken."""


@dataclass
class Heard:
    """All that the table was shown and told."""

    faces: list[Face] = field(default_factory=list[Face])
    news: list[tuple[float, Update]] = field(default_factory=list[tuple[float, Update]])
    shown: Face | None = None
    """Face on the display, if it is there."""


@dataclass
class Rig:
    """One evening, run after run of the referee."""

    plan: Plan
    stage: Stage = field(init=False)
    heard: Heard = field(default_factory=Heard)
    now: float = 0.0
    match: AnyMatch | None = None
    events: tuple[Event, ...] = ()

    def __post_init__(self) -> None:
        self.stage = staged(self.plan)
        self.faults = weather.stretches(self.plan, self.stage)
        self.covers = weather.covers(self.stage, self.faults)
        self.late = weather.lateness(self.plan, self.faults, self.stage)
        self.kills = [one for one in self.faults if one.kind == "kill"]
        self.to_say = [*self.stage.said]
        self.acknowledged: list[Event] = []
        self.asked: dict[int, float] = {}
        """When each hole was asked about first, by its line."""
        self.answered: set[int] = set()
        self.answers: list[tuple[float, bool, str]] = []
        """When a hole was answered, whether that was taken down, and what was said."""
        self.likely: Counter[str] = Counter()
        """Ways of true answers: as the course offered first, as another one, by picking the card."""

    def play(self) -> "Rig":
        """Play the evening to its end."""
        folder = Path(tempfile.mkdtemp(prefix="storm", dir=MEMORY if MEMORY.exists() else None))
        match_journal.RETRY_S = 0.0
        try:
            while self.now < self.stage.end:
                self._run(folder)
        finally:
            shutil.rmtree(folder)
        return self

    def _run(self, folder: Path) -> None:
        """One run of the referee, until its power fails or the evening is over."""
        with take_up(folder, new=False) as journal:
            vars(journal)["_clock"] = WallClock(self._wall, lambda: self.now)
            self._check_disk(journal)
            session = MatchSession(journal, replace(self.plan.opening, v=3, sight=True))
            sight = StagedEyes(self.stage, self.faults, self.covers, self.late, self.now, self.plan.seats)
            run = _Run(self, session, journal, sight, folder)
            try:
                run.watch.run(run.frames())
            except Killed:
                _lose(journal)
            self.match, self.events = session.match, tuple(journal.events)
            self._check_twin(session)
            self.now += DOWN_S

    def _wall(self) -> float:
        return 1.8e9 + self.now + sum(7200.0 for one in self.faults if one.kind == "clock" and one.since <= self.now)

    def _check_disk(self, journal: MatchJournal) -> None:
        if journal.events[: len(self.acknowledged)] != self.acknowledged:
            raise StormError("what was acknowledged is not on the disk")

    def _check_twin(self, session: MatchSession) -> None:
        """The record is all: whoever reads it knows what the table knows."""
        read = outcome(session.events)
        mine = session.match
        if (read.total, read.verdicts, read.running, read.ended) != (
            mine.total,
            mine.verdicts,
            mine.running,
            mine.ended,
        ):
            raise StormError("the record read anew is not the match that was played")


class _Run(Subscriber):
    """One run of the referee."""

    def __init__(self, rig: Rig, session: MatchSession, journal: MatchJournal, sight: StagedEyes, folder: Path) -> None:
        self.rig, self.session, self.journal, self.sight = rig, session, journal, sight
        self.console = Console(ConsoleConfig(), folder, session, PageOptions("swiss"))
        self.table = LiveTable(session, invite=self.console.invitation, clock=lambda: rig.now)
        self.table.subscribe(self)
        self.console.follow(self.table)
        self.console.admit()
        self.watch = CameraLoop(self.table, cast("Any", sight))
        self.archive = vars(journal)["_archive"]
        self.archive.reopen = lambda: None
        actions = {"enter": Action("enter", Role.VIEWER, self._entered), "unseen": ACTIONS[0]}
        self.runner = ActionRunner(self.console.context, actions)
        devices = self.console.context.devices
        self.owner = next(iter(devices.all), None) or devices.pair("Anna", Role.OWNER, "2026-11-21 12:00")
        self._wanted: Event | None = None
        self._refuses = False

    def frames(self) -> Iterator[Frame | CameraTrouble]:
        """Frames as they come, with all that happens between them."""
        rig, began = self.rig, self.rig.now
        while rig.now < rig.stage.end:
            slow = any(one.kind == "slow" and one.holds(rig.now) for one in rig.faults)
            rig.now = round(rig.now + (SLOW_S if slow else FRAME_S), 3)
            self._disk()
            self._phones()
            self._answer()
            if rig.kills and rig.kills[0].since <= rig.now:
                rig.kills.pop(0)
                raise Killed
            fault = weather.blind(rig.faults, rig.now)
            if fault and fault.kind == "camera":
                yield CameraTrouble("camera blind: the stream has ended")
            elif not (fault and fault.kind == "drops"):
                yield round(rig.now - began, 3), GRAY
            if not self.journal.unsaved:
                rig.acknowledged = [*self.journal.events]

    def _disk(self) -> None:
        refuses = any(one.kind == "disk" and one.holds(self.rig.now) for one in self.rig.faults)
        if refuses != self._refuses:
            self._refuses = refuses
            base = cast("Any", vars(self.archive)["_base"])
            base.execute(f"PRAGMA query_only = {'ON' if refuses else 'OFF'}")

    def _phones(self) -> None:
        """What is due is entered; an answer that is lost makes the phone send the same form again."""
        rig = self.rig
        while rig.to_say and rig.to_say[0].at <= rig.now:
            self._enter(rig.to_say.pop(0))

    def _answer(self) -> None:
        """Somebody tells what was played in a hole, some seconds after the table has asked."""
        rig, session = self.rig, self.session
        hole = open_hole(session.match, session.events)
        if not rig.plan.answers or hole is None or hole.of in rig.answered:
            return
        if rig.now - rig.asked.setdefault(hole.of, rig.now) < ANSWER_S:
            return
        rig.answered.add(hole.of)
        told = course(rig.stage, session.match, session.events, hole.of, rig.now)
        way, taps = _taps(session, told)
        rig.likely[way] += 1
        if taps:
            rig.likely["at most two taps"] += taps <= 2
            rig.likely[f"taps {min(taps, 9)}"] += 1
        over = "over" if told.over else "same"
        form = {"do": "unseen", "key": self.console.context.keys.mint(), "of": str(hole.of), "over": over}
        answer = self.runner.do({**form, **(_picked(told) if taps else _typed(told))}, self.owner)
        rig.answers.append((rig.now, answer.done, answer.text))

    def _enter(self, said: Said) -> None:
        self._wanted = said.event
        form = {"do": "enter", "key": self.console.context.keys.mint()}
        count = len(self.journal.events)
        retries = any(one.kind == "retry" and one.holds(self.rig.now) for one in self.rig.faults)
        answers = {self.runner.do(form, None) for _ in range(3 if retries else 1)}
        entered = [event for event in self.journal.events[count:] if event.src == "console"]
        if len(answers) != 1 or len(entered) != 1:
            raise StormError(f"a form sent again was not answered the same: {answers}")

    def _entered(self, ask: ActionRequest) -> Doing:
        assert self._wanted is not None
        return Doing((self._wanted,), answer="done")

    def on_face(self, shown: ComposedFace) -> None:
        self.rig.heard.faces.append(shown.face)
        if not any(one.kind == "display" and one.holds(self.rig.now) for one in self.rig.faults):
            self.rig.heard.shown = shown.face

    def on_event(self, update: Update) -> None:
        self.rig.heard.news.append((self.rig.now, update))


def _picked(told: Missed) -> dict[str, str]:
    """The fields of an answer by taps."""
    return {"plays": plays_text(told.plays or ()), "answer": "likely"}


def _typed(told: Missed) -> dict[str, str]:
    """The fields of an answer in the form."""
    seats = {f"seat{place}": str(seat) for place, (seat, _) in enumerate(told.plays or ())}
    cards = {f"card{place}": str(card) for place, (_, card) in enumerate(told.plays or ())}
    return {**seats, **cards, "answer": "told"}


def _taps(session: MatchSession, told: Missed) -> tuple[str, int]:
    """How a true answer can be given on the table's pages, and by how many taps."""
    courses = [likely.plays for likely in session.likely_courses]
    if told.plays in courses:
        return "true course first" if told.plays == courses[0] else "true course offered", 1
    plays = told.plays or ()
    if not plays:
        return "true course typed", 0
    taps, choice = 1, card_choice(session.match, session.events)
    alone = choice is not None and choice.missing is None and len(plays) == 1 and not told.over
    known = choice is not None and choice.missing == len(plays)
    taps += not (alone or known)  # one by one
    for place, (seat, card) in enumerate(plays):
        so_far = plays[:place]
        checked = complete_account(
            session.events, Missed(of=told.of, plays=so_far, over=False), session.checkpoints.before(told.of)
        )
        won = (checked.won if isinstance(checked, Missed) else None) or ()
        choice = card_choice(session.match, session.events, so_far, won)
        if choice is not None and choice.seat != seat:
            taps += 1
            choice = card_choice(session.match, session.events, so_far, won, seat)
        if choice is None or (choice.seat, card in choice.cards) != (seat, True):
            return "true course typed", 0
        taps += 1
    taps += not (alone or known)  # that is all
    return "true card to pick" if len(plays) == 1 and taps == 2 else "true cards one by one", taps


def _lose(journal: MatchJournal) -> None:
    """What is not on the disk is gone with the power."""
    vars(journal)["_waiting"].clear()
