"""Simulated tables of a hall: each plays a record faster than people do, over a real line to the broker."""

import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from controller.hall import messages
from controller.hall.messages import (
    MOST_LINES,
    MOST_NAMED,
    ChainedLine,
    HallTopics,
    Kept,
    RecordHeld,
    RecordLines,
    RecordsHeld,
    RowShown,
    SendAgain,
    TableShown,
)
from controller.hall.uplink import ONLINE, Outbox
from controller.record import chain
from controller.record import text as record_text
from controller.record.events import DealStart
from controller.web.broker_line import BrokerAddress, BrokerLine, BrokerReached, Received

EVENT_S: Final = 3.0
"""The time between two events of a table at people's pace."""
FIRST_RECORD: Final = datetime(2026, 11, 26, 19, tzinfo=UTC)
_LOOK_S: Final = 0.005
_PATIENCE_S: Final = 180.0
"""The time in which the hall must have every line once play has ended."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The record that a table plays."""

    lines: tuple[ChainedLine, ...]
    released: tuple[int, ...]
    """The number of lines that may leave after so many events: the lines before the deal that is being played."""


def evening(data: bytes) -> Evening:
    """Turn a record into an evening to play."""
    events, link, lines = record_text.read(data).events, b"", list[ChainedLine]()
    for line in data.splitlines(keepends=True):
        link = chain.link(link, line)
        lines.append(ChainedLine(data=line.decode(), link=link.decode()))
    free, released = 0, [0]
    for number, event in enumerate(events, 1):
        free = number - 1 if isinstance(event, DealStart) else free
        released.append(free)
    released[-1] = len(lines)
    return Evening(tuple(lines), tuple(released))


@dataclass(slots=True)
class SimulatedTable:
    """A table that plays one evening after the other."""

    name: str
    sender: str
    line: BrokerLine
    hall: str
    evening: Evening
    due_s: float
    outbox: Outbox = field(default_factory=Outbox)
    played: int = 0
    """The number of played events of the record in progress."""
    records: list[str] = field(default_factory=list[str])
    published: list[tuple[str, int, float]] = field(default_factory=list[tuple[str, int, float]])
    """The record, the number of its lines and the time of each state that was published."""

    def begin(self) -> None:
        """Begin the next record."""
        began = FIRST_RECORD + timedelta(minutes=len(self.records))
        self.records.append(began.strftime("%Y-%m-%dT%H%M%SZ"))
        self.played = 0

    def play(self, now_s: float) -> None:
        """Let the next event happen."""
        if not self.records or self.played == len(self.evening.lines):
            self.begin()
        self.played += 1
        record, topics = self.records[-1], HallTopics(self.hall).of(self.name)
        self.outbox.release(record, self.evening.released[self.played])
        rows = tuple(RowShown(name=name, score=str(self.played), lamp="off") for name in ("Anna", "Berta", "Carla"))
        shown = TableShown(
            sender=self.sender,
            record=record,
            lines=self.played,
            title="Mittlere, deal 1",
            status=f"trick {self.played}",
            rows=rows,
            ended=self.played == len(self.evening.lines),
        )
        self.published.append((record, self.played, now_s))
        self.line.publish(topics.state, messages.written(shown), retain=True)

    def hear(self) -> None:
        """Process the hall's messages."""
        while (heard := self.line.receive(0)) is not None:
            match heard:
                case BrokerReached():
                    self.line.publish(HallTopics(self.hall).of(self.name).availability, ONLINE, retain=True)
                    self.outbox.reset()
                case Received():
                    command = messages.read("cmd", heard.data)
                    if isinstance(command, Kept) and command.sender == self.sender:
                        self.outbox.acknowledge(command.record, command.line)
                    elif isinstance(command, SendAgain) and command.sender == self.sender:
                        self.outbox.resend_from(command.record, command.line)

    def send(self, now_s: float) -> None:
        """Send what the hall lacks."""
        if not self.line.is_up:
            return
        for message in self._owed(now_s):
            self.line.publish(HallTopics(self.hall).of(self.name).event, messages.written(message))

    def _owed(self, now_s: float) -> Iterator[RecordsHeld | RecordLines]:
        held = [RecordHeld(record=name, lines=lines) for name, lines in self.outbox.unknown_records(now_s).items()]
        for begin in range(0, len(held), MOST_NAMED):
            yield RecordsHeld(sender=self.sender, records=tuple(held[begin : begin + MOST_NAMED]))
        for record, first, count in self.outbox.due_lines(now_s):
            part = self.evening.lines[first - 1 : first - 1 + min(count, MOST_LINES)]
            yield RecordLines(sender=self.sender, record=record, first=first, lines=part)


@dataclass(frozen=True, slots=True)
class Orders:
    """The tasks of a process of simulated tables."""

    hall: str
    address: BrokerAddress
    """The address of the broker; the user and the password are each table's own."""
    tables: tuple[tuple[int, str, str], ...]
    """The number, name and password of each table."""
    data: bytes
    """The record that the tables play."""
    speed: float
    begins_s: float
    """The beginning, in seconds of the clock that nobody sets."""
    ends_s: float
    out: Path
    """The file for the process's results."""


def sender_of(number: int) -> str:
    """Return the mark of a simulated table."""
    return f"{number:016x}"


def run(orders: Orders) -> None:
    """Play until the end, wait until the hall has every line, and write down the published and the kept lines."""
    played, chance = evening(orders.data), random.Random(orders.tables[0][0])  # no secret
    pause_s = EVENT_S / orders.speed
    tables = list[SimulatedTable]()
    for number, name, password in orders.tables:
        own = BrokerAddress(
            orders.address.host,
            orders.address.port,
            name,
            password,
            orders.address.is_encrypted,
            orders.address.certificate,
        )
        topics = HallTopics(orders.hall).of(name)
        line = BrokerLine(own, f"load-{number}", (topics.command,), (topics.availability, b"offline"))
        due_s = orders.begins_s + chance.uniform(0, pause_s)
        tables.append(SimulatedTable(name, sender_of(number), line, orders.hall, played, due_s))
    while (now_s := time.monotonic()) < orders.ends_s + _PATIENCE_S:
        for table in tables:
            table.hear()
            if table.due_s <= now_s < orders.ends_s:
                table.play(now_s)
                table.due_s += chance.uniform(0.5, 1.5) * pause_s
            table.send(now_s)
        if now_s >= orders.ends_s and all(table.outbox.is_done for table in tables):
            break
        time.sleep(_LOOK_S)
    _write(orders.out, tables)
    for table in tables:
        table.line.close()


def _write(out: Path, tables: Sequence[SimulatedTable]) -> None:
    done = [
        {
            "name": table.name,
            "sender": table.sender,
            "published": table.published,
            "last": table.evening.released[table.played],
            "records": table.records,
        }
        for table in tables
    ]
    out.write_text(json.dumps(done), encoding="utf-8")
