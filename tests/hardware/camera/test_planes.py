"""Pictures of which the brightness is a plane of its own: what is cut out of them coloured, and what is grey."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from hardware.camera.planes import from_planes, is_known
from tests.support.hardware.raw_pictures import FORMATS, HEIGHT, WIDTH, brightness

PADDED = 80
"""Width of rows that a camera fills up."""
RNG = np.random.default_rng(2)


def filled(raw: NDArray[np.uint8], letters: str) -> NDArray[np.uint8]:
    """The same planes in rows filled up with noise, as a Pi's camera gives them."""
    noise = np.asarray(RNG.integers(0, 256, (len(raw), PADDED)), np.uint8)
    noise[:HEIGHT, :WIDTH] = raw[:HEIGHT]
    if letters in ("YU12", "YV12"):
        halves = noise[HEIGHT:].reshape(2, HEIGHT // 2, PADDED // 2)
        halves[:, :, : WIDTH // 2] = raw[HEIGHT:].reshape(2, HEIGHT // 2, WIDTH // 2)
    elif letters != "GREY":
        noise[HEIGHT:, :WIDTH] = raw[HEIGHT:]
    return noise


@pytest.mark.parametrize("is_filled", [False, True])
@pytest.mark.parametrize("letters", FORMATS)
@given(top=st.integers(0, HEIGHT - 1), left=st.integers(0, WIDTH - 1), high=st.integers(1, 60), wide=st.integers(1, 80))
def test_a_part_has_the_colours_that_it_has_in_the_whole(
    letters: str, is_filled: bool, top: int, left: int, high: int, wide: int
) -> None:
    """A part may reach beyond the edges, as the parts of an array may."""
    raw, code = FORMATS[letters]
    given_raw = filled(raw, letters) if is_filled and raw.ndim == 2 else raw
    picture = from_planes(given_raw, letters, WIDTH, HEIGHT)
    assert picture is not None
    whole = np.asarray(cv2.cvtColor(raw, code), np.uint8)
    part = slice(top, top + high), slice(left, left + wide)
    cut = picture.colour(part)
    assert cut is not None
    assert np.array_equal(cut, whole[part])
    assert np.array_equal(picture.gray, brightness(raw, letters))


def test_bytes_of_another_format_are_no_picture() -> None:
    assert not is_known("BGR3")
    assert from_planes(FORMATS["YUYV"][0], "BGR3", WIDTH, HEIGHT) is None
    assert from_planes(FORMATS["NV12"][0], "YUYV", WIDTH, HEIGHT) is None
    assert from_planes(FORMATS["YUYV"][0], "NV12", WIDTH, HEIGHT) is None


def test_a_picture_without_its_planes_of_colour_has_none() -> None:
    picture = from_planes(FORMATS["GREY"][0], "NV12", WIDTH, HEIGHT)
    assert picture is not None
    assert picture.colour((slice(0, 8), slice(0, 8))) is None
