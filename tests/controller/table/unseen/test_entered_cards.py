"""Cards that people enter by hand: the eyes have not seen them lie, so that they cannot see them leave either."""

import pytest

from controller.record.cards import Card
from controller.record.events import Collect, Played
from tests.support.watched_table import WatchedTable, unread


@pytest.mark.parametrize("entered", [False, True])
def test_a_lone_card_that_is_taken_up_gathers_no_trick_with_one_that_was_entered(
    table: WatchedTable, *, entered: bool
) -> None:
    """It may only be put straight, however long that takes."""
    table.lay(2.0, 1, "SA")
    if entered:
        table.session.add(Played(seat=2, card=Card("S7"), t=4.0, src="console"))
    else:
        table.lay(3.0, 2, "S7")
        table.lift(6.0, 2, "S7")
    table.lift(6.0, 1, "SA")
    for second in range(7, 20):
        table.look(float(second))
    assert any(isinstance(event, Collect) for event in table.written) != entered
    assert table.told == ([] if entered else ["short-trick"])
    deal = table.session.match.deal
    assert deal is not None
    assert bool(deal.open.plays) == entered


@pytest.mark.parametrize("unreadable", [False, True])
def test_a_card_that_was_entered_belongs_to_the_trick_of_which_another_lies_there(
    table: WatchedTable, *, unreadable: bool
) -> None:
    """Whether it lies there without having been read, or was never laid on the mat: nothing of the trick is lost."""
    table.lay(2.0, 1, "SA")
    if unreadable:
        table.look(3.0, {2: unread(3.0)})
    table.session.add(Played(seat=2, card=Card("S7"), t=4.0, src="console"))
    table.lay(10.0, 0, "S8")
    deal = table.session.match.deal
    assert deal is not None
    assert [str(card) for trick in deal.tricks for card in trick.cards] == ["SA", "S7", "S8"]
    assert (deal.holes, table.told) == ((), [])
