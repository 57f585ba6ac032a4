"""A picture that comes once more is none to watch by; a film without grain is no frozen camera."""

import numpy as np

from groundwork.picture import Gray, u8
from vision.health.monitor import Freshness

RANDOM = np.random.default_rng(3)
BARE = np.full((90, 160), 120, np.uint8)


def grained(count: int) -> list[Gray]:
    return [u8(BARE + RANDOM.integers(0, 3, BARE.shape)) for _ in range(count)]


def told(frames: list[Gray], *, still: bool = True) -> list[bool]:
    freshness, seen = Freshness(), list[bool]()
    for gray in frames:
        seen.append(freshness.is_new(gray))
        if seen[-1] and still:
            freshness.learn_grain()
    return seen


def test_a_camera_that_grains_and_gives_the_same_picture_again_is_frozen_until_it_gives_another() -> None:
    frames = grained(6)
    assert told([*frames[:5], frames[4], frames[4], frames[5]]) == [True] * 5 + [False] * 2 + [True]


def test_a_film_without_grain_never_freezes_whatever_moves_in_it() -> None:
    assert told([BARE] * 20) == [True] * 20
    moving = [u8(np.roll(np.linspace(0, 255, BARE.size).reshape(BARE.shape), n, axis=1)) for n in range(9)]
    assert told([*moving, *moving[-1:] * 9], still=False) == [True] * 18
