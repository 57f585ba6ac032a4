"""The mat: its size, its seats' areas, and the way from pixels to millimetres.

Millimetres count from the mat's top left corner as the camera sees it: x to the right, y down.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.base.observation import Corners, Point
from vision.base.picture import Matrix, f64
from vision.mat.lens import Lens


@dataclass(frozen=True, slots=True)
class CardSize:
    """Width and height of a card."""

    width_mm: float
    height_mm: float


CARD_SIZES: Final[Mapping[str, CardSize]] = {"63x88": CardSize(63, 88), "61x112": CardSize(61, 112)}
"""Poker and Jass cards; French Tarot cards."""


@dataclass(frozen=True, slots=True)
class Area:
    """Where a seat lays its cards."""

    left_mm: float
    top_mm: float
    right_mm: float
    bottom_mm: float
    turn: float
    """How its player's cards stand: degrees clockwise as the camera sees it, 0 upright."""

    @property
    def centre(self) -> Point:
        """Its middle, mm."""
        return (self.left_mm + self.right_mm) / 2, (self.top_mm + self.bottom_mm) / 2

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Whether the point lies in it; left and top edge included."""
        return self.left_mm <= x_mm < self.right_mm and self.top_mm <= y_mm < self.bottom_mm


@dataclass(frozen=True, slots=True)
class Mat:
    """The playing field and its four corner marks."""

    width_mm: float = 600
    height_mm: float = 340
    corner_mm: float = 24
    """Side of a corner mark without its white margin."""
    inset_mm: float = 20
    """From the mat's edges to a corner mark's centre."""
    card: CardSize = CARD_SIZES["63x88"]

    @property
    def corner_centres(self) -> Corners:
        """Centres of the corner marks, in the order of `identity.CORNERS`."""
        right, bottom = self.width_mm - self.inset_mm, self.height_mm - self.inset_mm
        return (self.inset_mm, self.inset_mm), (right, self.inset_mm), (right, bottom), (self.inset_mm, bottom)

    @property
    def printed(self) -> Matrix:
        """The 16 corners of the corner marks, mm; mark by mark, each clockwise from its own top left."""
        half = self.corner_mm / 2
        outline = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        marks: Matrix = np.array(self.corner_centres)[:, None] + outline
        return marks.reshape(-1, 2)


_BOTTOM: Final = Area(190, 185, 410, 337, 0)
_TOP: Final = Area(190, 3, 410, 155, 180)
_RIGHT: Final = Area(420, 42, 597, 298, 270)
_LEFT: Final = Area(3, 42, 180, 298, 90)

AREAS: Final[Mapping[int, tuple[Area, ...]]] = {
    2: (Area(120, 185, 480, 337, 0), Area(120, 3, 480, 155, 180)),
    3: (_BOTTOM, _RIGHT, _LEFT),
    4: (_BOTTOM, _RIGHT, _TOP, _LEFT),
    5: (
        Area(203, 180, 397, 337, 0),
        Area(400, 180, 564, 337, 0),
        Area(400, 3, 564, 160, 180),
        Area(36, 3, 200, 160, 180),
        Area(36, 180, 200, 337, 0),
    ),
}
"""Areas by number of seats; seat 0 at the bottom of the picture, seat i+1 to the right of seat i.

Each holds two cards of any size in `CARD_SIZES` side by side and leaves the corner marks free; with five seats the
middle of the top edge stays free for the dog.
"""


def seat_at(x_mm: float, y_mm: float, seats: int) -> int | None:
    """The seat in whose area the point lies, None between the areas.

    Raises:
        KeyError: the number of seats is not 2 to 5.

    >>> seat_at(300, 260, 4), seat_at(500, 170, 4), seat_at(300, 170, 4)
    (0, 1, None)
    """
    return next((seat for seat, area in enumerate(AREAS[seats]) if area.holds(x_mm, y_mm)), None)


class MatNotSeenError(ValueError):
    """Fewer than four corner marks of the mat were found."""


class TwoMatsError(MatNotSeenError):
    """A corner mark was found twice, so that nobody can say which mat is played on."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The way between picture and mat: a homography, before it the lens if that is known."""

    to_mm: Matrix
    """From pixels without the lens."""
    to_px: Matrix
    """Its inverse."""
    lens: Lens | None = None

    def mm(self, points: Matrix) -> Matrix:
        """Pixels to millimetres; rows of x, y."""
        return _project(points if self.lens is None else self.lens.unbent(points), self.to_mm)

    def px(self, points: Matrix) -> Matrix:
        """Millimetres to pixels; rows of x, y."""
        seen = _project(points, self.to_px)
        return seen if self.lens is None else self.lens.bent(seen)


def calibrate(mat: Mat, corner_marks: Mapping[int, Corners], lens: Lens | None = None, least: int = 4) -> Calibration:
    """The homography that the corner marks tell.

    Args:
        mat: where the marks are printed.
        corner_marks: place in `identity.CORNERS` (0 to 3) to the mark's corners in pixels.
        lens: what bends the picture, if that is known.
        least: corner marks that must be seen; three tell the fourth's place to a millimetre.

    Raises:
        MatNotSeenError: too many corner marks are missing.
    """
    missing = [name for place, name in enumerate(CORNER_NAMES) if place not in corner_marks]
    if len(corner_marks) < least:
        raise MatNotSeenError(
            f"corner mark not seen: {', '.join(missing)}; show the whole mat to the camera and clear its corners"
        )
    places = sorted(corner_marks)
    seen = np.array([point for place in places for point in corner_marks[place]], dtype=np.float64)
    printed = mat.printed.reshape(4, 4, 2)[places].reshape(-1, 2)
    to_mm, _ = cv2.findHomography(seen if lens is None else lens.unbent(seen), printed)
    matrix = f64(to_mm)
    return Calibration(matrix, f64(np.linalg.inv(matrix)), lens)


CORNER_NAMES: Final = ("top left", "top right", "bottom right", "bottom left")
"""Of the corner marks, in the order of `identity.CORNERS`."""


def _project(points: Matrix, matrix: Matrix) -> Matrix:
    homogeneous = points @ matrix[:, :2].T + matrix[:, 2]
    projected: Matrix = homogeneous[:, :2] / homogeneous[:, 2:]
    return projected
