"""A hall with honest tables and a wicked one: whatever that sends, the others notice nothing, and the hall stays small.

Everything is the program's own: the hall as `schiri hall` opens it, the lines to the broker, and each table's line to
its hall. Only the broker is one of this process, whoever acts is given turns, and evenings are played once a process.
"""

import asyncio
import gc
import logging
import sys
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import BuiltinFunctionType, FrameType, FunctionType, ModuleType
from typing import Any, Final, cast
from unittest.mock import patch

from controller.commands.halls.hall import HallOptions, opened
from controller.hall import collector, member
from controller.hall.broker import HALL_USER
from controller.hall.desk import actions
from controller.hall.desk.book import TournamentBook
from controller.hall.member import Member
from controller.hall.messages import MOST_TEXT
from controller.hall.tables import FOLDER, MOST_MARKS
from controller.hall.uplink import Uplink
from controller.language.translate import ENGLISH
from controller.live.alert_board import AlertBoard
from controller.live.scoreboard import ComposedFace
from controller.live.session import MatchSession, Update
from controller.record import chain
from controller.record import text as record_text
from controller.record.events import End, Event, MatchStart
from controller.rules.match import AnyMatch
from controller.rules.results import Verdict
from controller.settings.model import HallConfig
from controller.store.archive import NAMED_BY, Archive, RecordLine
from controller.store.resume import take_up
from controller.web.broker_line import BrokerAddress
from controller.web.host import Host
from tests.support.examples import Example
from tests.support.in_memory import MEMORY
from tests.support.storm.turns import TurnBroker, TurnClient, TurnClock, TurnLine, by_turns, serve_nobody
from tests.support.storm.wicked import OthersKnown, WickedTable, stranger_requests
from tests.support.table_talk import record

START_S: Final = 1_795_720_000
"""2026-11-26 19:06:40 UTC."""
TICK_S: Final = 0.5
HALL: Final = "club"
HONEST: Final = ("1", "2")
WICKED: Final = "3"
_TURNS: Final = (18, 3)
"""Turns of the hall and of each table, in a tick."""
_EVENINGS: Final = 3
"""Different ones, so that each is folded once a process."""
_POOL: Final = ("schieber/4-evening", "mittlere/redeal", "skat/3-four-deals")
_MOST_TICKS: Final = 400
MOST_HELD: Final = 30_000_000
"""Bytes that a hall of three tables holds in memory for what one of them sends."""
MOST_FILES: Final = 3 * (MOST_MARKS + len(HONEST) + 1)
LOGGED: Final = 20
"""Lines of log about one table, in place of `MOST_LOGGED`, which an evening's storm seldom reaches."""
MOST_LINES: Final = 2 * (LOGGED + 3)
"""Each time the hall is open: these, and the sums of what was left out, one for each table that talked."""
PAGES: Final = ("/", "/arbiter", "/ranking", "/organiser", "/tables")
_SKIPPED: Final = (
    type,
    ModuleType,
    FunctionType,
    BuiltinFunctionType,
    FrameType,
    threading.Thread,
    logging.Logger,
    TurnBroker,
    TurnClient,
)


@dataclass(frozen=True)
class Evening:
    """A match as it was played once: its lines, and what the table showed and told at each of them."""

    events: tuple[Event, ...]
    lines: tuple[RecordLine, ...]
    shown: tuple[tuple[Update | None, tuple[ComposedFace, ...], AnyMatch], ...]


@cache
def evening(seed: int) -> Evening:
    """An evening of cheaters and honest people, so that there are verdicts."""
    opening = MatchStart(game="schieber", seats=("Anna", "Berta", "Carla", "Dora"))
    events = (*record(opening, seed, honesty=0.97)[0], End())
    faces: list[ComposedFace] = []
    shown: list[tuple[Update | None, tuple[ComposedFace, ...], AnyMatch]] = []
    with TemporaryDirectory(dir=MEMORY) as folder, ExitStack() as stack:
        session = MatchSession(stack.enter_context(take_up(Path(folder), new=False)), opening)
        board = AlertBoard(session, faces.append)
        board.repaint()
        shown.append((None, (*faces,), session.match))
        for event in events[1:]:
            faces.clear()
            news = session.add(event)
            board.show_update(news)
            shown.append((news, (*faces,), session.match))
    return Evening(events, _chained(events), tuple(shown))


@cache
def pool() -> tuple[str, ...]:
    """Lines of records of several games."""
    return tuple(line for name in _POOL for line in Example(name).data.decode().splitlines(keepends=True))


def _chained(events: Sequence[Event]) -> tuple[RecordLine, ...]:
    found, link = list[RecordLine](), b""
    for event in events:
        data = record_text.to_line(event).encode() + b"\n"
        link = chain.link(link, data)
        found.append(RecordLine(data, link))
    return tuple(found)


def _named(second: float) -> str:
    """A record that begins so many seconds after the storm; what no calendar has is near its ends."""
    return datetime.fromtimestamp(min(max(START_S + second, -62e9), 253e9), UTC).strftime(NAMED_BY).zfill(18)


@dataclass
class HonestTable:
    """A table that plays an evening, and its line to the hall."""

    name: str
    folder: Path
    mark: str
    evening: Evening
    earlier: Evening
    """A match that was over before, of which the hall has no line."""
    match: AnyMatch = field(init=False)
    events: tuple[Event, ...] = field(init=False)
    announced: tuple[Verdict, ...] = ()

    def __post_init__(self) -> None:
        self.records = _named(-3000 - int(self.name)), _named(10 + int(self.name))
        self.archive = Archive(self.folder, make=True)
        with self.archive.transaction():
            self.archive.write(self.archive.add(self.records[0]), 1, self.earlier.lines)
            self.number = self.archive.add(self.records[1], running=True)
            self.archive.write(self.number, 1, self.evening.lines[:1])
        member.save(self.folder, Member(self.mark, self.records[0]))
        self._stand(1)

    def _stand(self, count: int) -> None:
        self.events, self.match = self.evening.events[:count], self.evening.shown[count - 1][2]

    def begin(self, password: str) -> None:
        settings = HallConfig("mqtt://broker", HALL, self.name, password)
        self.uplink = Uplink(settings, self.folder, self.records[1])
        self.line = cast("TurnLine", vars(self.uplink)["_line"])
        self.line.begin()
        # The table as far as an uplink knows it.
        self.uplink.set_session(cast("Any", self), self.records[1], ENGLISH)
        self._show(self.evening.shown[0][1])

    def play(self, count: int) -> None:
        for number in range(len(self.events) + 1, min(len(self.events) + count, len(self.evening.events)) + 1):
            with self.archive.transaction():
                self.archive.write(self.number, number, self.evening.lines[number - 1 : number])
            self._stand(number)
            news, faces, _ = self.evening.shown[number - 1]
            self._show(faces)
            if news:
                self.announced = news.announced
                self.uplink.on_event(news)

    def _show(self, faces: Sequence[ComposedFace]) -> None:
        for face in faces:
            self.uplink.on_face(face)

    @property
    def is_done(self) -> bool:
        return (
            len(self.events) == len(self.evening.events) and self.uplink.status == "connected; the hall has every line"
        )

    def close(self) -> None:
        self.line.set_free()
        self.uplink.close()
        self.archive.close()


class Counted(logging.Handler):
    """Counts lines of the program's log, and the letters of the longest."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = self.longest = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.lines, self.longest = self.lines + 1, max(self.longest, len(record.getMessage()))

    @contextmanager
    def listening(self) -> Generator[None]:
        """While the log has little room, so that a short storm fills it."""
        logger = logging.getLogger("controller")
        with (
            patch.object(logger, "propagate", new=False),
            patch.object(logger, "disabled", new=False),
            patch.object(collector, "MOST_LOGGED", LOGGED),
        ):
            logger.addHandler(self)
            try:
                yield
            finally:
                logger.removeHandler(self)


def seat(book: TournamentBook) -> None:
    """Seat a round at three tables."""
    fields = {"title": "Club", "game": "schieber", "movement": "draw", "rounds": "3"}
    names = "\n".join(f"Player {letter}" for letter in "ABCDEFGHIJKL")
    for name, more in (("open", fields), ("register", {"names": names}), ("draw", {"seed": "seven"}), ("round", {})):
        book.add_steps(actions.step_maker(name, more))


@dataclass
class WickedReport:
    """The outcome of a hall.

    Attributes:
        broken: the laws that were broken, a sentence each.
        results: when each honest table's result was taken, in ticks, and which.
        figures: what was counted.
    """

    broken: list[str] = field(default_factory=list[str])
    results: dict[str, tuple[int, object]] = field(default_factory=dict[str, tuple[int, object]])
    figures: dict[str, int] = field(default_factory=dict[str, int])


class WickedStorm:
    """One hall while its tables play, by a seed."""

    def __init__(self, folder: Path, seed: int, *, is_wicked: bool) -> None:
        self.folder, self.clock, self.is_wicked = folder, TurnClock(float(START_S)), is_wicked
        self.honest_chance, self.chance = Random(seed % _EVENINGS), Random(seed)
        self.passwords = {name: f"password of {name}" for name in (*HONEST, WICKED, HALL_USER)}
        self.broker = TurnBroker(HALL, self.passwords)
        self.report, self.told = WickedReport(), 0
        self._stack = ExitStack()
        kind = seed % _EVENINGS
        self.reopened = self.honest_chance.randint(4, 12) if kind else 0
        self.tables = [
            HonestTable(
                name, folder / name, f"{Random(f'{seed} {name}').getrandbits(64):016x}", evening(at), evening(9)
            )
            for at, name in enumerate(HONEST, 2 * kind + 10)
        ]
        others = [
            OthersKnown(
                one.name,
                one.mark,
                one.records,
                [(line.data.decode(), line.link.decode()) for line in one.evening.lines],
            )
            for one in self.tables
        ]
        own = [(line.data.decode(), line.link.decode()) for line in evening(8).lines]
        self.wicked = WickedTable(self.chance, HALL, WICKED, others, own, pool(), self._began)
        self.speaker = self.broker.client(client_id="speaker")
        self.speaker.username_pw_set(WICKED, self.passwords[WICKED])
        self.clients: list[TurnClient] = []

    def _began(self, second: int) -> str:
        return _named(self.clock.now_s - START_S + second)

    def play(self) -> WickedReport:
        """Play to the end, and hold the laws against it."""
        log = Counted()
        with ExitStack() as stack:
            stack.enter_context(by_turns(self.broker, self.clock))
            stack.enter_context(patch.object(Host, "serve", serve_nobody))
            stack.enter_context(log.listening())
            self._open()
            stack.callback(self._end)
            seat(self.hall.book)
            for table in self.tables:
                table.begin(self.passwords[table.name])
                stack.callback(table.close)
            # Nobody knows the others' marks before the hall does.
            self._listen()
            self._run(stack.enter_context(asyncio.Runner()))
        self._compare()
        self._bound("lines of log", log.lines, MOST_LINES)
        self._bound("letters of a line of log", log.longest, 2 * MOST_TEXT)
        return self.report

    def _open(self) -> None:
        """Open the hall as the program does."""
        address = BrokerAddress("broker", 1883, HALL_USER, self.passwords[HALL_USER])
        chosen = HallOptions(HALL, port=0)
        self.hall = self._stack.enter_context(opened(self.folder / "hall", chosen, address, self.clock.time))
        self._line = cast("TurnLine", vars(self.hall.collector)["_line"])
        self._stack.callback(self._line.set_free)
        self._line.begin()

    def _end(self) -> None:
        self._stack.close()

    def _run(self, browser: asyncio.Runner) -> None:
        for tick in range(1, _MOST_TICKS):
            self.clock.now_s += TICK_S
            if tick == self.reopened:
                self._end()
                self._open()
            for table in self.tables:
                table.play(self.honest_chance.randint(0, 6))
            if self.is_wicked:
                self._wicked_acts()
            self._listen()
            self._look(tick)
            is_over = len(self.report.results) == len(HONEST) and all(table.is_done for table in self.tables)
            if tick % 8 == 1 or is_over:
                self._ask(browser)
                self._measure()
            if is_over:
                self.report.figures["ticks"] = tick
                return
        self.report.broken.append("a table waits for the hall")

    def _listen(self) -> None:
        """Give each table its turns, then the hall."""
        for table in self.tables:
            for _ in range(_TURNS[1]):
                table.line.turn()
        for _ in range(_TURNS[0]):
            self._line.turn()

    def _wicked_acts(self) -> None:
        while len(self.clients) < self.chance.randint(1, 30):
            odd = ("schiri-hall-club", f"schiri-{self.tables[0].mark}", f"x{len(self.clients)}")
            client = self.broker.client(client_id=self.chance.choice(odd) + self.chance.choice(("", "-" + "0" * 16)))
            user = self.chance.choice((WICKED,) * 4 + (HALL_USER, *HONEST, ""))
            client.username_pw_set(user, self.passwords[WICKED] if self.chance.random() < 0.9 else "")
            client.will_set(f"schiri/{HALL}/{self.chance.choice((WICKED, *HONEST))}/availability", b"offline")
            client.loop_start()
            client.subscribe(self.chance.choice(("#", f"schiri/{HALL}/+/cmd", f"schiri/{HALL}/{WICKED}/cmd")))
            self.clients.append(client)
        if self.speaker not in self.broker.clients:
            self.speaker.loop_start()
        self.told += self.wicked.act(lambda topic, data, retain: self.speaker.publish(topic, data, retain=retain))
        for client in self.chance.sample(self.clients, min(len(self.clients), self.chance.randint(0, 3))):
            self.broker.drop(client, has_will=self.chance.random() < 0.5)
            self.clients.remove(client)

    def _look(self, tick: int) -> None:
        state = self.hall.book.state
        assert state is not None
        for table in HONEST:
            if table in state.rounds[-1].results and table not in self.report.results:
                self.report.results[table] = tick, state.rounds[-1].results[table]
            seen = self.hall.collector.seen.value.of(table)
            if (seen.trouble, seen.refused, seen.is_doubled) != ("", 0, False):
                self.report.broken.append(
                    f"tick {tick}: table {table} has trouble {seen.trouble!r}, {seen.refused} refused"
                )

    def _ask(self, browser: asyncio.Runner) -> None:
        application = vars(vars(self.hall.board)["_server"])["_config"].loaded_app
        for path in PAGES:
            status, body = browser.run(_asked(application, "GET", path))
            if status != 200 or (path.startswith("/tables") and body.count(b"event: table") < len(HONEST)):
                self.report.broken.append(f"{path} is answered {status}, {len(body)} bytes")
        for method, path, body in stranger_requests(self.chance) if self.is_wicked else ():
            status, _ = browser.run(_asked(application, method, path, body))
            if not 200 <= status < 500:
                self.report.broken.append(f"{method} {path} of a stranger is answered {status}")

    def _measure(self) -> None:
        self._bound("bytes in memory", held(self.hall.collector, self.hall.board), MOST_HELD)
        files = [*Path("/proc/self/fd").iterdir()]
        there = [one.readlink() for one in files if one.is_symlink()]
        self._bound("open files", sum(one.is_relative_to(self.folder / "hall") for one in there), MOST_FILES)

    def _bound(self, what: str, found: int, most: int) -> None:
        self.report.figures[what] = max(found, self.report.figures.get(what, 0))
        if found > most:
            self.report.broken.append(f"{found} {what}")

    def _compare(self) -> None:
        """Hold the hall's records against those of their tables."""
        for table in self.tables:
            with Archive(table.folder) as own, Archive(self.folder / "hall" / FOLDER / table.mark) as kept:
                wanted = {one.name: own.record(one.id) for one in own.matches()}
                checked = {one.name: kept.check(one.id) for one in kept.matches()}
            if {name: data for name, (data, _) in checked.items()} != wanted:
                self.report.broken.append(f"the hall has other records of table {table.name}")
            if any(report.fault for _, report in checked.values()):
                self.report.broken.append(f"a record of table {table.name} does not fit its chain")
        self.report.figures["messages of the wicked table"] = self.told


def held(*roots: object) -> int:
    """Bytes that are held by these, without what is not the hall's alone."""
    known, waiting, found = set[int](), [*roots], 0
    while waiting:
        one = waiting.pop()
        if id(one) in known or isinstance(one, _SKIPPED):
            continue
        known.add(id(one))
        found += sys.getsizeof(one)
        waiting += gc.get_referents(one)
    return found


class _EnoughError(Exception):
    """The stream has told of every table."""


async def _asked(application: Any, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:  # noqa: ANN401 - ASGI
    """A page's status and what it says; of a stream what it says at first."""
    address, _, query = path.partition("?")
    head = [(b"host", b"127.0.0.1"), (b"content-type", b"application/x-www-form-urlencoded")]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method,
        "path": address,
        "raw_path": address.encode(),
        "query_string": query.encode(),
        "headers": head,
        "scheme": "http",
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 9),
        "root_path": "",
        "state": {},
    }
    status, parts = 0, list[bytes]()

    async def receive() -> Mapping[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Mapping[str, Any]) -> None:
        nonlocal status
        status = message.get("status", status)
        parts.append(message.get("body", b""))
        if address == "/tables" and sum(part.count(b"event: table") for part in parts) >= len(HONEST):
            raise _EnoughError

    with suppress(_EnoughError):
        await application(scope, receive, send)
    return status, b"".join(parts)


@cache
def _calm(kind: int) -> Mapping[str, tuple[int, object]]:
    """The results of an evening at which nobody is wicked."""
    return storm(kind, is_wicked=False).results


def storm(seed: int, *, is_wicked: bool = True) -> WickedReport:
    """Let a storm pass, and report on it."""
    with TemporaryDirectory(dir=MEMORY, prefix="wicked-") as folder:
        found = WickedStorm(Path(folder), seed, is_wicked=is_wicked).play()
    if is_wicked:
        calm = _calm(seed % _EVENINGS)
        told = {table: (tick, result) for table, (tick, result) in found.results.items()}
        if {table: tick for table, (tick, _) in told.items()} != {table: tick for table, (tick, _) in calm.items()}:
            found.broken.append(f"results in other ticks: {told} and not {calm}")
    return found
