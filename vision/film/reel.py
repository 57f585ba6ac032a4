"""Film ready to be drawn: script, table, camera and effects together."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

import cv2
import numpy as np

from groundwork.picture import Bgr, Matrix
from vision.faces import cards as faces
from vision.film import effects as film_effects
from vision.film.cameras import CameraName, hang_camera, lean_camera
from vision.film.effect_stack import EffectStack
from vision.film.noise import Noise, levels
from vision.film.scene import Scene
from vision.film.script.effect import Shoot
from vision.film.script.plan import Director
from vision.film.script.script import Pace, ScriptStep, Style
from vision.film.table import CHECK_MM, Cloth, table
from vision.marks import symbologies
from vision.mat.layout import CARD_SIZES, Mat

FaceOf: TypeAlias = Callable[[int, str], Bgr]
"""Draws the face of a card of a deck, upright, at `faces.PX_PER_MM`."""


@dataclass(frozen=True, slots=True)
class Take:
    """All parameters of a film: the same take is the same film."""

    steps: Sequence[ScriptStep]
    """The steps of the script; the caller gives a `Sweep` after each full trick."""
    seats: int
    """2 to 5."""
    seed: int = 0
    """Seed of everything left to chance: places, ways, light, and each effect's own."""
    noise: Noise = "low"
    """Preset of effects: how bad table and camera are."""
    effects: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Levels of single effects, instead of the preset's."""
    fps: float = 15
    size: tuple[int, int] = (1920, 1080)
    """Width and height of the picture, pixels."""
    symbology: str = "aruco"
    """Kind of mark on the cards."""
    table: Cloth = "felt"
    check_mm: float = CHECK_MM
    """Side of a square of checked cloth."""
    camera: CameraName = "close"
    """Camera over the table; at 46 cm the `close` one sees the mat as a Camera Module 3 does."""
    height_cm: float = 70
    """Height of the camera's lens over the table, for one that is not `close`."""
    lean: float = 0
    """Degrees off plumb, less than 60, of a Camera Module 3 that the mat fills, in place of `camera`; 0: that one."""
    card: str = "63x88"
    """Size of the cards, a name in `mat.CARD_SIZES`."""
    pace_seconds: float = 0.9
    """Time a card takes; stretched so that at least six still frames lie between two cards."""
    face: FaceOf | None = None
    """Draws the cards, instead of `faces.face` with the marks of the symbology."""
    labels: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The words on command cards, by command; the others bear their names."""


class Reel:
    """A take with its moments planned; its frames are drawn once, in order."""

    def __init__(self, take: Take) -> None:
        """Plan a film.

        Raises:
            KeyError: the number of seats is not 2 to 5, or there is no such size of card.
            EffectError: there is no such effect, or its level is not 0 to 1.
            UnknownSymbologyError: there is no such kind of mark.
            NoSuchPlaceError: a card is laid in a place that this mat has not.
            HeightError: the camera hangs so low that it does not see the whole mat.
            LeanError: it leans by 60 degrees or more.
        """
        self.take = take
        self.effects = film_effects.make(levels(take.noise, take.effects), take.seed)
        self._random = np.random.default_rng(take.seed)
        self._style = Style()
        for effect in self.effects:
            self._style = effect.direct(self._style)
        mat = Mat(card=CARD_SIZES[take.card])
        pace = Pace.of(take.fps, take.pace_seconds)
        mark_mm = symbologies.load(take.symbology).mark_mm
        director = Director(take.seats, mat, pace, self._random, self._style, mark_mm)
        moments = tuple(director.play(list(take.steps)))
        if take.lean:
            to_px = lean_camera(take.lean, mat, take.size, self._random)
        else:
            to_px = hang_camera(take.camera, take.height_cm, mat, take.size, self._random)
        size = (take.size, take.fps, mat, take.seats, moments)
        self.shoot = Shoot(to_px, _scale(to_px, mat), *size, take.face or self._with_marks)

    def frames(self, grey: bool) -> Iterator[Bgr]:
        """Every frame of the moments of `shoot`, in colour or in grey.

        Raises:
            UnknownCardError: a step names a card that no mark stands for.
        """
        for effect in self.effects:
            effect.begin(self.shoot)
        coat = EffectStack(self.effects, grey)
        ground = table(self.shoot, self.take.table, coat, self._random, self.take.check_mm)
        scene = Scene(self.shoot, ground, coat, self._style.shutter)
        for number, moment in enumerate(self.shoot.moments):
            yield coat.frame(scene.draw(moment), number)

    def _with_marks(self, deck: int, card: str) -> Bgr:
        return faces.face(deck, card, self.take.symbology, self.shoot.mat.card, self.take.labels.get(card, ""))


def _scale(to_px: Matrix, mat: Mat) -> float:
    """Pixels a millimetre in the middle of the mat."""
    x, y = mat.width_mm / 2, mat.height_mm / 2
    here = cv2.perspectiveTransform(np.array([[(x, y), (x + 1, y)]]), to_px)[0]
    return round(float(np.linalg.norm(here[1] - here[0])), 3)
