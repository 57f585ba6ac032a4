"""Between two deals all cards of the last trick lie open again: looked at, or the first trick of the next deal."""

from collections.abc import Sequence
from typing import Final

import pytest

from controller.record.events import DealStart, Gap, Missed, Played, Void
from tests.support.watched_table import WatchedTable, empty

FIRST: Final = ((1, "CJ"), (2, "CA"), (0, "C6"))
OTHERWISE: Final = ((1, "C6"), (2, "CJ"), (0, "CA"))
"""The same cards, of other players."""


def played(table: WatchedTable) -> list[str]:
    return [event.card for event in table.written if isinstance(event, Played)]


def lay(table: WatchedTable, plays: Sequence[tuple[int, str]], when: float, *, apart: float = 2.0) -> float:
    """Cards one after the other; the moment after the last of them."""
    for seat, card in plays:
        table.lay(when, seat, card)
        watch(table, when + 0.3, when + apart)
        when += apart
    return when


def lift(table: WatchedTable, plays: Sequence[tuple[int, str]], when: float) -> float:
    """All of these cards leave; the moment after it."""
    table.areas |= {seat: empty(when) for seat, _ in plays}
    for seat, card in plays:
        table.lift(when, seat, card)
    watch(table, when, when + 1)
    return when + 1


def watch(table: WatchedTable, begin: float, end: float) -> None:
    """The eyes look, several times a second."""
    while begin < end:
        table.look(begin)
        begin += 0.2


@pytest.fixture
def over(table: WatchedTable) -> WatchedTable:
    """A table at which a deal was thrown in after its first trick, eight seconds after the match began."""
    lift(table, FIRST, lay(table, FIRST, 2))
    table.session.add(Void(why="misdeal", t=9.5, src="console"))
    watch(table, 9.6, 12)
    return table


@pytest.mark.parametrize("again", [FIRST, OTHERWISE])
def test_what_may_be_a_new_deals_first_trick_is_asked(over: WatchedTable, again: Sequence[tuple[int, str]]) -> None:
    lay(over, again, 40)
    assert "if it is the first one of a new deal, lay new-deal" in str(over.session.notice)


@pytest.mark.parametrize("again", [FIRST, OTHERWISE])
def test_named_as_a_new_deal_it_is_its_first_trick(over: WatchedTable, again: Sequence[tuple[int, str]]) -> None:
    after = lay(over, again, 40)
    over.session.add(DealStart(dealer=0, t=after, src="console"))
    watch(over, after + 0.1, after + 1)
    assert played(over)[3:] == [card for _, card in again]
    assert (over.session.match.turn, over.told) == (over.session.match.deal and over.session.match.deal.leader, [])
    lay(over, ((2, "SA"),), lift(over, again, after + 1))
    assert not any(isinstance(event, Gap) and event.why == "again" for event in over.written)


def test_named_by_the_command_card_it_is_its_first_trick(over: WatchedTable) -> None:
    after = lay(over, OTHERWISE, 40)
    over.session.say("new-deal", after, "console")
    watch(over, after + 0.1, after + 1)
    assert played(over)[3:] == [card for _, card in OTHERWISE]


@pytest.mark.parametrize("again", [FIRST, OTHERWISE])
def test_where_nobody_says_so_the_deal_begins_with_a_gap_and_nobody_is_accused(
    over: WatchedTable, again: Sequence[tuple[int, str]]
) -> None:
    after = lift(over, again, lay(over, again, 40))
    after = lay(over, ((2, "SA"), (0, "S7"), (1, "SK")), after + 1)
    lines = [event.e for event in over.written]
    assert lines.index("gap", lines.index("void")) < lines.index("deal", lines.index("void"))
    assert over.session.match.deal is not None
    assert [*over.session.match.deal.holes] == [lines.index("gap", lines.index("void")) + 1]
    assert over.told == []
    assert "before this deal the last trick lay open again" in str(over.session.notice)


def test_the_trick_is_offered_as_what_was_played(over: WatchedTable) -> None:
    after = lift(over, OTHERWISE, lay(over, OTHERWISE, 40))
    lay(over, ((2, "SA"), (0, "S7")), after + 1)
    offered = [course.plays for course in over.session.likely_courses]
    assert OTHERWISE in offered
    assert () in offered
    course = next(course for course in over.session.likely_courses if course.plays == OTHERWISE)
    over.session.add(course)
    assert over.session.match.deal is not None
    assert len(over.session.match.deal.tricks) == 1
    assert (over.session.match.deal.holes, over.told) == ((), [])


def test_a_look_before_a_deal_could_be_dealt_is_a_look(over: WatchedTable) -> None:
    lines = len(over.written)
    after = lift(over, FIRST, lay(over, FIRST, 15, apart=1))
    assert len(over.written) == lines
    assert str(over.session.notice) == ""
    lay(over, ((1, "SA"), (2, "S7")), after + 20)
    assert "gap" not in [event.e for event in over.written[lines:]]


def test_cards_of_one_heap_are_a_look(over: WatchedTable) -> None:
    heap = ((1, "CJ"), (1, "CA"), (1, "C6"))
    lines = len(over.written)
    after = lift(over, heap, lay(over, heap, 40))
    lay(over, ((1, "SA"), (2, "S7")), after + 20)
    assert "gap" not in [event.e for event in over.written[lines:]]


def test_a_look_costs_nothing_once_people_have_said_so(over: WatchedTable) -> None:
    after = lift(over, FIRST, lay(over, FIRST, 40))
    after = lay(over, ((1, "SA"), (2, "S7"), (0, "C6")), after + 20)
    assert over.told == []
    hole = over.session.match.deal and over.session.match.deal.holes[0]
    assert hole
    over.session.add(Missed(of=hole, plays=(), over=False))
    assert (over.session.match.deal and over.session.match.deal.holes) == ()
    assert over.told == []


def test_a_deal_begun_after_the_cards_have_left_has_a_hole(over: WatchedTable) -> None:
    after = lift(over, FIRST, lay(over, FIRST, 40))
    over.session.add(DealStart(dealer=0, t=after, src="console"))
    watch(over, after + 0.1, after + 3)
    lay(over, ((2, "SA"), (0, "S7")), after + 3)
    assert over.session.match.deal is not None
    assert len(over.session.match.deal.holes) == 1
    assert over.told == []


@pytest.mark.parametrize("pause", [1, 30])
@pytest.mark.parametrize("one", OTHERWISE)
def test_a_card_put_straight_takes_none_of_the_others_away(
    over: WatchedTable, one: tuple[int, str], pause: float
) -> None:
    after = lift(over, [one], lay(over, OTHERWISE, 40))
    after = lay(over, [one], after + pause)
    assert "if it is the first one of a new deal, lay new-deal" in str(over.session.notice)
    over.session.add(DealStart(dealer=0, t=after, src="console"))
    watch(over, after + 0.1, after + 1)
    assert played(over)[3:] == [card for _, card in OTHERWISE]
    assert over.told == []


def test_a_card_put_straight_before_another_player_leaves_the_question_open(over: WatchedTable) -> None:
    after = lift(over, OTHERWISE[:1], lay(over, OTHERWISE, 40))
    after = lift(over, OTHERWISE, lay(over, [(0, OTHERWISE[0][1])], after + 1))
    lay(over, ((2, "SA"), (0, "S7"), (1, "SK")), after + 1)
    assert [event.why for event in over.written if isinstance(event, Gap)][-1:] == ["again"]
    assert over.told == []


def test_a_look_at_a_trick_that_may_be_a_new_deals_leaves_the_question_open(over: WatchedTable) -> None:
    after = lift(over, OTHERWISE, lay(over, OTHERWISE, 40))
    after = lift(over, OTHERWISE, lay(over, OTHERWISE, after + 1, apart=1))
    lay(over, ((2, "SA"), (0, "S7"), (1, "SK")), after + 1)
    assert [event.why for event in over.written if isinstance(event, Gap)][-1:] == ["again"]


def test_a_card_put_straight_makes_no_look_a_new_deals(over: WatchedTable) -> None:
    lines = len(over.written)
    after = lift(over, FIRST[:1], lay(over, FIRST, 15, apart=1))
    after = lift(over, FIRST, lay(over, FIRST[:1], after + 30))
    assert str(over.session.notice) == ""
    lay(over, ((1, "SA"), (2, "S7")), after + 1)
    assert "gap" not in [event.e for event in over.written[lines:]]
