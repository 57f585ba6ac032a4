"""The notice of a gap between deals: it is told as any other, until it is seen that nothing is missing."""

from controller.record.events import Missed
from controller.table.unseen.course import open_hole
from tests.support.history import History


def dealt_and_done(seconds: float = 4) -> History:
    """Before the first deal of Mittlere nothing is seen for some seconds."""
    told = History("mittlere", 3)
    told.wait(20)
    told.loses(seconds)
    return told


def notice(told: History) -> str:
    """What the table is told of a hole; nothing where there is none."""
    hole = open_hole(told.match, told.lines)
    return hole.text if hole else ""


def test_a_gap_between_deals_is_told() -> None:
    told = dealt_and_done()
    assert notice(told) == (
        "before the next deal: not seen for 4 s, no picture came. If it has begun, say so, and on the table's page "
        "what was played; nobody is at fault"
    )


def test_it_is_over_once_the_table_is_seen() -> None:
    told = dealt_and_done()
    told.looks("ABC")
    assert notice(told) == ""


def test_it_is_over_once_people_have_told() -> None:
    told = dealt_and_done()
    told.says(Missed(of=told.line, plays=()))
    assert notice(told) == ""


def test_after_the_deal_is_named_it_is_a_hole_of_it() -> None:
    told = dealt_and_done()
    told.deal("C")
    assert notice(told).startswith("trick 1: not seen for 4 s, no picture came.")


def test_the_start_of_a_match_is_no_gap_to_tell_of() -> None:
    told = History("mittlere", 3)
    del told.lines[2:]
    assert notice(told) == ""


def test_of_two_gaps_the_older_one_is_asked_for_first_and_the_newer_one_next() -> None:
    told = dealt_and_done()
    first = told.line
    told.loses(7)
    assert notice(told) == (
        "before the next deal: not seen for 4 s, no picture came. If it has begun, say so, and on the table's page "
        "what was played; nobody is at fault. Then 1 more question waits"
    )
    told.says(Missed(of=first, plays=()))
    assert "not seen for 7 s" in notice(told)
    told.says(Missed(of=first + 1, plays=()))
    assert (notice(told), told.errors) == ("", [])


def test_both_are_holes_of_the_deal_that_has_begun_in_them() -> None:
    told = dealt_and_done()
    told.loses(7)
    newer = told.line
    told.deal("C")
    assert [*told.holes] == [newer - 1, newer]
    told.missed(newer, "A S6", "B S7")
    assert [*told.holes] == [newer - 1]
    told.missed(newer - 1)
    assert ([*told.holes], told.errors, told.match.turn) == ([], [], 2)


def test_two_gaps_of_one_deal_are_asked_for_one_after_the_other() -> None:
    told = History("mittlere", 3)
    told.deal("C")
    told.lays("A S6")
    told.loses(5)
    first = told.line
    told.looks("ABC", lies=())
    told.loses(6)
    told.looks("ABC", lies=())
    assert "not seen for 5 s" in notice(told)
    assert notice(told).endswith("Then 1 more question waits")
    told.missed(first, "B S7", "C S8")
    assert "not seen for 6 s" in notice(told)
    assert "more question" not in notice(told)
