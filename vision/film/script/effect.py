"""The interface of film effects: the hooks at which an effect may make reading hard."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import Bgr, Matrix, f64
from vision.base.light import Light
from vision.base.observation import Point
from vision.film.script.script import Moment, Style
from vision.mat.layout import Mat

Lamps: TypeAlias = NDArray[np.float32]
"""The lamps' light at each pixel, 1 full."""
Boxed: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom on the mat, mm."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """The place and the time of an effect's action."""

    what: str
    """Description in words, with its size and unit."""
    frames: tuple[int, int] | None = None
    """First and last frame, counted from 0; None for the whole film."""
    box_mm: Boxed | None = None
    """Place on the mat; None for everywhere."""


@dataclass(frozen=True, slots=True, eq=False)
class Shoot:
    """The film that is about to be drawn."""

    to_px: Matrix
    """Millimetres on the mat to pixels."""
    px_per_mm: float
    size: tuple[int, int]
    """Width and height of the picture, pixels."""
    fps: float
    mat: Mat
    seats: int
    moments: tuple[Moment, ...]
    face: Callable[[int, str], Bgr]
    """The face of a card of a deck at `faces.PX_PER_MM`."""

    def px(self, x_mm: float, y_mm: float) -> Point:
        """Project a point of the mat into the picture."""
        x, y = f64(cv2.perspectiveTransform(np.array([[(x_mm, y_mm)]], dtype=np.float64), self.to_px))[0, 0]
        return float(x), float(y)

    def round_box(self, x_mm: float, y_mm: float, radius_mm: float) -> Boxed:
        """Return the box round a disc on the mat, to a tenth of a millimetre."""
        left, top = round(x_mm - radius_mm, 1), round(y_mm - radius_mm, 1)
        return left, top, round(x_mm + radius_mm, 1), round(y_mm + radius_mm, 1)


class Effect:
    """Effect that makes reading hard; a hook that it does not override changes nothing."""

    still: bool = True
    """Whether `lens` does the same to the same light at any time."""

    def __init__(self, level: float, seed: int) -> None:
        """Make an effect of a strength from 0 to 1; all its chance comes from its own seed."""
        self.level: Final = level
        self.seed: Final = seed
        self.random: Final = np.random.default_rng(seed)
        self.acts: list[Occurrence] = []
        """Occurrences of the effect, complete once the film was drawn to its end."""

    def direct(self, style: Style) -> Style:
        """Return the style in which cards and hands move."""
        return style

    def begin(self, shoot: Shoot) -> None:
        """Get ready; called once, before all hooks below."""

    def paint(self, picture: Bgr) -> Bgr:
        """Return the colours of every surface as they look in this light."""
        return picture

    def ground(self, picture: Bgr) -> Bgr:
        """Paint the table without cards, under full light; may be written to."""
        return picture

    def lamps(self, lamps: Lamps) -> Lamps:
        """Return the light that falls on each pixel."""
        return lamps

    def gloss(self) -> Light | None:
        """Return the light that a card reflects at each pixel; None for nothing."""
        return None

    def face(self, picture: Bgr, deck: int, card: str) -> Bgr:
        """Return the look of a card's face at `faces.PX_PER_MM`; it must not be written to."""
        return picture

    def lens(self, light: Light, number: int) -> Light:
        """Change the light that comes through the lens, in colour or grey; must not be written to."""
        return light

    def frame(self, picture: Bgr, number: int) -> Bgr:
        """Change the frame as sensor and file do, in colour or grey; must not be written to."""
        return picture
