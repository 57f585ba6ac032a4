"""Watching over the camera: knocks, light, focus; and how often readings were corrected."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.table.correction_rate import ReadingRate
from groundwork.picture import Gray
from tests.support.vision.mat_pictures import MAT, camera, photo, worst_mm
from vision.base.observation import Trouble
from vision.health.monitor import Health, Probe, Steadiness
from vision.mat.geometry import Calibration

FPS = 15
HERE = camera(10)
STILL = photo(HERE, blur_px=0.5)


def watch(frames: list[Gray], truth: Calibration = HERE) -> tuple[Health, list[Steadiness]]:
    """Each state that differs from the one before."""
    health = Health(MAT, truth, STILL)
    states: list[Steadiness] = [Steadiness()]
    for number, frame in enumerate(frames):
        state = health.check(number / FPS, frame)
        if state != states[-1]:
            states.append(state)
    return health, states[1:]


def test_nothing_is_said_of_a_camera_that_stands_still() -> None:
    frames = [photo(HERE, blur_px=0.5, seed=seed) for seed in range(3)] * 40
    assert watch(frames)[1] == []


@pytest.mark.parametrize("way_px", [(6, 0), (0, -7), (25, 12), (-30, 20)])
def test_a_knocked_camera_is_calibrated_anew_once_it_rests(way_px: tuple[float, float]) -> None:
    there = camera(14, way_px, 0.98)
    health, states = watch([STILL] * 5 + [photo(there, blur_px=0.5)] * 20)
    resting, moved, fine = states
    assert (resting.steady, resting.trouble) == (False, Trouble("moving"))
    assert moved.steady
    assert moved.trouble is None
    assert moved.moved_mm == pytest.approx(moved_by(there), abs=0.3)
    assert fine == Steadiness()
    assert worst_mm(health.calibration, there) < 0.5


def moved_by(there: Calibration) -> float:
    """How far the old calibration is off at the corner marks."""
    seen = there.px(np.array(MAT.corner_centres))
    return float(np.linalg.norm(HERE.mm(seen) - there.mm(seen), axis=1).max())


def test_nothing_is_read_while_the_camera_moves() -> None:
    ways = [photo(camera(10, (8.0 * step, 0)), blur_px=0.5) for step in range(1, 5)]
    health = Health(MAT, HERE, STILL)
    assert [health.check(number / FPS, frame).steady for number, frame in enumerate(ways)] == [False] * 4
    assert health.check(1, ways[-1]).moved_mm is not None


@pytest.mark.parametrize("shift", [(1.5, 0), (-1, 1), (0, -1.5), (0.5, 0.5)])
def test_a_shift_below_the_limit_is_no_knock(shift: tuple[float, float]) -> None:
    health, states = watch([photo(camera(10, shift), blur_px=0.5)] * 10)
    assert states == []
    assert health.calibration is HERE


def test_a_corner_that_left_the_picture_is_named() -> None:
    away = camera(10, (-70, 0))
    [state] = watch([STILL, *[photo(away, blur_px=0.5)] * 5])[1]
    assert not state.steady
    assert state.trouble == Trouble("corner-gone", ("top left", "bottom left"))


def test_three_corner_marks_are_enough_to_go_on_and_the_fourth_is_named() -> None:
    there = camera(12, (10, 6))
    health, states = watch([STILL] * 5 + [photo(there, without=(3,), blur_px=0.5)] * 3 * FPS)
    assert [(state.steady, state.moved_mm is not None) for state in states[:2]] == [(False, False), (True, True)]
    assert states[-1].steady
    assert states[-1].trouble == Trouble("corner-hidden", ("bottom left",))
    assert worst_mm(health.calibration, there) < 1.5


def test_a_mat_that_is_taken_away_and_put_back_is_found_again() -> None:
    gone, back = photo(HERE, without=(0, 1, 2, 3)), photo(camera(12, (5, 5)), blur_px=0.5)
    _, states = watch([STILL, *[gone] * 10, *[back] * 20])
    assert [state.steady for state in states] == [False, False, True, True]
    assert states[0].trouble == Trouble("mat-gone")


@pytest.mark.parametrize(("share", "grain"), [(0.03, 0), (0.25, 30)])
def test_the_light_goes_out_and_comes_back(share: float, grain: float) -> None:
    """All is dark, or what is left of the light drowns in the camera's grain."""
    noise = np.random.default_rng(0).normal(0, grain, STILL.shape)
    night = np.clip(STILL * share + noise, 0, 255).astype(np.uint8)
    dark, light = watch([STILL, *[night] * 10, *[STILL] * 20])[1]
    assert (dark.steady, dark.trouble) == (False, Trouble("dark"))
    assert light == Steadiness()


@pytest.mark.parametrize(
    ("share", "told"),
    [(0.5, None), (0.15, Trouble("dim"))],
)
def test_dim_light_is_told_only_when_it_is_too_little(share: float, told: Trouble | None) -> None:
    dim = (STILL * share).astype(np.uint8)
    _, states = watch([STILL, *[dim] * 10 * FPS])
    assert all(state.steady for state in states)
    assert [state.trouble for state in states] == ([told] if told else [])


def test_glare_and_a_lost_focus_are_told() -> None:
    glare = np.clip(STILL.astype(int) + 120, 0, 255).astype(np.uint8)
    soft = np.asarray(cv2.GaussianBlur(STILL, (0, 0), 2.2), np.uint8)
    assert [s.trouble for s in watch([glare] * 200)[1]] == [Trouble("glare")]
    assert [s.trouble for s in watch([soft] * 200)[1]] == [Trouble("soft")]


def test_a_hand_over_two_corners_is_no_knock_and_a_thing_left_there_is_told() -> None:
    hands = STILL.copy()
    hands[:, :150] = 120
    assert watch([hands] * 20 * FPS)[1] == []
    told = [state.trouble for state in watch([hands] * 45 * FPS)[1]]
    assert told == [Trouble("corner-hidden", ("top left", "bottom left"))]


def test_an_edge_is_measured_where_it_is() -> None:
    for shift in (0.0, 1.0, 2.0):
        moved = photo(camera(10, (shift, 0)), blur_px=0.5)
        found = [Probe(MAT, HERE, STILL).measure(moved, place) for place in range(4)]
        assert all(one is not None and one.away_mm == pytest.approx(shift / 2, abs=0.12) for one in found)
    assert Probe(MAT, HERE, STILL).measure(photo(HERE, without=(2,), grain=0), 2) is None


def test_a_few_cards_tell_no_rate_and_many_corrections_silence_the_referee() -> None:
    rate = ReadingRate(at_most=5, window=100, least=20)
    for _ in range(19):
        rate = rate.read().amended()
    assert (rate.per_100, rate.advises_only, rate.reason) == (None, False, None)
    rate = rate.read()
    assert rate.advises_only
    assert rate.reason is not None
    assert "95 of 100 cards" in rate.reason


@given(st.lists(st.sampled_from(["read", "missed", "amended"]), max_size=300))
def test_the_rate_is_that_of_the_newest_cards(what: list[str]) -> None:
    rate, corrections, cards = ReadingRate(at_most=10, window=50, least=10), list[int](), 0
    for one in what:
        rate = getattr(rate, one)()
        cards += one != "amended"
        if one != "read":
            corrections.append(cards)
    counted = [at for at in corrections if at > cards - 50]
    wanted = None if cards < 10 else 100 * len(counted) / min(cards, 50)
    assert rate.per_100 == wanted
    assert rate.advises_only == (wanted is not None and wanted > 10)
    assert (rate.reason is not None) == rate.advises_only
