"""The power may go at any moment: the referee is killed, its files are cut at every byte, its disk fills up."""

import json
import logging
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import Collect, Event, MatchStart, Played
from controller.referee.fold import outcome
from controller.store.archive import FILE, Archive
from controller.store.match_journal import MatchJournal
from controller.store.resume import take_up
from controller.store.sqlite import ArchiveError
from tests.support.disk import refusing

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
EVENTS: list[Event] = [OPENING, *(Played(seat=seat, card=Card("SA"), t=float(seat)) for seat in range(3)), Collect()]
WAL = FILE + "-wal"
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - thousands of restarts; none of them waits for a disk there


@pytest.fixture
def folder(tmp_path: Path) -> Generator[Path]:
    """A folder that is quick to write, if there is one."""
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else tmp_path) as name:
        yield Path(name)


@pytest.mark.slow
@pytest.mark.parametrize(("points", "seed", "quick"), [(520, 1, True), (30, 2, False)])
def test_a_referee_that_is_killed_at_any_point_has_lost_and_doubled_nothing(
    points: int, seed: int, quick: bool, folder: Path, tmp_path: Path
) -> None:
    run = [sys.executable, "-m", "tests.support.power_cut", str(folder if quick else tmp_path), str(points), str(seed)]
    done = subprocess.run(run, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3])  # noqa: S603
    assert done.stderr == ""
    counts = json.loads(done.stdout)
    assert counts["points"] == points
    assert counts["events"] > 0
    assert not quick or min(counts.values()) > points // 50, f"too few kills within writes and starts: {counts}"


def played(folder: Path, events: list[Event]) -> MatchJournal:
    journal = take_up(folder, new=False)
    for event in events:
        journal.append(event)
    return journal


def taken_up(folder: Path, base: bytes, wal: bytes) -> list[Event]:
    """What is there after a restart with these files."""
    for part, data in ((FILE, base), (WAL, wal)):
        (folder / part).write_bytes(data)
    with Archive(folder) as archive:
        data, found = archive.check(1)
    assert found.fault is None
    return [*record.read(data).events]


@pytest.mark.slow
def test_a_power_cut_at_any_byte_of_the_last_transaction_loses_that_event_at_most(folder: Path) -> None:
    """Whether the file ends there, or what follows is what had stood there before."""
    (folder / "copy").mkdir()
    with played(folder, EVENTS[:4]) as journal:
        before = (folder / WAL).read_bytes()
        journal.append(EVENTS[4])
        base, after = (folder / FILE).read_bytes(), (folder / WAL).read_bytes()
    assert after.startswith(before)
    size = len(after)
    for cut in range(len(before), size):
        stale = after[:cut] + bytes(size - cut) if cut % 2 else after[:cut]
        known = taken_up(folder / "copy", base, stale)
        whole = stale == after
        assert known == EVENTS[: 5 if whole else 4], f"cut after {cut - len(before)} of {size - len(before)} bytes"
    assert taken_up(folder / "copy", base, after) == EVENTS


@pytest.mark.slow
def test_a_power_cut_while_the_file_is_being_brought_up_to_date_loses_nothing(folder: Path) -> None:
    """The pages go from the log into the database when the log is long, or the last reader leaves."""
    (folder / "copy").mkdir()
    with played(folder, EVENTS):
        old, wal = (folder / FILE).read_bytes(), (folder / WAL).read_bytes()
    new = (folder / FILE).read_bytes()
    changed = [at for at in range(0, len(new), 16) if new[at : at + 16] != old[at : at + 16]]
    assert len(changed) > 20
    for cut in changed:
        assert taken_up(folder / "copy", new[:cut] + old[cut:], wal) == EVENTS


def test_a_disk_that_may_only_be_read_is_told_and_what_was_played_meanwhile_is_saved_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with caplog.at_level(logging.WARNING), played(tmp_path, EVENTS[:2]) as journal:
        with refusing(journal):
            assert [journal.append(event) for event in EVENTS[2:]] == [3, 4, 5]
            assert (journal.events, journal.unsaved) == (EVENTS, 3)
            assert journal.trouble == "NOT SAVED: the disk may only be read; a power cut would take 3 events"
        monkeypatch.setattr("controller.store.match_journal.RETRY_S", 0.0)
        journal.save()
        assert (journal.trouble, journal.unsaved) == ("", 0)
    assert [line.message.partition(": ")[2] for line in caplog.records] == [
        "the disk may only be read; the game goes on and is saved as soon as it can be",
        "all 5 events are saved again",
    ]
    with take_up(tmp_path, new=False) as journal:
        assert (journal.events, journal.broken) == (EVENTS, None)


def test_a_line_that_became_durable_after_an_error_is_not_written_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the disk reports an error after it has kept what it was given."""
    whole = Archive.transaction

    @contextmanager
    def lying(self: Archive) -> Generator[None]:
        with whole(self):
            yield
        raise sqlite3.OperationalError("disk I/O error")

    with take_up(tmp_path, new=False) as journal:
        for lies in (EVENTS[:1], EVENTS[2:4]):
            with monkeypatch.context() as patched:
                patched.setattr(Archive, "transaction", lying)
                patched.setattr(sqlite3.OperationalError, "sqlite_errorcode", sqlite3.SQLITE_IOERR, raising=False)
                for event in lies:
                    journal.append(event)
                assert journal.trouble
            journal.append(EVENTS[len(journal.events)])
            assert journal.trouble == ""
        assert journal.events == EVENTS
    with Archive(tmp_path) as archive:
        assert [*record.read(archive.record(1)).events] == EVENTS


FULL_DISK = """
import logging, resource, signal, sys
from pathlib import Path
from controller.store.resume import take_up
from controller.record.events import Collect, MatchStart
logging.basicConfig(format="%(message)s")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
with take_up(Path(sys.argv[1]), new=False) as journal:
    journal.append(MatchStart(game="mittlere", seats=("A", "B", "C")))
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), hard))
    while not journal.trouble:
        journal.append(Collect())
    print(len(journal.events) - 1)
    for _ in range(20):
        journal.append(Collect())
    print(journal.unsaved, journal.trouble)
    if sys.argv[3] == "cut":
        sys.stdout.flush()
        import os
        os.kill(os.getpid(), signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    journal.append(Collect())
    print(journal.unsaved, journal.trouble)
"""


@pytest.mark.parametrize("ending", ["room again", "cut"])
@pytest.mark.parametrize("limit", [60_000, 61_111, 80_000])
def test_a_disk_that_fills_up_is_told_and_loses_nothing_that_was_acknowledged(
    tmp_path: Path, limit: int, ending: str
) -> None:
    """The files may grow to so many bytes and no further, as on a full disk."""
    assert resource.RLIMIT_FSIZE
    run = [sys.executable, "-c", FULL_DISK, str(tmp_path), str(limit), ending]
    told = subprocess.run(run, capture_output=True, text=True, check=False, cwd=Path.cwd(), env=dict(os.environ))  # noqa: S603
    acknowledged, alert, *after = told.stdout.splitlines()
    # Opening the archive anew brings its log into it, which may make room for some again.
    unsaved = int(alert.split()[0])
    events = "1 event" if unsaved == 1 else f"{unsaved} events"
    assert alert == "0 " or re.fullmatch(f"{unsaved} NOT SAVED: the disk .*; a power cut would take {events}", alert)
    assert unsaved <= 21
    assert told.stderr.count("the game goes on and is saved as soon as it can be") >= 1
    with take_up(tmp_path, new=False) as journal:
        assert journal.events == [journal.events[0], *[Collect()] * (len(journal.events) - 1)]
        if ending == "cut":
            saved = int(acknowledged) + 21 - unsaved
            assert saved <= len(journal.events) <= saved + 1
        else:
            assert (after, len(journal.events)) == (["0 "], int(acknowledged) + 22)
        assert outcome(journal.events).total == (0, 0, 0)


def test_a_match_is_taken_up_from_a_disk_on_which_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then it goes on in memory; a log that a power cut has left must not be overlooked, so that is refused."""
    played(tmp_path, EVENTS[:3]).close()
    connect = sqlite3.connect

    def denied(name: str, **how: object) -> sqlite3.Connection:
        if "mode=rw" in name:
            raise sqlite3.OperationalError("unable to open database file")
        return connect(name, **how)  # pyrefly: ignore[no-matching-overload]  # passed on

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", denied)
        patched.setattr(sqlite3.OperationalError, "sqlite_errorcode", sqlite3.SQLITE_CANTOPEN, raising=False)
        journal = take_up(tmp_path, new=False)
        assert journal.events == EVENTS[:3]
        journal.append(EVENTS[3])
        assert journal.trouble == "NOT SAVED: the disk may only be read; a power cut would take 1 event"
    journal.append(EVENTS[4])
    assert journal.trouble == ""
    journal.close()
    with take_up(tmp_path, new=False) as journal:
        assert journal.events == EVENTS
        journal.append(Collect())
        shutil.copytree(tmp_path, tmp_path.with_name("after a power cut"))
    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", denied)
        patched.setattr(sqlite3.OperationalError, "sqlite_errorcode", sqlite3.SQLITE_CANTOPEN, raising=False)
        with pytest.raises(ArchiveError, match="cannot be opened"):
            take_up(tmp_path.with_name("after a power cut"), new=False)
