"""Fifty phones on the console's live page: how soon they show an event, and their cost for the game's own thread.

Run it from the project's folder: ``python -m benchmarks.pages.phones``. The daemon referees the same deals again and
again, at three times the pace at which they were filmed; in some of the passes phones of another process follow, in
others nobody does, and in the last some of the phones have stopped reading. An event's time runs from the moment at
which the referee gets it, before it is on the disk, to the arrival of a table that shows it at each phone. Exit
status 1 if a phone was never shown an event, or one of a hundred had to wait longer than 300 ms.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import cv2

from benchmarks.pages.phones_clients import Arrival, digest
from benchmarks.pages.phones_follow import Following, free_port, phones
from benchmarks.pages.phones_heard import Delays, Entered, Put, delays, percentile
from benchmarks.table.soak import compare, drawn, settings, silence
from benchmarks.table.soak_films import FPS, Film, scripts, short
from benchmarks.table.soak_tally import Tally
from controller.commands.table import referee, resources
from controller.console.http import streams as live
from controller.console.http.context import Context, TableSnapshot
from controller.console.http.request import ENGLISH
from controller.console.security.roles import Role
from controller.console.server import Console, fragments
from controller.console.words import gettext as texts
from controller.live.session import MatchSession, Update
from controller.record.events import Event
from controller.web.newest import Latest
from firmware_bridge.ports.emulator import Emulator
from groundwork.picture import Colouring, Gray, no_colour

GOAL_MS = 300.0


@dataclass
class Pass:
    """The deals played once."""

    reading: int
    """The number of phones that follow."""
    stuck: int = 0
    """The number of phones that have stopped reading."""
    clock_ms: list[float] = field(default_factory=list[float])
    """The time from each frame to the request for the next one."""
    cpu_ms: list[float] = field(default_factory=list[float])
    """The processor time of the game's thread for each frame."""
    busy: list[bool] = field(default_factory=list[bool])
    """Whether each frame brought an event."""
    entered: list[Entered] = field(default_factory=list[Entered])
    arrivals: list[Arrival] = field(default_factory=list[Arrival])

    @property
    def name(self) -> str:
        """The pass's name in tables."""
        return f"{self.reading} phones" + f", {self.stuck} more that do not read" * bool(self.stuck)


@dataclass
class Run:
    """The passes of one match, and the daemon's work in them."""

    film: Film
    passes: Sequence[Pass]
    speed: float
    following: Following
    now: Pass = field(default_factory=lambda: Pass(0))
    """The pass in progress."""
    states: list[tuple[float, TableSnapshot]] = field(default_factory=list[tuple[float, TableSnapshot]])
    """The states that were published to the pages, each with its time."""
    contexts: list[Context] = field(default_factory=list[Context])
    trouble: str = ""
    dropped: int = 0
    colour: Colouring = no_colour

    def let_rest(self, *, at_rest: bool) -> None:
        """Do nothing: the frames of a film are not encoded."""

    def close(self) -> None:
        """Do nothing: nothing was opened."""

    def __iter__(self) -> Iterator[tuple[float, Gray]]:
        """Yield the frames of all passes, each when it is due."""
        for number, one in enumerate(self.passes):
            self._begin(one)
            start = time.monotonic()
            for place in range(self.film.body):
                time.sleep(max(0.0, start + place / (FPS * self.speed) - time.monotonic()))
                yield from self._frame(number * self.film.body + place, place)
            if one.reading:
                time.sleep(1)
                one.arrivals = self.following.close()
        self.now = Pass(0)
        for place in range(self.film.body, self.film.shape[0]):
            yield from self._frame((len(self.passes) - 1) * self.film.body + place, place)

    def _begin(self, one: Pass) -> None:
        if one.reading:
            self.following.load()
            self.following.open(one.reading, one.stuck)
            self.following.ready()
        self.now = one

    def _frame(self, number: int, place: int) -> Iterator[tuple[float, Gray]]:
        events, clock, cpu = len(self.now.entered), time.perf_counter(), time.thread_time()
        yield number / FPS, self.film.frames[place]
        self.now.cpu_ms.append((time.thread_time() - cpu) * 1e3)
        self.now.clock_ms.append((time.perf_counter() - clock) * 1e3)
        self.now.busy.append(len(self.now.entered) > events)

    def referee(self, folder: Path, display: str, port: int) -> None:
        """Let the daemon referee the passes."""
        add, put, open_ = MatchSession.add, Latest[Any].put, Console.open

        put_any: Callable[[Latest[Any], object], None] = put

        def added(session: MatchSession, event: Event) -> Update:
            began = time.monotonic()
            news = add(session, event)
            self.now.entered.append(Entered(news.number, began))
            return news

        def noted(newest: Latest[Any], value: object) -> None:
            if isinstance(value, TableSnapshot):  # Kiosks have a newest face of their own.
                self.states.append((time.monotonic(), value))
            put_any(newest, value)

        def opened(console: Console) -> bool:
            self.contexts.append(console.context)
            return open_(console)

        config = settings(self.film.script, folder, display, port)
        with (
            patch.object(resources, "Reopening", return_value=self),
            patch.object(MatchSession, "add", added),
            patch.object(Latest, "put", noted),
            patch.object(Console, "open", opened),
            silence(),
        ):
            referee.run(config, "the settings of this benchmark", new=True)

    def puts(self) -> list[Put]:
        """List all states with their tables."""
        table, [context] = fragments()["table"], self.contexts
        with texts.speaking(ENGLISH.translations):
            return [
                Put(when, state.count, digest(live.part(table, state, context, Role.VIEWER)))
                for when, state in self.states
            ]


def told(one: Pass, found: Delays) -> str:
    """Write the delays of a pass, or of several like it, in one line."""
    ms, put = found.ms or [0.0], found.put_ms or [0.0]
    return (
        f"{one.name:42} {len(found.ms):6} arrivals: median {median(ms):6.1f} ms, p99 {percentile(ms, 0.99):6.1f}, "
        f"worst {max(ms):6.1f}; until it is put: median {median(put):.1f}, worst {max(put):.1f}; "
        f"{found.missed} missed, {found.foreign} of no state, {found.unseen} events unseen"
    )


def sooner(passes: Sequence[Pass], puts: Sequence[Put]) -> Iterator[tuple[Pass, Delays]]:
    """Yield the delays of passes with phones, equal kinds put together."""
    alike: dict[str, tuple[Pass, Delays]] = {}
    for one in passes:
        if one.reading:
            _, all_of = alike.setdefault(one.name, (one, Delays()))
            own = delays(one.entered, puts, one.arrivals, one.reading)
            all_of.ms += own.ms
            all_of.put_ms += own.put_ms
            all_of.missed, all_of.foreign = all_of.missed + own.missed, all_of.foreign + own.foreign
            all_of.unseen += own.unseen
    yield from alike.values()


def slower(base: Sequence[Pass], other: Sequence[Pass]) -> Iterator[str]:
    """Write the game thread's time for frames with an event and for the others, beside its time without phones.

    The passes show the same frames; each frame counts by its median over the passes of a kind.
    """
    busy = [any(states) for states in zip(*(one.busy for one in (*base, *other)), strict=True)]
    for kind, wanted in (("with an event", True), ("without one", False)):
        for name in ("clock_ms", "cpu_ms"):
            one, two = (_medians(group, name, busy, wanted=wanted) for group in (base, other))
            ratio = median(after / before for before, after in zip(one, two, strict=True))
            yield (
                f"{len(one):4} frames {kind:13} by {name.removesuffix('_ms'):5}: "
                f"median {median(one):6.2f} -> {median(two):6.2f} ms, p99 {percentile(one, 0.99):6.1f} -> "
                f"{percentile(two, 0.99):6.1f}; each {ratio:.3f} times, all together {sum(two) / sum(one):.3f} times"
            )


def _medians(group: Sequence[Pass], name: str, busy: Sequence[bool], *, wanted: bool) -> list[float]:
    """Return the median over these passes of each frame of a kind."""
    times = zip(*(getattr(own, name) for own in group), strict=True)
    return [median(values) for values, state in zip(times, busy, strict=True) if state == wanted]


def main() -> int:
    """Draw, referee, measure."""
    parser = argparse.ArgumentParser(description="What phones on the live page are sent when, and what they cost.")
    parser.add_argument("--phones", type=int, default=50)
    parser.add_argument("--stuck", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=2, help="of none, all, all, none, one")
    parser.add_argument("--speed", type=float, default=3.0, help="times the pace of the film")
    parser.add_argument("--short", action="store_true", help="small pictures of a short match, to see that it runs")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    many = chosen.phones
    order = [Pass(0), *(Pass(count) for _ in range(chosen.rounds) for count in (0, many, many, 0, 1))]
    order += [Pass(many, chosen.stuck), Pass(many, chosen.stuck)]
    port = free_port()
    with TemporaryDirectory() as name, Emulator() as display, phones(port) as following:
        wanted, size = (short(), (1280, 720)) if chosen.short else (scripts(1), (1920, 1080))
        folder, script = Path(name), replace(wanted[0], passes=len(order))
        [film] = drawn([script], folder, size)
        run = Run(film, order, chosen.speed, following)
        run.referee(folder / "data", display.path, port)
        tally = Tally()
        compare(script, folder / "data", tally)
    return 0 if report(run.passes[1:], run.puts(), tally, float("inf") if chosen.short else GOAL_MS) else 1


def report(passes: Sequence[Pass], puts: Sequence[Put], tally: Tally, most_ms: float) -> bool:
    """Print the figures; returns whether all laws held, and 99 of 100 events were shown within this time."""
    print("\n".join(tally.faults) or f"the record is right, {tally.plays} plays")
    held = not tally.faults
    for one, found in sooner(passes, puts):
        print(told(one, found))
        held = held and bool(found.ms) and not found.missed and percentile(found.ms, 0.99) <= most_ms
    none, *others = ([one for one in passes if one.name == name] for name in dict.fromkeys(one.name for one in passes))
    for group in others:
        print(f"{group[0].name}, beside none:")
        for line in slower(none, group):
            print(f"  {line}")
    return held


if __name__ == "__main__":
    sys.exit(main())
