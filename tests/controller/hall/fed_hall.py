"""A hall's collector without a broker: a test feeds it what tables send, and reads what it answers."""

import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

import pytest

from controller.hall import collector, messages
from controller.hall.collector import HallCollector
from controller.hall.desk.readings import ResultReader
from controller.hall.messages import (
    MOST_LINES,
    AnyMessage,
    ChainedLine,
    HallTopics,
    Kept,
    RecordHeld,
    RecordLines,
    RecordsHeld,
)
from controller.hall.overview import TableSeen
from controller.record import chain
from controller.web.broker_line import BrokerAddress, Received
from tests.controller.hall.hall_table import EVENING, HALL

TOPICS: Final = HallTopics(HALL)


class FedLine:
    """A line to a broker whose messages a test puts in."""

    trouble = ""

    def __init__(self, *_: object) -> None:
        self.fed = SimpleQueue[Received | threading.Event]()
        self.published: list[tuple[str, bytes]] = []

    def receive(self, _: float) -> Received | None:
        try:
            one = self.fed.get(timeout=0.01)  # a hall that is closed waits no longer than that
        except Empty:
            return None
        if isinstance(one, Received):
            return one
        one.set()
        return None

    def publish(self, topic: str, data: bytes) -> bool:
        self.published.append((topic, data))
        return True

    def close(self) -> None:
        """Nothing is open."""


class FedHall:
    """A collector that hears what it is fed."""

    def __init__(self, collector: HallCollector, line: FedLine) -> None:
        self.collector, self._line = collector, line

    def feed(self, table: str, *sent: AnyMessage, is_retained: bool = False) -> None:
        """Let the hall take what the broker has let this table say."""
        for message in sent:
            what = _topic(message)
            topic = f"{TOPICS.of(table).base}/{what}"
            self._line.fed.put(Received(topic, messages.written(message), is_retained))
        taken = threading.Event()
        self._line.fed.put(taken)
        taken.wait()

    def online(self, table: str) -> None:
        """Let the hall hear that a table is there."""
        self._line.fed.put(Received(TOPICS.of(table).availability, b"online", is_retained=True))
        self.feed(table)

    def hear(self, heard: Received) -> None:
        """Let the hall take a message as it came."""
        self._line.fed.put(heard)

    def answers(self, table: str) -> list[AnyMessage]:
        """What a table was answered."""
        own = [data for topic, data in self._line.published if topic == TOPICS.of(table).command]
        return [messages.read("cmd", data) for data in own]

    def kept(self, table: str) -> list[Kept]:
        """The answers to a table about its records."""
        return [one for one in self.answers(table) if isinstance(one, Kept)]

    def seen(self, table: str) -> TableSeen:
        return self.collector.seen.value.of(table)


def _topic(message: AnyMessage) -> str:
    match message:
        case messages.TableShown():
            return "state"
        case messages.VerdictTold():
            return "verdict"
        case messages.CommandRefused():
            return "cmd/reply"
        case _:
            return "event"


@contextmanager
def fed_hall(folder: Path, results: ResultReader | None = None, database: str = "") -> Generator[FedHall]:
    """A hall in a folder that hears what a test feeds it."""
    lines: list[FedLine] = []

    def opened(*_: object, **__: object) -> FedLine:
        lines.append(FedLine())
        return lines[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(collector, "BrokerLine", opened)
        address = BrokerAddress("127.0.0.1", 1)
        one = HallCollector(address, HALL, folder, results=results, database=database)
    try:
        yield FedHall(one, lines[0])
    finally:
        one.close()


def chained(data: bytes = EVENING) -> tuple[ChainedLine, ...]:
    """The lines of a record, each with its link."""
    found, link = list[ChainedLine](), b""
    for line in data.splitlines(keepends=True):
        link = chain.link(link, line)
        found.append(ChainedLine(data=line.decode(), link=link.decode()))
    return tuple(found)


def sent(mark: str, record: str, lines: Sequence[ChainedLine]) -> Iterator[RecordsHeld | RecordLines]:
    """The messages by which a table brings a record to its hall."""
    yield RecordsHeld(sender=mark, records=(RecordHeld(record=record, lines=len(lines)),))
    for begin in range(0, len(lines), MOST_LINES):
        part = tuple(lines[begin : begin + MOST_LINES])
        yield RecordLines(sender=mark, record=record, first=begin + 1, lines=part)
