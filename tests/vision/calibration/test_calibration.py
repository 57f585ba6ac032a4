"""Calibrating: homography and lens from corner marks, to a fraction of a millimetre."""

import cv2
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from controller.live.camera_words import lens_text
from groundwork.picture import Matrix, f64, u8
from tests.support.loops import some
from tests.support.vision.mat_pictures import MAT, SIZE, bent, camera, grid, photo, worst_mm
from vision.base.observation import Point
from vision.calibration.solve import View, solve
from vision.mat import finder
from vision.mat.edges import measure
from vision.mat.geometry import Calibration, mark_corners_mm
from vision.mat.lens import Lens

BENDS = st.tuples(st.floats(-0.15, 0.1), st.floats(-0.03, 0.03))


def exact(truth: Calibration, noise_px: float = 0.0, seed: int = 0) -> View:
    """The corner marks as an exact measurement would find them, and a little beside."""
    seen = truth.px(mark_corners_mm(MAT)) + np.random.default_rng(seed).normal(0, noise_px, (16, 2))
    return {place: four(seen[4 * place : 4 * place + 4]) for place in range(4)}


def four(points: Matrix) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


@given(bend=BENDS, points=st.lists(st.tuples(st.floats(0, 1279), st.floats(0, 719)), min_size=1, max_size=9))
def test_bending_and_unbending_are_inverse(bend: tuple[float, float], points: list[tuple[float, float]]) -> None:
    lens = bent(*bend)
    there = np.array(points)
    assert np.allclose(lens.unbent(lens.bent(there)), there, atol=1e-3)


@given(bend=BENDS)
def test_the_lens_is_that_of_opencv(bend: tuple[float, float]) -> None:
    lens = bent(*bend)
    (x, y), unit = lens.centre, lens.unit_px
    points = np.array([(100.0, 50.0), (900.0, 600.0), (640.0, 10.0)])
    rays = np.column_stack(((points - lens.centre) / unit, np.ones(3)))
    eye = np.array([(unit, 0, x), (0, unit, y), (0, 0, 1)])
    seen, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), eye, np.array((*bend, 0.0, 0.0)))
    assert np.allclose(lens.bent(points), f64(seen).reshape(-1, 2), atol=1e-6)


@given(bend=BENDS, lean=st.floats(-40, 40))
def test_exact_measures_are_solved_exactly(bend: tuple[float, float], lean: float) -> None:
    truth = camera(lean, lens=bent(*bend))
    found = solve(MAT, [exact(truth)], *SIZE)
    # What one view does not tell of k2 is told as doubt, reckoned by straight lines: a few parts in a hundred short.
    assert worst_mm(found.calibration, truth) <= 0.05 + 1.05 * found.doubt_mm


@given(k1=st.floats(-0.15, 0.1), lean=st.floats(-40, 40), seed=st.integers(0, 9))
def test_one_view_tells_k1(k1: float, lean: float, seed: int) -> None:
    assume(abs(k1) > 0.01)
    truth = camera(lean, lens=bent(k1))
    found = solve(MAT, [exact(truth, 0.05, seed)], *SIZE)
    assert found.calibration.lens is not None
    assert worst_mm(found.calibration, truth) < 0.1 + found.doubt_mm
    assert "from 1 view)" in lens_text(found)


def test_a_straight_lens_is_left_out() -> None:
    truth = camera(20)
    wrong = [seed for seed in range(40) if solve(MAT, [exact(truth, 0.05, seed)], *SIZE).calibration.lens is not None]
    assert len(wrong) <= 1
    assert "bends nothing that 1 view can tell" in lens_text(solve(MAT, [exact(truth)], *SIZE))


def test_more_views_tell_k2_too_and_leave_less_doubt() -> None:
    lens = bent(-0.12, 0.03)
    aside = [(0.0, (0.0, 0.0), 0.7), (15.0, (120.0, -60.0), 0.75), (-15.0, (-140.0, 80.0), 0.7), (0.0, (0.0, 0.0), 1.0)]
    truths = [camera(lean, shift, zoom, lens) for lean, shift, zoom in aside]
    views = [exact(truth, 0.05, seed) for seed, truth in enumerate(truths)]
    one, many = solve(MAT, views[-1:], *SIZE), solve(MAT, views, *SIZE)
    assert many.calibration.lens is not None
    assert many.calibration.lens.k2 == pytest.approx(0.03, abs=0.01)
    assert worst_mm(many.calibration, truths[-1]) < 0.15
    assert many.doubt_mm < one.doubt_mm / 2
    assert "k1, k2 from 4 views" in lens_text(many)


@pytest.mark.parametrize(("bend", "lean"), [((), 0), ((), 30), ((-0.05,), 15), ((-0.1,), 0), ((0.04,), -20)], ids=str)
def test_a_photo_is_calibrated_to_a_fifth_of_a_millimetre(bend: tuple[float, ...], lean: float) -> None:
    truth = camera(lean, lens=Lens.straight(*SIZE).with_bend(bend) if bend else None)
    gray = photo(truth, blur_px=0.6)
    marks = finder.refine(gray, finder.find_marks(gray))
    assert sorted(marks) == [0, 1, 2, 3]
    found = solve(MAT, [marks], *SIZE)
    assert worst_mm(found.calibration, truth) < 0.2
    if bend:
        assert worst_mm(finder.find(MAT, gray), truth) > 1
        assert worst_mm(finder.find(MAT, gray, found.calibration.lens), truth) < 0.2


@pytest.mark.parametrize("blur_px", [0.4, 0.8, 1.2])
def test_edges_are_measured_to_a_fifth_of_a_pixel_whatever_the_blur(blur_px: float) -> None:
    truth = camera(10)
    gray = photo(truth, blur_px=blur_px)
    looks = [measure(gray, four) for four in finder.find_marks(gray).values()]
    right = dict(exact(truth))
    for look, (place, _) in some(zip(looks, finder.find_marks(gray).items(), strict=True)):
        assert look is not None
        assert np.allclose(np.array(look.corners), np.array(right[place]), atol=0.2)
        # Into a border of a few pixels the light of white modules reaches, however it is measured.
        assert look.dark == pytest.approx(20, abs=15)
        assert look.light == pytest.approx(200, abs=12)


@pytest.mark.parametrize("inward_px", [-0.5, 0.0, 0.5, 1.0])
def test_edges_of_small_marks_are_found_from_an_outline_beside_them(inward_px: float) -> None:
    """The outline that a reader gives is whole pixels, and within a border of four pixels there are white modules."""
    truth = camera()
    gray = cv2.resize(photo(truth), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    for place, corners in some(exact(truth).items()):
        right = 0.5 * (np.array(corners) + 0.5) - 0.5
        middle = right.mean(axis=0)
        look = measure(u8(gray), four(right + inward_px * np.sign(middle - right)))
        assert look is not None, place
        assert np.allclose(np.array(look.corners), right, atol=0.25), place


def test_no_edge_is_measured_where_there_is_none() -> None:
    truth = camera()
    flat = photo(truth, without=(0, 1, 2, 3))
    assert [measure(flat, four) for four in exact(truth).values()] == [None] * 4


def test_the_whole_mat_is_on_the_way_there_and_back() -> None:
    truth = camera(25, lens=bent(-0.08, 0.01))
    assert np.allclose(truth.mm(truth.px(grid())), grid(), atol=1e-3)
    assert isinstance(truth.px(grid()), np.ndarray)


@given(bend=BENDS, wide=st.integers(100, 4000))
def test_a_lens_fits_pictures_of_its_shape_alone(bend: tuple[float, float], wide: int) -> None:
    scaled = bent(*bend).scaled_to(wide * 16, wide * 9)
    assert scaled is not None
    assert (scaled.k1, scaled.k2) == bend
    assert np.allclose(scaled.bent(np.zeros((1, 2))) / (wide * 9), bent(*bend).bent(np.zeros((1, 2))) / 720, atol=1e-3)
    assert bent(*bend).scaled_to(wide * 4, wide * 3) is None


def test_rows_of_points_stay_rows() -> None:
    one: Matrix = bent(-0.1).unbent(np.array([(3.0, 4.0)]))
    assert one.shape == (1, 2)
