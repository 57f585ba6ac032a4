"""Scenes of a real table apart from playing: nothing of them may be read as a play."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from groundwork.picture import u8
from vision.base.observation import Blind, Laid, Observation, Strictness
from vision.eyes.pipeline import Eyes
from vision.film.reel import Reel, Take
from vision.film.script.script import LEAD, Moment, Pose, Reach
from vision.marks.symbologies import load
from vision.mat.layout import Mat

HD = (1280, 720)
FPS = 15
QUEEN, ACE, SEVEN = Pose("HQ", 0, 300, 250, 4), Pose("SA", 0, 500, 150, 268), Pose("D7", 0, 100, 170, 92)
FAR = Reach(0, 300, 450, 0, 20)


def seen(moments: Sequence[Moment], strictness: Strictness = Strictness()) -> list[Observation]:  # noqa: B008  frozen
    """What the eyes say of a film of these moments, the empty table first and some still frames last."""
    reel = Reel(Take([], 3, seed=3, noise="low", effects={"hands": 0, "overlap": 0}, size=HD, fps=FPS))
    whole = (*[Moment(())] * LEAD, *moments, *[replace(moments[-1], hand=None, moving=())] * 8)
    reel.shoot = replace(reel.shoot, moments=whole)
    eyes = Eyes(load("aruco"), Mat(), 3, [0], strictness)
    return [one for n, gray in enumerate(reel.frames(grey=True)) for one in eyes.feed(n / FPS, u8(gray))]


def told(said: Sequence[Observation]) -> list[str]:
    return [f"{type(one).__name__} {one.card}" for one in said if not isinstance(one, Blind)]


def still(*laid: Pose, frames: int = 8, hand: Reach | None = None) -> list[Moment]:
    return [Moment(laid, (), hand)] * frames


def slide(card: Pose, x_mm: float, y_mm: float, frames: int, *laid: Pose) -> list[Moment]:
    """The card goes to a place, pushed by a hand."""
    way = [(n / frames) for n in range(1, frames + 1)]
    dx, dy = (x_mm - card.x_mm) / frames, (y_mm - card.y_mm) / frames
    poses = [
        replace(
            card, x_mm=card.x_mm + (x_mm - card.x_mm) * s, y_mm=card.y_mm + (y_mm - card.y_mm) * s, dx_mm=dx, dy_mm=dy
        )
        for s in way
    ]
    return [Moment(laid, (pose,), Reach(0, pose.x_mm, pose.y_mm + 30, 0, abs(dy))) for pose in poses]


def away(card: Pose, x_mm: float, y_mm: float) -> Pose:
    return replace(card, x_mm=x_mm, y_mm=y_mm)


def test_a_card_that_slides_across_the_mat_and_off_it_is_nothing() -> None:
    start = away(QUEEN, 60, 480)
    across = [
        *slide(start, 150, 250, 5),
        *slide(away(QUEEN, 150, 250), 450, 200, 9),
        *slide(away(QUEEN, 450, 200), 760, 260, 6),
    ]
    assert seen([*across, *still(frames=12)]) == []


@pytest.mark.parametrize("lies", [1, 2, 9])
def test_a_card_dropped_and_picked_up_again_is_nothing_while_the_table_takes_its_time(lies: int) -> None:
    drop = [*slide(away(QUEEN, 300, 460), 300, 250, 4), *still(QUEEN, frames=lies), *slide(QUEEN, 300, 480, 4)]
    assert seen([*drop, *still(frames=12)], Strictness(settle_seconds=0.7)) == []


def test_cards_pushed_together_stay_the_cards_they_are() -> None:
    laid = [*still(QUEEN, ACE, SEVEN, frames=10)]
    pushed = [
        *slide(ACE, 350, 170, 6, QUEEN, SEVEN),
        *still(QUEEN, SEVEN, away(ACE, 350, 170), frames=8),
        *slide(SEVEN, 240, 190, 5, QUEEN, away(ACE, 350, 170)),
        *still(QUEEN, away(ACE, 350, 170), away(SEVEN, 240, 190), frames=8),
    ]
    said = told(seen([*laid, *pushed]))
    plays = {card: said.count(f"Laid {card}") - said.count(f"Lifted {card}") for card in ("HQ", "SA", "D7")}
    assert plays == {"HQ": 1, "SA": 1, "D7": 1}
    assert said.count("Laid HQ") == 1
    # One that was pushed far is said to have left and to lie there: putting it straight is the table's affair.
    assert len(said) <= 7


def test_a_hand_that_rests_on_a_card_for_long_lifts_nothing_and_lays_nothing() -> None:
    over = Reach(1, 500, 150, 270, 0)
    rests = [*still(QUEEN, ACE), *still(QUEEN, ACE, frames=75, hand=over), *still(QUEEN, ACE, frames=10)]
    assert sorted(told(seen(rests))) == ["Laid HQ", "Laid SA"]


def test_a_card_under_the_next_keeps_its_place_and_leaves_when_both_leave() -> None:
    above = away(ACE, QUEEN.x_mm + 4, QUEEN.y_mm - 3)
    pile = [
        *still(QUEEN),
        *slide(away(above, 300, 470), above.x_mm, above.y_mm, 4, QUEEN),
        *still(QUEEN, above, frames=40),
    ]
    said = seen([*pile, *still(frames=1, hand=FAR)])
    assert told(said)[:2] == ["Laid HQ", "Laid SA"]
    assert sorted(told(said)[2:]) == ["Lifted HQ", "Lifted SA"]


def test_the_next_card_uncovered_again_is_not_laid_again() -> None:
    above = away(ACE, QUEEN.x_mm + 10, QUEEN.y_mm)
    taken = [*still(QUEEN), *still(QUEEN, above), *slide(above, 700, 200, 5, QUEEN), *still(QUEEN, frames=15)]
    said = seen(taken)
    assert told(said) == ["Laid HQ", "Laid SA", "Lifted SA"]
    assert [one.frames >= 3 for one in said if isinstance(one, Laid)] == [True, True]


@pytest.mark.parametrize("way_mm", [35, 58, 63, 70, 76, 82, 87])
@pytest.mark.parametrize("frames", [3, 8])
def test_a_card_pushed_along_its_long_side_stays_the_card_it_is(way_mm: float, frames: int) -> None:
    start = away(QUEEN, 300, 275)
    end = away(start, 302, start.y_mm - way_mm)
    moments = [*still(start), *slide(start, end.x_mm, end.y_mm, frames), *still(end, frames=60)]
    # Where its old marks have become mat it may be said to have left and to lie there, in this order.
    assert told(seen(moments)) in (["Laid HQ"], ["Laid HQ", "Lifted HQ", "Laid HQ"])


@pytest.mark.parametrize("rests", [15, 30, 75])
def test_a_card_moved_aside_under_an_arm_that_stays_is_no_second_card(rests: int) -> None:
    start = away(QUEEN, 250, 270)
    arm = Reach(0, 250, 200, 0, 0)
    end = away(start, 365, 270)
    moments = [
        *still(start),
        *(replace(moment, hand=arm) for moment in slide(start, end.x_mm, end.y_mm, 6)),
        *still(end, frames=rests, hand=arm),
        *still(end, frames=15),
    ]
    said = told(seen(moments))
    assert said == ["Laid HQ", "Lifted HQ", "Laid HQ"]


@pytest.mark.parametrize("x_mm", [375, 450])
def test_a_second_card_of_one_kind_is_told_at_once_where_both_lie_open(x_mm: float) -> None:
    second = away(QUEEN, x_mm, 240)
    laid = [*still(QUEEN, frames=12), *slide(away(QUEEN, 500, 470), second.x_mm, second.y_mm, 5, QUEEN)]
    said = seen([*laid, *still(QUEEN, second, frames=1)])
    assert told(said) == ["Laid HQ", "Laid HQ"]
