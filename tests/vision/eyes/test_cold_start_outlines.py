"""Closed outlines: those of a card's size and shape are filled in, and no others."""

from math import cos, radians, sin

import cv2
import numpy as np
import pytest

from groundwork.picture import Mask, u8
from vision.eyes.cold_start import fill_outlines
from vision.mat.geometry import Calibration
from vision.mat.layout import CARD_SIZES

STRIDE = 8
SHAPE = (90, 160)
CARD = CARD_SIZES["63x88"]
PX_PER_MM = 2.0
MIDDLE = 300.0, 180.0


def seen() -> Calibration:
    to_px = np.diag((PX_PER_MM, PX_PER_MM, 1.0))
    return Calibration(np.linalg.inv(to_px), to_px)


def outline(width: float, height: float, angle: float, rim: float = 10) -> Mask:
    """The samples of the rim of a rectangle of such sides in mm, as wide as squares of 10 mm show a narrow one."""
    mask = np.zeros(SHAPE, np.uint8)
    for grow, level in ((rim / 2, 255), (-rim / 2, 0)):
        turn = radians(angle)
        right, down = np.array((cos(turn), sin(turn))), np.array((-sin(turn), cos(turn)))
        right, down = right * (width / 2 + grow), down * (height / 2 + grow)
        corners = np.array(MIDDLE) + np.array((-right - down, right - down, right + down, down - right))
        cv2.fillConvexPoly(mask, np.round(corners * PX_PER_MM / STRIDE).astype(np.int32), level)
    return mask


@pytest.mark.parametrize("angle", [0, 20, 45, 70, 90])
@pytest.mark.parametrize("rim", [8, 12])
def test_the_outline_of_a_card_is_filled(angle: float, rim: float) -> None:
    rim_alone = outline(63, 88, angle, rim)
    whole = fill_outlines(rim_alone, STRIDE, seen(), CARD)
    y, x = (round(place * PX_PER_MM / STRIDE) for place in reversed(MIDDLE))
    assert not rim_alone[y, x]
    assert whole[y - 3 : y + 4, x - 3 : x + 4].all()
    assert np.all(whole[rim_alone > 0])


@pytest.mark.parametrize(("width", "height"), [(220, 152), (120, 63), (40, 40), (88, 88), (35, 60)])
def test_the_outline_of_another_thing_or_of_a_seats_area_is_left_as_it_is(width: float, height: float) -> None:
    rim = outline(width, height, 0)
    assert np.array_equal(fill_outlines(rim, STRIDE, seen(), CARD), rim)


@pytest.mark.parametrize("axes", [(9, 9), (8, 11)])
def test_the_trace_of_a_cup_is_no_card(axes: tuple[int, int]) -> None:
    trace = u8(cv2.ellipse(np.zeros(SHAPE, np.uint8), (75, 45), axes, 0, 0, 360, 255, 2))
    assert np.array_equal(fill_outlines(trace, STRIDE, seen(), CARD), trace)


def test_an_open_outline_encloses_nothing() -> None:
    rim = outline(63, 88, 0)
    rim[40:50, 80:] = 0
    assert np.array_equal(fill_outlines(rim, STRIDE, seen(), CARD), rim)
