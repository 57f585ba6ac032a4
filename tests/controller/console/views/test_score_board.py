"""The board: a score for each side, the trick as it lies, the verdict that counts now."""

from collections.abc import Sequence

import pytest

from controller.console.security.roles import Role
from controller.console.views.board import ScoreBoard, score_board
from controller.live import scoreboard
from controller.record.events import Event, MatchStart, Ruling
from controller.referee.fold import outcome
from tests.support.console.console_rig import OPENING, REVOKED, Rig, play
from tests.support.examples import Example
from tests.support.loops import some


def board(events: Sequence[Event]) -> ScoreBoard:
    match = outcome(events)
    return score_board(match, scoreboard.face(match, match.verdicts), match.verdicts)


def test_partners_have_one_row_with_the_points_of_both() -> None:
    events = Example("coiffeur/4-partners").events
    opening = events[0]
    assert isinstance(opening, MatchStart)
    shown = board(events[:30])
    assert [side.seats for side in shown.sides] == [(0, 2), (1, 3)]
    assert [side.names for side in shown.sides] == [opening.seats[::2], opening.seats[1::2]]
    own = [one.points or 0 for one in shown.mat.seats]
    assert [side.points for side in shown.sides] == [own[0] + own[2], own[1] + own[3]]
    assert sum(side.points or 0 for side in shown.sides) > 0


def test_where_nobody_has_a_partner_each_has_a_row() -> None:
    assert [side.seats for side in board([OPENING, *REVOKED]).sides] == [(0,), (1,), (2,)]


def test_the_trick_lies_as_it_was_laid_and_stays_whole_until_the_next_lead() -> None:
    shown = {count: board([OPENING, *REVOKED[:count]]) for count in (2, 4, 5)}
    laid = {
        count: [(place.seat, str(place.card.card) if place.card else "", place.to_act) for place in one.places]
        for count, one in some(shown.items())
    }
    assert laid == {
        2: [(1, "H10", False), (2, "", True), (0, "", False)],
        4: [(1, "H10", False), (2, "H7", False), (0, "DQ", False)],
        5: [(0, "H6", False), (1, "", True), (2, "", False)],
    }


def test_the_newest_verdict_stays_until_it_is_dismissed_or_the_deal_is_over() -> None:
    told = [OPENING, *REVOKED]
    shown = board(told).verdict
    assert shown
    assert "Anna" in shown.verdict.text
    assert [(str(card), what) for card, what in shown.cards] == [("H10", "led"), ("DQ", "laid"), ("H6", "held")]
    assert board([*told, Ruling(verdict=1, decision="dismissed", by="Rita")]).verdict is None
    assert board([OPENING, *REVOKED[:4]]).verdict is None


@pytest.mark.parametrize(("asked", "palette"), [
    ("", ""), ("?palette=paper", " as-paper"), ("?palette=dark", " as-dark"), ("?palette=%22%3E", ""),
])  # fmt: skip
def test_a_display_asks_for_its_palette(rig: Rig, asked: str, palette: str) -> None:
    rig.enter([*REVOKED, play(1, "H8")])
    status, page = rig.phone(Role.VIEWER).get(f"/board{asked}")
    assert (status, f' board-page{palette}"' in page) == (200, True)
