"""A match in the archive: durable before anybody is told, taken up, refused to a second writer, put aside."""

import logging
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from controller.live.session import MatchSession
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import Collect, End, Event, MatchStart, Played
from controller.referee.fold import MatchError
from controller.store import lock
from controller.store.archive import FILE, Archive, NoMatchError, RecordLine
from controller.store.journal import JournalError
from controller.store.match_journal import MatchJournal, began
from controller.store.resume import take_up
from controller.store.sqlite import ArchiveError
from tests.support.disk import base_of

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
EVENTS: list[Event] = [OPENING, Played(seat=0, card=Card("SA")), Collect(), Played(seat=1, card=Card("H10"), t=2.5)]


def kept(directory: Path, match: int = 1) -> list[Event]:
    """What another program finds on the disk while the referee runs."""
    with Archive(directory) as archive:
        return [*record.read(archive.record(match)).events]


def test_the_records_of_a_table_are_its_owners_alone_however_it_was_started(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with take_up(tmp_path / "data", new=False) as journal:
            for event in EVENTS:
                journal.append(event)
            modes = {one.name: one.stat().st_mode & 0o077 for one in (tmp_path / "data").glob(f"{FILE}*")}
    finally:
        os.umask(before)
    assert modes
    assert set(modes.values()) == {0}, modes


def test_acknowledged_events_are_on_the_disk_and_chained(tmp_path: Path) -> None:
    with take_up(tmp_path / "deep", new=False) as journal:
        for number, event in enumerate(EVENTS, 1):
            assert journal.append(event) == number
            assert (kept(tmp_path / "deep"), journal.trouble) == (EVENTS[:number], "")
            with Archive(tmp_path / "deep") as archive:
                data, found = archive.check(1)
            assert data == b"".join(record.to_line(one).encode() + b"\n" for one in EVENTS[:number])
            assert (found.lines, found.fault, found.late) == (number, None, ())
        assert journal.events == EVENTS


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    """2 is FULL: in this mode a power cut takes no transaction that was committed."""
    with take_up(tmp_path, new=False) as journal:
        told = [base_of(journal).execute(f"PRAGMA {name}").fetchall() for name in ("journal_mode", "synchronous")]
    assert told == [[("wal",)], [(2,)]]


def test_an_unfinished_match_is_taken_up_and_new_ends_it(tmp_path: Path) -> None:
    with take_up(tmp_path, new=False) as journal:
        session = MatchSession(journal, OPENING)
        for event in EVENTS[1:]:
            session.add(event)
        before = session.match
    with take_up(tmp_path, new=False) as journal:
        assert (MatchSession(journal, OPENING).match, journal.broken) == (before, None)
        assert MatchSession(journal, OPENING).last_seconds == 2.5
        with pytest.raises(MatchError, match="unfinished match of other players or rules"):
            MatchSession(journal, MatchStart(game="mittlere", seats=("X", "Y", "Z")))
    with take_up(tmp_path, new=True) as journal:
        assert journal.events == []
        journal.append(OPENING)
    assert (kept(tmp_path, 1), kept(tmp_path, 2)) == ([*EVENTS, End()], [OPENING])
    with Archive(tmp_path) as archive:
        first, second = archive.matches()
    assert (first.running, second.running, first.name < second.name) == (False, True, True)


def test_a_match_that_ended_is_put_aside_and_one_without_a_line_leaves_nothing(tmp_path: Path) -> None:
    with take_up(tmp_path, new=False) as journal:
        journal.append(OPENING)
        journal.append(End())
    for _ in range(3):
        with take_up(tmp_path, new=True) as journal:
            assert journal.events == []
    with Archive(tmp_path) as archive:
        assert [one.running for one in archive.matches()] == [False]


def test_a_second_writer_is_refused_until_the_first_has_gone(tmp_path: Path) -> None:
    with take_up(tmp_path, new=False) as journal:
        journal.append(OPENING)
        for _ in range(2):
            with pytest.raises(JournalError, match="is being written by another running referee"):
                take_up(tmp_path, new=True)
    take_up(tmp_path, new=False).close()


def test_a_second_writer_of_a_match_is_reported(tmp_path: Path) -> None:
    with take_up(tmp_path, new=False) as journal:
        journal.append(OPENING)
        with Archive(tmp_path) as other:
            MatchJournal(other, other.find("1")).append(Collect())
        with pytest.raises(JournalError, match="another program has written match"):
            journal.append(End())
        assert journal.events == [OPENING]
    assert kept(tmp_path) == [OPENING, Collect()]


def test_a_line_that_was_changed_in_the_database_is_told_and_stays_visible(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with take_up(tmp_path, new=False) as journal:
        for event in EVENTS:
            journal.append(event)
    with closing(sqlite3.connect(tmp_path / FILE)) as base, base:
        base.execute("UPDATE line SET data = CAST(replace(data, 'SA', 'SK') AS BLOB) WHERE number = 2")
    base.close()
    for _ in range(2):
        with caplog.at_level(logging.WARNING), take_up(tmp_path, new=False) as journal:
            assert journal.broken == f"match {journal.name}: line 2 was changed"
            journal.append(Collect())
    assert "line 2 was changed; the match can go on" in caplog.text


def test_a_file_that_is_no_database_is_named_and_set_apart_on_request(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no database at all, but long enough to be looked at as one " * 20)
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(ArchiveError, match=r"records.sqlite3 cannot be opened: it is damaged .*--new"):
        take_up(tmp_path, new=False)
    assert (tmp_path / FILE).read_bytes() == before
    with take_up(tmp_path, new=True) as journal:
        journal.append(OPENING)
    [aside] = tmp_path.glob("damaged-*.sqlite3")
    assert aside.read_bytes() == before
    assert kept(tmp_path) == [OPENING]


def test_a_line_that_is_no_event_is_named_and_its_match_put_aside_when_asked(tmp_path: Path) -> None:
    with take_up(tmp_path, new=False) as journal:
        journal.append(OPENING)
    with Archive(tmp_path) as archive, archive.transaction():
        archive.write(1, 2, [RecordLine(b"nonsense\n", b"")])
    with pytest.raises(JournalError, match="line 2: broken JSON"):
        take_up(tmp_path, new=False)
    with take_up(tmp_path, new=True) as journal:
        assert journal.events == []


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    Archive(tmp_path, make=True).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as base, base:
        base.execute("PRAGMA user_version = 2")
    base.close()
    with pytest.raises(ArchiveError, match="newer version of this program"):
        take_up(tmp_path, new=True)


def test_places_where_nothing_can_be_kept_and_matches_that_are_not_there_are_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="file cannot be written"):
        take_up(tmp_path / "file", new=False)
    with pytest.raises(ArchiveError, match="no match was refereed here yet"):
        Archive(tmp_path)
    with Archive(tmp_path, make=True) as archive, pytest.raises(NoMatchError, match="holds no match '7'"):
        archive.find("7")


def test_matches_that_begin_within_a_second_have_different_names(tmp_path: Path) -> None:
    now = datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC)
    with Archive(tmp_path, make=True) as archive:
        for _ in range(3):
            with archive.transaction():
                archive.add(archive.free_name(now))
        names = [one.name for one in archive.matches()]
    assert names == ["2026-12-31T235959Z", "2027-01-01T000000Z", "2027-01-01T000001Z"]
    assert [began(name) for name in names] == sorted(map(began, names))


def test_the_lock_ends_with_its_handle(tmp_path: Path) -> None:
    with take_up(tmp_path, new=False):
        pass
    handle = lock.lock(tmp_path)
    with pytest.raises(JournalError):
        lock.lock(tmp_path)
    os.close(handle)
    take_up(tmp_path, new=False).close()
