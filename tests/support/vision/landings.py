"""Drawn landings: the mat before and after a card comes to lie, as a camera sees it, with what is true.

Light, not grey levels: cards are bent, so that their points shift outward by up to two millimetres. Light falls off,
a shadow lies over it, a lamp is mirrored in the lacquer. Then come defocus, motion, shot and read noise, gamma,
sharpening and JPEG. The way between mat and picture that the reader gets is off by a quarter of a millimetre and two in
a thousand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal, TypeAlias
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import Bgr, Gray, Matrix, Window, f64, u8
from vision.decks.patch import CardPose
from vision.mat.geometry import Calibration
from vision.mat.layout import CardSize

Light: TypeAlias = NDArray[np.float32]
Kind: TypeAlias = Literal["felt", "paper", "wood", "dark"]
"""The cloth or wood below the cards."""
Lamp: TypeAlias = Literal["good", "room", "dim", "dark"]

GAMMA: Final = 2.2
TEXTURE_PX: Final = 3.0
"""Pixels a millimetre of the cards that are laid."""
WHITE: Final = 0.86
"""Light that white paper throws back."""
HEIGHT_MM: Final = 700.0
"""The height of the camera above the mat."""
KINDS: Final[tuple[Kind, ...]] = ("felt", "paper", "wood", "dark")
_COLOUR: Final = {
    "felt": (0.06, 0.16, 0.05),
    "paper": (0.72, 0.75, 0.76),
    "wood": (0.16, 0.26, 0.42),
    "dark": (0.05, 0.05, 0.06),
}
_GRAIN: Final = {"felt": 0.25, "paper": 0.02, "wood": 0.12, "dark": 0.2}
_LAMPS: Final = {"good": (9000, 0.8), "room": (3000, 0.65), "dim": (900, 0.35), "dark": (300, 0.2)}
"""Electrons at white, and the light of the lamp."""
_MIX: Final = np.array((0.114, 0.587, 0.299), np.float32)
"""Grey of blue, green and red, as a camera's bytes have them."""
_FINGER_MM: Final = 15.0


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions in which a landing is seen."""

    px_per_mm: float = 2.1
    lamp: Lamp = "room"
    blur_px: float | None = None
    """Out of focus; None: anything from 0.35 to 0.9."""
    motion_px: float = 0.0
    bent: float = 1.0
    """Times the usual bend of a card, whose edges stand 1.3 mm high."""
    worn: bool = False
    """Scratched, dirty, yellowed since the faces were enrolled."""
    fingers: int = 0
    """0: none; 1, 2: over a quarter, over half of the card."""
    mirrored: bool = True
    """Whether a lamp is mirrored in the lacquer of some."""
    kind: Kind | None = None
    """The mat; None: any."""
    colour: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class LandingScene:
    """Two still pictures, and what is true of them."""

    before: Gray
    after: Gray
    calibration: Calibration
    pose: CardPose
    """The place of the card that landed."""
    colour: Bgr | None = None
    """The second picture in colour."""

    def part(self, window: Window) -> Bgr:
        """A part of the second picture in colour."""
        assert self.colour is not None
        return self.colour[window]


@dataclass(frozen=True, eq=False)
class DrawnDeck:
    """Cards to lay: their pictures in colour, upright, whole."""

    size: CardSize
    faces: dict[str, Bgr]
    others: dict[str, Bgr] = field(default_factory=dict[str, Bgr])
    """The back and the jokers of the deck."""

    def texture(self, name: str, *, worn: bool = False, warm: float = 0.0, colour: bool = False) -> Light:
        """The light that a card throws back, at `TEXTURE_PX`, rows by columns by planes."""
        return _texture(self, name, worn, warm, colour)


@cache
def _texture(deck: DrawnDeck, name: str, worn: bool, warm: float, colour: bool) -> Light:
    face = deck.faces[name] if name in deck.faces else deck.others[name]
    size = round(deck.size.width_mm * TEXTURE_PX), round(deck.size.height_mm * TEXTURE_PX)
    light = _light(u8(cv2.resize(face, size, interpolation=cv2.INTER_AREA))) * np.float32(WHITE)
    if worn:
        light = _worn(light, crc32(name.encode()))
    tint = np.array((1 - warm, 1, 1 + warm), np.float32)
    return np.ascontiguousarray(light * tint if colour else _grey_light(light * tint))


def _light(levels: Gray | Bgr) -> Light:
    return np.power(levels.astype(np.float32) / 255, GAMMA)


def _grey_light(light: Light) -> Light:
    """The light that a grey picture of these colours stands for."""
    mixed = np.power(np.clip(light, 0, 1.3), 1 / GAMMA) @ _MIX
    return np.power(mixed, GAMMA)[..., None].astype(np.float32)


def _worn(light: Light, seed: int) -> Light:
    """Scratches, dirt, rubbed edges, yellowed paper."""
    random = np.random.default_rng(seed)
    rows, columns = light.shape[:2]
    marks = np.ones((rows, columns), np.float32)
    for _ in range(random.integers(4, 14)):
        start = random.uniform(0, (columns, rows))
        end = start + random.normal(0, 60, 2)
        cv2.line(marks, _whole(start), _whole(end), float(random.choice((0.75, 1.35))), int(random.integers(1, 3)))
    for _ in range(random.integers(1, 5)):
        place = random.uniform(0, (columns, rows))
        cv2.circle(marks, _whole(place), int(random.integers(3, 14)), float(random.uniform(0.6, 0.92)), -1)
    edge = np.zeros_like(marks)
    cv2.rectangle(edge, (0, 0), (columns - 1, rows - 1), 1.0, 8)
    rubbed = 0.35 * cv2.GaussianBlur(edge, (0, 0), 4)[..., None]
    used = light * cv2.GaussianBlur(marks, (0, 0), 1)[..., None] * (1 - rubbed) + rubbed * 0.35
    return (0.03 + 0.95 * used * np.array((0.82, 0.93, 1.0), np.float32)).astype(np.float32)


def _whole(point: Matrix) -> tuple[int, int]:
    return int(point[0]), int(point[1])


@cache
def _cover(size: CardSize) -> Light:
    """The share by which a card covers what is below: its corners are round."""
    rows, columns, radius = (
        round(size.height_mm * TEXTURE_PX),
        round(size.width_mm * TEXTURE_PX),
        round(3.2 * TEXTURE_PX),
    )
    cover = np.zeros((rows, columns), np.float32)
    cv2.rectangle(cover, (radius, 0), (columns - radius - 1, rows), 1, -1)
    cv2.rectangle(cover, (0, radius), (columns, rows - radius - 1), 1, -1)
    for x in (radius, columns - radius - 1):
        for y in (radius, rows - radius - 1):
            cv2.circle(cover, (x, y), radius, 1, -1)
    return cover


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A part of a camera's picture round a place of the mat, whose middle is 0, 0."""

    to_px: Matrix
    side: int
    lift: Matrix
    """Outward shift of a point for each of its millimetres of height, mm."""

    @classmethod
    def of(cls, random: np.random.Generator, px_per_mm: float, half_mm: float) -> "_View":
        lean, roll = np.deg2rad(random.uniform(-12, 12, 2)), random.uniform(-0.1, 0.1)
        (cx, sx), (cy, sy), (cz, sz) = ((np.cos(turn), np.sin(turn)) for turn in (*lean, roll))
        turns = (
            np.array([(cz, -sz, 0), (sz, cz, 0), (0, 0, 1)])
            @ np.array([(1, 0, 0), (0, cx, -sx), (0, sx, cx)])
            @ np.array([(cy, 0, sy), (0, 1, 0), (-sy, 0, cy)])
        )
        place = random.uniform((-260, -150), (260, 150))
        to_px = np.diag((px_per_mm * HEIGHT_MM, px_per_mm * HEIGHT_MM, 1)) @ np.column_stack(
            (turns[:, 0], turns[:, 1], (0, 0, HEIGHT_MM))
        )
        to_px = to_px @ np.array([(1, 0, place[0]), (0, 1, place[1]), (0, 0, 1)])
        x, y, depth = to_px @ (0, 0, 1)
        side = 2 * round(half_mm * px_per_mm)
        shift = np.array([(1, 0, side / 2 - x / depth), (0, 1, side / 2 - y / depth), (0, 0, 1)])
        return cls(f64(shift @ to_px), side, place / HEIGHT_MM)


@cache
def _fibres(kind: Kind, side: int = 1000) -> Light:
    random = np.random.default_rng(len(kind))
    fibres = cv2.GaussianBlur(random.standard_normal((side, side), np.float32), (0, 0), 1.2) * _GRAIN[kind]
    if kind == "wood":
        bent = cv2.GaussianBlur(9 * random.standard_normal((side, side), np.float32), (0, 0), 14)
        fibres = fibres + 0.15 * np.sin(np.linspace(0, 60, side)[:, None] + bent)
    return fibres.astype(np.float32)


def _ground(random: np.random.Generator, side: int, kind: Kind, *, colour: bool) -> Light:
    fibres = _fibres(kind)
    y, x = random.integers(0, fibres.shape[0] - side, 2)
    tone = np.array(_COLOUR[kind], np.float32)[None, None]
    grained = (tone if colour else _grey_light(tone)) * (1 + fibres[y : y + side, x : x + side, None])
    return np.clip(grained, 0.005, 1).astype(np.float32)


Placed: TypeAlias = tuple[CardPose, float, int]
"""A card's place, how it is bent in millimetres, and along which way."""


def _placed(random: np.random.Generator, away_mm: float, bent: float) -> Placed:
    x, y = random.normal(0, away_mm, 2)
    pose = CardPose(float(x), float(y), float(random.uniform(0, 2 * np.pi)))
    return pose, float(random.normal(0, 1.3) * bent), int(random.integers(0, 3))


def _lay(canvas: Light, view: _View, size: CardSize, texture: Light, placed: Placed) -> None:
    """Lay a card into the light of the mat, with its shadow."""
    pose, bend, way = placed
    cover = _cover(size)
    rows, columns = cover.shape
    c, s = np.cos(pose.turn), np.sin(pose.turn)
    across, down = size.width_mm / 2, size.height_mm / 2
    corner = pose.x_mm - c * across + s * down, pose.y_mm - s * across - c * down
    place = view.to_px @ np.array(
        [(c / TEXTURE_PX, -s / TEXTURE_PX, corner[0]), (s / TEXTURE_PX, c / TEXTURE_PX, corner[1]), (0, 0, 1)]
    )
    rim = cv2.perspectiveTransform(np.array([[(0, 0), (columns, 0), (columns, rows), (0, rows)]], np.float32), place)[0]
    first = np.maximum(np.floor(rim.min(axis=0) - 14), 0).astype(int)
    last = np.minimum(np.ceil(rim.max(axis=0) + 14), view.side).astype(int)
    if (last <= first).any():
        return
    grid = np.stack(
        np.meshgrid(*(np.arange(a, b, dtype=np.float32) for a, b in zip(first, last, strict=True))), axis=-1
    )
    flat = cv2.perspectiveTransform(grid.reshape(-1, 1, 2), np.linalg.inv(place)).reshape(grid.shape)
    u, v = flat[..., 0] / columns * 2 - 1, flat[..., 1] / rows * 2 - 1
    along = (u if way == 0 else v if way == 1 else (u + v) * np.float32(0.7)).astype(np.float32)
    height = np.clip(np.float32(bend) * (along * along if bend > 0 else along * along - 1), 0, 7)
    # A point so high is seen farther out: look where it comes from.
    back = np.array([(c, s), (-s, c)]) @ view.lift * TEXTURE_PX
    mx, my = ((flat[..., axis] - np.float32(back[axis]) * height).astype(np.float32) for axis in (0, 1))
    light = cv2.remap(texture, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT).reshape(*grid.shape[:2], -1)
    opaque = cv2.remap(cover, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    part = canvas[first[1] : last[1], first[0] : last[0]]
    side = 2 * int(1 + abs(bend)) + 3
    shadow = np.float32(0.25 + 0.04 * abs(bend)) * cv2.blur(opaque, (side, side)) * (1 - opaque)
    shade = (1 + np.float32(0.03 * bend) * along)[..., None]
    part[:] = part * (1 - shadow)[..., None] * (1 - opaque)[..., None] + light * shade * opaque[..., None]


def _touch(
    canvas: Light, view: _View, random: np.random.Generator, size: CardSize, pose: CardPose, fingers: int
) -> None:
    """Lay fingers over a card's rim."""
    count, out = int(random.integers(2, 5)), random.uniform(0, 2 * np.pi)
    way = np.array((np.cos(out), np.sin(out)))
    beside = np.array((-way[1], way[0]))
    c, s = np.cos(pose.turn), np.sin(pose.turn)
    half = abs(way @ (c, s)) * size.width_mm / 2 + abs(way @ (-s, c)) * size.height_mm / 2
    skin = random.uniform((0.12, 0.2, 0.35), (0.3, 0.42, 0.65)).astype(np.float32)
    covered = np.zeros(canvas.shape[:2], np.float32)
    middle, reach = np.array((pose.x_mm, pose.y_mm)), {1: 22, 2: 38}[fingers]
    for number in range(count):
        foot = middle + beside * (number - (count - 1) / 2) * (_FINGER_MM + 2)
        line = np.array([[foot + way * (half - reach * random.uniform(0.5, 1)), foot + way * (half + 90)]], np.float32)
        start, end = cv2.perspectiveTransform(line, view.to_px)[0]
        cv2.line(covered, _whole(start), _whole(end), 1.0, int(2 * _FINGER_MM))
    covered = cv2.GaussianBlur(covered, (0, 0), 1)
    canvas *= (1 - 0.45 * cv2.GaussianBlur(covered, (0, 0), 6) * (1 - covered))[..., None]
    tone = (1 - 0.3 * cv2.GaussianBlur(1 - covered, (0, 0), 3)).astype(np.float32)
    shown = skin if canvas.shape[2] == 3 else skin[1:2]
    canvas[:] = canvas * (1 - covered[..., None]) + shown * (tone * covered)[..., None]


def _lit(random: np.random.Generator, view: _View, px_per_mm: float, *, mirrored: bool) -> tuple[Light, Light | float]:
    """The light that falls on each pixel, and what a lamp adds where it is mirrored."""
    side, coarse = view.side, 4
    y, x = np.mgrid[0 : side // coarse, 0 : side // coarse].astype(np.float32) * coarse
    turn = random.uniform(0, 2 * np.pi)
    light = 1 + random.uniform(0, 0.35) * (np.cos(turn) * (x / side - 0.5) + np.sin(turn) * (y / side - 0.5))
    if random.random() < 0.4:
        turn = random.uniform(0, 2 * np.pi)
        edge = np.cos(turn) * (x / side - 0.5) + np.sin(turn) * (y / side - 0.5) - random.uniform(-0.2, 0.2)
        light = light * (1 - random.uniform(0.25, 0.6) / (1 + np.exp(-edge * side / px_per_mm / random.uniform(2, 12))))
    lamp: Light | float = 0.0
    if mirrored and random.random() < 0.35:
        middle, spread = random.uniform(0.15, 0.85, 2) * side, random.uniform(6, 22, 2) * px_per_mm
        turn, dx, dy = random.uniform(0, np.pi), x - middle[0], y - middle[1]
        c, s = np.cos(turn), np.sin(turn)
        away = ((c * dx + s * dy) / spread[0]) ** 2 + ((c * dy - s * dx) / spread[1]) ** 2
        lamp = _enlarged(random.uniform(0.15, 1.4) * np.exp(-away), side)
    return _enlarged(light, side), lamp


def _enlarged(light: NDArray[np.floating], side: int) -> Light:
    large = cv2.resize(light.astype(np.float32), (side, side), interpolation=cv2.INTER_LINEAR)
    return np.asarray(large, np.float32)[..., None]


@dataclass(frozen=True, slots=True)
class _Camera:
    white: float
    electrons: float
    blur_px: float
    motion_px: float
    way: float
    sharpening: float
    quality: int

    def picture(self, light: Light, random: np.random.Generator) -> Gray | Bgr:
        """The bytes that the camera sends, decoded."""
        seen = light * np.float32(self.white)
        if self.blur_px:
            seen = cv2.GaussianBlur(seen, (0, 0), self.blur_px)
        if self.motion_px:
            kernel = np.zeros((21, 21), np.float32)
            by = self.motion_px / 2 * np.array((np.cos(self.way), np.sin(self.way)))
            cv2.line(kernel, _whole(10 - by), _whole(np.round(10 + by)), 1.0, 1)
            seen = cv2.filter2D(seen, -1, kernel / kernel.sum())
        seen = seen.reshape(light.shape)
        variance = np.maximum(seen, 0) / self.electrons + (2.5 / self.electrons) ** 2 + 1e-7
        # Grey is the mean of three colours.
        grain = np.sqrt(variance * (0.6 if seen.shape[2] == 1 else 1))
        seen = seen + random.standard_normal(seen.shape, np.float32) * grain
        levels = np.power(np.clip(seen, 0, 1), 1 / GAMMA) * 255
        if self.sharpening:
            levels = levels + self.sharpening * (levels - cv2.GaussianBlur(levels, (0, 0), 1).reshape(levels.shape))
        whole = np.clip(levels, 0, 255).astype(np.uint8)
        coded = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
        decoded = cv2.imdecode(coded, cv2.IMREAD_UNCHANGED)
        assert decoded is not None
        return u8(decoded)


def landing(
    random: np.random.Generator,
    deck: DrawnDeck,
    top: str,
    below: Sequence[str] = (),
    conditions: Conditions = Conditions(),
    shown: DrawnDeck | None = None,
    beside: str = "",
) -> LandingScene:
    """Draw a card that comes to lie on others.

    Args:
        random: what is left open.
        deck: of the cards below.
        top: the card that lands.
        below: those that lie there already.
        conditions: in which it is seen.
        shown: the deck of the card that lands, if it is another.
        beside: another card that lands at the same time.
    """
    view = _View.of(random, conditions.px_per_mm, 66.5)
    colour = conditions.colour
    canvas = _ground(random, view.side, conditions.kind or KINDS[int(random.integers(4))], colour=colour)
    warm = float(random.choice((-0.2, -0.1, 0, 0.1, 0.2)))
    for name in below:
        texture = deck.texture(name, worn=conditions.worn, warm=warm, colour=colour)
        _lay(canvas, view, deck.size, texture, _placed(random, 26, conditions.bent))
    empty, placed, of = canvas.copy(), _placed(random, 8, conditions.bent), shown or deck
    _lay(canvas, view, of.size, of.texture(top, worn=conditions.worn, warm=warm, colour=colour), placed)
    if beside:
        texture = deck.texture(beside, worn=conditions.worn, warm=warm, colour=colour)
        _lay(canvas, view, deck.size, texture, _placed(random, 26, conditions.bent))
    if conditions.fingers:
        _touch(canvas, view, random, of.size, placed[0], conditions.fingers)
    light, lamp = _lit(random, view, conditions.px_per_mm, mirrored=conditions.mirrored)
    electrons, white = _LAMPS[conditions.lamp]
    camera = _Camera(
        white * random.uniform(0.85, 1.15),
        electrons,
        random.uniform(0.35, 0.9) if conditions.blur_px is None else conditions.blur_px,
        conditions.motion_px,
        random.uniform(0, np.pi),
        float(random.choice((0, 0.5))),
        int(random.integers(75, 95)),
    )
    before, after = (camera.picture(seen * light + lamp, random) for seen in (empty, canvas))
    wrong = np.eye(3)
    wrong[:2, 2], wrong[0, 0] = random.normal(0, 0.25, 2), 1 + random.normal(0, 0.002)
    wrong[1, 1] = wrong[0, 0]
    to_px = f64(view.to_px @ wrong)
    calibration = Calibration(f64(np.linalg.inv(to_px)), to_px)
    if not colour:
        return LandingScene(before, after, calibration, placed[0])
    grey = [u8(cv2.cvtColor(one, cv2.COLOR_BGR2GRAY)) for one in (before, after)]
    return LandingScene(grey[0], grey[1], calibration, placed[0], after)
