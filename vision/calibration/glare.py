"""Glare: where the picture of the mat is white with light, so that nothing can be told there."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from groundwork.picture import Gray, Matrix, f64
from vision.base.observation import Point
from vision.mat.geometry import Calibration
from vision.mat.layout import Area, Mat

WHITE: Final = 250
"""Grey level from which a pixel is clipped: what is brighter cannot be told."""
_STEP_MM: Final = 2


def outline(area: Area, calibration: Calibration) -> Matrix:
    """Return the edge of an area in the picture, pixels; a lens bends it, so it has many points."""
    corners = [
        (area.left_mm, area.top_mm),
        (area.right_mm, area.top_mm),
        (area.right_mm, area.bottom_mm),
        (area.left_mm, area.bottom_mm),
    ]
    ends = [*corners[1:], corners[0]]
    return calibration.px(
        np.concatenate([np.linspace(a, b, 16, endpoint=False) for a, b in zip(corners, ends, strict=True)])
    )


def light_in(gray: Gray, calibration: Calibration, area: Area) -> tuple[float, float]:
    """Mean grey level of an area, and the share of its pixels that are clipped."""
    mask = np.zeros(gray.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(outline(area, calibration)).astype(np.int32)], 255)
    levels = gray[mask > 0]
    return (float(levels.mean()), float((levels >= WHITE).mean())) if levels.size else (0.0, 0.0)


def clipped_shares(gray: Gray, mat: Mat, calibration: Calibration, places_mm: Sequence[Point]) -> list[float]:
    """Measure for each place how much of a card lying there, turned anyhow, would be clipped."""
    x, y = np.meshgrid(np.arange(0, mat.width_mm, _STEP_MM), np.arange(0, mat.height_mm, _STEP_MM))
    at = calibration.px(f64(np.stack((x.ravel(), y.ravel()), axis=1))).astype(np.float32).reshape(*x.shape, 2)
    clipped = (gray >= WHITE).astype(np.float32)
    plan = cv2.remap(clipped, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    side = 2 * round((mat.card.width_mm + mat.card.height_mm) / 4 / _STEP_MM) + 1
    near = cv2.blur(plan, (side, side), borderType=cv2.BORDER_REPLICATE)
    last_y, last_x = near.shape[0] - 1, near.shape[1] - 1
    return [float(near[min(round(y / _STEP_MM), last_y), min(round(x / _STEP_MM), last_x)]) for x, y in places_mm]
