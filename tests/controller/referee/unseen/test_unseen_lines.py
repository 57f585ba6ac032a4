"""Lines about sight that cannot be: one sentence each, and what is wrong in them counts as not seen."""

from dataclasses import replace

import pytest

from controller.record.cards import Card
from controller.record.events import Event, Gap, Played, Seen
from tests.support.history import History


def after(*wrong: Event) -> History:
    """A deal of Mittlere in which Berta plays too early, and lines that cannot be."""
    told = History("mittlere", 3)
    told.deal("C")
    told.lines += wrong
    return told


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (Gap(from_=40.0, t=30.0, why="camera"), "a gap from 40.0 ends before that, at 30.0"),
        (Seen(t=30.0, empty={7: 1.0}), "there is no seat 7 at this table of 3"),
        (Seen(t=30.0, unread=(3,)), "there is no seat 3 at this table of 3"),
        (Seen(t=30.0, lies={0: (Card("T21"),)}), "T21 cannot lie there: no card of Mittlere"),
        (Seen(t=30.0, empty={0: 31.0}), "empty since 31.0 is after 30.0, when that was seen"),
        (Seen(t=30.0, empty={0: 29.0}, unread=(0,)), "the area of Anna cannot be empty while something lies in it"),
        (
            Seen(t=30.0, empty={0: 29.0}, lies={0: (Card("S6"),)}),
            "the area of Anna cannot be empty while something lies in it",
        ),
        (
            Played(seat=0, card=Card("S6"), since=31.0, t=30.0, src="camera"),
            "since 31.0 is after 30.0, when the card was seen: nobody knows when it was laid",
        ),
    ],
)
def test_a_line_that_cannot_be_is_an_error(wrong: Event, why: str) -> None:
    told = after(replace(wrong, src="camera"))
    assert told.errors == [why]
    assert told.said == []


def test_a_card_whose_moment_cannot_be_is_played_all_the_same_and_proves_nothing() -> None:
    told = after()
    told.lays("B S7", empty="AC")
    assert told.said == ["out-of-turn B S7"]
    card = told.lines[-1]
    assert isinstance(card, Played)
    told.lines[-1] = replace(card, since=99.0)
    assert told.said == []
    assert told.match.deal
    assert told.match.deal.open.cards == ("S7",)


def test_an_area_that_cannot_have_been_empty_proves_nothing() -> None:
    told = after()
    told.lays("B S7", empty="AC")
    look = told.lines[-2]
    assert isinstance(look, Seen)
    told.lines[-2] = replace(look, empty=dict.fromkeys(look.empty, 99.0))
    assert told.said == []


def test_nobody_has_watched_an_area_across_a_gap_whatever_the_line_says() -> None:
    told = after(Gap(from_=26.0, t=30.0, why="camera"), Seen(t=31.0, empty={1: 20.0, 2: 30.5}, src="camera"))
    assert dict(told.match.unseen.sight.seen[-1].empty) == {1: 30.0, 2: 30.5}
    assert told.errors == []
