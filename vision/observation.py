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
