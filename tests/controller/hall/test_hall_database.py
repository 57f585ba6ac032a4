"""A hall that keeps its tables' records in PostgreSQL, too: a real server, which is stopped and started again."""

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import psycopg
import pytest

from controller.hall import database
from controller.hall.collector import HallCollector
from controller.hall.database import DatabaseError, DatabaseRecords
from controller.hall.messages import ChainedLine, RecordLines
from controller.hall.tables import release
from controller.record import chain
from controller.record.events import DealStart
from controller.store.archive import Archive, RecordLine
from tests.controller.hall import fed_hall as fed
from tests.controller.hall.hall_table import HALL, House, Playing, a_port, lines_of, opening, playing
from tests.support.loops import some
from tests.support.waiting import until

EVENTS: Final = lines_of()
SENDER: Final = "0123456789abcdef"
RECORD: Final = "2026-11-26T190000Z"


def programs() -> Path:
    """The newest PostgreSQL server's programs on this machine."""
    return max(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4])).parent


class Server:
    """A database server of its own, which does not run as root."""

    def __init__(self, folder: Path) -> None:
        self._programs, self._folder, self.port = programs(), folder, a_port()
        self._as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as:
            shutil.chown(folder, "postgres")
        self._run("initdb", "-D", str(folder / "data"), "-U", "hall", "-A", "trust", "--no-sync", "--no-instructions")
        self.up()

    @property
    def url(self) -> str:
        return f"postgresql://hall@127.0.0.1:{self.port}/postgres"

    def up(self) -> None:
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1"
        self._pg_ctl("-w", "-l", str(self._folder / "log"), "-o", options, "start")

    def down(self) -> None:
        """As after a power cut."""
        self._pg_ctl("-m", "immediate", "stop")

    def _pg_ctl(self, *arguments: str) -> None:
        self._run("pg_ctl", "-D", str(self._folder / "data"), *arguments)

    def _run(self, name: str, *arguments: str) -> None:
        command = [*self._as, str(self._programs / name), *arguments]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)  # noqa: S603  # ours


@pytest.fixture(scope="module")
def cluster() -> Generator[Server]:
    folder = Path(mkdtemp(prefix="schiri-postgres-"))
    server = Server(folder)
    yield server
    server.down()
    shutil.rmtree(folder)


@pytest.fixture
def server(cluster: Server) -> Server:
    with psycopg.connect(cluster.url, autocommit=True) as line:
        line.execute("DROP TABLE IF EXISTS schiri_line")
    return cluster


def kept(server: Server, hall: str = HALL) -> list[tuple[int, bytes]]:
    """The numbers and lines that the database has of a hall; none before one has been written."""
    with psycopg.connect(server.url) as line:
        if line.execute("SELECT to_regclass('schiri_line')").fetchone() == (None,):
            return []
        rows = line.execute("SELECT number, data FROM schiri_line WHERE hall = %s ORDER BY number", (hall,)).fetchall()
    return [(int(number), bytes(data)) for number, data in rows]


def chained(*texts: str) -> tuple[RecordLine, ...]:
    found, link = list[RecordLine](), b""
    for text in texts:
        data = f"{text}\n".encode()
        link = chain.link(link, data)
        found.append(RecordLine(data, link))
    return tuple(found)


def sent(lines: tuple[RecordLine, ...], first: int = 1) -> RecordLines:
    told = tuple(ChainedLine(data=one.data.decode(), link=one.link.decode()) for one in lines)
    return RecordLines(sender=SENDER, record=RECORD, first=first, lines=told)


@pytest.mark.needs("mosquitto", "postgresql")
def test_an_evening_is_in_the_archive_and_in_the_database_whatever_happens_to_it(
    server: Server, house: House, tmp_path: Path
) -> None:
    """The database is away in mid-match as after a power cut; nothing that it lacks is answered meanwhile."""
    collector = HallCollector(house.broker.address, HALL, house.broker.folder, database=server.url)
    with playing(house.settings("3"), tmp_path / "table", opening(EVENTS)) as one:
        second = [at for at, event in enumerate(EVENTS) if isinstance(event, DealStart)][1]
        one.play(*EVENTS[1 : second + 1])
        until(lambda: len(kept(server)) == second)
        server.down()
        one.play(*EVENTS[second + 1 :])
        until(lambda: "the hall's database fails" in collector.seen.value.of("3").trouble)
        assert one.uplink.status != "connected; the hall has every line"
        server.up()
        until(lambda: one.uplink.status == "connected; the hall has every line")
        assert kept(server) == numbered(tmp_path / "table", one)
        assert collector.seen.value.of("3").trouble == ""
    collector.close()


def numbered(data: Path, one: Playing) -> list[tuple[int, bytes]]:
    """The lines of a table's own archive."""
    with Archive(data) as archive:
        lines = archive.part(archive.find(one.journal.name).id, 1, len(one.session.events))
    return [(number, line.data) for number, line in enumerate(some(lines), 1)]


@pytest.mark.needs("postgresql")
def test_each_line_is_written_once_and_in_order_whoever_sends_it_and_how_often(server: Server) -> None:
    lines = chained(*(f"line {n}" for n in range(40)))
    records = [DatabaseRecords(server.url, HALL) for _ in range(3)]

    def count(one: DatabaseRecords) -> int:
        """How many lines there are; 0 where another was quicker, and the database rests for a moment."""
        try:
            return one.count_lines(SENDER, RECORD)
        except DatabaseError:
            time.sleep(0.1)
            return 0

    def send(one: DatabaseRecords) -> None:
        while count(one) < len(lines):
            for first in range(0, len(lines), 7):
                with suppress(DatabaseError):
                    one.store(sent(lines[first : first + 9], first + 1))

    threads = [threading.Thread(target=send, args=(one,)) for one in records]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert kept(server) == [(number, line.data) for number, line in enumerate(lines, 1)]
    for one in records:
        one.close()


@pytest.mark.needs("postgresql")
def test_a_line_that_differs_or_comes_after_a_hole_is_not_written(server: Server) -> None:
    lines, other = chained("a", "b", "c"), chained("a", "x", "c")
    records = DatabaseRecords(server.url, HALL)
    assert records.store(sent(lines[:2])).new == lines[:2]
    assert records.store(sent(other)).differs == 2
    assert records.store(sent(chained("a", "b", "c", "d")[3:], 4)).missing
    assert records.count_lines(SENDER, RECORD) == 2
    another = DatabaseRecords(server.url, "another")
    assert another.count_lines(SENDER, RECORD) == 0
    assert another.store(sent(other)).new == other
    assert (len(kept(server)), len(kept(server, "another"))) == (2, 3)
    records.close()
    another.close()


@pytest.mark.needs("postgresql")
def test_a_match_set_aside_in_the_archive_is_set_aside_in_the_database(server: Server, tmp_path: Path) -> None:
    """Where another table was first with a mark; the database is away when the honest table comes."""
    forged = fed.chained(b'{"e":"match","v":2,"game":"mittlere","seats":["Eve","Mallory","Oscar"]}\n')
    with fed.fed_hall(tmp_path, database=server.url) as hall:
        hall.feed("5", *fed.sent(SENDER, RECORD, forged))
        release(tmp_path, "5")
        server.down()
        hall.feed("3", *fed.sent(SENDER, RECORD, fed.chained()))
        assert "the hall's database fails" in hall.seen("3").trouble
        server.up()

        def is_kept() -> bool:
            hall.feed("3", *fed.sent(SENDER, RECORD, fed.chained()))
            return not hall.seen("3").trouble

        until(is_kept)
        assert hall.kept("3")[-1].line == len(EVENTS)
    with psycopg.connect(server.url) as line:
        rows = line.execute("SELECT sender, count(*) FROM schiri_line GROUP BY sender ORDER BY sender").fetchall()
    assert rows == [(SENDER, len(EVENTS)), (f"{SENDER}-1", 1)]


@pytest.mark.needs("postgresql")
def test_a_database_that_cannot_be_used_is_told_in_a_sentence(server: Server) -> None:
    database.check(server.url, HALL)
    with pytest.raises(DatabaseError, match=r"the hall's database cannot be used: .*role \"nobody\" does not exist"):
        database.check(server.url.replace("hall@", "nobody@"), HALL)
    with pytest.raises(DatabaseError, match=r"the hall's database cannot be used: .*; mend that, or do without it"):
        database.check("postgresql://hall@127.0.0.1:1/postgres", HALL)
    with pytest.raises(DatabaseError, match=r"the hall's database cannot be used: .*; mend that, or do without it"):
        database.check("no database", HALL)


@pytest.mark.needs("postgresql")
def test_lines_that_the_database_swallows_are_not_kept(server: Server) -> None:
    """Whoever shares it may have put a rule on our table."""
    lines = chained("a", "b", "c")
    records = DatabaseRecords(server.url, HALL)
    assert records.store(sent(lines[:1])).new == lines[:1]
    with psycopg.connect(server.url, autocommit=True) as line:
        line.execute("CREATE RULE swallow AS ON INSERT TO schiri_line WHERE NEW.number > 2 DO INSTEAD NOTHING")
    with pytest.raises(
        DatabaseError, match="the hall's database has written 1 of 2 lines; take the rules and triggers"
    ):
        records.store(sent(lines))
    assert kept(server) == [(1, lines[0].data)]
    records.close()
