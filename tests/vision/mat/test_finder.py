"""The mat is found by its corner marks, in focus and out of it, in light and beside a lamp."""

import numpy as np
import pytest

from groundwork.picture import Gray, u8
from tests.support.loops import some
from vision.base.light import defocus, to_levels, to_light, u16
from vision.calibration.collect import Collector
from vision.film.reel import Reel, Take
from vision.film.table import Cloth
from vision.mat import finder
from vision.mat.geometry import MatNotSeenError
from vision.mat.layout import Mat

MAT = Mat()
PLACES = {0, 1, 2, 3}
LOOKS = 2
"""Frames looked at, each with grain of its own."""


def below(height_cm: float, size: tuple[int, int], cloth: Cloth, blur_px: float) -> tuple[Reel, list[Gray]]:
    """A bare table below a USB camera whose lens is so far out of focus, with the grain of good light."""
    reel = Reel(Take((), 3, 1, "low", size=size, table=cloth, camera="usb", height_cm=height_cm))
    soft, random = defocus(u8(next(reel.frames(grey=True))), blur_px), np.random.default_rng(2)
    return reel, [u8(np.clip(soft + random.normal(0, 2, soft.shape), 0, 255).astype(np.uint8)) for _ in range(LOOKS)]


@pytest.mark.parametrize("cloth", ["felt", "paper"])
@pytest.mark.parametrize(
    ("height_cm", "size", "blur_px"),
    [(70, (1280, 720), 0.6), (70, (1280, 720), 1.0), (80, (1280, 720), 0.8), (70, (1920, 1080), 1.2)],
)
def test_a_mat_out_of_focus_is_found_where_it_lies(
    height_cm: float, size: tuple[int, int], blur_px: float, cloth: Cloth
) -> None:
    reel, frames = below(height_cm, size, cloth, blur_px)
    at = np.array(MAT.corner_centres)
    for gray in some(frames):
        found = finder.find(MAT, gray)
        seen = np.array([[*point, 1.0] for point in at]) @ reel.shoot.to_px.T
        assert np.abs(found.mm(seen[:, :2] / seen[:, 2:]) - at).max() < 0.3


@pytest.mark.parametrize("cloth", ["felt", "checks", "paper"])
def test_a_glance_shows_corner_marks_out_of_focus_that_a_knocked_camera_needs(cloth: Cloth) -> None:
    _, frames = below(70, (1280, 720), cloth, 0.8)
    for gray in some(frames):
        assert set(finder.find_marks(gray)) == PLACES


def test_corner_marks_in_little_light_are_found_beside_a_lamp() -> None:
    """Of light in steps up to a lamp's the dark marks have no step for themselves; grey levels have some."""
    _, frames = below(70, (1280, 720), "felt", 0.0)
    for gray in some(frames):
        dim = u8(gray // 6)
        dim[:40, :40] = 255
        assert set(finder.find_marks(dim)) == PLACES


@pytest.mark.parametrize(
    ("cloth", "share", "grain", "trouble"),
    [
        ("paper", 0.12, 25, "dark"),
        ("checks", 0.1, 30, "dark"),
        ("wood", 0.06, 25, "dark"),
        ("paper", 0.2, 15, "dark"),
        ("paper", 1.0, 25, "mat-not-whole"),
        ("checks", 1.0, 2, "mat-not-whole"),
        ("felt", 0.5, 2, "mat-not-whole"),
        ("wood", 0.5, 2, "mat-not-whole"),
    ],
)
@pytest.mark.parametrize("covered", [1, 4])
def test_where_corner_marks_drown_in_grain_the_light_is_told_and_not_their_place(
    cloth: Cloth, share: float, grain: float, trouble: str, covered: int
) -> None:
    """With one of them out of sight, and with all four, as where there is no mat."""
    reel, (still, *_) = below(70, (1280, 720), cloth, 0.0)
    light, random = to_light(still) * share, np.random.default_rng(4)
    # What lies on them is as light as the mat on average.
    for x, y in MAT.corner_centres[:covered]:
        left, top, depth = reel.shoot.to_px @ (x, y, 1)
        column, row = round(left / depth), round(top / depth)
        place = light[row - 24 : row + 25, column - 24 : column + 25]
        place[:] = light.mean()
    gray = u8(
        np.clip(to_levels(u16(light.astype(np.uint16))) + random.normal(0, grain, light.shape), 0, 255).astype(np.uint8)
    )
    with pytest.raises(MatNotSeenError) as told:
        finder.find(MAT, gray)
    assert told.value.trouble.kind == trouble
    seen = Collector()
    seen.add(gray)
    with pytest.raises(MatNotSeenError) as calibrating:
        seen.views()
    missing = "no-mat" if covered == len(PLACES) else "mat-incomplete"
    assert calibrating.value.trouble.kind == ("dark" if trouble == "dark" else missing)


def test_a_busy_table_in_light_shows_no_corner_mark_and_is_not_dark() -> None:
    random = np.random.default_rng(3)
    busy = u8(random.integers(0, 256, (720, 1280), np.uint8))
    assert not finder.find_marks(busy)
    assert not finder.is_dark(busy, 0)
