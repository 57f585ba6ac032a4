"""Cameras over the table: as large as their angle and height make it, and the mat whole in the picture."""

from math import acos, degrees, radians, tan

import cv2
import numpy as np
import pytest

from groundwork.picture import f64
from tests.support.loops import some
from vision.base.observation import Laid
from vision.eyes.pipeline import Eyes
from vision.film.cameras import WIDTHS, CameraName, HeightError, LeanError, hang_camera, lean_camera
from vision.film.reel import Reel, Take
from vision.film.sidecar import story
from vision.film.write import Lay
from vision.marks.symbologies import load
from vision.mat.layout import Mat

SIZE = (1920, 1080)


@pytest.mark.parametrize("name", WIDTHS)
@pytest.mark.parametrize("height_cm", [60, 70, 80])
def test_pixels_a_millimetre_are_what_angle_and_height_make_of_them(name: CameraName, height_cm: float) -> None:
    wanted = SIZE[0] / (20 * height_cm * tan(radians(WIDTHS[name] / 2)))
    for seed in some(range(6)):
        scale = Reel(Take((), 4, seed, camera=name, height_cm=height_cm)).shoot.px_per_mm
        assert scale == pytest.approx(wanted, rel=0.03)


@pytest.mark.parametrize(("name", "least"), [("module3", 56), ("usb", 52)])
def test_a_camera_that_does_not_see_the_whole_mat_says_from_where_it_does(name: CameraName, least: int) -> None:
    with pytest.raises(HeightError, match=f"{name} does not see the whole mat; take {least} cm or more"):
        hang_camera(name, 40, Mat(), SIZE, np.random.default_rng(0))
    for seed in some(range(40)):
        to_px = hang_camera(name, least, Mat(), SIZE, np.random.default_rng(seed))
        (corners,) = f64(cv2.perspectiveTransform(np.array([[(0.0, 0.0), (600.0, 340.0)]]), to_px))
        assert (corners[0] > 0).all()
        assert (corners[1] < np.array(SIZE) - 1).all()


@pytest.mark.parametrize("name", WIDTHS)
@pytest.mark.parametrize("height_cm", [0, -0.001, -70, -200])
def test_no_camera_hangs_in_the_table_or_under_it(name: CameraName, height_cm: float) -> None:
    with pytest.raises(HeightError, match=f"height {height_cm:g} cm"):
        hang_camera(name, height_cm, Mat(), SIZE, np.random.default_rng(0))


def test_cards_are_read_from_where_the_documents_hang_the_camera() -> None:
    reel = Reel(Take([Lay(0, "SA")], 3, 2, "low", fps=6, camera="module3"))
    eyes, laid = Eyes(load("aruco", [0]), Mat(), 3, [0]), list[str]()
    for number, gray in enumerate(reel.frames(grey=True)):
        laid += [seen.card for seen in eyes.feed(number / 6, gray) if isinstance(seen, Laid)]
    assert laid == ["SA"]
    assert (story(reel)["camera"], story(reel)["height_cm"]) == ("module3", 70)
    assert 24 < 12 * reel.shoot.px_per_mm < 27


@pytest.mark.parametrize("lean", [-30, 1, 5, 20, 45, 59])
@pytest.mark.parametrize("size", [SIZE, (1280, 720)])
def test_a_leaning_camera_is_as_much_off_plumb_as_it_says_and_sees_the_whole_mat(
    lean: float, size: tuple[int, int]
) -> None:
    focal = size[0] / 2 / tan(radians(WIDTHS["module3"] / 2))
    lens = np.array([(focal, 0, (size[0] - 1) / 2), (0, focal, (size[1] - 1) / 2), (0, 0, 1)])
    for seed in some(range(4)):
        to_px = lean_camera(lean, Mat(), size, np.random.default_rng(seed))
        across, down, _ = np.linalg.solve(lens, to_px).T
        upright = np.cross(across, down)
        assert degrees(acos(abs(upright[2]) / np.linalg.norm(upright))) == pytest.approx(abs(lean), abs=1e-6)
        assert across @ down == pytest.approx(0, abs=1e-9)
        (corners,) = f64(
            cv2.perspectiveTransform(np.array([[(0.0, 0.0), (600.0, 0.0), (600.0, 340.0), (0.0, 340.0)]]), to_px)
        )
        rooms = np.concatenate((corners / size, 1 - corners / size))
        # A hundredth nearer the mat does not fit in the picture any more.
        assert 0 <= rooms.min() < 0.02


@pytest.mark.parametrize("lean", [60, -60, 90, 400, float("nan"), float("inf")])
def test_a_camera_that_leans_too_much_is_refused_in_a_sentence(lean: float) -> None:
    with pytest.raises(LeanError, match=f"lean {lean:g} degrees: the camera of a film leans by less than 60 off plumb"):
        Reel(Take((), 3, lean=lean))


def test_cards_are_read_before_a_camera_that_leans_and_the_side_car_tells_how_much() -> None:
    reel = Reel(Take([Lay(0, "SA")], 3, 2, "low", fps=6, lean=20))
    eyes, laid = Eyes(load("aruco", [0]), Mat(), 3, [0]), list[str]()
    for number, gray in enumerate(reel.frames(grey=True)):
        laid += [seen.card for seen in eyes.feed(number / 6, gray) if isinstance(seen, Laid)]
    assert laid == ["SA"]
    assert (story(reel)["camera"], story(reel)["lean"]) == ("module3", 20)
    assert "height_cm" not in story(reel)
