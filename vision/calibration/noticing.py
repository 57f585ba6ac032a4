"""Trial of whether cards are noticed: the eyes watch cards drawn into the pictures that were taken of the mat.

White cards on a mat as white, and any card in too little light, can look like the mat. The eyes themselves report that
of the pictures. Then an arm lays cards, which lie for half a second and are swept; all of it is drawn, and the eyes'
observations are counted. Where cards cannot look like the mat all are noticed, and no trial is made.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import Bgr, Gray, Matrix, f64, u8
from vision.base.light import LIGHT, levels_of, light_between, light_of
from vision.base.observation import Laid
from vision.calibration.conditions import MatConditions
from vision.calibration.read_rate import Conditions
from vision.eyes.pipeline import Eyes
from vision.faces.cards import PX_PER_MM, face
from vision.marks import symbologies
from vision.marks.identity import CARDS
from vision.mat.geometry import Calibration
from vision.mat.layout import AREAS, Area, Mat

UnnoticedWhy: TypeAlias = Literal["dim", "pale"]
"""Reasons why a card can look like the mat: too little light, or a mat as white as cards, seen from too far."""
LightMap: TypeAlias = NDArray[np.float32]
"""Light of each pixel, 0 to 1."""

TRIED: Final = 36
"""Cards that are laid, at every seat by turns."""
_FPS: Final = 15.0
_BARE: Final = 6
"""Frames of the bare mat from which the eyes learn it."""
_SEARCHES: Final = 4
"""Most passes through the pictures to find the mat: a small corner mark is not read in every frame."""
_HAND: Final = 2
"""Frames in which an arm is over the place of a card."""
_LYING: Final = 9
"""Frames in which the newest card lies before anything else happens: as quick players lay them."""
_GONE: Final = 5
"""Frames of the bare mat after cards were swept."""
_ASTRAY_MM: Final = 20.0
"""Largest distance of a card from the middle of its area, either way."""
_ASKEW: Final = 15.0
"""Largest turn of a card, degrees."""
_ARM_MM: Final = (90.0, 60.0, 300.0)
"""Width of an arm, and how far it reaches beyond the middle of a card, and back to its player."""
_ARM: Final = 0.08
"""Light of the arm, as a share of that of white."""
_EDGE_PX: Final = 6
"""Round a card's box in the picture, for what blur spreads."""
_LENS: Final = 0.35
"""Pixels of blur that drawing a card smaller needs."""
_SHIFT_PX: Final = 64
"""Largest shift of the grain from frame to frame: drawing it again takes longer than all the rest."""
_MEAN: Final = 1.128
"""Mean difference of two pixels of the same, for a deviation of 1."""
_NEARER: Final = (1.25, 1.6, 2.0, 2.5)
"""Factors of pixels to try."""
_BRIGHTER: Final = (1.6, 2.5, 4.0, 6.0, 10.0)
"""Factors of light to try."""
_MOST_LIGHT: Final = 0.83
"""Light of white up to which a camera lets more light make a picture brighter; beyond it makes less grain of it."""


@dataclass(frozen=True, slots=True)
class NoticingTrial:
    """The share of the cards on the mat that are noticed, and the doubt behind it."""

    doubt: UnnoticedWhy | None = None
    """Reason why not all may be noticed."""
    share: float = 1.0
    """Share noticed of the cards that can be read; below 1 wherever there is a doubt."""
    times: float = 0.0
    """Factor of pixels a millimetre, or of light, that removes the doubt; 0: none is enough."""


@dataclass(frozen=True, slots=True)
class MatPictures:
    """Pictures of the bare mat in one place, as a camera took them one after the other."""

    mat: Mat
    seats: int
    calibration: Calibration
    frames: Sequence[Gray]

    @property
    def mean(self) -> Matrix:
        """The mean of the pictures, grey levels."""
        return f64(np.mean(self.frames, axis=0))

    @property
    def grain(self) -> float | None:
        """Deviation of the grey levels from frame to frame; None: there is one frame alone."""
        if len(self.frames) < 2:
            return None
        one, other = (np.asarray(frame[::2, ::2], np.float32) for frame in self.frames[-2:])
        return float(np.abs(one - other).mean()) / _MEAN


def try_noticing(pictures: MatPictures, here: MatConditions, symbology: str, deck: int) -> NoticingTrial:
    """Try how many cards are noticed, if the eyes say that a card can look like the mat.

    Args:
        pictures: of the bare mat.
        here: the conditions on it.
        symbology: name of the kind of marks on the cards.
        deck: that is laid.
    """
    middle = here.at((pictures.mat.width_mm / 2, pictures.mat.height_mm / 2))
    grain = middle.grain if pictures.grain is None else pictures.grain
    stage = _Stage(pictures, light_between(pictures.mean).astype(np.float32), grain, symbology, deck)
    doubt = stage.doubt()
    if doubt is None:
        return NoticingTrial()
    told = stage.count_observed(here)
    # Of a few cards that were all noticed it does not follow that every card is (the rule of succession).
    return NoticingTrial(doubt, (told + 1) / (TRIED + 2), stage.remedy(doubt, light_of(middle.light)))


class _Stage:
    """A table that is drawn, and eyes that watch it."""

    def __init__(self, pictures: MatPictures, bare: LightMap, grain: float, symbology: str, deck: int) -> None:
        self._pictures, self._bare, self._symbology, self._deck = pictures, bare, symbology, deck
        self._grain_levels = grain
        self._random = np.random.default_rng(0)
        rows, columns = bare.shape
        self._grain = self._random.normal(0, grain, (rows + _SHIFT_PX, columns + _SHIFT_PX)).astype(np.float32)
        self._eyes = Eyes(symbologies.load(symbology, (deck,)), pictures.mat, pictures.seats, [deck])
        self._frames = 0

    def doubt(self) -> UnnoticedWhy | None:
        """Reason why a card can look like the mat, as the eyes report after they have learned the mat."""
        for _ in range(_SEARCHES):
            list(self._show(self._bare, _BARE))
            if self._eyes.view is not None:
                break
        faint = self._eyes.faint
        return None if faint is None else "pale" if faint.kind == "pale" else "dim"

    def is_undoubted(self) -> bool:
        """Whether the eyes find the mat, and no card can look like it."""
        return self.doubt() is None and self._eyes.view is not None

    def count_observed(self, here: MatConditions) -> int:
        """Count the cards laid that the eyes tell."""
        names = [str(name) for name in self._random.permutation(CARDS)[:TRIED]]
        areas, found = AREAS[self._pictures.seats], set[str]()
        for first in range(0, TRIED, len(areas)):
            table, arms = self._bare.copy(), self._bare.copy()
            for name, area in zip(names[first : first + len(areas)], areas, strict=False):
                x, y = np.array(area.centre) + self._random.uniform(-_ASTRAY_MM, _ASTRAY_MM, 2)
                pose = float(x), float(y), area.turn + float(self._random.uniform(-_ASKEW, _ASKEW))
                arm = _ARM * light_of(here.at(pose[:2]).light)
                for picture in (laying := table.copy(), arms):
                    cv2.fillPoly(picture, [self._arm(area, *pose[:2])], (arm,))
                found.update(self._show(laying, _HAND))
                self._lay(table, name, pose, here)
                found.update(self._show(table, _LYING))
            found.update(self._show(arms, _HAND))
            found.update(self._show(self._bare, _GONE))
        return len(found.intersection(names))

    def remedy(self, doubt: UnnoticedWhy, white: float) -> float:
        """Find how many times as many pixels, or as much light, leave no doubt; 0 if none of those tried does."""
        for times in _NEARER if doubt == "pale" else _BRIGHTER:
            light, grain = self._bare, self._grain_levels
            if doubt == "pale":
                light = np.asarray(cv2.resize(light, None, fx=times, fy=times, interpolation=cv2.INTER_LINEAR))
            else:
                shown = min(times, max(_MOST_LIGHT / max(white, 1e-6), 1.0))
                light, grain = np.minimum(light * np.float32(shown), np.float32(1)), grain * (shown / times) ** 0.5
            changed = _Stage(self._pictures, light.astype(np.float32), grain, self._symbology, self._deck)
            if changed.is_undoubted():
                return times
        return 0.0

    def _show(self, light: LightMap, frames: int) -> Iterator[str]:
        """Show a picture for some frames; the cards that the eyes tell."""
        shown = levels_of(f64(light)).astype(np.float32) + np.float32(0.5)
        rows, columns = light.shape
        for _ in range(frames):
            y, x = (int(shift) for shift in self._random.integers(0, _SHIFT_PX, 2))
            gray = u8(np.clip(shown + self._grain[y : y + rows, x : x + columns], 0, 255).astype(np.uint8))
            told = self._eyes.feed(self._frames / _FPS, gray)
            self._frames += 1
            yield from (one.card for one in told if isinstance(one, Laid))

    def _arm(self, area: Area, x_mm: float, y_mm: float) -> NDArray[np.int32]:
        """Outline an arm that comes from a seat and ends beyond a place, as a polygon in pixels."""
        width, beyond, back = _ARM_MM
        ends = [(-width / 2, -beyond), (width / 2, -beyond), (width / 2, back), (-width / 2, back)]
        return np.round(self._pictures.calibration.px(_place(f64(np.array(ends)), x_mm, y_mm, area.turn))).astype(
            np.int32
        )

    def _lay(self, light: LightMap, name: str, pose: tuple[float, float, float], here: MatConditions) -> None:
        """Draw a card, as the camera sees it, into a picture."""
        x, y, turn = pose
        at = here.at((x, y))
        card = _draw_card(face(self._deck, name, self._symbology, self._pictures.mat.card), at)
        high, wide = card.shape
        half = f64(np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / (2 * PX_PER_MM))
        ends = f64(self._pictures.calibration.px(_place(half, x, y, turn)))
        rows, columns = light.shape
        left, top = (max(int(low), 0) for low in np.floor(ends.min(axis=0)) - _EDGE_PX)
        right, bottom = (
            min(int(up), end) for up, end in zip(np.ceil(ends.max(axis=0)) + _EDGE_PX, (columns, rows), strict=True)
        )
        if right <= left or bottom <= top:
            return
        corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - np.float32(0.5)
        way = cv2.getPerspectiveTransform(corners, (ends - (left, top)).astype(np.float32))
        drawn, cover = (
            _blur(cv2.warpPerspective(one, way, (right - left, bottom - top)), at.blur_px)
            for one in (card, np.ones(card.shape, np.float32))
        )
        light[top:bottom, left:right] *= 1 - cover
        light[top:bottom, left:right] += drawn


def _draw_card(drawn: Bgr, at: Conditions) -> LightMap:
    """Draw a card in light under these conditions, soft enough to be made smaller."""
    share = LIGHT[u8(cv2.cvtColor(drawn, cv2.COLOR_BGR2GRAY))]
    black, white = light_of(at.dark), light_of(at.light)
    return _blur((black + share * (white - black)).astype(np.float32), _LENS * PX_PER_MM / at.px_per_mm)


def _place(points: Matrix, x_mm: float, y_mm: float, turn: float) -> Matrix:
    """Points round the origin, turned clockwise by degrees and moved to a place."""
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return f64(points @ np.array(((cos, sin), (-sin, cos))) + (x_mm, y_mm))


def _blur(picture: cv2.typing.MatLike, blur_px: float) -> LightMap:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur_px) if blur_px > 0 else picture, np.float32)
