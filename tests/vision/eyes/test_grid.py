"""The samples that see a mark or a card: the same whether they are asked for as a mask or one by one."""

from math import cos, radians, sin

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from groundwork.picture import f64
from vision.base.thresholds import THRESHOLDS
from vision.eyes.grid import MatView
from vision.eyes.tracker import CardGlimpse, PlacedMark, first_reading, glimpse_of
from vision.mat.geometry import Calibration
from vision.mat.layout import Mat

TO_MM = f64(np.array([(0.4, 0.02, -60.0), (-0.015, 0.41, -40.0), (1e-5, 4e-5, 1.0)]))
SHAPE = 90, 160
PLACES = st.tuples(st.floats(-90, 690), st.floats(-90, 430))
"""Places on the mat, beside it, and out of the picture."""


def seen() -> MatView:
    return MatView(Calibration(TO_MM, f64(np.linalg.inv(TO_MM))), Mat(), SHAPE)


@given(st.lists(PLACES, min_size=1, max_size=4, unique=True))
def test_the_samples_of_marks_are_those_of_their_squares(centres: list[tuple[float, float]]) -> None:
    view = seen()
    told = view.mark_samples([PlacedMark(centre, (1.0, 0.0)) for centre in centres])
    squares = [np.flatnonzero(view.square(centre, THRESHOLDS.grid.mark_mm)) for centre in centres]
    assert [samples.tolist() for samples in told] == [samples.tolist() for samples in squares]


@given(PLACES, st.floats(0, 180))
def test_the_samples_of_a_card_lie_in_its_place_and_at_the_middles_of_its_marks(
    centre: tuple[float, float], angle: float
) -> None:
    view, marks = seen(), (PlacedMark(centre, (1.0, 0.0)),)
    card = first_reading(CardGlimpse(0, "SA", *centre, angle, marks), 0.0)
    found = view.samples_of(card)
    inside = np.flatnonzero(view.place(card))
    middles, spread = np.split(found.few, [found.middles])
    assert spread.tolist() == inside[:: max(len(inside) // 32, 1)].tolist()
    assert middles.tolist() == view.samples_at(np.array([centre])).tolist()
    assert view.samples_of(card) is found


@given(PLACES, st.floats(0, 180), st.integers(0, 3), st.sampled_from([(9.0, 4.5), (15.0, 8.0)]))
def test_a_card_lies_where_one_mark_of_it_says_that_it_may_lie(
    centre: tuple[float, float], angle: float, corner: int, edges: tuple[float, float]
) -> None:
    """QR marks are twice as large, so that their middles are farther from the card's edges: the rim makes that good.

    Outlines are drawn in whole samples of 3 mm, so that a rim has to have one more.
    """
    edge, rim = edges
    view, turn = seen(), radians(angle + 90 * corner)
    right, down = np.array((cos(turn), sin(turn))), np.array((-sin(turn), cos(turn)))
    width, height = (63, 88) if corner % 2 == 0 else (88, 63)
    x, y = np.array(centre) - (width / 2 - edge) * right - (height / 2 - edge) * down
    spot = PlacedMark((float(x), float(y)), (float(right[0]), float(right[1])))
    card = first_reading(CardGlimpse(0, "SA", *centre, angle, (spot,)), 0.0)
    alone = first_reading(glimpse_of(0, "SA", (spot,)), 0.0)
    assert not (view.place(card) & ~view.possible_place(alone, rim)).any()
