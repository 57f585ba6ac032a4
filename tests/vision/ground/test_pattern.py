"""The mat under a thing, continued from its pattern: from what is seen round the thing, and from nothing else."""

from functools import cache
from itertools import product
from math import cos, radians, sin, tan

import cv2
import numpy as np
import pytest

from groundwork.picture import Gray, Mask, u8
from vision.ground.emptiness import blur
from vision.ground.pattern import PatternExtrapolation
from vision.mat.geometry import Calibration
from vision.mat.lens import Lens

STRIDE = 8
SIZE = (640, 800)
THING = np.s_[30:52, 40:62]
"""The samples that a card hides: 88 mm at two pixels a millimetre."""
LIMIT = 15.0


def seen_askew(degrees: float, bend: float = 0) -> Calibration:
    """A camera of a Camera Module 3's angle, 2 pixels a millimetre in the middle of its picture, off plumb."""
    rows, columns = SIZE
    focal, turn = columns / 2 / tan(radians(33)), radians(degrees)
    away = focal / 2
    to_px = np.array([(focal, 0, columns / 2), (0, focal, rows / 2), (0, 0, 1)]) @ np.array(
        [(1, 0, 0), (0, cos(turn), 0), (0, sin(turn), away)]
    )
    lens = Lens.straight(columns, rows).with_bend((bend,)) if bend else None
    return Calibration(np.linalg.inv(to_px), to_px, lens)


PLUMB = seen_askew(0)


@cache
def checks(side: float, noise: float = 4, view: Calibration = PLUMB, fall: float = 0.15) -> Gray:
    """Light and dark squares of a side in mm with a line round each, their weave, and light that falls off."""
    rows, columns = SIZE
    pixels = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2).astype(np.float64)
    x, y = np.moveaxis(view.mm(pixels).reshape(rows, columns, 2), 2, 0)
    light = ((x // side + y // side) % 2) * 100 + 60
    beside = np.minimum(*(np.abs((place + side / 2) % side - side / 2) for place in (x, y)))
    # A pixel that a line of 1.5 mm covers in part is darker by that part.
    light += (30 - light) * np.clip(0.5 - 2 * (beside - 0.75), 0, 1)
    weave = np.random.default_rng(round(side)).normal(0, noise, SIZE)
    return u8(np.clip(light * (1 - fall + fall * np.arange(columns) / columns) + weave, 0, 255))


def samples(gray: Gray) -> Gray:
    return np.ascontiguousarray(gray[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE])


def marked(*places: tuple[slice, slice]) -> Mask:
    mask = np.zeros_like(samples(np.zeros(SIZE, np.uint8)))
    for place in places:
        mask[place] = 255
    return mask


def covered(gray: Gray, place: tuple[slice, slice], level: int) -> Gray:
    """The same with a thing of one brightness over some samples."""
    seen = gray.copy()
    rows, columns = (slice(part.start * STRIDE, part.stop * STRIDE) for part in place)
    seen[rows, columns] = level
    return seen


def under(gray: Gray, hidden: Mask, other: Mask | None = None, view: Calibration = PLUMB) -> Gray | None:
    bare = ~hidden if other is None else ~(hidden | other)
    return PatternExtrapolation(gray, u8(bare), STRIDE, view, LIMIT).fill(hidden)


def off(told: Gray, truth: Gray, hidden: Mask) -> float:
    """Share of the hidden samples that are told wrongly."""
    apart = cv2.absdiff(blur(told), blur(samples(truth)))
    return float(np.mean(apart[hidden > 0] > LIMIT))


@pytest.mark.parametrize(("side", "level"), [(10, 235), *product((18.5, 27), (235, 10))])
def test_a_pattern_goes_on_under_what_hides_it_whatever_that_looks_like(side: float, level: int) -> None:
    truth, hidden = checks(side), marked(THING)
    told = under(covered(truth, THING, level), hidden)
    assert told is not None
    assert off(told, truth, hidden) < 0.04
    assert np.array_equal(told[hidden == 0], samples(truth)[hidden == 0])


@pytest.mark.parametrize(
    ("degrees", "bend", "side"),
    [(5, 0, 27), (20, 0, 18.5), (20, -0.05, 27), (30, 0.04, 18.5), (30, 0, 27), (-30, 0, 27)],
)
def test_a_pattern_goes_on_before_a_camera_that_looks_askew(degrees: float, bend: float, side: float) -> None:
    view, hidden = seen_askew(degrees, bend), marked(THING)
    truth = checks(side, view=view)
    told = under(covered(truth, THING, 235), hidden, view=view)
    assert told is not None
    assert off(told, truth, hidden) < 0.04
    assert np.array_equal(told[hidden == 0], samples(truth)[hidden == 0])


@pytest.mark.parametrize(("degrees", "bend"), [(4, 0), (12, 0), (0, 0.04), (0, 0.2)])
def test_with_a_slant_or_lens_that_is_not_known_a_pattern_goes_on_about_rightly_or_not_at_all(
    degrees: float, bend: float
) -> None:
    truth, hidden = checks(27, view=seen_askew(degrees, bend)), marked(THING)
    told = under(covered(truth, THING, 235), hidden)
    assert told is None or off(told, truth, hidden) < 0.1


def test_light_that_falls_off_is_followed() -> None:
    truth, hidden = checks(27, fall=0.5), marked(THING)
    told = under(covered(truth, THING, 235), hidden)
    assert told is not None
    assert off(told, truth, hidden) < 0.04


def test_a_hidden_place_that_is_called_bare_is_not_asked_all_the_same() -> None:
    seen, hidden = covered(checks(27), THING, 235), marked(THING)
    told = PatternExtrapolation(seen, np.full_like(hidden, 255), STRIDE, PLUMB, LIMIT).fill(hidden)
    other = under(seen, hidden)
    assert told is not None
    assert other is not None
    assert np.array_equal(told, other)


def test_a_thing_with_nothing_of_the_mat_close_round_it_hides_what_lies_below() -> None:
    """As a card in a heap does: how its pattern goes on can be held against nothing."""
    assert under(checks(27), marked(THING), other=marked(np.s_[18:64, 28:74])) is None


def test_of_a_thing_that_hides_nothing_nothing_is_told() -> None:
    assert under(checks(27), marked()) is None


@pytest.mark.parametrize("level", [20, 200])
def test_a_thing_that_nobody_knows_a_period_away_is_not_taken_for_the_mat(level: int) -> None:
    truth, hidden = checks(27), marked(THING)
    beside = np.s_[30:52, 68:90]
    told = under(covered(covered(truth, THING, 235), beside, level), hidden)
    assert told is None or off(told, truth, hidden) < 0.04


def test_unseen_samples_tell_nothing() -> None:
    truth, hidden = checks(27), marked(THING)
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
    truth, hidden = checks(18.5), marked(rim)
    told = under(covered(truth, rim, 235), hidden)
    assert told is None or off(told, truth, hidden) < 0.04


@pytest.mark.parametrize(("side", "level", "degrees"), [(25, 110, 0), (25, 110, 20), (40, 10, 0)])
def test_a_pattern_is_continued_over_a_few_periods_below_an_unknown_object(
    side: float, level: int, degrees: float
) -> None:
    view = seen_askew(degrees)
    truth, bare = checks(side, view=view), np.full_like(marked(), 255)
    there = PatternExtrapolation(covered(truth, THING, level), bare, STRIDE, view, LIMIT)
    told = there.extrapolate()
    assert told is not None
    supposed, known = told
    assert np.mean(known > 0) > 0.7
    assert np.mean(known[THING] > 0) > 0.9
    whole = PatternExtrapolation(truth, bare, STRIDE, view, LIMIT).averaged().samples
    apart = cv2.absdiff(supposed, whole)
    # Lamp light falls off meanwhile, and lines of a pixel do not meet.
    assert np.mean(apart[(marked(THING) & known) > 0] > LIMIT) < 0.04
    assert np.mean(apart[known > 0] > LIMIT) < 0.04


@pytest.mark.parametrize("grain", [0, 2, 30])
def test_a_mat_without_a_pattern_tells_nothing_of_any_look(grain: float) -> None:
    rough = np.random.default_rng(1).normal(0, 1, SIZE)
    cloud = cv2.GaussianBlur(rough, (0, 0), 12)
    seen = u8(np.clip(100 + grain * cloud / cloud.std(), 0, 255))
    bare = np.full_like(marked(), 255)
    assert PatternExtrapolation(seen, bare, STRIDE, PLUMB, LIMIT).extrapolate() is None
    assert PatternExtrapolation(checks(27), np.zeros_like(bare), STRIDE, PLUMB, LIMIT).extrapolate() is None
