"""The table of a film: where its corner stickers are, and what it is covered with."""

import cv2
import numpy as np
import pytest

from groundwork.picture import f64
from vision.eyes.pipeline import Eyes
from vision.film.reel import Reel, Take
from vision.film.sidecar import story
from vision.film.table import Cloth, stick_corners
from vision.film.write import gray_frames
from vision.marks.symbologies import load
from vision.mat.layout import Mat


def test_corner_stickers_are_where_the_mat_says() -> None:
    """Told by the middle of their white and black, at 10 pixels a millimetre."""
    mat, ground = Mat(), np.full((3400, 6000, 3), 99, np.uint8)
    stick_corners(ground, np.diag([10.0, 10.0, 1.0]), mat)
    middles = list[tuple[float, float]]()
    for x, y in mat.corner_centres:
        stuck = f64(
            ground[round(10 * y) - 200 : round(10 * y) + 201, round(10 * x) - 200 : round(10 * x) + 201, 0] != 99
        )
        rows, columns = np.nonzero(stuck)
        middles.append((x + float(columns.mean() - 200) / 10, y + float(rows.mean() - 200) / 10))
    assert np.abs(np.array(middles) - np.array(mat.corner_centres)).max() < 0.01


@pytest.mark.parametrize("cloth", ["felt", "wood", "checks", "paper"])
def test_every_cloth_is_told_and_the_mat_is_found_on_it(cloth: Cloth) -> None:
    reel = Reel(Take([], 4, 1, "low", table=cloth))
    eyes = Eyes(load("aruco", [0]), Mat(), 4, [0])
    for number, gray in enumerate(reel.frames(grey=True)):
        assert eyes.feed(number / 15, gray) == ()
    assert (story(reel)["table"], eyes.trouble) == (cloth, None)


@pytest.mark.parametrize(("lean", "check_mm"), [(0, 25), (0, 40), (20, 25), (-30, 40)])
def test_the_squares_of_checked_cloth_are_as_large_everywhere_on_the_mat(lean: float, check_mm: float) -> None:
    reel = Reel(Take([], 3, noise="none", size=(1280, 720), table="checks", check_mm=check_mm, lean=lean))
    gray = next(reel.frames(grey=True))
    down, across = np.mgrid[1:7, 3 : round(600 / check_mm) - 3]
    middles = (np.stack((across, down), axis=-1).reshape(1, -1, 2) + 0.5) * check_mm
    x, y = np.round(f64(cv2.perspectiveTransform(middles, reel.shoot.to_px)))[0].astype(int).T
    seen = cv2.blur(gray, (5, 5))[y, x].astype(int)
    is_light = ((across + down) % 2).ravel() == 1
    assert seen[is_light].min() > seen[~is_light].max() + 40
    assert story(reel)["check_mm"] == check_mm


def test_checked_cloth_is_checked() -> None:
    _, gray = next(gray_frames([], 4, noise="none", size=(1920, 1080), table="checks"))
    across = gray[540, 300:1600].astype(float)
    assert np.ptp(across) > 80
    assert np.std(across) > 3 * np.std(next(gray_frames([], 4, noise="none"))[1][540, 300:1600])
