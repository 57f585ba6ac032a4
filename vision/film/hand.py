"""A player's hand and sleeve as seen from above."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, radians, sin
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.light import FULL, Light, light_share, u16
from vision.base.picture import Bgr

Layer: TypeAlias = NDArray[np.float32]
Surface: TypeAlias = Callable[[Bgr], Light]
"""The light of a surface's colours."""

ARM_MM: Final = 600
"""From fingertip to the end of the drawn sleeve: long enough to reach out of the picture from anywhere."""
_HALF_MM: Final = 75
_AHEAD_MM: Final = 30
"""Room beside and before the hand: for its shadow and its blur."""
_SKINS: Final = ((150, 178, 222), (128, 158, 206), (92, 122, 172), (62, 86, 128))
_SLEEVES: Final = ((96, 52, 40), (52, 52, 58), (60, 84, 44), (70, 44, 104), (168, 160, 150))

_FINGERS: Final = (
    ((-30, 26), (-22, 74), 8.5),
    ((-11, 8), (-9, 70), 9),
    ((9, 2), (8, 68), 9),
    ((28, 10), (24, 72), 8.5),
)
"""Fingertip and knuckle in mm from the longest fingertip, and half width: little finger to index finger."""
_SHADOW: Final = 1 - light_share(0.62)
"""Share of the light that a hand takes from what it is just above."""
_THUMB: Final = ((50, 62), (30, 110), 10.5)


def sprite(who: int, blur_px: int, px_per_mm: float, surface: Surface) -> Light:
    """The hand of one player pointing up, smeared along the arm while the shutter was open.

    Four channels, or two in grey: light, already multiplied by how much the hand covers, and how much it hides of what
    is below, its soft shadow included. The longest fingertip is at `tip(px_per_mm)`.

    Args:
        who: chooses skin and sleeve.
        blur_px: length of the motion blur.
        px_per_mm: scale of the picture at the hand's height.
        surface: in which light and colours the film is drawn.
    """
    colour, cover, hides = _upright(who, px_per_mm)
    light = surface(colour)
    share = cover if light.ndim == 2 else cv2.merge((cover,) * 3)
    whole = np.dstack((cv2.multiply(light, share, scale=1 / FULL), hides))
    return u16(whole if blur_px < 2 else cv2.blur(whole, (1, blur_px)))


def tip(px_per_mm: float) -> tuple[float, float]:
    """Column and row of the longest fingertip."""
    return _HALF_MM * px_per_mm, _AHEAD_MM * px_per_mm


@lru_cache(maxsize=8)
def _upright(who: int, px_per_mm: float) -> tuple[Bgr, Light, Light]:
    """Colour, cover, and what is hidden by it and its shadow, of the hand pointing up; the fingertip at `tip`."""
    width, height = round(2 * _HALF_MM * px_per_mm), round((ARM_MM + _AHEAD_MM) * px_per_mm)
    colour, cover = np.zeros((height, width, 3), np.float32), np.zeros((height, width), np.float32)
    skin = np.array(_SKINS[who % len(_SKINS)], np.float32)
    sleeve = np.array(_SLEEVES[who % len(_SLEEVES)], np.float32)
    limb = _Limb(colour, cover, px_per_mm)
    limb.draw([((0, 150), 27), ((0, ARM_MM + 60), 36)], skin, 22)
    limb.draw([((-12, 88), 27), ((10, 86), 27), ((0, 125), 27)], skin, 20)
    limb.draw([(_THUMB[0], _THUMB[2]), (_THUMB[1], _THUMB[2] + 3)], skin * 0.97, 9)
    for tip, knuckle, half in _FINGERS:
        limb.draw([(tip, half - 1), (knuckle, half + 1)], skin, 8)
        nail = (tip[0] + 0.02 * (tip[0] - knuckle[0]), tip[1] + 1.5)
        limb.draw([(nail, half * 0.5), ((nail[0], nail[1] + 4), half * 0.5)], skin * 0.6 + 96, 3)
    limb.draw([((0, 205), 42), ((0, ARM_MM + 60), 50)], sleeve, 30)
    limb.draw([((-30, 200), 9), ((30, 200), 9)], sleeve * 0.82, 8)
    move = np.array([(1, 0, 7 * px_per_mm), (0, 1, 9 * px_per_mm)])
    fallen = cv2.warpAffine(cover, move, (width, height))
    shadow = np.asarray(cv2.GaussianBlur(fallen, (0, 0), 5 * px_per_mm), np.float32)
    hides = 1 - (1 - cover) * (1 - _SHADOW * shadow)
    return colour.clip(0, 255).astype(np.uint8), (FULL * cover).astype(np.uint16), (FULL * hides).astype(np.uint16)


@dataclass(frozen=True, slots=True, eq=False)
class _Limb:
    """Draws rounded limbs over one another, each shaded as if it were a tube."""

    colour: Layer
    cover: Layer
    px_per_mm: float

    def draw(self, spine: list[tuple[tuple[float, float], float]], ink: Layer, round_mm: float) -> None:
        mask = np.zeros(self.cover.shape, np.uint8)
        for (near, near_half), (far, far_half) in pairwise(spine):
            outline = _hull(self._px(near), near_half * self.px_per_mm, self._px(far), far_half * self.px_per_mm)
            cv2.fillConvexPoly(mask, outline, 255, cv2.LINE_AA)
        depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3) / (round_mm * self.px_per_mm)
        shade = 0.62 + 0.38 * np.sqrt(np.minimum(depth, 1))
        part = mask.astype(np.float32) / 255
        left = self.cover * (1 - part)
        fresh = part / np.maximum(left + part, 1e-6)
        self.colour[:] = self.colour * (1 - fresh[..., None]) + ink * (shade * fresh)[..., None]
        self.cover[:] = np.maximum(self.cover, part)

    def _px(self, point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] + _HALF_MM) * self.px_per_mm, (point[1] + _AHEAD_MM) * self.px_per_mm


def _hull(near: tuple[float, float], near_half: float, far: tuple[float, float], far_half: float) -> NDArray[np.int32]:
    """Outline round two discs."""
    turns = [radians(step * 15) for step in range(24)]
    points = [(x + r * cos(a), y + r * sin(a)) for (x, y), r in ((near, near_half), (far, far_half)) for a in turns]
    return np.asarray(cv2.convexHull(np.round(np.array(points)).astype(np.int32)), np.int32)
