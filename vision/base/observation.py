"""What one frame shows, and what the eyes are sure of."""

from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark in one frame, decoded but not yet believed."""

    deck: int
    card: str
    corners: Corners
    """Pixels; clockwise from the mark's own top left corner, so that the order tells how the mark is turned."""

    @property
    def centre(self) -> Point:
        """Mean of the corners, pixels."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    def moved(self, scale: float, left: int = 0, top: int = 0) -> "Mark":
        """The same mark in the picture of which that was a part, as with the function `moved`."""
        return Mark(self.deck, self.card, moved(self.corners, scale, left, top))


def moved(corners: Corners, scale: float, left: int = 0, top: int = 0) -> Corners:
    """From the pixels of a part that was made so many times as large, to those of the picture from which it was cut.

    Pixel centres are at whole numbers.
    """
    x_0, y_0 = left + 0.5 / scale - 0.5, top + 0.5 / scale - 0.5
    a, b, c, d = ((x / scale + x_0, y / scale + y_0) for x, y in corners)
    return a, b, c, d


@dataclass(frozen=True, slots=True)
class Laid:
    """A card lies still and was read often enough: said once for each time it is laid."""

    deck: int
    card: str
    x_mm: float
    """Centre of the card from the left edge of the mat, as the camera sees it."""
    y_mm: float
    """Centre of the card from the top edge of the mat, as the camera sees it."""
    angle: float
    """Degrees clockwise as the camera sees it, 0 <= angle < 180; 0 is upright for seat 0."""
    seconds: float
    """Media time of the frame that settled it."""
    frames: int
    """Frames in which it was read, all with this identity, when it settled."""
    confidence: float
    """Share of the frames looked at since it was first seen in which it was read, 0 to 1."""
    origin: Point | None = None
    """Where the hand that brought it came over the edge of the mat, mm, if that could be told."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """A laid card has left: the mat shows where it lay (a hand that covers it is no lifting)."""

    deck: int
    card: str
    seconds: float
    """Media time of the frame that settled it."""


Observation: TypeAlias = Laid | Lifted
