"""The mat under a thing, continued from its pattern: from what is seen round the thing, and from nothing else."""

from itertools import product

import cv2
import numpy as np
import pytest

from vision.base.picture import Gray, Mask, u8
from vision.ground.continuation import Continuation
from vision.ground.emptiness import softened

STRIDE = 8
SIZE = (640, 800)
THING = np.s_[30:52, 40:62]
"""The looks that a card hides: 88 mm at two pixels a millimetre."""
LIMIT = 15.0


def checks(side: int, noise: float = 4, slant: float = 0, fall: float = 0.15) -> Gray:
    """Light and dark squares with a line round each, their weave, and light that falls off, seen a little askew."""
    rows, columns = SIZE
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float64)
    y, x = y * (1 + slant * y / rows), x * (1 + slant * y / rows)
    light = ((x // side + y // side) % 2) * 100 + 60
    light[(x % side < 3) | (y % side < 3)] = 30
    weave = np.random.default_rng(side).normal(0, noise, SIZE)
    return u8(np.clip(light * (1 - fall + fall * x / columns) + weave, 0, 255))


def looks(gray: Gray) -> Gray:
    return np.ascontiguousarray(gray[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE])


def marked(*places: tuple[slice, slice]) -> Mask:
    mask = np.zeros_like(looks(np.zeros(SIZE, np.uint8)))
    for place in places:
        mask[place] = 255
    return mask


def covered(gray: Gray, place: tuple[slice, slice], level: int) -> Gray:
    """The same with a thing of one brightness over some looks."""
    seen = gray.copy()
    rows, columns = (slice(part.start * STRIDE, part.stop * STRIDE) for part in place)
    seen[rows, columns] = level
    return seen


def under(gray: Gray, hidden: Mask, other: Mask | None = None) -> Gray | None:
    bare = ~hidden if other is None else ~(hidden | other)
    return Continuation(gray, u8(bare), STRIDE, px_per_mm=2, limit=LIMIT).under(hidden)


def off(told: Gray, truth: Gray, hidden: Mask) -> float:
    """Share of the hidden looks that are told wrongly."""
    apart = cv2.absdiff(softened(told), softened(looks(truth)))
    return float(np.mean(apart[hidden > 0] > LIMIT))


@pytest.mark.parametrize(("side", "slant", "level"), [(20, 0, 235), *product((37, 54), (0, 0.01), (235, 10))])
def test_a_pattern_goes_on_under_what_hides_it_whatever_that_looks_like(side: int, slant: float, level: int) -> None:
    truth, hidden = checks(side, slant=slant), marked(THING)
    told = under(covered(truth, THING, level), hidden)
    assert told is not None
    assert off(told, truth, hidden) < 0.04
    assert np.array_equal(told[hidden == 0], looks(truth)[hidden == 0])


def test_light_that_falls_off_is_followed() -> None:
    truth, hidden = checks(54, fall=0.5), marked(THING)
    told = under(covered(truth, THING, 235), hidden)
    assert told is not None
    assert off(told, truth, hidden) < 0.04


def test_a_hidden_place_that_is_called_bare_is_not_asked_all_the_same() -> None:
    seen, hidden = covered(checks(54), THING, 235), marked(THING)
    told = Continuation(seen, np.full_like(hidden, 255), STRIDE, px_per_mm=2, limit=LIMIT).under(hidden)
    other = under(seen, hidden)
    assert told is not None
    assert other is not None
    assert np.array_equal(told, other)


@pytest.mark.parametrize("level", [20, 200])
def test_a_thing_that_nobody_knows_a_period_away_is_not_taken_for_the_mat(level: int) -> None:
    truth, hidden = checks(54), marked(THING)
    beside = np.s_[30:52, 68:90]
    told = under(covered(covered(truth, THING, 235), beside, level), hidden)
    assert told is None or off(told, truth, hidden) < 0.04


def test_what_is_not_seen_tells_nothing() -> None:
    truth, hidden = checks(54), marked(THING)
    here = np.s_[26:56, 36:66]
    other = u8(~marked(here) & ~hidden)
    assert under(covered(truth, THING, 235), hidden, other) is None


@pytest.mark.parametrize("grain", [0, 2, 30])
def test_a_mat_without_a_pattern_that_repeats_itself_is_not_continued(grain: float) -> None:
    rough = np.random.default_rng(1).normal(0, 1, SIZE)
    cloud = cv2.GaussianBlur(rough, (0, 0), 12)
    seen = u8(np.clip(100 + grain * cloud / cloud.std(), 0, 255))
    assert under(covered(seen, THING, 235), marked(THING)) is None


@pytest.mark.parametrize("rim", [np.s_[0:22, 0:22], np.s_[58:80, 40:62]])
def test_a_thing_at_the_rim_of_the_picture_is_filled_in_rightly_or_not_at_all(rim: tuple[slice, slice]) -> None:
    truth, hidden = checks(37), marked(rim)
    told = under(covered(truth, rim, 235), hidden)
    assert told is None or off(told, truth, hidden) < 0.04
