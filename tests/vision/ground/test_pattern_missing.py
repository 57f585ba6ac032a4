"""A pattern that is missing somewhere: what hides it is found, however like the mat it is on average."""

from itertools import product

import numpy as np
import pytest

from groundwork.picture import Gray, Mask, u8
from vision.ground.pattern import missing

SHAPE = (90, 160)
SIDE = 13
CARD = np.s_[40:63, 70:87]
"""The samples of a card at 720p."""


def checks(contrast: float, seed: int = 1, grain: float = 1.5) -> Gray:
    """Light and dark squares of 6.6 samples."""
    y, x = np.indices(SHAPE)
    light = 130 + contrast * (((x // 6.6 + y // 6.6) % 2) * 120 - 60)
    return u8(np.clip(light + np.random.default_rng(seed).normal(0, grain, SHAPE), 0, 255))


def everywhere() -> Mask:
    return np.full(SHAPE, 255, np.uint8)


@pytest.mark.parametrize(("contrast", "rough"), [*product((1, 0.5, 0.25, 0.125), (0, 0.5, 1))])
def test_a_card_is_where_the_pattern_is_not_were_it_as_bright_and_as_rough(contrast: float, rough: float) -> None:
    supposed, seen = checks(contrast), checks(contrast, 2)
    y, x = np.indices(SHAPE)
    fine = u8(130 + rough * contrast * 60 * ((x + y) % 2 * 2.0 - 1))
    seen[CARD] = fine[CARD]
    other = missing(seen, supposed, everywhere(), SIDE, 1)
    assert other is not None
    assert np.mean(other[46:57, 74:83] > 0) > 0.5
    # A square half of which lies beside the card shows it, too.
    other[40 - SIDE // 2 : 63 + SIDE // 2, 70 - SIDE // 2 : 87 + SIDE // 2] = 0
    assert not other.any()


@pytest.mark.parametrize("contrast", [1, 0.5, 0.25, 0.125])
def test_where_the_pattern_is_seen_nothing_lies_whatever_light_falls_on_it_and_whatever_shines(contrast: float) -> None:
    supposed = checks(contrast)
    x = np.arange(SHAPE[1])
    seen = u8(np.clip(checks(contrast, 2) * (0.8 + 0.3 * x / SHAPE[1]), 0, 255))
    seen[30, 40] = seen[31, 40] = 255
    other = missing(seen, supposed, everywhere(), SIDE, 1)
    assert other is not None
    assert not other.any()


@pytest.mark.parametrize(("contrast", "noise"), [(0.02, 1), (0.25, 6), (0, 0)])
def test_a_pattern_too_faint_for_the_grain_tells_nothing(contrast: float, noise: float) -> None:
    seen = checks(contrast, 2)
    seen[CARD] = 130
    assert missing(seen, checks(contrast), everywhere(), SIDE, noise) is None


def test_of_what_is_not_known_nothing_is_told() -> None:
    seen, known = checks(1, 2), everywhere()
    seen[CARD] = 130
    assert missing(seen, checks(1), np.zeros_like(known), SIDE, 1) is None
    known[CARD] = 0
    other = missing(seen, checks(1), known, SIDE, 1)
    assert other is not None
    assert not other.any()
