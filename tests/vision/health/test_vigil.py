"""When the eyes say that they saw nothing, and why."""

import pytest

from vision.base.observation import Blind, BlindWhy
from vision.health.monitor import BlindnessTracker

Frame = tuple[float, BlindWhy | None, int]


def watched(*frames: Frame) -> list[Blind]:
    vigil = BlindnessTracker()
    said = [vigil.update(seconds, why, dropped) for seconds, why, dropped in frames]
    return [one for one in said if one]


@pytest.mark.parametrize(("dropped", "why"), [(0, "camera"), (5, "load")])
def test_no_frame_for_long_is_the_cameras_fault_unless_frames_were_dropped(dropped: int, why: BlindWhy) -> None:
    assert watched((1.0, None, 0), (1.6, None, dropped)) == [Blind(1.0, 1.6, why)]


def test_half_a_second_hides_nothing() -> None:
    assert watched((1.0, None, 0), (1.5, None, 1), (1.7, "dark", 0), (2.0, None, 0)) == []


def test_blindness_lasts_from_the_last_frame_with_sight_to_the_next() -> None:
    frames: list[Frame] = [(n / 10, "dark" if 10 <= n < 20 else None, 0) for n in range(30)]
    assert watched(*frames) == [Blind(0.9, 2.0, "dark")]


def test_the_cause_that_lasted_longest_is_told() -> None:
    frames: list[Frame] = [(0.0, None, 0), (0.1, "dark", 0), (2.0, "mat", 0), (2.2, None, 0)]
    assert watched(*frames) == [Blind(0.0, 2.2, "camera")]
    causes: list[BlindWhy] = ["mat" if n < 3 else "frozen" for n in range(11)]
    frames = [(0.0, None, 0), *((n / 10, why, 0) for n, why in enumerate(causes, 1)), (1.2, None, 0)]
    assert watched(*frames) == [Blind(0.0, 1.2, "frozen")]


def test_nothing_is_said_before_the_first_sight() -> None:
    assert watched((0.0, "mat", 0), (5.0, "mat", 0), (9.0, None, 0), (9.1, None, 0)) == []
