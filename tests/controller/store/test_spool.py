"""Lines that a disk refuses outlast the program: the next start goes on with them, and saves them once, in order."""

import json
import logging
from pathlib import Path

import pytest

from controller.record.cards import Card
from controller.record.events import DealStart, End, Event, MatchStart, Played
from controller.store import match_journal
from controller.store.archive import FILE, Archive
from controller.store.match_journal import MatchJournal
from controller.store.resume import take_up
from controller.store.spool import Spool, UnsavedLines
from tests.controller.store.test_read_only_start import read_only
from tests.support.disk import refusing
from tests.support.loops import some

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
EVENTS: list[Event] = [OPENING, DealStart(dealer=0), Played(seat=1, card=Card("H10")), Played(seat=2, card=Card("H7"))]


def started(table: Path, memory: Path | None) -> MatchJournal:
    """The program is started; what outlasts it lies in a folder in memory."""
    return take_up(table, new=False, spool=Spool(memory, table))


def written(journal: MatchJournal, events: list[Event], saved: int) -> None:
    """Write events, of which the disk takes the first ones, and nothing more until the program ends."""
    for event in events[:saved]:
        journal.append(event)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match_journal, "is_read_only", Path.is_absolute)
        for event in events[saved:]:
            journal.append(event)
        assert (journal.unsaved, bool(journal.trouble)) == (len(events) - saved, saved < len(events))
        journal.close()


def on_disk(table: Path) -> list[tuple[list[Event], bool, bool]]:
    """Of each match on the disk: its events, whether it is in progress, and whether its chain is whole."""
    with Archive(table) as archive:
        kept = archive.matches()
        whole = {one.id: archive.check(one.id)[1].fault is None for one in kept}
    told = list[tuple[list[Event], bool, bool]]()
    for one in kept:
        with Archive(table) as archive, MatchJournal(archive, one) as journal:
            told.append((journal.events, one.running, whole[one.id]))
    return told


@pytest.mark.parametrize("saved", range(len(EVENTS) + 1))
def test_waiting_lines_survive_a_restart_and_are_saved_once(tmp_path: Path, saved: int) -> None:
    table, memory = tmp_path / "disk", tmp_path / "memory"
    memory.mkdir()
    journal = started(table, memory)
    written(journal, EVENTS, saved)
    assert journal.outlasts
    with started(table, memory) as again:
        assert (again.events, again.unsaved) == (EVENTS, 0)
        assert list(memory.iterdir()) == []
    assert on_disk(table) == [(EVENTS, True, True)]


def test_a_start_on_a_disk_that_still_takes_nothing_goes_on_and_keeps_saying_so(tmp_path: Path) -> None:
    table, memory = tmp_path / "disk", tmp_path / "memory"
    memory.mkdir()
    names = set[str]()
    for number in range(len(EVENTS)):
        with read_only(), started(table, memory) as journal:
            assert journal.events == EVENTS[:number]
            assert bool(journal.trouble) == (number > 0)
            journal.append(EVENTS[number])
            assert (journal.unsaved, journal.outlasts) == (number + 1, True)
            names.add(journal.name)
    with started(table, memory) as journal:
        assert (journal.events, journal.unsaved, {journal.name}) == (EVENTS, 0, names)
    assert on_disk(table) == [(EVENTS, True, True)]


@pytest.mark.parametrize("outlasting", [True, False])
@pytest.mark.parametrize("saved", range(len(EVENTS) + 2))
def test_a_match_that_is_over_and_not_saved_is_saved_before_the_next_one(
    tmp_path: Path, saved: int, outlasting: bool
) -> None:
    """The next match is begun on the pages while the disk takes nothing."""
    table, memory, over = tmp_path / "disk", tmp_path / "memory", [*EVENTS, End()]
    memory.mkdir()
    spool = Spool(memory if outlasting else None, table)
    written(take_up(table, new=False, spool=spool), over, saved)
    with read_only():
        following = take_up(table, new=True, spool=spool)
        assert following.events == []
        following.append(OPENING)
        assert following.unsaved == 1
    following.append(DealStart(dealer=1))
    assert following.unsaved == 0
    following.close()
    assert on_disk(table) == [(over, False, True), ([OPENING, DealStart(dealer=1)], True, True)]
    assert list(memory.iterdir()) == []


def test_lines_that_came_to_the_disk_though_it_failed_are_not_written_twice(tmp_path: Path) -> None:
    table, memory = tmp_path / "disk", tmp_path / "memory"
    memory.mkdir()
    with started(table, memory) as journal:
        journal.append(EVENTS[0])
        with refusing(journal):
            for event in EVENTS[1:]:
                journal.append(event)
            held = {path.name: path.read_bytes() for path in memory.iterdir()}
        journal.save()
    assert len(held) == 1
    for name, data in held.items():
        (memory / name).write_bytes(data)
    with started(table, memory) as journal:
        assert journal.events == EVENTS
    assert on_disk(table) == [(EVENTS, True, True)]


def test_lines_of_other_records_are_set_apart_and_the_table_starts(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table, memory = tmp_path / "disk", tmp_path / "memory"
    memory.mkdir()
    written(started(table, memory), EVENTS, 1)
    for part in table.glob(f"{FILE}*"):
        part.unlink()
    with caplog.at_level(logging.ERROR), started(table, memory) as journal:
        assert (journal.events, journal.trouble) == ([], "")
    assert "is kept in" in caplog.text
    assert list(memory.iterdir()) == []
    [apart] = table.glob("unsaved-*.json")
    assert "H10" in apart.read_text()


def test_a_match_that_was_put_aside_meanwhile_gets_its_lines_and_another_one_is_played(tmp_path: Path) -> None:
    table, memory = tmp_path / "disk", tmp_path / "memory"
    memory.mkdir()
    written(started(table, memory), EVENTS, 2)
    with Archive(table) as archive:
        archive.put_aside(1)
    with read_only():
        journal = started(table, memory)
        assert journal.events == []
        journal.append(OPENING)
    journal.append(DealStart(dealer=1))
    journal.close()
    assert on_disk(table) == [(EVENTS, False, True), ([OPENING, DealStart(dealer=1)], True, True)]


def test_two_tables_of_one_machine_keep_what_waits_apart(tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    memory.mkdir()
    with read_only(), started(tmp_path / "one", memory) as journal:
        journal.append(OPENING)
    with started(tmp_path / "two", memory) as journal:
        assert journal.events == []
    with started(tmp_path / "one", memory) as journal:
        assert journal.events == [OPENING]


def test_where_nothing_outlasts_the_program_it_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR), read_only(), started(tmp_path, None) as journal:
        journal.append(OPENING)
        assert not journal.outlasts
    assert "they are lost when this program ends" in caplog.text


@pytest.mark.parametrize(
    "fields",
    [
        {"match": "hello"},
        {"match": "2026-11-23T100000Z"},
        {"match": 3},
        {"saved": "x"},
        {"saved": -1},
        {"saved": None},
        {"over": None},
        {"lines": None},
        {"lines": [[1, 2]]},
    ],
)
def test_a_damaged_file_of_what_waits_is_named_and_the_table_starts(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, fields: dict[str, object]
) -> None:
    table, memory = tmp_path / "disk", tmp_path / "memory"
    memory.mkdir()
    with read_only():
        written(started(table, memory), EVENTS, 0)
    [path] = memory.iterdir()
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))
    with caplog.at_level(logging.ERROR), started(table, memory) as journal:
        journal.append(OPENING)
        assert (journal.events, journal.unsaved) == ([OPENING], 0)
    assert f"{path} is damaged" in caplog.text


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000])
def test_a_foreign_file_among_what_waits_is_named_and_the_table_starts(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    table, memory = tmp_path / "disk", tmp_path / "memory"
    memory.mkdir()
    with read_only():
        written(started(table, memory), EVENTS, 0)
    [path] = memory.iterdir()
    path.write_text(text)
    with caplog.at_level(logging.ERROR), started(table, memory) as journal:
        assert journal.events == []
    assert f"{path} is damaged" in caplog.text


@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize("saved", [0, 2, 9])
@pytest.mark.parametrize("begun", [True, False])
def test_a_file_in_which_nothing_waits_is_none(tmp_path: Path, saved: int, *, over: bool, begun: bool) -> None:
    """The table starts by itself, with the match that was in progress or the next one, and no record of nothing."""
    table, memory = tmp_path / "disk", tmp_path / "memory"
    memory.mkdir()
    with started(table, memory) as journal:
        for event in EVENTS[: 2 if begun else 0]:
            journal.append(event)
    name = journal.name if begun else "2026-11-21T190312Z"
    Spool(memory, table).keep(UnsavedLines(name, saved, (), over=over))
    with started(table, memory) as journal:
        assert journal.events in ([], EVENTS[:2] if begun else [])
        goes_on = journal.events == EVENTS[:2]
        journal.append(EVENTS[2] if goes_on else OPENING)
        assert journal.trouble == ""
    assert goes_on == (begun and not (over and saved == 2))
    assert list(memory.iterdir()) == []
    with Archive(table) as archive:
        assert all(archive.lines(one.id) for one in some(archive.matches()))
