"""Findings of ``schiri doctor`` on the archive."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from controller.checkup import records
from controller.record.events import Collect, End, Event, MatchStart
from controller.settings.model import Config, DataConfig, TableConfig
from controller.store.archive import FILE
from controller.store.resume import take_up

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
TABLE = TableConfig("mittlere", ("Anna", "Berta", "Carla"))


def told(folder: Path) -> tuple[str, str]:
    """How the records are, and what is said of them, without the names of matches."""
    [found] = records.check(Config(TABLE, data=DataConfig(folder)))
    assert found.part == "records"
    return found.state, found.told.replace(str(folder), "DATA")


def play(folder: Path, *events: Event, new: bool = False) -> str:
    """Take events in; the name of their match."""
    with take_up(folder, new=new) as journal:
        for event in events:
            journal.append(event)
        return journal.name


def test_no_archive_is_begun_by_looking(tmp_path: Path) -> None:
    assert told(tmp_path) == ("ok", "DATA: no match yet")
    assert [*tmp_path.iterdir()] == []


def test_a_whole_archive_is_and_the_match_that_goes_on_is_named(tmp_path: Path) -> None:
    play(tmp_path, OPENING, Collect())
    second = play(tmp_path, OPENING, new=True)
    whole = "DATA/records.sqlite3: 2 matches, whole"
    assert told(tmp_path) == ("ok", f"{whole}; match 2 ({second}) goes on; “End the match” on the table's page ends it")
    play(tmp_path, End())
    assert told(tmp_path) == ("ok", whole)


@pytest.mark.parametrize("match", [1, 2])
def test_a_missing_line_is_told_with_what_to_do(tmp_path: Path, match: int) -> None:
    names = play(tmp_path, OPENING, Collect(), Collect()), play(tmp_path, OPENING, Collect(), Collect(), new=True)
    with closing(sqlite3.connect(tmp_path / FILE)) as base, base:
        base.execute("DELETE FROM line WHERE number = 2 AND match = ?", (match,))
    name = f"match {match} ({names[match - 1]})"
    torn = "lines are missing; schiri record verify, typed on its machine, tells which; a backup may have them"
    aside = "to put it aside, stop Schiri and type on its machine: schiri referee --new"
    assert told(tmp_path) == (
        ("better", f"{name}: {torn}")
        if match == 1
        else ("broken", f"{name}, the one in progress: line 2 is missing; {aside}")
    )


def test_damage_and_another_version_are_told(tmp_path: Path) -> None:
    play(tmp_path, OPENING, Collect())
    with closing(sqlite3.connect(tmp_path / FILE)) as base:
        base.execute("PRAGMA user_version = 9")
    state, text = told(tmp_path)
    assert (state, "written by a newer version of this program; install that one again" in text) == ("broken", True)
    with closing(sqlite3.connect(tmp_path / FILE)) as base:
        base.execute("PRAGMA user_version = 1")
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[:4096] + b"\xaa" * 4096 + whole[8192:])
    state, text = told(tmp_path)
    assert (state, "`referee --new` puts it aside and begins another" in text) == ("broken", True)
