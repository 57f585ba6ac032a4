"""The truth of a moment: what people entered counts where the moment may show it, and a candidate is no mistake."""

from dataclasses import replace
from typing import Any, cast

import pytest

from controller.live.moments import reading
from controller.live.moments.moment import DoubtfulTime, KeptMoment, TrueLanding, landings
from controller.record.cards import Card
from controller.record.events import Amend, Event, Insert, MatchStart, Played, Seen
from tests.support.small_moments import moment

OPENING = MatchStart(sight=True, game="mittlere", seats=("Anna", "Berta", "Carla"))


def doubtful(kind: str, about: str, began: float = 19.3, ended: float = 20.3) -> KeptMoment:
    """Six seconds in which something was doubtful, from 16 s to 22 s after the match event."""
    times = tuple(16 + number / 15 for number in range(91))
    return replace(moment(), times=times, doubts=(DoubtfulTime(cast("Any", kind), began, ended, about),))


def play(card: str, t: float | None, src: str = "camera") -> Played:
    return Played(seat=1, card=Card(card), t=t, src=cast("Any", src))


def record_with(card: str, before: float, after: float) -> list[Event]:
    """Two plays that the camera read, and between them one that a person entered afterwards."""
    looked = Seen(t=after + 0.1, src="camera")
    entered = Insert(before=4, event={"e": "play", "seat": 0, "card": card, "src": "console"})
    return [OPENING, play("CQ", before), looked, play("CJ", after), entered]


@pytest.mark.parametrize(("kind", "about"), [("candidate", "D6"), ("corrected", "D6")])
def test_the_card_that_was_doubtful_is_true_though_the_next_event_came_after_the_moment(kind: str, about: str) -> None:
    lay = landings(doubtful(kind, about), record_with("D6", 18.0, 25.0))
    assert [(one.card, one.read, one.is_certain) for one in lay] == [("D6", None, True)]
    assert 40 <= lay[0].frame <= 90


@pytest.mark.parametrize(
    ("before", "after", "is_certain"), [(18.0, 21.0, True), (18.0, 25.0, False), (12.0, 25.0, False)]
)
def test_another_card_is_certain_only_where_it_was_laid_within_the_moment(
    before: float, after: float, is_certain: bool
) -> None:
    lay = landings(doubtful("unread", "0"), record_with("H6", before, after))
    assert [(one.card, one.is_certain) for one in lay] == [("H6", is_certain)]


@pytest.mark.parametrize(("before", "after"), [(2.0, 9.0), (23.0, 29.0)])
def test_cards_laid_before_or_after_a_moment_are_not_in_it(before: float, after: float) -> None:
    assert landings(doubtful("unread", "0"), record_with("H6", before, after)) == ()


def test_a_candidate_of_which_nobody_said_anything_is_neither_read_rightly_nor_wrongly() -> None:
    lay = landings(doubtful("candidate", "D6"), [OPENING, play("CQ", 12.0), play("CJ", 25.0)])
    assert [(one.card, one.is_certain) for one in lay] == [("D6", False)]
    held = reading.held({(0, "D6")}, lay)
    assert (held.hits, held.missed, held.misread) == ((), (), ())


def test_a_candidate_that_people_said_was_another_card_is_a_misread() -> None:
    events: list[Event] = [OPENING, play("CQ", 12.0), play("D6", 20.5), Amend(of=3, with_={"card": "D9"})]
    lay = landings(doubtful("candidate", "D6"), events)
    assert [one.card for one in lay if one.is_certain] == []
    assert all(one.card != "D6" for one in lay)


def test_a_certain_landing_is_told_once() -> None:
    lay = landings(doubtful("candidate", "D6"), record_with("D6", 18.0, 21.0))
    assert [type(one) for one in lay] == [TrueLanding]
