"""Damage within the archive: told at the start, led out of with ``--new``, and what is played meanwhile is kept."""

import logging
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from controller.live.session import MatchSession
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import Collect, End, Event, MatchStart, Played
from controller.store.archive import FILE, Archive
from controller.store.journal import CURRENT, JournalError
from controller.store.match_journal import MatchJournal
from controller.store.resume import take_up
from controller.store.sqlite import DamagedError
from tests.support.disk import refusing

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
EVENTS: list[Event] = [OPENING, *(Played(seat=seat, card=Card("SA"), t=float(seat)) for seat in range(3)), Collect()]
PAGE = 4096
ANY_DAMAGE = r"it is damaged \(.*\); `referee --new` puts it aside and begins another"


def played(folder: Path, events: list[Event]) -> MatchJournal:
    journal = take_up(folder, new=False)
    for event in events:
        journal.append(event)
    return journal


def change(folder: Path, statement: str) -> None:
    """Do to the archive what no program of ours does."""
    with closing(sqlite3.connect(folder / FILE)) as base, base:
        base.execute(statement)


def kept(folder: Path) -> list[list[Event]]:
    """All matches of the archive."""
    with Archive(folder) as archive:
        return [[*record.read(archive.record(one.id)).events] for one in archive.matches()]


def pages(folder: Path) -> int:
    return (folder / FILE).stat().st_size // PAGE


def spoil(folder: Path, page: int) -> bytes:
    """Overwrite a page within the file; what the file is then."""
    data = bytearray((folder / FILE).read_bytes())
    data[page * PAGE : (page + 1) * PAGE] = b"\xaa" * PAGE
    (folder / FILE).write_bytes(data)
    return bytes(data)


def test_damage_that_no_text_can_quote_is_found_at_the_start_too(tmp_path: Path) -> None:
    """SQLite names the table whose own name is spoiled, in bytes that are no UTF-8."""
    played(tmp_path, EVENTS).close()
    with Archive(tmp_path):
        change(tmp_path, "PRAGMA wal_checkpoint(TRUNCATE)")
    data = (tmp_path / FILE).read_bytes()
    assert data.count(b"tablematchmatch") == 1
    (tmp_path / FILE).write_bytes(data.replace(b"tablematchmatch", b"tablem\x84tchmatch"))
    with pytest.raises(DamagedError, match=ANY_DAMAGE):
        take_up(tmp_path, new=False)
    take_up(tmp_path, new=True).close()


@pytest.mark.parametrize("page", range(1, 5))
def test_a_spoiled_page_is_found_at_the_start_and_new_leads_out(tmp_path: Path, page: int) -> None:
    played(tmp_path, EVENTS).close()
    assert pages(tmp_path) == 5
    spoiled = spoil(tmp_path, page)
    with pytest.raises(OSError, match=ANY_DAMAGE):
        take_up(tmp_path, new=False)
    assert (tmp_path / FILE).read_bytes() == spoiled
    with take_up(tmp_path, new=True) as journal:
        for number, event in enumerate(EVENTS, 1):
            assert (journal.append(event), journal.trouble) == (number, "")
    assert kept(tmp_path) == [EVENTS]
    [aside] = tmp_path.glob("damaged-*.sqlite3")
    assert aside.read_bytes() == spoiled


@pytest.mark.parametrize("statement", ["DROP TABLE line", "UPDATE match SET name = 'yesterday'"])
def test_an_archive_that_is_none_of_ours_any_more_is_damaged_too(tmp_path: Path, statement: str) -> None:
    played(tmp_path, EVENTS).close()
    change(tmp_path, statement)
    if "DROP" in statement:
        with pytest.raises(OSError, match=r"it is damaged \(no table line of ours\)"):
            take_up(tmp_path, new=False)
    with take_up(tmp_path, new=True) as journal:
        journal.append(OPENING)
    assert kept(tmp_path)[-1] == [OPENING]


def test_a_missing_line_is_damage_of_that_match_and_new_leads_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    played(tmp_path, EVENTS).close()
    change(tmp_path, "DELETE FROM line WHERE number = 3")
    with pytest.raises(JournalError, match=r"line 3: it is missing from match .*; put the match aside with --new"):
        take_up(tmp_path, new=False)
    with caplog.at_level(logging.WARNING), take_up(tmp_path, new=True) as journal:
        assert journal.events == []
        journal.append(OPENING)
    assert "match 1 " in caplog.text
    assert kept(tmp_path) == [[*EVENTS[:2], *EVENTS[3:]], [OPENING]]


@pytest.mark.parametrize("number", [1, 5])
def test_the_first_line_and_the_last_may_be_the_missing_one(tmp_path: Path, number: int) -> None:
    """Without its last line a match goes on, as after a power cut; nothing shows that there was one."""
    played(tmp_path, EVENTS).close()
    change(tmp_path, f"DELETE FROM line WHERE number = {number}")  # noqa: S608  one of two numbers
    if number == 1:
        with pytest.raises(JournalError, match="line 1: it is missing"):
            take_up(tmp_path, new=False)
    with take_up(tmp_path, new=number == 1) as journal:
        assert journal.events == ([] if number == 1 else EVENTS[:4])


def test_a_match_that_cannot_be_ended_for_a_new_one_is_as_it_was_and_no_more_is_promised(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path, EVENTS).close()

    def refused(*_: object) -> None:
        error = sqlite3.OperationalError("attempt to write a readonly database")
        error.sqlite_errorcode = sqlite3.SQLITE_READONLY
        raise error

    for step in ("write", "put_aside"):
        with monkeypatch.context() as patched:
            patched.setattr(Archive, step, refused)
            with pytest.raises(JournalError, match="put aside: the disk may only be read; nothing was changed"):
                take_up(tmp_path, new=True)
    assert (kept(tmp_path), caplog.messages) == ([EVENTS], [])
    with take_up(tmp_path, new=False) as journal:
        assert journal.events == EVENTS


@contextmanager
def damaged() -> Generator[None]:
    """An archive whose pages turn out to be damaged as it is written, as SQLite finds them."""

    def write(*_: object) -> None:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Archive, "write", write)
        yield


def test_a_journal_that_is_not_the_tables_own_rescues_nothing_into_the_tables_file(tmp_path: Path) -> None:
    """Who has no lock does not write what the next start takes over."""
    with Archive(tmp_path, make=True) as archive:
        journal = MatchJournal(archive)
        with damaged():
            journal.append(EVENTS[0])
            assert journal.trouble == "NOT SAVED: the archive is damaged" or "malformed" in journal.trouble
            assert journal.unsaved == 1
        assert not (tmp_path / CURRENT).exists()
        journal.close()


def test_damage_found_while_a_match_is_played_costs_none_of_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with played(tmp_path, EVENTS[:2]) as journal:
        with damaged():
            journal.append(EVENTS[2])
        assert (journal.unsaved, journal.trouble) == (
            0,
            "the records are damaged; this match is kept in current.jsonl",
        )
        assert record.read((tmp_path / CURRENT).read_bytes()).events == (*EVENTS[:3],)
        journal.append(EVENTS[3])
        assert record.read((tmp_path / CURRENT).read_bytes()).events == (*EVENTS[:4],)
        assert journal.events == EVENTS[:4]
    spoil(tmp_path, 2)
    assert "the next start takes it over" in caplog.text
    take_up(tmp_path, new=True).close()
    with Archive(tmp_path) as archive:
        assert [archive.check(one.id)[1].fault for one in archive.matches()] == [None]
    assert kept(tmp_path) == [[*EVENTS[:4], End()]]
    assert not (tmp_path / CURRENT).exists()


def test_pages_that_are_spoiled_while_a_match_is_played_cost_none_of_it(tmp_path: Path) -> None:
    """What another program writes makes SQLite read them anew."""
    played(tmp_path, [*EVENTS, *[Collect()] * 100]).close()
    with take_up(tmp_path, new=False) as journal:
        with Archive(tmp_path) as other, other.transaction():
            other.add("2026-01-01T000000Z")
        spoilt = b"".join(((tmp_path / FILE).read_bytes()[:PAGE], b"\xaa" * PAGE * (pages(tmp_path) - 1)))
        with (tmp_path / FILE).open("r+b") as file:
            file.write(spoilt)
        assert (journal.append(Collect()), journal.unsaved) == (106, 0)
        session = MatchSession(journal, OPENING)
        assert session.notice == "the records are damaged; this match is kept in current.jsonl"
        session.say("arbiter", 1.0, "button")
        assert session.notice == session.call != ""
    with pytest.raises(OSError, match=ANY_DAMAGE):
        take_up(tmp_path, new=False)
    take_up(tmp_path, new=True).close()
    assert [len(one) for one in kept(tmp_path)] == [107]


def test_a_break_in_the_chain_is_not_hidden_by_the_file(tmp_path: Path) -> None:
    played(tmp_path, EVENTS[:3]).close()
    change(tmp_path, "UPDATE line SET data = CAST(replace(data, 'SA', 'SK') AS BLOB) WHERE number = 2")
    with take_up(tmp_path, new=False) as journal, damaged():
        journal.append(EVENTS[3])
    (tmp_path / FILE).unlink()
    with take_up(tmp_path, new=False) as journal:
        assert journal.broken == f"match {journal.name}: lines 1 to 4 were not chained when written"


def test_a_disk_that_takes_no_file_either_is_told_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.store.match_journal.RETRY_S", 0.0)
    with take_up(tmp_path, new=False) as journal, damaged():
        (tmp_path / CURRENT).mkdir()
        journal.append(OPENING)
        assert journal.trouble.startswith("NOT SAVED: the records are damaged, and ")
        (tmp_path / CURRENT).rmdir()
        journal.save()
        assert (journal.unsaved, [*record.read((tmp_path / CURRENT).read_bytes()).events]) == (0, [OPENING])


@pytest.mark.parametrize("closed", [True, False])
def test_lines_that_wait_for_a_foreign_match_are_saved(tmp_path: Path, closed: bool) -> None:
    with played(tmp_path, EVENTS[:2]) as journal:
        with refusing(journal):
            journal.append(EVENTS[2])
        with Archive(tmp_path) as other, MatchJournal(other, other.find("1")) as another:
            another.append(Collect())
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("controller.store.match_journal.RETRY_S", 0.0)
            if not closed:
                journal.save()
                assert journal.trouble == "another program has written this match; this match is kept in current.jsonl"
    assert [*record.read((tmp_path / CURRENT).read_bytes()).events] == EVENTS[:3]
    assert kept(tmp_path) == [[*EVENTS[:2], Collect()]]


@pytest.mark.parametrize(
    "data", [b"no database " * 900, b"SQLite format 3\0" + b"no database " * 900], ids=["text", "a database's head"]
)
def test_a_file_that_cannot_be_opened_is_let_go_of(data: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(data)
    with pytest.raises(DamagedError) as told:
        Archive(tmp_path)
    held = {link.resolve() for link in Path("/proc/self/fd").iterdir()}
    assert held
    assert tmp_path / FILE not in held, told
