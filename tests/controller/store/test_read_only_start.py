"""A table that starts on a disk that may only be read: what it could not save is saved once the disk can be written."""

import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection

import pytest

from controller.live.session import MatchSession
from controller.record.cards import Card
from controller.record.events import DealStart, End, MatchStart, Played
from controller.store import archive, match_journal, sqlite
from controller.store.archive import Archive
from controller.store.resume import take_up
from controller.store.sqlite import ArchiveError

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
KILLED = """
import os, sys
from pathlib import Path
from controller.live.session import MatchSession
from controller.record.events import DealStart, MatchStart
from controller.store.resume import take_up
from controller.store.sqlite import ArchiveError
opening = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
session = MatchSession(take_up(Path(sys.argv[1]), new=False), opening)
session.add(DealStart(dealer=0))
os._exit(9)
"""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_journal, "RETRY_S", 0.0)


@contextmanager
def read_only() -> Generator[None]:
    """A disk that may only be read, as SQLite is asked to take it: the file and what belongs to it."""
    opened = sqlite._connection

    def asked(path: Path, how: str) -> Connection:
        return opened(path, _asked(how))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "_connection", asked)
        patch.setattr(sqlite, "is_read_only", _yes)
        patch.setattr(archive, "make_private", _yes)  # nor is a file begun there
        yield


def _yes(folder: Path) -> bool:
    del folder
    return True


def _asked(how: str) -> str:
    return how if "immutable" in how else "mode=ro&readonly_shm=1"


def killed(folder: Path) -> None:
    """Begin a match and die: its lines wait beside the file, as after a power cut."""
    ended = subprocess.run([sys.executable, "-c", KILLED, str(folder)], check=False, env=dict(os.environ))  # noqa: S603
    assert ended.returncode == 9
    assert (folder / "records.sqlite3-wal").stat().st_size > 0


def test_a_match_taken_up_after_a_kill_is_saved_once_the_disk_can_be_written(tmp_path: Path) -> None:
    killed(tmp_path)
    with read_only():
        journal = take_up(tmp_path, new=False)
        session = MatchSession(journal, OPENING)
        session.add(Played(seat=1, card=Card("H10")))
        assert "the disk may only be read" in journal.trouble
    session.add(Played(seat=2, card=Card("H7")))
    assert (journal.unsaved, journal.trouble) == (0, "")
    journal.close()
    with take_up(tmp_path, new=False) as again:
        assert len(again.events) == 4


def test_the_next_match_begins_though_the_last_one_cannot_be_put_aside(tmp_path: Path) -> None:
    with take_up(tmp_path, new=False) as journal:
        for event in (OPENING, DealStart(dealer=0), End()):
            journal.append(event)
    killed_wal = tmp_path / "records.sqlite3-wal"
    assert not killed_wal.exists()
    with read_only():
        journal = take_up(tmp_path, new=False)
        session = MatchSession(journal, OPENING)
        session.add(DealStart(dealer=1))
        assert journal.unsaved == 2
    session.save()
    assert journal.unsaved == 0
    name = journal.name
    journal.close()
    with Archive(tmp_path) as archive:
        assert [(one.name == name, one.running) for one in archive.matches()] == [(False, False), (True, True)]


@pytest.mark.parametrize("begun", [(), ("records.sqlite3",)])
def test_the_very_first_match_is_in_memory_until_the_disk_can_be_written(
    tmp_path: Path, begun: tuple[str, ...]
) -> None:
    """Also where power went when the file had no bytes yet."""
    for name in begun:
        (tmp_path / name).touch()
    with read_only():
        journal = take_up(tmp_path, new=False)
        session = MatchSession(journal, OPENING)
        session.add(DealStart(dealer=0))
        session.save()
        assert journal.unsaved == 2
        assert journal.trouble == "NOT SAVED: the disk may only be read; a power cut would take 2 events"
        assert [(path.name, path.stat().st_size) for path in tmp_path.iterdir()] == [(name, 0) for name in begun]
    session.add(Played(seat=1, card=Card("H10")))
    assert (journal.unsaved, journal.trouble) == (0, "")
    journal.close()
    with take_up(tmp_path, new=False) as again:
        assert [type(event) for event in again.events] == [MatchStart, DealStart, Played]


def test_the_log_beside_the_file_is_read_on_a_read_only_disk(tmp_path: Path) -> None:
    killed(tmp_path)
    (tmp_path / "records.sqlite3-shm").unlink()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with read_only():
        journal = take_up(tmp_path, new=False)
        session = MatchSession(journal, OPENING)
        assert len(journal.events) == 2
        session.add(Played(seat=1, card=Card("H10")))
        session.save()
        assert journal.unsaved == 1
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    session.add(Played(seat=2, card=Card("H7")))
    assert (journal.unsaved, journal.trouble) == (0, "")
    journal.close()
    with take_up(tmp_path, new=False) as again:
        assert len(again.events) == 4


def test_a_reader_on_such_a_disk_learns_that_there_are_no_records(tmp_path: Path) -> None:
    with read_only(), pytest.raises(ArchiveError, match="cannot be opened: the disk may only be read"):
        Archive(tmp_path)


def test_a_disk_that_may_only_be_read_is_not_believed_when_it_says_that_something_is_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Linux takes what goes into open files of a disk that is made so in mid-match, and never writes it."""
    with take_up(tmp_path, new=False) as journal:
        session = MatchSession(journal, OPENING)
        with monkeypatch.context() as patch:
            patch.setattr(match_journal, "is_read_only", _yes)
            session.add(DealStart(dealer=0))
            assert journal.trouble == "NOT SAVED: the disk may only be read; a power cut would take 1 event"
        session.save()
        assert (journal.unsaved, journal.trouble) == (0, "")
