"""Areas of the seats, as printed and as set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.mat.layout import AREAS
from vision.mat.seating import AreasError, Bounds, Seating


def printed(seats: int) -> list[Bounds]:
    return [(area.left_mm, area.top_mm, area.right_mm, area.bottom_mm) for area in AREAS[seats]]


@pytest.mark.parametrize("seats", AREAS)
def test_the_printed_areas_set_by_hand_are_the_printed_ones_sides_and_all(seats: int) -> None:
    assert Seating.with_areas(printed(seats), seats, 7.0) == Seating.of(seats, 7.0)


@given(st.floats(1, 299), st.floats(1, 169))
def test_four_quarters_of_the_mat_touch_and_do_not_overlap(x: float, y: float) -> None:
    boxes: list[Bounds] = [(0, y, x, 340), (x, y, 600, 340), (x, 0, 600, y), (0, 0, x, y)]
    seating = Seating.with_areas(boxes, 4)
    assert [seating.at(area.centre) for area in seating.areas] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("boxes", "said"),
    [
        ([(0, 0, 100, 100)], "1 areas for 2 seats: name one for each seat, in order of play"),
        ([(0, 0, 100, 100), (500, 300, 601, 340)], "area 2 is not inside the mat of 600 x 340 mm: write left, top, "),
        ([(-1, 0, 100, 100), (200, 0, 300, 100)], "area 1 is not inside the mat"),
        ([(0, 0, 100, 100), (300, 100, 200, 0)], "area 2 is not inside the mat"),
        ([(0, 0, 100, 100), (99, 99, 200, 200)], "areas 1 and 2 overlap: a card there would be of two seats"),
    ],
)
def test_areas_that_no_table_can_have_are_refused_in_one_sentence(boxes: list[Bounds], said: str) -> None:
    with pytest.raises(AreasError) as told:
        Seating.with_areas(boxes, 2)
    assert str(told.value).startswith(said)
