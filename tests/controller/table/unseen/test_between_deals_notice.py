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
