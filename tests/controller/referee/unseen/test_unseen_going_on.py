"""A deal that has ended by a count that was not sure goes on with its next card: no card that was played is lost."""

import pytest

from controller.record.text import RecordText
from controller.report.replay import replay_lines
from tests.support.history import History

RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = [f"{suit}{rank}" for suit in "SHDC" for rank in RANKS]


def split(*, wait: float = 0.0) -> History:
    """Twelve tricks; the sixth is seen as two, so that the deal seems to be over after the eleventh.

    Args:
        wait: seconds between the eleventh and the last one.
    """
    told = History("mittlere", 3)
    told.deal("C")
    for number in range(12):
        lead = 2 * number % 3
        plays = [f"{'ABC'[(lead + place) % 3]} {card}" for place, card in enumerate(CARDS[3 * number : 3 * number + 3])]
        told.wait(wait * (number == 11))
        if number == 5:
            told.lays(plays[0])
            told.sweeps(empty="", unread="ABC")
            told.lays(plays[1], empty="")
            told.lays(plays[2])
            told.sweeps(empty="", unread="ABC")
        else:
            told.trick(*plays)
    return told


def test_the_last_trick_is_played_in_the_deal_that_seemed_to_be_over() -> None:
    told = split()
    assert (told.errors, told.said) == ([], [])
    assert len({play.card for play in told.match.deal.plays()} if told.match.deal else ()) == 36
    assert [(deal.deal, deal.score) for deal in told.deals] == [(1, None), (1, None)]
    assert (told.match.unscored, told.match.total, told.match.running) == (1, (0, 0, 0), False)


@pytest.mark.parametrize(("seconds", "more"), [(10.0, 0), (15.0, 3)])
def test_so_late_that_another_deal_may_have_begun_it_does_not_go_on(seconds: float, more: int) -> None:
    assert len(split(wait=seconds).errors) == more


def test_that_it_cannot_be_scored_is_told_once_when_it_is_over() -> None:
    lines = [*replay_lines(RecordText(tuple(split().lines)))]
    ends = [place for place, line in enumerate(lines) if "cannot be scored" in line]
    tricks = [place for place, line in enumerate(lines) if line.startswith("  trick")]
    assert len(ends) == 1
    assert ends[0] > max(tricks)
