from itertools import combinations
from math import atan2, pi

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundwork.picture import Gray, Matrix, f64
from vision.base.observation import Corners
from vision.marks import squares
from vision.marks.identity import CORNERS
from vision.mat import finder
from vision.mat.geometry import Calibration, MatNotSeenError, calibrate
from vision.mat.layout import AREAS, CARD_SIZES, Area, Mat, seat_at

MAT = Mat()


def corner_marks(to_px: Matrix) -> dict[int, Corners]:
    half = MAT.corner_mm / 2
    found: dict[int, Corners] = {}
    for place, (x, y) in enumerate(MAT.corner_centres):
        printed = [[(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]]
        a, b, c, d = ((float(u), float(v)) for u, v in f64(cv2.perspectiveTransform(np.array(printed), to_px))[0])
        found[place] = (a, b, c, d)
    return found


def tilted(lean: float, shift: float, scale: float) -> Matrix:
    plan = np.array([(0, 0), (600, 0), (600, 340), (0, 340)], np.float32)
    seen = np.array([(lean, 0), (600 - lean, 4), (600, 340 - shift), (3, 340)], np.float32) * scale + shift
    return f64(cv2.getPerspectiveTransform(plan, seen.astype(np.float32)))


@given(
    lean=st.floats(-60, 60),
    shift=st.floats(-40, 40),
    scale=st.floats(0.5, 8),
    points=st.lists(st.tuples(st.floats(0, 600), st.floats(0, 340)), min_size=1, max_size=8),
)
def test_pixels_and_millimetres_are_inverse(
    lean: float, shift: float, scale: float, points: list[tuple[float, float]]
) -> None:
    to_px = tilted(lean, shift, scale)
    calibration = calibrate(MAT, corner_marks(to_px))
    there = np.array(points)
    assert np.allclose(calibration.px(there), f64(cv2.perspectiveTransform(there[None], to_px))[0], atol=1e-2)
    assert np.allclose(calibration.mm(calibration.px(there)), there, atol=1e-4)


@pytest.mark.parametrize("missing", [(0,), (1, 3), (0, 1, 2, 3)])
def test_a_missing_corner_is_named(missing: tuple[int, ...]) -> None:
    seen = {place: four for place, four in corner_marks(np.eye(3)).items() if place not in missing}
    names = ("top left", "top right", "bottom right", "bottom left")
    with pytest.raises(MatNotSeenError, match=", ".join(names[place] for place in missing)):
        calibrate(MAT, seen)


def picture_of_the_mat() -> Gray:
    picture = np.full((340 * 3, 600 * 3), 120, np.uint8)
    for number, (x, y) in zip(CORNERS, MAT.corner_centres, strict=True):
        left, top = round((x - 12) * 3), round((y - 12) * 3)
        picture[top - 9 : top + 81, left - 9 : left + 81] = 255
        picture[top : top + 72, left : left + 72] = squares.draw(number, 72)
    return picture


def test_the_mat_is_found_in_a_picture() -> None:
    found: Calibration = finder.find(MAT, picture_of_the_mat())
    assert np.allclose(found.mm(np.array([(0.0, 0.0), (900.0, 510.0)])), [(0, 0), (300, 170)], atol=0.7)


def test_a_picture_turned_upside_down_is_seen_from_the_other_side() -> None:
    turned = np.ascontiguousarray(picture_of_the_mat()[::-1, ::-1])
    assert np.allclose(finder.find(MAT, turned).mm(np.array([(0.0, 0.0)])), [(600, 340)], atol=0.7)


@pytest.mark.parametrize("seats", AREAS)
def test_areas_share_no_point_and_leave_the_corner_marks_free(seats: int) -> None:
    reach = MAT.corner_mm * 5 / 8
    stickers = [Area(x - reach, y - reach, x + reach, y + reach, 0) for x, y in MAT.corner_centres]
    overlaps = [(a, b) for a, b in combinations([*AREAS[seats], *stickers], 2) if overlap(a, b)]
    assert overlaps == []
    assert all(a.left_mm >= 0 and a.right_mm <= 600 and a.top_mm >= 0 and a.bottom_mm <= 340 for a in AREAS[seats])


def overlap(a: Area, b: Area) -> bool:
    return a.left_mm < b.right_mm and b.left_mm < a.right_mm and a.top_mm < b.bottom_mm and b.top_mm < a.bottom_mm


@pytest.mark.parametrize("seats", AREAS)
@pytest.mark.parametrize("size", CARD_SIZES.values())
def test_every_area_holds_two_cards_side_by_side(seats: int, size: object) -> None:
    assert size in CARD_SIZES.values()
    for area in AREAS[seats]:
        wide, tall = area.right_mm - area.left_mm, area.bottom_mm - area.top_mm
        across, along = (tall, wide) if area.turn in (90, 270) else (wide, tall)
        assert across >= 2 * max(s.width_mm for s in CARD_SIZES.values()) + 10
        assert along >= max(s.height_mm for s in CARD_SIZES.values()) + 10


@pytest.mark.parametrize("seats", AREAS)
def test_seats_go_counter_clockwise_from_the_bottom(seats: int) -> None:
    turns = [atan2(170 - area.centre[1], area.centre[0] - 300) % (2 * pi) for area in AREAS[seats]]
    from_bottom = [(turn - turns[0] + 1e-9) % (2 * pi) for turn in turns]
    assert from_bottom == sorted(from_bottom)
    assert AREAS[seats][0].centre[1] > 170
    assert abs(AREAS[seats][0].centre[0] - 300) < 1


@given(st.integers(2, 5), st.floats(-50, 650), st.floats(-50, 390))
def test_a_place_belongs_to_the_one_area_that_holds_it(seats: int, x: float, y: float) -> None:
    holders: list[int | None] = [seat for seat, area in enumerate(AREAS[seats]) if area.contains(x, y)]
    assert [seat_at(x, y, seats)] == (holders or [None])
