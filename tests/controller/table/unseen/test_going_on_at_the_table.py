"""At the table a card that comes soon after a deal has ended by an unsure count is written down as a card of it."""

import pytest

from controller.record.events import DealStart, Played
from controller.table.interpreter import Interpreter
from tests.support.history import History
from vision.base.observation import Laid
from vision.mat.layout import AREAS

RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = [f"{suit}{rank}" for suit in "SHDC" for rank in RANKS]


def seemingly_over() -> History:
    """Eleven tricks of twelve, one of which was seen as two."""
    told = History("mittlere", 3)
    told.deal("C")
    for number in range(11):
        lead = 2 * number % 3
        plays = [f"{'ABC'[(lead + place) % 3]} {card}" for place, card in enumerate(CARDS[3 * number : 3 * number + 3])]
        told.lays(plays[0])
        if number == 5:
            told.sweeps(empty="", unread="ABC")
        told.lays(plays[1], empty="" if number == 5 else None)
        told.lays(plays[2])
        told.sweeps(empty="", unread="ABC" if number == 5 else "")
    return told


@pytest.mark.parametrize(("seconds", "kinds"), [(5.0, [Played]), (20.0, [DealStart, Played])])
def test_it_is_of_the_same_deal_if_it_comes_soon(seconds: float, kinds: list[type]) -> None:
    told = seemingly_over()
    assert not told.match.running
    area, when = AREAS[3][1], told.now + seconds
    x, y = (area.left_mm + area.right_mm) / 2, (area.top_mm + area.bottom_mm) / 2
    laid = Laid(0, CARDS[33], x, y, 0.0, when, 3, 1.0, first=when, since=when - 0.3)
    events = Interpreter().events(told.match, laid, when)
    assert [type(event) for event in events if isinstance(event, DealStart | Played)] == kinds
