"""The record of a tournament: written and read without loss, taken back and done again, and refused in sentences."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules.score.slip import SlipLine
from controller.tournament import movements, slips, steps
from controller.tournament.fold import tournament
from controller.tournament.steps import (
    EntryRegistered,
    EntryRenamed,
    EntryWithdrawn,
    LotsDrawn,
    PointsAwarded,
    ResultCorrected,
    ResultEntered,
    RoundClosed,
    StepError,
    StepRedone,
    StepUndone,
    TournamentEnded,
    TournamentOpened,
)
from tests.support.club import Club
from tests.support.loops import some


def evening() -> Club:
    """A short one with every kind of step in it."""
    club = Club(rounds=3, minutes=45, tables=("7", "9"), options={"doubled": "spades-clubs"})
    club.enter(6)
    club.draw()
    club.play(Random(1))
    club.take(EntryRenamed(entry=2, names=("Ueli", "Vreni")))
    club.take(PointsAwarded(entry=1, points=-50, why="came late"))
    club.seat()
    club.take(EntryWithdrawn(entry=6))
    club.result("9", SlipLine(points=(257, 0), extra=(20, 0), factor=2))
    club.take(ResultCorrected(number=2, table="9", lines=(SlipLine(points=(0, 257)),), why="sides changed"))
    club.close()
    club.take(StepUndone())
    club.take(StepRedone())
    club.result("7", SlipLine(points=(812, 758), deals=10))
    club.take(TournamentEnded())
    return club


def test_each_step_is_read_as_it_was_written() -> None:
    written = [steps.to_line(step) for step in evening().steps]
    assert len({step.e for step in evening().steps}) == 13
    assert list(steps.read(written)) == evening().steps
    assert [steps.to_line(step) for step in steps.read(written)] == written


def test_late_results_and_chosen_tables_are_told() -> None:
    state = evening().state
    assert [sorted(round_.results) for round_ in state.rounds] == [["1", "7", "9"], ["7", "9"]]
    assert (state.rounds[1].results["7"].is_late, state.rounds[1].results["9"].is_late) == (True, False)
    assert [table.table for table in state.rounds[1].missing] == ["1"]


@given(st.integers(0, 40), st.integers(1, 12))
@settings(max_examples=40, deadline=None)
def test_undo_and_redo_restore_the_tournament(begin: int, count: int) -> None:
    """From wherever, however many: undo is the inverse of a step, and redo of undo."""
    lines = [step for step in evening().steps if not isinstance(step, StepUndone | StepRedone)]
    before = lines[: max(2, min(begin, len(lines)))]
    count = min(count, len(before) - 1)
    state, _ = tournament(before)
    back, _ = tournament([*before, *[StepUndone()] * count])
    again, _ = tournament([*before, *[StepUndone()] * count, *[StepRedone()] * count])
    assert back == tournament(before[: len(before) - count])[0]
    assert again == state


def test_after_another_step_nothing_can_be_done_again() -> None:
    club = Club()
    club.enter(2)
    club.take(StepUndone())
    club.enter(1)
    with pytest.raises(StepError, match="no step that was taken back last"):
        club.take(StepRedone())
    for _ in range(2):
        club.take(StepUndone())
    with pytest.raises(StepError, match="no step left to take back"):
        club.take(StepUndone())


REFUSED = [
    (EntryRegistered(entry=9, names=("A", "B")), "the next entry has the number 7"),
    (EntryRegistered(entry=7, names=("A",)), "an entry is two names here, with a \\+ between"),
    (EntryRegistered(entry=7, names=("A", "player 1A")), "player 1A is entered already"),
    (EntryRegistered(entry=7, names=("A", "a")), "a is entered already"),
    (EntryRegistered(entry=7, names=("A", "x" * 61)), "60 letters"),
    (EntryWithdrawn(entry=8), "there is no entry 8"),
    (LotsDrawn(seed="x"), "before the first round"),
    (RoundClosed(number=2), "round 2 is not being played"),
    (ResultEntered(number=2, table="1", lines=(SlipLine(points=(1, 156)),)), "there is no round 2"),
    (ResultEntered(number=1, table="5", lines=(SlipLine(points=(1, 156)),)), "there is no table 5 in round 1"),
    (ResultEntered(number=1, table="1", lines=()), "at least one deal"),
    (ResultEntered(number=1, table="1", lines=(SlipLine(points=(1, 155)),)), "deal 1: .*come to 156, and must come"),
    (ResultEntered(number=1, table="1", lines=(SlipLine(points=(100, 157)),)), "leaves the others nothing"),
    (ResultEntered(number=1, table="1", lines=(SlipLine(points=(1, 2, 154)),)), "two sides at a table"),
    (ResultEntered(number=1, table="1", lines=(SlipLine(points=(1, 156), factor=3),)), "3 times; it can be 1"),
    (ResultCorrected(number=1, table="1", lines=(SlipLine(points=(1, 156)),), why="x"), "no result in round 1"),
    (PointsAwarded(entry=1, points=3, why=" "), "say why"),
    (TournamentEnded(), "still being played"),
    (TournamentOpened(title="x", game="skat", movement="free", rounds=1), "open already"),
]


@pytest.mark.parametrize(("step", "why"), REFUSED)
def test_a_step_that_cannot_be_is_refused_and_changes_nothing(step: steps.TournamentStep, why: str) -> None:
    club = Club()
    club.enter(6)
    club.draw()
    club.seat()
    before = club.state
    with pytest.raises(StepError, match=why):
        club.take(step)
    assert club.state == before


IMPOSSIBLE = [
    ({"game": "scieber"}, "there is no game"),
    ({"game": "differenzler"}, "each plays alone"),
    ({"game": "skat", "movement": "mitchell"}, "each plays alone"),
    ({"seats": 3}, "played by 4"),
    ({"movement": "mitchell"}, "number of boards"),
    ({"movement": "draw", "ranked": "matchpoints"}, "matchpoints"),
    ({"options": {"tax": 3}}, "no option 'tax'"),
    ({"title": " "}, "need names"),
]


@pytest.mark.parametrize(("more", "why"), IMPOSSIBLE)
def test_a_tournament_that_cannot_be_is_refused(more: dict[str, str], why: str) -> None:
    with pytest.raises(StepError, match=why):
        Club(**more)


@pytest.mark.parametrize(("seats", "sides"), [(0, 3), (3, 3), (4, 4)])
def test_skat_has_tables_of_three_unless_four_are_asked_for(seats: int, sides: int) -> None:
    """A record from before there were tables of four names no number."""
    club = Club(game="skat", profile="isko", movement="free", rounds=1, seats=seats)
    assert len(club.state.form.sides) == sides


def test_a_table_of_four_writes_thirty_for_a_lost_game_of_skat() -> None:
    club = Club(game="skat", profile="isko", movement="free", rounds=1, seats=4)
    club.enter(4)
    club.draw()
    club.take(movements.free_round(club.state, 5, [("A", ((1,), (2,), (3,), (4,)))]))
    with pytest.raises(StepError, match="Seeger and Fabian, 30 where it is lost"):
        club.result("A", SlipLine(points=(40, -86, 40, 40)))
    club.result("A", SlipLine(points=(30, -86, 30, 30)), SlipLine(points=(0, 0, 0, 170)))
    club.close()


@pytest.mark.parametrize(
    "line", [b"{", b'{"e":"deal"}', b'{"e":"draw"}', b'{"e":"draw","seed":3}', b'{"e":"undo","x":1}', b"[]"]
)
def test_a_line_that_is_no_step_is_named(line: bytes) -> None:
    with pytest.raises(StepError, match="line 4 is no step"):
        steps.parse(line, 4)


def test_free_seating_is_the_organiser_s_own() -> None:
    club = Club(game="skat", movement="free", rounds=2)
    club.enter(7)
    club.draw()
    with pytest.raises(StepError, match="free seating"):
        club.seat()
    club.take(movements.free_round(club.state, 5, [("A", ((1,), (2,), (3,))), ("B", ((4,), (5,), (6,)))]))
    assert club.state.rounds[0].begun.out == (7,)
    club.close()
    with pytest.raises(StepError, match="Player 7a has no place"):
        club.take(replace(club.state.rounds[0].begun, number=2, out=()))
    refused: list[tuple[list[tuple[str, movements.Sides]], str]] = [
        ([("A", ((1,), (2,)))], "too many or too few"),
        ([("A", ((1,), (2,), (2,)))], "two places"),
        ([("A", ((1,), (2,), (3,))), ("A", ((4,), (5,), (6,)))], "two tables have one name"),
        ([], "no table"),
    ]
    for wrong, why in refused:
        with pytest.raises(StepError, match=why):
            club.take(movements.free_round(club.state, 5, wrong))


@given(
    st.lists(
        st.builds(
            SlipLine,
            points=st.tuples(st.integers(-500, 500), st.integers(-500, 500)),
            extra=st.sampled_from([(), (20, 0), (0, 150)]),
            factor=st.integers(1, 9),
            deals=st.integers(1, 20),
            board=st.none() | st.integers(1, 99),
        ),
        max_size=5,
    )
)
def test_a_slip_is_read_as_it_was_typed(lines: list[SlipLine]) -> None:
    assert list(slips.parse(", ".join(map(slips.write, lines)))) == lines


@pytest.mark.parametrize("text", ["102", "102:", "102/55", "a:b", "1:2 x", "1:2 (3", "--1:2", "1:2 3:4"])
def test_text_that_is_no_slip_is_refused_with_an_example(text: str) -> None:
    club = Club()
    club.enter(2)
    club.draw()
    club.seat()
    with pytest.raises(StepError, match=r"such as 102:55|two sides"):
        club.result("1", *slips.parse(text))


def test_the_game_s_law_is_not_asked_of_records() -> None:
    """Of a record each card was seen; a deal that was thrown in or ended by thanks has other sums."""
    club = Club()
    club.enter(4)
    club.draw()
    club.seat()
    for table in some(club.state.rounds[0].begun.tables):
        read = ResultEntered(number=1, table=table.table, lines=(SlipLine(points=(61, 28)),), record=f"m/{table.table}")
        club.take(read)
    assert club.state.rounds[0].missing == ()
