"""The table without cards: felt, wood, checked cloth or white paper, the mat on it, lamp light."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import Bgr, Gray, Matrix, f64, u8
from vision.base.light import FULL, Light, light_between, light_of, to_levels, to_light, u16
from vision.base.sticker import paste
from vision.film.effect_stack import EffectStack
from vision.film.script.effect import Lamps, Shoot
from vision.marks import squares
from vision.marks.identity import CORNERS
from vision.mat.layout import AREAS, Mat

Cloth: TypeAlias = Literal["felt", "wood", "checks", "paper"]

CHECK_MM = 25.0
"""Side of a square of checked cloth."""
_LINE_MM = 0.6
"""Width of the line round each."""
_OUTLINE, _OUTLINE_SHARE = (150, 196, 204), 0.3
"""The ink of the seats' areas, and how much of the ground it covers."""
_DULL = 0.25
"""Share of the lamp that the mat mirrors, of what a card does."""


@dataclass(frozen=True, slots=True, eq=False)
class TableTop:
    """The still picture of table and mat, in colour or in grey, with the effects of its surface."""

    to_px: Matrix
    """Millimetres on the mat to pixels."""
    lamps: Light
    """The lamps' light at each pixel, the same in all colours."""
    gloss: Light | None
    """The light mirrored by a card at each pixel, the same in all colours; None for nothing."""
    light: Light
    """Light of the empty table under these lamps."""


def table(
    shoot: Shoot, cloth: Cloth, coat: EffectStack, random: np.random.Generator, check_mm: float = CHECK_MM
) -> TableTop:
    """Set up the table before the camera, if its cloth is checked with squares of such a side."""
    lamps = coat.lamps(_lamp(shoot.size, random))
    ground = _checks(shoot, check_mm, random) if cloth == "checks" else _ground(cloth, shoot.size, random)
    _print_areas(ground, shoot.to_px, shoot.seats)
    stick_corners(ground, shoot.to_px, shoot.mat)
    light = cv2.multiply(coat.surface(coat.ground(ground)), lamps, scale=1 / FULL)
    gloss = coat.gloss()
    if gloss is not None:
        light = cv2.addWeighted(light, 1, gloss, _DULL, 0)
    return TableTop(shoot.to_px, lamps, gloss, u16(light))


def _lamp(size: tuple[int, int], random: np.random.Generator) -> Lamps:
    width, height = size
    y, x = np.ogrid[0:height:8, 0:width:8]
    lamp_x, lamp_y = random.uniform(0.25, 0.75, 2) * (width, height)
    fall = np.exp(-((x - lamp_x) ** 2 + (y - lamp_y) ** 2) / (0.75 * width) ** 2)
    small = light_between(f64(160 + 88 * fall)).astype(np.float32)
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _cloud(size: tuple[int, int], across: float, along: float, random: np.random.Generator) -> NDArray[np.float32]:
    """Smooth random texture of deviation 1; the lengths of its grain are pixels."""
    width, height = size
    rough = random.normal(0, 1, (height, width)).astype(np.float32)
    smooth = cv2.GaussianBlur(rough, (0, 0), sigmaX=along, sigmaY=across)
    return np.asarray(smooth / smooth.std(), dtype=np.float32)


def _ground(cloth: Cloth, size: tuple[int, int], random: np.random.Generator) -> Bgr:
    width, height = size
    if cloth == "paper":
        fibre = _cloud(size, 1.5, 1.5, random) * 0.4 + _cloud(size, 60, 60, random) * 0.8
        colour = np.array((228, 233, 235), dtype=np.float32)
    elif cloth == "felt":
        fibre = _cloud(size, 0.8, 0.8, random) * 4 + _cloud(size, 5, 5, random) * 2.5
        colour = np.array((62, 104, 30), dtype=np.float32)
    else:
        fibre = _cloud(size, 1.0, 40, random) * 3 + _cloud(size, 6, 140, random) * 4
        colour = np.array((52, 92, 138), dtype=np.float32)
    ground = np.clip(colour * (1 + fibre[..., None] / 80), 0, 255).astype(np.uint8)
    if cloth == "wood":
        for y in range(height // 5, height, height // 4):
            cv2.line(ground, (0, y), (width, y), (30, 56, 88), max(1, height // 540), cv2.LINE_AA)
    return ground


def _checks(shoot: Shoot, side: float, random: np.random.Generator) -> Bgr:
    """Light and dark squares with a line round each, and the weave: the worst ground for whoever looks for squares."""
    width, height = shoot.size
    to_mm = f64(np.linalg.inv(shoot.to_px))
    places = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(1, -1, 2)
    x, y = np.moveaxis(f64(cv2.perspectiveTransform(places.astype(np.float64), to_mm)).reshape(height, width, 2), 2, 0)
    light = ((x // side + y // side) % 2) * 120.0 + 70
    beside = np.minimum(*(np.abs((place + side / 2) % side - side / 2) for place in (x, y))) - _LINE_MM / 2
    # A pixel that a line covers in part is darker by that part.
    line = np.clip(0.5 - beside * shoot.px_per_mm, 0, 1)
    weave = random.normal(0, 5, (height, width))
    return u8(cv2.cvtColor(np.clip(light + (30 - light) * line + weave, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR))


def _print_areas(ground: Bgr, to_px: Matrix, seats: int) -> None:
    """Thin outlines of the seats' areas, half transparent."""
    ink = np.zeros(ground.shape[:2], np.uint8)
    boxes = [(a.left_mm, a.top_mm, a.right_mm, a.bottom_mm) for a in AREAS[seats]]
    for left, top, right, bottom in boxes:
        outline = np.array([[(left, top), (right, top), (right, bottom), (left, bottom)]], dtype=np.float64)
        seen: NDArray[np.int32] = np.round(f64(cv2.perspectiveTransform(outline, to_px))).astype(np.int32)
        cv2.polylines(ink, [seen], True, 255, 2, cv2.LINE_AA)
    share = (ink * (_OUTLINE_SHARE * FULL / 255)).astype(np.uint16)
    printed = [
        cv2.add(
            cv2.multiply(below, cv2.bitwise_not(share), scale=1 / FULL), (share * light_of(colour)).astype(np.uint16)
        )
        for below, colour in zip(cv2.split(to_light(ground)), _OUTLINE, strict=True)
    ]
    ground[:] = to_levels(u16(cv2.merge(printed)))


def stick_corners(ground: Bgr, to_px: Matrix, mat: Mat) -> None:
    """White stickers with the mat's corner marks."""
    fine = 8
    side = round(mat.corner_mm * fine)
    margin = side // 8
    for number, (x, y) in zip(CORNERS, mat.corner_centres, strict=True):
        sticker: Gray = np.full((side + 2 * margin, side + 2 * margin), 244, dtype=np.uint8)
        sticker[margin:-margin, margin:-margin] = squares.draw(number, side)
        # Whole numbers are the middles of pixels.
        half = (sticker.shape[0] - 1) / 2
        place = np.array([(1 / fine, 0, x - half / fine), (0, 1 / fine, y - half / fine), (0, 0, 1)])
        paste(ground, u8(cv2.merge((sticker, sticker, sticker))), to_px @ place)
