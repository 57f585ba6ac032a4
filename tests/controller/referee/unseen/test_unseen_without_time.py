"""A card of which no line says when it was seen: nobody knows whether another deal has begun since."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from controller.record.events import Event, Played
from controller.referee.fold import outcome
from tests.support.history import History

LATE = 3600.0


def story(seconds: float) -> list[Event]:
    """Berta has no heart in the first trick, of the second one card is read; later come hearts, one of them hers."""
    told = History("mittlere", 3)
    told.deal("C")
    told.trick("A H6", "B D6", "C H7")
    told.lays("C S9")
    told.sweeps(empty="", unread="ABC")
    told.wait(seconds)
    told.lays("A H8", "B H9", "C H10")
    return told.lines


def without_time(lines: Sequence[Event], cards: Sequence[str]) -> list[Event]:
    """The lines of a program that did not say when it had seen these cards."""
    return [
        replace(line, t=None, since=None) if isinstance(line, Played) and line.card in cards else line for line in lines
    ]


@pytest.mark.parametrize("cards", [(), ("S9",), ("H6",), ("S9", "H8"), ("S9", "H9"), ("H8",), ("H9",)])
def test_after_a_card_without_a_time_nothing_is_certainly_of_the_same_deal(cards: tuple[str, ...]) -> None:
    assert [verdict.kind for verdict in outcome(without_time(story(LATE), cards)).verdicts] == []


def test_soon_after_cards_with_their_times_it_is() -> None:
    assert [verdict.kind for verdict in outcome(story(1)).verdicts] == ["revoke"]
