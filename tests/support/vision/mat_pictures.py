"""Pictures of a mat whose place in the picture, lens, blur and light are known exactly."""

from functools import lru_cache

import cv2
import numpy as np

from groundwork.picture import Gray, Matrix, f64
from vision.base.light import levels_of, light_of
from vision.marks import squares
from vision.marks.identity import CORNERS
from vision.mat.geometry import Calibration
from vision.mat.layout import Mat
from vision.mat.lens import Lens

MAT = Mat()
SIZE = (1280, 720)
"""Width and height of the pictures."""
FINE = 5
CLOTH = 0.35
"""Brightness of the cloth, from black to white."""
WHITE = 1.1
"""White round each mark, in modules."""


def camera(
    lean: float = 0.0, shift: tuple[float, float] = (0, 0), zoom: float = 1.0, lens: Lens | None = None
) -> Calibration:
    """A camera above the mat; lean narrows the far edge, shift moves and zoom enlarges the picture, pixels."""
    plan = np.array([(0, 0), (600, 0), (600, 340), (0, 340)], np.float32)
    scale = 2.0 * zoom
    seen = plan * scale + (SIZE[0] / 2 - 300 * scale, SIZE[1] / 2 - 170 * scale) + np.array(shift)
    seen[:2] += ((lean, 0), (-lean, lean / 2))
    to_px = f64(cv2.getPerspectiveTransform(plan, seen.astype(np.float32)))
    return Calibration(f64(np.linalg.inv(to_px)), to_px, lens)


def bent(k1: float, k2: float = 0.0) -> Lens:
    return Lens.straight(*SIZE).with_bend((k1, k2))


@lru_cache(maxsize=8)
def sharp(truth: Calibration, without: tuple[int, ...] = ()) -> Matrix:
    """Grey levels from 0 to 1: cloth, and the corner marks that are not left out."""
    picture = np.full((SIZE[1], SIZE[0]), CLOTH)
    for place, centre in enumerate(MAT.corner_centres):
        if place not in without:
            _stick(picture, truth, place, centre)
    return picture


def photo(
    truth: Calibration,
    *,
    without: tuple[int, ...] = (),
    blur_px: float = 0.0,
    dark: float = 20,
    light: float = 200,
    grain: float = 1.5,
    seed: int = 0,
) -> Gray:
    """The same as a camera sees it."""
    black, white = light_of(dark), light_of(light)
    # The cloth keeps its grey level.
    cloth = (light_of(dark + CLOTH * (light - dark)) - black) / (white - black)
    picture = np.where(sharp(truth, without) == CLOTH, cloth, sharp(truth, without))
    soft = f64(cv2.GaussianBlur(picture, (0, 0), blur_px)) if blur_px else picture
    noise = _noise(seed) * grain
    return np.clip(np.round(levels_of(black + soft * (white - black)) + noise), 0, 255).astype(np.uint8)


@lru_cache(maxsize=4)
def _noise(seed: int) -> Matrix:
    return np.random.default_rng(seed).normal(0, 1, (SIZE[1], SIZE[0]))


def _stick(picture: Matrix, truth: Calibration, place: int, centre: tuple[float, float]) -> None:
    """Draw a corner mark by asking for each part of a pixel what lies there."""
    half = MAT.corner_mm * (0.5 + WHITE / 8)
    corner = np.array(centre) - MAT.corner_mm / 2
    outline = np.array(centre) + np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    box = truth.px(outline)
    (left, top), (right, bottom) = np.floor(box.min(axis=0)).astype(int) - 2, np.ceil(box.max(axis=0)).astype(int) + 3
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, SIZE[0]), min(bottom, SIZE[1])
    if left >= right or top >= bottom:
        return
    rows, columns = (bottom - top) * FINE, (right - left) * FINE
    y, x = np.mgrid[0:rows, 0:columns]
    points = (np.stack((x.ravel(), y.ravel()), axis=1) + 0.5) / FINE - 0.5 + (left, top)
    module = (truth.mm(points) - corner) * 8 / MAT.corner_mm
    pattern = np.pad(squares.draw(CORNERS[place], 8) > 0, 2, constant_values=True)
    column, row = np.clip(np.floor(module).astype(int) + 2, 0, 11).T
    there = ((module > -WHITE) & (module < 8 + WHITE)).all(axis=1)
    fine = np.where(there, pattern[row, column].astype(float), CLOTH)
    picture[top:bottom, left:right] = fine.reshape(bottom - top, FINE, right - left, FINE).mean(axis=(1, 3))


def grid() -> Matrix:
    """Places all over the mat, mm."""
    x, y = np.meshgrid(np.linspace(0, 600, 16), np.linspace(0, 340, 10))
    return np.stack((x.ravel(), y.ravel()), axis=1)


def worst_mm(found: Calibration, truth: Calibration) -> float:
    """How far, at the worst place of the mat, a calibration is off."""
    return float(np.linalg.norm(found.mm(truth.px(grid())) - grid(), axis=1).max())
