"""Marks as a camera takes them, one a picture."""

import cv2
import numpy as np

from groundwork.picture import Gray, Matrix, f64, u8
from vision.base.light import LIGHT, blur_light, to_levels, to_light, u16

FINE = 8
CELL = 64
ROOT = np.array([np.abs(LIGHT - light).argmin() for light in np.arange(256) / 255], np.uint8)
"""Grey level that a camera shows, for each step of light."""


def seen(
    mark: Gray, side_px: float, random: np.random.Generator, blur: float = 0.5, white: float = 200, cell: int = CELL
) -> tuple[Gray, Matrix]:
    """A mark as a camera takes it, lens and sensor adding light, and where its corners are; `cell` pixels wide."""
    size = len(mark)
    place = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), random.uniform(0, 360), FINE * side_px / size)
    place = f64(place)
    place[:, 2] += cell * FINE / 2 - (size - 1) / 2 + random.uniform(-FINE, FINE, 2)
    wide = (cell * FINE, cell * FINE)
    drawn = cv2.warpAffine(mark, place, wide, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=(255,))
    fine = np.asarray(drawn, np.float32)
    light = (fine / 255 * 0.8 + 0.04) * 255 * (float(LIGHT[int(white)]) / 0.84)
    light = f64(cv2.resize(light, (cell, cell), interpolation=cv2.INTER_AREA))
    light = f64(cv2.GaussianBlur(light, (0, 0), blur))
    gray = ROOT[np.clip(np.rint(light), 0, 255).astype(np.uint8)]
    ends = np.array([(0, 0), (size, 0), (size, size), (0, size)]) - 0.5
    corners = (ends @ place[:, :2].T + place[:, 2] + 0.5) / FINE - 0.5
    return u8(np.clip(gray + random.normal(0, 1.5, gray.shape), 0, 255).astype(np.uint8)), corners


def aslant(sticker: Gray, corners: Matrix, random: np.random.Generator, blur: float, ground: int) -> Gray:
    """A sticker as a camera takes it from far aside, on something grey; `corners` are those of the sticker, pixels."""
    size, (wide, high) = len(sticker), (int(most) + 10 for most in corners.max(axis=0))
    ends = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32) - 0.5
    place = cv2.getPerspectiveTransform(ends, ((corners + 0.5) * FINE - 0.5).astype(np.float32))
    all_of_it = (FINE * wide, FINE * high)
    fine = cv2.warpPerspective(sticker, place, all_of_it, borderValue=(ground,), flags=cv2.INTER_AREA)
    light = u16(cv2.resize(to_light(u8(fine)), (wide, high), interpolation=cv2.INTER_AREA))
    grainy = f64(to_levels(blur_light(light, blur))) + random.normal(0, 1.5, (high, wide))
    return u8(np.clip(grainy, 0, 255).astype(np.uint8))
