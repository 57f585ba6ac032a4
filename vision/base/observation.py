"""Marks read in one frame, and the observations that the eyes are sure of."""

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark in one frame, decoded but not yet believed."""

    deck: int
    card: str
    corners: Corners
    """Pixels; clockwise from the mark's own top left corner, so that the order tells how the mark is turned."""
    is_sure: bool = True
    """Whether it may be believed alone; else it is a candidate, which counts with another mark of its card only."""

    @property
    def centre(self) -> Point:
        """Mean of the corners, pixels."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    def moved(self, scale: float, left: int = 0, top: int = 0) -> "Mark":
        """The same mark in the picture of which that was a part, as with the function `moved`."""
        return replace(self, corners=moved(self.corners, scale, left, top))


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
    first: float = field(kw_only=True)
    """Media time of the first frame in which it was read where it lies."""
    since: float | None = field(default=None, kw_only=True)
    """Media time of the last frame in which its spot was seen without it, at most `first`; None: there is none."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """A laid card has left: the mat shows where it lay (a hand that covers it is no lifting)."""

    deck: int
    card: str
    seconds: float
    """Media time of the frame that settled it."""


CardSeen: TypeAlias = Laid | Lifted
"""The observations of cards."""

BlindWhy: TypeAlias = Literal["start", "camera", "frozen", "restart", "mat", "dark", "load", "again"]
"""The match begins; no picture came; the same picture came again and again; the program was away; the mat was covered,
gone or moving; too dark; the pictures were dropped or looked at too late; the last trick lay open again, and whether it
was played could not be seen. The eyes say neither start, restart nor again."""


@dataclass(frozen=True, slots=True)
class Blind:
    """For more than half a second no area was watched; said when sight returns, before anything seen after it."""

    began: float
    """Media time of the last frame before it in which an area was watched."""
    ended: float
    """Media time of the first frame after it in which one was."""
    why: BlindWhy


Observation: TypeAlias = CardSeen | Blind


@dataclass(frozen=True, slots=True)
class AreaSight:
    """One seat's area in the last frame: since when empty, since when unread, whether seen."""

    empty_since: float | None
    """Since when it was watched without a break and like the bare mat in every patch; None if it is not so now."""
    unread_since: float | None
    """Since when something lies still in it that is no known card, a hand too; None if nothing does."""
    seen: bool
    """Whether it was seen wholly: all of it is the bare mat, a known card, or a thing that lies still."""


@dataclass(frozen=True, slots=True)
class Sight:
    """All seats' areas in the last frame."""

    t: float
    """Media time of the frame in which they were looked at: a tenth of a second ago at most while something moves."""
    areas: tuple[AreaSight, ...]
    """By seat; none of them is seen before the mat was found and while it is not."""
    stray: bool
    """A thing of a card's size that is no known card lies or moves in nobody's area: it may be anybody's."""
