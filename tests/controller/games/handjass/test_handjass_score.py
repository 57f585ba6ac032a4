"""Scores of Handjass: HAN-S1, HAN-S2, HAN-S3, HAN-S4, HAN-S5, HAN-S6."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games import load
from controller.games.handjass.score import Scored, played, unplayed
from controller.record.cards import Card
from controller.record.events import DealStart
from controller.referee.fold import fold
from controller.rules.game import Tie
from controller.rules.results import DealResult, ErrorResult, Result
from tests.controller.games.handjass.handjass_talk import IN, lines, opening, played_out
from tests.support import table_talk

GAME = load("handjass")


@pytest.mark.rule("HAN-S2", "HAN-S3", "HAN-S4", "HAN-S5", "HAN-S6")
@pytest.mark.parametrize(
    ("totals", "players", "threshold", "expected"),
    [
        ({0: 60, 1: 70, 2: 27}, 4, 26, ("HAN-S3", {0: 1, 1: 1, 2: 0})),
        ({0: 60, 1: 71, 2: 26}, 4, 26, ("HAN-S3", {0: 1, 1: 1, 2: 0})),
        ({0: 60, 1: 72, 2: 25}, 4, 26, ("HAN-S3", {0: 1, 1: 1, 2: -1})),
        ({0: 20, 1: 112, 2: 25}, 3, 26, ("HAN-S4", {0: -1, 1: 2, 2: -1})),
        ({0: 21, 1: 112, 2: 20}, 3, 21, ("HAN-S3", {0: 1, 1: 1, 2: -1})),
        ({0: 25, 1: 20}, 4, 26, ("HAN-S5", {0: -1, 1: -1})),
        ({0: 25, 1: 20}, 2, 26, ("HAN-S5", {0: -1, 1: -1})),
        ({0: 25, 1: 26}, 2, 26, ("HAN-S6", {0: -1, 1: 1})),
        ({0: 40, 1: 60}, 2, 26, ("HAN-S6", {0: 0, 1: 1})),
        ({0: 50, 1: 50, 2: 40}, 4, 26, ("HAN-S3", {0: 1, 1: 1, 2: 0})),
        ({0: 50, 1: 50}, 3, 26, ("HAN-S3", {0: 1, 1: 1})),
    ],
)
def test_score(
    totals: Mapping[int, int], players: int, threshold: int, expected: tuple[str, Mapping[int, int]]
) -> None:
    """HAN-S2, HAN-S3, HAN-S4, HAN-S5, HAN-S6, threshold."""
    assert played(totals, players, threshold, ()) == Scored(*expected)


@pytest.mark.rule("HAN-S3", "HAN-S6")
@pytest.mark.parametrize(
    ("totals", "players", "draws", "expected"),
    [
        ({0: 60, 1: 40, 2: 40}, 4, "", {1, 2}),
        ({0: 60, 1: 40, 2: 40}, 4, "1S6 2HA", {0: 1, 1: 0, 2: 1}),
        ({0: 40, 1: 40, 2: 40}, 3, "0S6 1HA 2H8", {0: 0, 1: 1, 2: 1}),
        ({0: 40, 1: 40, 2: 40}, 3, "0S6 1H6 2H8", {0, 1}),
        ({0: 40, 1: 40, 2: 40}, 3, "0S6 1H6 2H8 0SA 1SK", {0: 1, 1: 0, 2: 1}),
        ({0: 40, 1: 40, 2: 40}, 3, "0SA 1HA 2H8", {0: 1, 1: 1, 2: 0}),
        ({0: 50, 1: 50}, 2, "", {0, 1}),
        ({0: 50, 1: 50}, 2, "0S9 1S8", {0: 1, 1: 0}),
    ],
)
def test_seats_level_across_the_line_draw(
    totals: Mapping[int, int], players: int, draws: str, expected: set[int] | dict[int, int]
) -> None:
    """HAN-S3, HAN-S6: the strongest cards take what places are left; level cards draw again if it matters."""
    drawn = [(int(word[0]), Card(word[1:])) for word in draws.split()]
    done = played(totals, players, 26, drawn)
    assert (set(done.seats) if isinstance(done, Tie) else done.score) == expected


@pytest.mark.rule("HAN-S2", "HAN-S3", "HAN-S4", "HAN-S5", "HAN-S6")
@given(st.dictionaries(st.integers(0, 3), st.integers(0, 300), min_size=2), st.sampled_from([2, 3, 4]))
def test_every_score_follows_from_the_threshold(totals: dict[int, int], players: int) -> None:
    """HAN-S2, HAN-S3, HAN-S4, HAN-S5, HAN-S6: who fails loses one; the others share one or two points."""
    done = played(totals, players, 26, ())
    if isinstance(done, Tie):
        assert len({totals[seat] for seat in done.seats}) == 1
        return
    assert {seat for seat, own in done.score.items() if own < 0} == {seat for seat, own in totals.items() if own < 26}
    plus = sum(own for own in done.score.values() if own > 0)
    assert plus == (0 if max(totals.values()) < 26 else 1 if players == 2 else 2)


@pytest.mark.rule("HAN-B3", "HAN-B4", "HAN-S4", "HAN-S6")
def test_alone_or_agreed() -> None:
    assert unplayed((1, 3), 4, agreed=True) == Scored("HAN-B4", {1: 1, 3: 1})
    assert unplayed((2,), 3, agreed=False) == Scored("HAN-S4", {2: 2})


FOUR = {
    0: "SA SK SQ SJ H6 H7 H8 D6 CK",
    1: "HA HK HQ HJ S6 S7 S8 D7 C7",
    2: "DA DK DQ DJ C8 C9 C10 S9 H9",
    3: "S10 H10 D10 D9 D8 CA CQ CJ C6",
}


def finished(results: list[Result]) -> DealResult:
    [done] = [result for result in results if isinstance(result, DealResult)]
    return done


@pytest.mark.rule("HAN-S1")
def test_points_weis_and_stock_make_the_total_of_a_seat() -> None:
    """HAN-S1: the Weis lifts Anna over the 26 that her points alone do not reach, and above Dora's 40."""
    bare, announced = (finished(played_out([f"{IN}{said}"], FOUR, "C6")) for said in ("", ", 0 weis 50"))
    assert (bare.points, bare.score) == ((0, 0, 117, 40), (-1, -1, 1, 1))
    assert (announced.points, announced.score) == ((0, 0, 117, 40), (1, -1, 1, 0))
    assert announced.detail == {
        "trump": "C",
        "rule": "HAN-S3",
        "in": [0, 1, 2, 3],
        "weis": [50, 0, 0, 0],
        "stock": [0, 0, 0, 0],
    }


ENOUGH = {
    0: "HQ C10 CA C9 S9 H6 HK D6 DJ",
    1: "H10 D7 CK C8 SJ HA DA CQ DK",
    2: "H8 C7 SA DQ HJ CJ H7 S7 S10",
    3: "SQ SK D10 S8 S6 D8 D9 H9 C6",
}


@pytest.mark.rule("HAN-S1", "HAN-S2")
def test_points_alone_make_the_total_of_a_seat_that_announces_nothing() -> None:
    """HAN-S1, HAN-S2: Carla has 26 points and nothing else, which is enough; Dora has none and fails."""
    done = finished(played_out([IN], ENOUGH, "C6"))
    assert (done.points, done.score) == ((65, 66, 26, 0), (1, 1, 0, -1))


LEVEL = {0: "D9 SA CK H10 SJ HQ D10 S8 DA", 1: "DQ C9 HJ HA S10 C8 DJ S9 H7"}
"""Two hands that take the same points when each plays the first card that is legal, with diamonds trump."""


@pytest.mark.rule("HAN-S6")
@pytest.mark.parametrize(
    ("said", "score"),
    [
        ("", None),
        ("draw 0 SA", None),
        ("draw 0 SA, draw 1 HA, draw 1 C7", None),
        ("draw 0 S9, draw 1 HA", (0, 1)),
        ("draw 1 HA, draw 0 CA, draw 0 C7, draw 1 S6", (1, 0)),
    ],
)
def test_a_tie_waits_for_draws_before_the_deal_is_scored(said: str, score: tuple[int, int] | None) -> None:
    """HAN-S6: level at the end of the play; nothing but a draw is taken in until then."""
    found = played_out(["0 in, 1 in"], LEVEL, "D8", 2, f"0 in, 0 stock, {said}")
    assert [type(one) for one in found if isinstance(one, ErrorResult)] == [ErrorResult, ErrorResult]
    assert [one.score for one in found if isinstance(one, DealResult)] == ([score] if score else [])


@pytest.mark.rule("JASS-6")
def test_points_that_do_not_come_to_157_are_a_missed_rule() -> None:
    """JASS-6: only with four in, when all cards were played."""
    said = lines(f"{IN}, 0 SA, 1 S6, 2 S9, 3 S10")
    *_, stage = fold([opening(), DealStart(dealer=3, turned=Card("C6")), *said])
    assert stage.match.deal is not None
    faults = GAME.audit.find_at_end(stage.match.deal)
    assert [(fault.kind, fault.rule) for fault in faults] == [("missed-rule", "JASS-6")]
    assert GAME.audit.find_at_end(replace(stage.match.deal, seats=(0, 1, 2))) == ()
    assert GAME.audit.find_at_end(replace(stage.match.deal, short=True)) == ()


@pytest.mark.rule("HAN-S1", "JASS-6")
@given(st.integers(0, 2**32))
def test_four_that_are_in_share_157_points(seed: int) -> None:
    events, _ = table_talk.record(opening(), seed)
    done = finished([result for stage in fold(events) for result in stage.results])
    assert done.points is not None
    assert sum(done.points) == 157 or len(done.detail["in"]) < 4
