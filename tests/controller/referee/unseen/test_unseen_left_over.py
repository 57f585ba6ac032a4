"""A card that is read late may have lain there since a gap, whatever was laid meanwhile: it proves nothing of that."""

import pytest

from controller.record.events import Bid
from tests.support.history import History

SURE = 0.3
"""Seconds before it was first seen, at which the spot of a card that has just been laid was seen without it."""


def after_a_gap() -> History:
    """Hearts were led in sight after a gap, and Berta laid diamonds on them; clubs are trump."""
    told = History("coiffeur", 3)
    told.deal("C")
    told.says(Bid(seat=0, call="clubs"))
    told.trick("A S6", "B S7", "C S8")
    told.loses()
    told.looks("ABC")
    told.lays("C H8", empty="AB")
    told.lays("A H10", "B D7")
    told.sweeps(empty="ABC")
    return told


@pytest.mark.parametrize(("seconds", "said"), [(SURE, ["revoke B D7"]), (6, []), (13, []), (20, [])])
def test_a_card_that_may_have_lain_there_before_a_play_was_not_in_the_hand_of_it(
    seconds: float, said: list[str]
) -> None:
    told = after_a_gap()
    told.lays("A C6", empty="BC")
    told.lays("B H9", since=seconds)
    assert told.said == said


@pytest.mark.parametrize(("seconds", "said"), [(SURE, ["second-card B C9", "revoke B S9"]), (13, [])])
def test_one_that_may_be_left_of_a_trick_in_the_gap_makes_no_second_card_of_the_next(
    seconds: float, said: list[str]
) -> None:
    told = after_a_gap()
    told.lays("A C6", empty="BC")
    told.lays("B S9", since=seconds)
    told.lays("B C9", empty="C")
    assert told.said == said


@pytest.mark.parametrize(("seconds", "said"), [(SURE, ["revoke B D9"]), (13, [])])
def test_one_that_may_be_left_of_it_has_not_certainly_led(seconds: float, said: list[str]) -> None:
    """Anna has won the trick in sight, and a card of hers is read that may have lain there before."""
    told = after_a_gap()
    told.lays("A S9", since=seconds)
    told.lays("B D9", "C S10")
    told.sweeps(empty="ABC")
    told.lays("C D6", empty="AB")
    told.lays("A DJ", "B SJ")
    assert told.said == said


def test_a_card_of_a_trick_with_one_unread_may_be_found_when_the_next_has_begun() -> None:
    """Berta's S7 was not read while its trick lay there."""
    told = History("coiffeur", 3)
    told.deal("C")
    told.says(Bid(seat=0, call="clubs"))
    told.lays("A S6")
    told.lays("C S8", empty="", unread="B")
    told.sweeps(empty="C", unread="B")
    told.lays("C H8", empty="A")
    told.lays("B S7", since=6)
    told.lays("B H9", empty="A")
    assert told.said == []
