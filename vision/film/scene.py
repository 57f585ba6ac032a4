"""Draws one moment: laid cards, moving cards, the hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, hypot, radians, sin
from typing import Final, TypeAlias

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from groundwork.picture import Bgr, Matrix, f64
from vision.base.light import FULL, Light, blur_light, light_share, u16
from vision.base.observation import Point
from vision.faces.cards import PX_PER_MM
from vision.film.effect_stack import EffectStack
from vision.film.script.effect import Shoot
from vision.film.script.script import Moment, Pose, Reach
from vision.film.table import TableTop
from vision.mat.layout import CardSize

# A player's hand and sleeve as seen from above.

Layer: TypeAlias = NDArray[np.float32]
Surface: TypeAlias = Callable[[Bgr], Light]
"""The light of a surface's colours."""

ARM_MM: Final = 600
"""Length from fingertip to the end of the drawn sleeve: enough to leave the picture from anywhere."""
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
    """Draw the hand of one player pointing up, smeared along the arm while the shutter is open.

    There are four channels, or two in grey: light, already multiplied by how much the hand covers, and how much it
    hides of what is below, its soft shadow included. The longest fingertip is at `tip(px_per_mm)`.

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


_RADIUS_MM = 3.0


class Scene:
    """Keeps the picture of what lies still and redraws only what changes."""

    def __init__(self, shoot: Shoot, table: TableTop, coat: EffectStack, shutter: float) -> None:
        self._table = table
        self._coat = coat
        self._shutter = shutter
        self._px_per_mm = shoot.px_per_mm
        self._face_of = shoot.face
        self._laid: tuple[Pose, ...] = ()
        self._resting = table.light.copy()
        self._moment = Moment(())
        self._drawn = self._resting
        self._cover = _rounded(shoot.mat.card)
        self._faces: dict[tuple[int, str], Light] = {}
        self._hands: dict[tuple[int, int], Light] = {}

    def draw(self, moment: Moment) -> Light:
        """Draw the light of one moment; the same array as long as nothing moves: do not write to it."""
        if moment != self._moment:
            self._drawn = self._draw(moment)
            self._moment = moment
        return self._drawn

    def _draw(self, moment: Moment) -> Light:
        self._rest(moment.laid)
        if not moment.moving and moment.hand is None:
            return self._resting
        picture = self._resting.copy()
        for pose in moment.moving:
            self._card_on(picture, pose)
        if moment.hand is not None:
            self._hand_on(picture, moment.hand)
        return picture

    def _rest(self, laid: tuple[Pose, ...]) -> None:
        if laid == self._laid:
            return
        if laid[: len(self._laid)] != self._laid:
            self._resting = self._table.light.copy()
            self._laid = ()
        else:
            self._resting = self._resting.copy()
        for pose in laid[len(self._laid) :]:
            self._card_on(self._resting, pose)
        self._laid = laid

    def _card_on(self, picture: Light, pose: Pose) -> None:
        """Draw a card, smeared along its way while the shutter was open."""
        way_px = hypot(pose.dx_mm, pose.dy_mm) * self._shutter * self._px_per_mm
        samples = max(1, min(7, ceil(way_px / 5)))
        shares = [-self._shutter * i / samples for i in range(samples)]
        places = [self._homography(pose, share) for share in shares]
        self._layer_on(picture, self._face(pose), places, self._table.gloss)

    def _homography(self, pose: Pose, share: float) -> Matrix:
        """Work out the homography from the face's pixels to the picture's, at a share of the last way."""
        turn = np.radians(pose.turn)
        cos_t, sin_t = np.cos(turn) / PX_PER_MM, np.sin(turn) / PX_PER_MM
        x, y = pose.x_mm + share * pose.dx_mm, pose.y_mm + share * pose.dy_mm
        half_x, half_y = (self._cover.shape[1] - 1) / 2, (self._cover.shape[0] - 1) / 2
        place = np.array(
            [
                (cos_t, -sin_t, x - cos_t * half_x + sin_t * half_y),
                (sin_t, cos_t, y - sin_t * half_x - cos_t * half_y),
                (0, 0, 1),
            ]
        )
        matrix: Matrix = self._table.to_px @ place
        return matrix

    def _face(self, pose: Pose) -> Light:
        """Draw the face with one more channel that masks the card, blurred for drawing at half the size."""
        name = (pose.deck, pose.card)
        if name not in self._faces:
            upright = self._coat.surface(self._coat.face(self._face_of(*name), *name))
            soft = blur_light(upright, 0.35 * PX_PER_MM / self._px_per_mm)
            cut = cv2.multiply(soft, _merge(soft, [self._cover]), scale=1 / FULL)
            self._faces[name] = u16(np.dstack((cut, self._cover)))
        return self._faces[name]

    def _hand_on(self, picture: Light, hand: Reach) -> None:
        # Drawn at one of few scales and stretched: hands look alike in many films, and are slow to draw.
        scale = max(0.5, round(2 * self._px_per_mm) / 2)
        name = (hand.who, round(hand.speed_mm * self._shutter * scale / 12) * 12)
        if name not in self._hands:
            self._hands[name] = sprite(*name, scale, self._coat.surface)
        (seen,), (tip_x, tip_y) = self._to_px([(hand.x_mm, hand.y_mm)]), tip(scale)
        turn, stretch = np.radians(hand.angle), self._px_per_mm / scale
        cos_t, sin_t = np.cos(turn) * stretch, np.sin(turn) * stretch
        place = np.array(
            [
                (cos_t, -sin_t, seen[0] - cos_t * tip_x + sin_t * tip_y),
                (sin_t, cos_t, seen[1] - sin_t * tip_x - cos_t * tip_y),
                (0, 0, 1),
            ]
        )
        self._layer_on(picture, self._hands[name], [place])

    def _to_px(self, points_mm: Sequence[Point]) -> Matrix:
        """Rows of x and y in the picture."""
        seen: Matrix = f64(cv2.perspectiveTransform(np.array([points_mm], dtype=np.float64), self._table.to_px))[0]
        return seen

    def _layer_on(self, picture: Light, layer: Light, places: Sequence[Matrix], gloss: Light | None = None) -> None:
        """Draw channels (colours times cover, cover) through homographies to the picture, mean over them."""
        box = _box(places, layer.shape[1], layer.shape[0], picture)
        if box is None:
            return
        left, top, right, bottom = box
        shift = np.array([(1, 0, -left), (0, 1, -top), (0, 0, 1)], dtype=np.float64)
        drawn = _mean(layer, [shift @ place for place in places], (right - left, bottom - top))
        part = np.s_[top:bottom, left:right]
        *colours, cover = cv2.split(drawn)
        colour, below = _merge(picture, colours), _merge(picture, [cv2.bitwise_not(cover)])
        lit = cv2.multiply(colour, self._table.lamps[part], scale=1 / FULL)
        if gloss is not None:
            lit = cv2.add(lit, cv2.multiply(gloss[part], _merge(picture, [cover]), scale=1 / FULL))
        picture[part] = cv2.add(cv2.multiply(picture[part], below, scale=1 / FULL), lit)


def _merge(picture: Light, channels: Sequence[MatLike]) -> MatLike:
    """Merge the channels to a picture of as many colours as another; a single one stands for all of them."""
    if picture.ndim == 2:
        return channels[0]
    return cv2.merge(channels if len(channels) == 3 else [channels[0]] * 3)


def _mean(layer: Light, places: Sequence[Matrix], size: tuple[int, int]) -> Light:
    """Average the layer through each of the homographies in turn while the shutter is open."""
    if len(places) == 1:
        return _warp(layer, places[0], size)
    total = np.zeros((size[1], size[0], layer.shape[2]), np.float32)
    for place in places:
        cv2.accumulate(_warp(layer, place, size), total)
    return (total / len(places)).astype(np.uint16)


def _warp(layer: Light, place: Matrix, size: tuple[int, int]) -> Light:
    """Warp a layer by a homography; one that keeps parallels takes half the time."""
    if place[2, 0] == place[2, 1] == 0:
        return u16(cv2.warpAffine(layer, place[:2], size))
    return u16(cv2.warpPerspective(layer, place, size))


def _box(places: Sequence[Matrix], width: int, height: int, picture: Light) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom of all places of a card in the picture, or None when it is outside."""
    corners = np.array([[(0, 0), (width, 0), (width, height), (0, height)]], dtype=np.float64)
    seen = np.concatenate([cv2.perspectiveTransform(corners, place)[0] for place in places])
    left, top = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 2, (picture.shape[1], picture.shape[0]))
    return (int(left), int(top), int(right), int(bottom)) if left < right and top < bottom else None


def _rounded(card: CardSize) -> Light:
    """Mask the card, `FULL` inside its rounded corners."""
    width, height, radius = (round(mm * PX_PER_MM) for mm in (card.width_mm, card.height_mm, _RADIUS_MM))
    cover = np.zeros((height, width), np.uint8)
    cv2.rectangle(cover, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(cover, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(cover, (x, y), radius, 255, -1, cv2.LINE_AA)
    return cover.astype(np.uint16) * (FULL // 255)
