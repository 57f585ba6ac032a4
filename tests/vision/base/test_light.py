"""Light and grey levels: one the inverse of the other, and blur mixes light."""

import numpy as np
import pytest

from groundwork.picture import f64
from vision.base.light import (
    FULL,
    LIGHT,
    defocus,
    fine_light,
    in_light,
    levels_of,
    light_of,
    light_share,
    to_levels,
    to_light,
)


def test_levels_are_the_inverse_of_light() -> None:
    assert levels_of(LIGHT) == pytest.approx(np.arange(256), abs=1e-4)
    assert light_of(255) == 1
    assert light_of(0.5) == pytest.approx(LIGHT[1] / 2)


def test_a_developed_picture_is_the_picture_of_its_light() -> None:
    every = np.arange(256, dtype=np.uint8)[None]
    assert (to_levels(to_light(every)) == every).all()
    assert f64(to_light(every)) == pytest.approx(FULL * LIGHT[None], abs=1)


def test_half_of_the_grey_level_is_a_fifth_of_the_light() -> None:
    assert light_share(0.5) == pytest.approx(0.21, abs=0.005)
    assert (light_share(0), light_share(1)) == (0, 1)


@pytest.mark.parametrize("shape", [(40, 60), (40, 60, 3)], ids=str)
def test_an_even_picture_stays_as_it_is(shape: tuple[int, ...]) -> None:
    for level in (0, 1, 17, 128, 254, 255):
        even = np.full(shape, level, np.uint8)
        assert (defocus(even, 1.5) == even).all()


def test_between_black_and_white_lies_half_of_the_light_and_not_half_of_the_grey_levels() -> None:
    picture = np.zeros((40, 80), np.uint8)
    picture[:, 40:] = 255
    seen = defocus(picture, 3.0)
    assert fine_light(seen)[20, 39:41].mean() == pytest.approx(127.5, abs=2)
    assert seen[20, 39:41].mean() > 180


def test_nothing_is_blurred_by_nothing() -> None:
    picture = np.arange(200, dtype=np.uint8)[None].repeat(9, axis=0)
    assert (defocus(picture, 0) == picture).all()


@pytest.mark.parametrize("brightest", [1, 40, 128, 255])
def test_light_keeps_the_order_of_grey_levels_and_uses_most_steps(brightest: int) -> None:
    shown = np.arange(brightest + 1, dtype=np.uint8)[None]
    light = in_light(shown)[0].astype(int)
    assert (np.diff(light) >= 0).all()
    assert light[0] == 0
    assert light[-1] > 100 or brightest == 1
