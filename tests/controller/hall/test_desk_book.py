"""The record of a tournament on the hall's disk: nothing acknowledged is lost, no change is believed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from controller.cli import main
from controller.hall.desk import actions
from controller.hall.desk.book import TournamentBook
from controller.hall.desk.readings import ResultReader, began_s, result, round_of
from controller.record import text as record_text
from controller.referee.fold import outcome
from controller.rules.score.slip import SlipLine
from controller.tournament.fold import Tournament
from controller.tournament.steps import EntryRegistered, StepError, TournamentStep
from tests.controller.hall.desk_evening import OPENING, Evening, hear, place, played
from tests.support.examples import Example
from tests.support.loops import some


def test_an_entered_result_survives_a_restart_and_is_seen_by_another_program(tmp_path: Path) -> None:
    one = Evening(tmp_path)
    one.do("register", names="Anna\nBerta")
    with closing(TournamentBook(tmp_path)) as other:
        assert other.state == one.book.state
        other.add_steps(actions.step_maker("register", {"names": "Carla"}))
        assert one.book.state == other.state
        assert one.do("register", names="Dora").active == (1, 2, 3, 4)
    assert len(one.book.lines()) == 5


def test_two_programs_at_once_lose_nothing(tmp_path: Path) -> None:
    one = Evening(tmp_path)
    others = [TournamentBook(tmp_path) for _ in range(3)]

    def enter(book: TournamentBook, own: int) -> None:
        for number in range(5):
            book.add_steps(actions.step_maker("register", {"names": f"Player {own} {number}"}))

    threads = [Thread(target=enter, args=(book, own)) for own, book in enumerate(others)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    state = one.book.state
    assert state is not None
    assert len(state.entries) == len({entry.name for entry in state.entries.values()}) == 15


def test_of_several_steps_all_are_taken_or_none(tmp_path: Path) -> None:
    one = Evening(tmp_path)
    with pytest.raises(StepError, match="Anna is entered already"):
        one.do("register", names="Anna\nBerta\nAnna")
    assert one.book.state is not None
    assert (one.book.state.entries, len(one.book.lines())) == ({}, 1)
    assert len(one.do("register", names="Anna\nBerta").entries) == 2


@pytest.mark.parametrize("names", ["Anna\nBer\u2028ta", "Anna\nBer\x85ta"])
def test_a_sign_in_a_name_that_ends_a_line_makes_no_second_entry(tmp_path: Path, names: str) -> None:
    entries = Evening(tmp_path).do("register", names=names).entries
    assert [entry.names for entry in entries.values()] == [("Anna",), ("Ber ta",)]


CHANGES = (
    "UPDATE line SET data = CAST(replace(CAST(data AS TEXT), 'Anna', 'Anja') AS BLOB)",
    "DELETE FROM line WHERE number = 2",
)


@pytest.mark.parametrize("change", CHANGES)
def test_a_later_change_is_detected(tmp_path: Path, change: str, capsys: pytest.CaptureFixture[str]) -> None:
    one = Evening(tmp_path)
    one.do("register", names="Anna\nBerta")
    one.book.close()
    with closing(sqlite3.connect(tmp_path / "tournament" / "records.sqlite3", isolation_level=None)) as base:
        base.execute(change)
    assert main(["hall", "tournament", "verify", "--folder", str(tmp_path)]) == 2
    assert "line 2 was" in capsys.readouterr().err


def test_another_tournament_begins_where_one_has_ended(tmp_path: Path) -> None:
    one = Evening(tmp_path)
    one.do("register", names="Anna")
    with pytest.raises(StepError, match="Club is open; end it first"):
        one.do("open", **OPENING)
    one.do("end")
    assert one.do("open", **{**OPENING, "title": "Next"}).opening.title == "Next"
    assert one.book.state is not None
    assert one.book.state.entries == {}


def test_a_table_s_match_becomes_its_result_by_the_players_names(tmp_path: Path) -> None:
    one = Evening(tmp_path)
    table = one.seated().rounds[0].begun.tables[0]
    state = one.book.state
    assert state is not None
    first, second = ([state.entries[entry].names[0] for entry in side] for side in table.sides)
    hear(one, "1", place(1), played(second[0], first[0], second[1], first[1], ended=False))
    assert one.book.state == state
    data = played(second[0], first[0], second[1], first[1])
    hear(one, "1", place(1), data)
    total = outcome(record_text.read(data).events).total
    assert one.book.state is not None
    found = one.book.state.rounds[0].results["1"]
    assert (found.points, found.record) == ((total[1], total[0]), place(1))


def test_a_record_gives_its_result_once_also_after_it_was_taken_back(tmp_path: Path) -> None:
    one = Evening(tmp_path)
    one.seated()
    for _ in range(2):
        hear(one, "1", place(1), played("A", "B", "C", "D"))
        hear(one, "1", place(2), played("A", "B", "C", "D", seed=2))
    assert len(one.book.lines()) == 8
    one.do("undo")
    hear(one, "1", place(1), played("A", "B", "C", "D"))
    assert one.book.state is not None
    assert one.book.state.rounds[0].results == {}


def test_a_match_of_another_round_changes_nothing(tmp_path: Path) -> None:
    one = Evening(tmp_path)
    one.seated()
    mittlere = Example("mittlere/evening").data
    for table, where, data in some(
        [
            ("2", place(1), played("A", "B", "C", "D")),
            ("1", place(1, -1000), played("A", "B", "C", "D")),
            ("1", "0/none", played("A", "B", "C", "D")),
            ("1", place(1), mittlere),
            ("1", place(1), b"{broken"),
        ]
    ):
        hear(one, table, where, data)
        assert one.book.state is not None
        assert one.book.state.rounds[0].results == {}


def test_a_match_of_people_who_are_seated_at_another_table_gives_nobody_their_points(tmp_path: Path) -> None:
    one = Evening(tmp_path)
    state = one.seated("Anna\nBerta\nCarla\nDora\nEmil\nFritz\nGabi\nHans")
    first, second = state.rounds[-1].begun.tables
    names = [name for side in first.sides for entry in side for name in state.entries[entry].names]
    told = ResultReader(one.book).read_result(second.table, place(2), lambda: played(*names))
    assert f"{names[0]} is seated at table {first.table}" in told
    assert one.book.state is not None
    assert one.book.state.rounds[-1].results == {}
    hear(one, first.table, place(1), played(*names))
    assert one.book.state is not None
    assert [*one.book.state.rounds[-1].results] == [first.table]


@pytest.mark.parametrize("title", ["\x1b[31mClub", "Club\u202e", "x" * 101])
def test_a_title_steers_no_terminal_and_fits_a_line(tmp_path: Path, title: str) -> None:
    with pytest.raises(StepError, match="a name has 100 letters at most, on one line"):
        Evening(tmp_path, title=title)


def test_a_late_record_belongs_to_the_round_in_which_it_began(tmp_path: Path) -> None:
    one = Evening(tmp_path)
    one.seated()
    one.now_s += 1800
    one.do("close")
    one.do("round")
    hear(one, "1", place(1, 100), played("A", "B", "C", "D"))
    state = one.book.state
    assert state is not None
    assert [sorted(round_.results) for round_ in state.rounds] == [["1"], []]
    assert state.rounds[0].results["1"].is_late
    found = [round_of(state, began_s(place(1, seconds), None)) for seconds in (-300, 100, 1300, 1900)]
    assert [round_.number for round_ in found if round_] == [1, 1, 2, 2]


def test_matches_that_others_begin_without_end_make_nobody_forget_when_a_table_began(tmp_path: Path) -> None:
    """The clock of table 1 is a day behind; table 5 shows ever new matches, as no table does, and they are not kept."""
    one = Evening(tmp_path)
    one.seated()
    reader, behind = ResultReader(one.book), place(1, -86_400)
    reader.note_start("1", behind)
    for number in range(1000):
        reader.note_start("5", place(5, number))
    reader.read_result("1", behind, lambda: played("A", "B", "C", "D"))
    assert one.book.state is not None
    assert sorted(one.book.state.rounds[0].results) == ["1"]
    assert {table: len(seen) for table, seen in vars(reader)["_seen_s"].items()} == {"1": 1, "5": 200}


def test_boards_of_bridge_are_known_by_their_numbers(tmp_path: Path) -> None:
    one = Evening(tmp_path, game="bridge", movement="mitchell", deals="3", ranked="matchpoints")
    state = one.seated("Anna + Berta\nCarla + Dora")
    data = Example("bridge/4-three-boards").data
    found = result(state, "1", began_s(place(1), None), outcome(record_text.read(data).events))
    assert found == (
        1,
        (
            SlipLine(points=(90, 0), board=1),
            SlipLine(points=(0, 530), board=2),
            SlipLine(points=(0, 50), board=3),
        ),
    )


def test_nothing_is_read_of_a_tournament_that_was_not_opened(tmp_path: Path) -> None:
    with closing(TournamentBook(tmp_path)) as book:
        ResultReader(book).read_result("1", place(1), partial(pytest.fail, "read"))

        def steps(_: Tournament | None, now_s: int) -> Iterator[TournamentStep]:
            yield EntryRegistered(t=now_s, entry=1, names=("A",))

        with pytest.raises(StepError, match="opened first"):
            book.add_steps(steps)
        assert (book.state, book.lines()) == (None, [])
