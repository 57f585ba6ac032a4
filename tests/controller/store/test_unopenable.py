"""Databases that cannot be opened: what stands in the way is told, and nothing is called whole that nobody has seen."""

import os
import sqlite3
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from controller.cli import main
from controller.record.cards import Card
from controller.record.events import MatchStart, Played
from controller.store import sqlite
from controller.store.archive import FILE, Archive
from controller.store.resume import take_up
from controller.store.sqlite import ArchiveError

OPENING = MatchStart(sight=True, game="mittlere", seats=("Anna", "Berta", "Carla"))
READERS = (["list"], ["verify"], ["stats"], ["export", "--all"])
EMPTY = "it is empty: no match was saved in it yet, or all are gone, which a backup may have"
FOLDER = "it is a folder, and the records are a file of this name: give the folder another name"
HELD = "another program holds the records"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A data directory with a match of two lines."""
    with closing(take_up(tmp_path, new=False)) as journal:
        journal.append(OPENING)
        journal.append(Played(seat=0, card=Card("SA")))
    return tmp_path


@pytest.fixture
def held(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    """The same, while another program holds it alone."""
    monkeypatch.setattr(sqlite, "_PATIENCE_S", 0.01)
    with closing(sqlite3.connect(kept / FILE, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        yield kept


def refused(words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The sentence of a command on records that it cannot open."""
    assert main(["record", *words, "--data-dir", str(folder)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    return told.err


@pytest.mark.parametrize("words", READERS)
def test_a_folder_in_place_of_the_database(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).mkdir()
    assert refused(words, tmp_path, capsys) == f"schiri: {tmp_path / FILE} cannot be opened: {FOLDER}\n"
    with pytest.raises(ArchiveError, match="it is a folder"):
        take_up(tmp_path, new=False)
    assert [*(tmp_path / FILE).iterdir()] == []


@pytest.mark.parametrize("words", READERS)
def test_a_file_of_no_bytes_is_never_called_whole_and_never_written_by_a_reader(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).touch()
    assert refused(words, tmp_path, capsys) == f"schiri: {tmp_path / FILE} cannot be opened: {EMPTY}\n"
    assert (tmp_path / FILE).read_bytes() == b""


def test_the_referee_begins_the_records_in_a_file_of_no_bytes(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    with closing(take_up(tmp_path, new=False)) as journal:
        journal.append(OPENING)
    with Archive(tmp_path) as archive:
        assert len(archive.matches()) == 1


@pytest.mark.parametrize("words", READERS)
def test_records_that_another_program_holds(words: list[str], held: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(words, held, capsys) == f"schiri: {held / FILE} cannot be opened: {HELD}\n"


def test_the_referee_does_not_begin_beside_a_match_that_it_cannot_read(held: Path) -> None:
    with pytest.raises(ArchiveError, match=HELD):
        take_up(held, new=False)


def test_a_waiting_match_goes_on_afterwards(kept: Path) -> None:
    with closing(take_up(kept, new=False)) as journal:
        assert len(journal.events) == 2


def test_the_doctor_says_the_same(held: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = held / "schiri.toml"
    settings.write_text(
        f'[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\n[data]\ndirectory = "{held}"\n'
        '[camera]\nsource = "no.avi"\n'
    )
    assert main(["doctor", "--config", str(settings)]) == 1
    assert f"!! records      {held / FILE} cannot be opened: {HELD}\n" in capsys.readouterr().out


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open all")
def test_records_of_another_user(kept: Path) -> None:
    (kept / FILE).chmod(0)
    with pytest.raises(ArchiveError, match="this user may not read and write it"):
        Archive(kept)
