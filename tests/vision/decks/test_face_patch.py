"""Patches: a card is straightened to the same picture, whatever bends the camera's and however large that is."""

import cv2
import numpy as np
import pytest

from groundwork.picture import Gray, u8
from tests.support.vision.card_decks import SIZE, ours
from tests.support.vision.landings import Conditions, LandingScene, landing
from vision.decks.patch import Patch
from vision.mat.geometry import Calibration
from vision.mat.lens import Lens


def scene(px_per_mm: float = 2.1) -> LandingScene:
    conditions = Conditions(mirrored=False, bent=0, lamp="good", blur_px=0.8, px_per_mm=px_per_mm)
    return landing(np.random.default_rng(1), ours(("HQ",)), "HQ", (), conditions)


def straight(picture: Gray, calibration: Calibration, seen: LandingScene) -> Gray:
    where = slice(0, picture.shape[0]), slice(0, picture.shape[1])
    return u8(Patch.of(picture, where, calibration).scaled_to(2).rectify(seen.pose, SIZE, 2))


def apart(one: Gray, other: Gray) -> float:
    return float(cv2.absdiff(one, other)[8:-8, 8:-8].mean())


def test_a_lens_is_taken_out() -> None:
    seen = scene()
    height, width = seen.after.shape
    lens = Lens.straight(width, height).with_bend((-0.4, 0.05))
    y, x = np.mgrid[0:height, 0:width].astype(np.float64)
    at = lens.unbent(np.stack((x.ravel(), y.ravel()), axis=1)).astype(np.float32).reshape(height, width, 2)
    bent = u8(cv2.remap(seen.after, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE))
    plain = straight(seen.after, seen.calibration, seen)
    without = straight(bent, seen.calibration, seen)
    with_lens = straight(bent, Calibration(seen.calibration.to_mm, seen.calibration.to_px, lens), seen)
    assert 3 * apart(plain, with_lens) < apart(plain, without)


@pytest.mark.parametrize("px_per_mm", [4.2, 2.1])
def test_a_larger_picture_shows_the_same(px_per_mm: float) -> None:
    seen = scene(px_per_mm)
    where = slice(0, seen.after.shape[0]), slice(0, seen.after.shape[1])
    patch = Patch.of(seen.after, where, seen.calibration)
    assert patch.px_per_mm == pytest.approx(px_per_mm, rel=0.1)
    small = patch.scaled_to(1)
    assert small.px_per_mm == pytest.approx(1, rel=0.05)
    whole, half = (u8(one.rectify(seen.pose, SIZE, 1)) for one in (patch, small))
    assert apart(u8(cv2.GaussianBlur(whole, (0, 0), 1)), u8(cv2.GaussianBlur(half, (0, 0), 1))) < 5


def test_a_window_is_a_part_of_the_same() -> None:
    seen = scene()
    window = slice(20, 260), slice(9, 270)
    part = Patch.of(seen.after[window], window, seen.calibration)
    assert apart(u8(part.rectify(seen.pose, SIZE, 2)), straight(seen.after, seen.calibration, seen)) < 0.1
