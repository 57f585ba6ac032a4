"""A record filmed, the film read, and how what was read differs from what was played."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cache
from time import thread_time
from typing import Final

from controller.record.events import Collect, DealStart, Event, Played
from controller.referee.fold import start, step
from controller.referee.step import FoldStep
from controller.rules.copies import has_copies
from controller.rules.match import AnyMatch
from controller.table import screenplay
from controller.table.interpreter import Interpreter
from groundwork.picture import Gray
from tests.support.examples import EXAMPLES
from vision.base.observation import Laid
from vision.eyes.pipeline import Eyes
from vision.film.reel import Reel, Take
from vision.film.write import Lay
from vision.marks.symbologies import load
from vision.marks.symbology import Symbology
from vision.mat.layout import CARD_SIZES, Mat

ENOUGH: Final = 18
"""Plays after which the next deal is left out."""

Play = tuple[int, str]


@dataclass(frozen=True)
class Script:
    """A part of a record: the events in corrected order, and what the players lay."""

    name: str
    match: AnyMatch
    events: tuple[Event, ...]

    @property
    def plays(self) -> list[Play]:
        """Seat and card of every play."""
        return [(event.seat, str(event.card)) for event in self.events if isinstance(event, Played)]

    def first(self, plays: int) -> "Script":
        """The part of it that ends with so many plays."""
        ends = [place for place, event in enumerate(self.events) if isinstance(event, Played)]
        return replace(self, events=self.events[: ends[plays - 1] + 1]) if plays < len(ends) else self

    def take(self, seed: int, noise: str, **look: object) -> Take:
        """The film of it."""
        size = self.match.game.card_size
        steps = list(screenplay.steps(self.events))
        return Take(steps, self.match.rules.seats, seed, noise, card=size, **look)  # pyrefly: ignore[bad-argument-type]  # passed on


@cache
def scripts() -> dict[str, Script]:
    """A deal or a few of an example of every game and number of seats, by these."""
    found: dict[str, Script] = {}
    for example in EXAMPLES:
        name = f"{example.opening.game} {len(example.opening.seats)}"
        if name not in found:
            found[name] = Script(name, start(example.opening), tuple(_cut(example.stages)))
    return found


def _cut(stages: Iterable[FoldStep]) -> Iterator[Event]:
    """The events in corrected order until enough was played and a deal is over."""
    played = 0
    for stage in stages:
        if stage.event is None:
            continue
        if played >= ENOUGH and isinstance(stage.event, DealStart):
            return
        played += isinstance(stage.event, Played)
        yield stage.event


@dataclass
class Outcome:
    """The reading of a film."""

    plays: list[Play] = field(default_factory=list[Play])
    """Cards that were laid."""
    read: list[Play] = field(default_factory=list[Play])
    """Cards that were read."""
    cold: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Cards that a reader without earlier pictures finds, and cards that lie there, for each complete trick."""
    event_ms: list[float] = field(default_factory=list[float])
    """Processor time of every frame in which the eyes had something to do."""
    false_cold: int = 0
    """Cards found so that do not lie there."""

    @property
    def missed(self) -> list[Play]:
        """Plays that were not read, or not in their place."""
        return [play for tag, play in self._differences() if tag == "missed"]

    @property
    def extra(self) -> list[Play]:
        """Plays that were read twice."""
        return [play for tag, play in self._differences() if tag == "read" and play in self.plays]

    @property
    def wrong(self) -> list[Play]:
        """Plays that were read and never made: another card, or another seat's."""
        return [play for tag, play in self._differences() if tag == "read" and play not in self.plays]

    def _differences(self) -> Iterator[tuple[str, Play]]:
        matcher = SequenceMatcher(None, self.plays, self.read, autojunk=False)
        for tag, first, last, start_, end in matcher.get_opcodes():
            if tag != "equal":
                yield from (("missed", play) for play in self.plays[first:last])
                yield from (("read", play) for play in self.read[start_:end])


def watch(script: Script, take: Take, symbology: Symbology | None = None) -> Outcome:
    """Film a script and read the film as the daemon does, all events but plays being entered by hand."""
    kind = symbology or load(take.symbology, [0], twice=has_copies(script.match.game.deck))
    eyes = Eyes(kind, Mat(card=CARD_SIZES[take.card]), take.seats, [0])
    reel, player = Reel(take), _Player(script)
    outcome = Outcome([(s.seat, s.card) for s in take.steps if isinstance(s, Lay)])
    still: tuple[set[str], Gray] | None = None
    """The last frame without motion, and the cards that lie in it."""
    for number, (moment, gray) in enumerate(zip(reel.shoot.moments, reel.frames(grey=True), strict=True)):
        began, idle = thread_time(), eyes.counts.idle
        observed = eyes.feed(number / take.fps, gray)
        if eyes.counts.idle == idle:
            outcome.event_ms.append((thread_time() - began) * 1e3)
        for seen in observed:
            outcome.read += player.plays(seen, number / take.fps)
        if still and len(moment.laid) < len(still[0]):
            _read_cold(outcome, kind, *still)
            still = None
        if not moment.moving and moment.hand is None and moment.laid:
            still = ({pose.card for pose in moment.laid}, gray)
    return outcome


def _read_cold(outcome: Outcome, kind: Symbology, cards: set[str], gray: Gray) -> None:
    found = {mark.card for mark in kind.read(gray) if mark.deck == 0}
    outcome.cold.append((len(found & cards), len(cards)))
    outcome.false_cold += len(found - cards)


class _Player:
    """Enters bids and calls when they are due, and turns what is seen into plays."""

    def __init__(self, script: Script) -> None:
        self._match, self._table, self._number = script.match, Interpreter(), 1
        self._events = [event for event in script.events[1:] if not isinstance(event, Collect)]

    def plays(self, seen: object, seconds: float) -> Iterator[Play]:
        """The plays that an observation stands for."""
        if isinstance(seen, Laid):
            while self._events and not isinstance(self._events[0], Played):
                self._take(self._events.pop(0))
        for event in self._table.events(self._match, seen, seconds):  # pyrefly: ignore[bad-argument-type]  # what an eye tells
            self._take(event)
            if isinstance(event, Played):
                if self._events:
                    self._events.pop(0)
                yield event.seat, str(event.card)

    def _take(self, event: Event) -> None:
        self._number += 1
        self._match, _ = step(self._match, self._number, event)
