"""A table that plays a record as it was played, and the hall that it tells; real archives, a real broker."""

import os
import socket
import subprocess
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen
from typing import Final

import httpx2 as httpx
import pytest

from controller.hall.broker import Broker, stop
from controller.hall.collector import HallCollector
from controller.hall.uplink import Uplink
from controller.language.translate import ENGLISH
from controller.live.session import AnnounceOptions, MatchSession
from controller.live.table import LiveTable
from controller.record import text as record
from controller.record.events import Event, MatchStart
from controller.settings.model import HallConfig
from controller.store.match_journal import MatchJournal
from controller.store.resume import take_up
from tests.support.examples import Example
from tests.support.waiting import PATIENCE_S, until

EVENING: Final = Example("mittlere/evening").data
HALL: Final = "club"


def lines_of(data: bytes = EVENING) -> tuple[Event, ...]:
    return record.read(data).events


def a_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as ear:
        return int(ear.getsockname()[1])


def listens(port: int) -> bool:
    """Whether a program listens to a port of this machine."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def browser(address: str, lang: str = "en") -> httpx.Client:
    """A browser at a hall's board; it waits for an answer as long as a busy machine takes."""
    fresh = httpx.Limits(max_keepalive_connections=0)  # a line that rests for seconds is closed by the board
    return httpx.Client(base_url=address, headers={"Accept-Language": lang}, timeout=PATIENCE_S, limits=fresh)


class House:
    """A hall's broker, which can be killed with all that it remembers."""

    def __init__(self, folder: Path) -> None:
        self.broker = Broker(folder, HALL, a_port(), "127.0.0.1")
        self.broker.prepare()
        self.passwords: dict[str, str] = {}
        self._running: Popen[bytes] | None = None

    def up(self) -> None:
        self._running = self.broker.start()
        until(lambda: listens(self.broker.port))

    def down(self) -> None:
        """As after a power cut: nothing of what it had in memory is there any more."""
        if self._running:
            self._running.kill()
            self._running.wait()
        for kept in (self.broker.folder / "broker").iterdir():
            kept.unlink()

    def close(self) -> None:
        if self._running:
            stop(self._running)

    def collector(self) -> HallCollector:
        return HallCollector(self.broker.address, HALL, self.broker.folder)

    def settings(self, table: str, **more: str) -> HallConfig:
        if table not in self.passwords:
            self.passwords[table] = self.broker.enrol(table)
            self.broker.reload()
        broker = f"mqtts://127.0.0.1:{self.broker.port}"
        values = {"password": self.passwords[table], "certificate": self.broker.certificate, **more}
        return HallConfig(broker, HALL, table, **values)  # pyrefly: ignore[bad-argument-type]  # texts, all of them


@contextmanager
def a_house(folder: Path) -> Generator[House]:
    """A hall in a folder whose broker runs."""
    one = House(folder)
    one.up()
    try:
        yield one
    finally:
        one.close()


@dataclass
class Playing:
    """A match that is played event by event, and its line to the hall."""

    journal: MatchJournal
    session: MatchSession
    table: LiveTable
    uplink: Uplink

    def play(self, *events: Event) -> None:
        for event in events:
            self.table.publish(self.session.add(event))


@contextmanager
def playing(
    settings: HallConfig, data: Path, opening: MatchStart, announce: AnnounceOptions | None = None
) -> Generator[Playing]:
    """A table at which a match is begun or taken up."""
    with ExitStack() as stack:
        journal = stack.enter_context(take_up(data, new=False))
        session = MatchSession(journal, opening, announce or AnnounceOptions())
        uplink = Uplink(settings, data, journal.name)
        stack.callback(uplink.close)
        table = LiveTable(session)
        uplink.set_session(session, journal.name, ENGLISH)
        table.subscribe(uplink)
        yield Playing(journal, session, table, uplink)


def opening(events: tuple[Event, ...]) -> MatchStart:
    assert isinstance(events[0], MatchStart)
    return events[0]


@contextmanager
def small_disk(folder: Path) -> Generator[None]:
    """A disk of one megabyte in a folder; it takes root to have one."""
    folder.mkdir()
    mounted = ("/bin/mount", "-t", "tmpfs", "-o", "size=1m", "schiri-test", str(folder))
    if os.geteuid() or subprocess.run(mounted, capture_output=True, check=False).returncode:  # noqa: S603  # ours
        pytest.skip("needs to be root, where disks can be mounted")
    try:
        yield
    finally:
        subprocess.run(("/bin/umount", "-l", str(folder)), check=True)  # noqa: S603  # ours
