"""A hall in a storm: real tables, broker and hall, while networks split, the broker forgets and programs restart.

Each table plays a record event by event. Whatever goes wrong meanwhile is over at the end; then the hall must have
every line of every table, once and in order.
"""

import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final

from controller.hall.collector import HallCollector
from controller.hall.tables import FOLDER
from controller.record.events import End, Event
from controller.referee.fold import outcome
from controller.settings.model import HallConfig
from controller.store.archive import Archive
from controller.web.broker_line import BrokerLine, Received
from tests.controller.hall.hall_table import HALL, House, Playing, opening, playing

FAULTS: Final = ("pulled", "silent", "hall cut off", "broker killed", "hall away", "table restarted", "sent again")
"""A table's cable pulled, or connected to nothing that answers; the same of the hall; the broker killed with all that
it remembers; the hall ended and opened; a table ended and taken up; a message of lines delivered once more, late."""
_LONGEST_TICKS: Final = 6
_KEPT_MESSAGES: Final = 50


class Wire:
    """The network between somebody and the broker; it can be pulled out, or go silent with all connections open."""

    def __init__(self, to: int) -> None:
        self._to, self._pairs = to, list[socket.socket]()
        self._whole = threading.Event()
        self._whole.set()
        self._ear = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._ear.getsockname()[1])
        self._begin(self._accept)

    def pull(self) -> None:
        self._whole.clear()
        self._drop()

    def silence(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    def close(self) -> None:
        self._ear.shutdown(socket.SHUT_RDWR)
        self._ear.close()
        self._drop()
        self._whole.set()

    def _drop(self) -> None:
        pairs, self._pairs = self._pairs, []
        for one in pairs:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _begin(self, work: Callable[..., None], *values: socket.socket) -> None:
        threading.Thread(target=work, args=values, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._ear.accept()
            except OSError:
                return
            try:
                if not self._whole.is_set():
                    raise ConnectionError
                far = socket.create_connection(("127.0.0.1", self._to), 1)
                far.settimeout(None)
            except OSError:
                near.close()
                continue
            self._pairs += [near, far]
            self._begin(self._carry, near, far)
            self._begin(self._carry, far, near)

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while data := here.recv(65_536):
                self._whole.wait()
                there.sendall(data)
        for one in (here, there):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        here.close()


@dataclass
class StormTable:
    """A table in the storm."""

    name: str
    folder: Path
    wire: Wire
    settings: HallConfig
    events: tuple[Event, ...]
    at: Playing | None = None
    stack: ExitStack = field(default_factory=ExitStack)
    played: int = 1
    longest_s: float = 0.0
    """Longest seconds of an event: whatever becomes of the hall, the game must not notice."""

    @property
    def is_whole(self) -> bool:
        """Whether its record has every event that was played."""
        return self.at is not None and len(self.at.session.events) == len(self.events)

    def begin(self) -> None:
        self.at = self.stack.enter_context(playing(self.settings, self.folder, opening(self.events)))

    def restart(self) -> None:
        self.stack.close()
        self.begin()

    def play(self, count: int) -> None:
        assert self.at is not None
        for event in self.events[self.played : self.played + count]:
            began = time.monotonic()
            self.at.play(event)
            self.longest_s = max(self.longest_s, time.monotonic() - began)
        self.played += count


class HallStorm:
    """A hall with its tables and all that goes wrong, by a seed."""

    def __init__(self, folder: Path, evenings: Sequence[Sequence[Event]], seed: int) -> None:
        self.chance, self.faults = Random(seed), Counter[str]()
        self._other_chance = Random(seed)
        """Randomness for faults that hang on the speed of this machine: the others must not."""
        self.house = House(folder / "hall")
        self.house.up()
        self.hall_wire = Wire(self.house.broker.port)
        self.collector: HallCollector | None = None
        self._due: list[tuple[int, str, Callable[[], None]]] = []
        """Ends of faults, in ticks, with what they end."""
        self._heard: list[tuple[str, bytes]] = []
        self._ear = BrokerLine(self.house.broker.address, "storm", (f"schiri/{HALL}/+/event",))
        self.tables = [self._table(folder, str(number), events) for number, events in enumerate(evenings, 1)]

    def _table(self, folder: Path, name: str, events: Sequence[Event]) -> StormTable:
        wire = Wire(self.house.broker.port)
        settings = replace(self.house.settings(name), broker=f"mqtts://127.0.0.1:{wire.port}")
        whole = (*events,) if outcome(events).ended else (*events, End())
        return StormTable(name, folder / name, wire, settings, whole)

    def open(self) -> None:
        address = replace(self.house.broker.address, port=self.hall_wire.port)
        self.collector = HallCollector(address, HALL, self.house.broker.folder)

    def end(self) -> None:
        if self.collector:
            self.collector.close()
        self.collector = None

    def play(self, pause_s: float) -> None:
        """Play all evenings to their ends; every fault is over then."""
        self.open()
        for table in self.tables:
            table.begin()
        tick = 0
        while any(table.played < len(table.events) for table in self.tables):
            tick += 1
            for _, _, mend in [one for one in self._due if one[0] <= tick]:
                mend()
            self._due = [one for one in self._due if one[0] > tick]
            for table in self.tables:
                table.play(self.chance.randint(0, 8))
            self._listen()
            self._fail(tick)
            time.sleep(pause_s)
        for _, _, mend in self._due:
            mend()

    def _listen(self) -> None:
        while (heard := self._ear.receive(0)) is not None:
            if isinstance(heard, Received):
                self._heard = [*self._heard, (heard.topic, heard.data)][-_KEPT_MESSAGES:]

    def _fail(self, tick: int) -> None:
        """Let something go wrong, for some ticks; of each thing once at a time."""
        what, table = self.chance.choice(FAULTS), self.chance.choice(self.tables)
        until, where = tick + self.chance.randint(1, _LONGEST_TICKS), f"{what} {table.name}"
        if {one for _, one, _ in self._due} & {where, what, f"pulled {table.name}", f"silent {table.name}"}:
            return
        match what:
            case "pulled" | "silent":
                (table.wire.pull if what == "pulled" else table.wire.silence)()
                self._due.append((until, where, table.wire.mend))
            case "hall cut off":
                self.chance.choice((self.hall_wire.pull, self.hall_wire.silence))()
                self._due.append((until, what, self.hall_wire.mend))
            case "broker killed":
                self.house.down()
                self._due.append((until, what, self.house.up))
            case "hall away":
                self.end()
                self._due.append((until, what, self.open))
            case "table restarted":
                if table.played >= len(table.events):
                    return  # the next match would begin
                table.restart()
            case _:
                if not self._heard or not self._ear.is_up:
                    return
                self._say_again(*self._other_chance.choice(self._heard))
        self.faults[what] += 1

    def _say_again(self, topic: str, data: bytes) -> None:
        """Deliver a message once more, late and out of its order, by the table's own name."""
        name = topic.split("/")[2]
        address = replace(self.house.broker.address, user=name, password=self.house.passwords[name])
        line = BrokerLine(address, f"again-{name}", ())
        end_s = time.monotonic() + 2
        while not line.is_up and time.monotonic() < end_s:
            time.sleep(0.01)
        line.publish(topic, data)
        time.sleep(0.02)
        line.close()

    def is_calm(self) -> bool:
        """Whether every table knows that the hall has all of its lines."""
        states = [table.at.uplink.status for table in self.tables if table.at]
        return set(states) == {"connected; the hall has every line"} and len(states) == len(self.tables)

    def broken(self) -> list[str]:
        """The laws that the storm has broken, a sentence each, once everything is closed."""
        kept: list[list[bytes]] = []
        found: list[str] = []
        for folder in (self.house.broker.folder / FOLDER).iterdir():
            with Archive(folder) as archive:
                checked = [archive.check(match.id) for match in archive.matches()]
            kept.append([data for data, _ in checked])
            found += [report.fault.text for _, report in checked if report.fault]
        if len(kept) != len(self.tables):
            found.append(f"{len(kept)} archives of {len(self.tables)} tables")
        everything = sorted(data for one in kept for data in one)
        with ExitStack() as stack:
            archives = [stack.enter_context(Archive(table.folder)) for table in self.tables]
            own = sorted(archive.record(match.id) for archive in archives for match in archive.matches())
        if own != everything:
            found.append("the hall has other lines than the tables")
        found += [f"table {one.name} has lost an event" for one in self.tables if not one.is_whole]
        return found

    def lines(self) -> int:
        """Lines of all tables."""
        return sum(len(table.events) for table in self.tables)

    def close(self) -> None:
        self.end()
        for table in self.tables:
            table.stack.close()
            table.wire.close()
        self._ear.close()
        self.hall_wire.close()
        self.house.close()
