"""The words of a table film: steps a caller asks for, and the moments they become."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from vision.mat.layout import PlaceKind

LayPlace: TypeAlias = Literal["own", "beside"] | PlaceKind
"""Places to lay a card: a free place of the own area, as a card is played; in the own area beside what was shown there,
a mark of each free; or a place of the mat, likewise."""


@dataclass(frozen=True, slots=True)
class Lay:
    """A seat lays a card; a card that already lies there or was swept may be laid again."""

    seat: int
    card: str
    deck: int = 0
    """`identity.NO_DECK` for a command card."""
    where: LayPlace = "own"


@dataclass(frozen=True, slots=True)
class PickUp:
    """A seat takes cards up again, each by deck and card; those of them that lie nowhere are no matter."""

    seat: int
    cards: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Sweep:
    """A seat gathers every card that lies on the mat."""

    seat: int


ScriptStep: TypeAlias = Lay | PickUp | Sweep


@dataclass(frozen=True, slots=True)
class Pose:
    """A card on the mat or above it."""

    card: str
    deck: int
    x_mm: float
    y_mm: float
    turn: float
    """Degrees clockwise as the camera sees it."""
    dx_mm: float = 0
    """Way since the frame before: what blurs it."""
    dy_mm: float = 0


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand above the mat; the place is that of its longest fingertip."""

    who: int
    x_mm: float
    y_mm: float
    angle: float
    """Direction of the arm, degrees clockwise from away from seat 0."""
    speed_mm: float
    """Way along the arm since the frame before."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Moment of one frame: what lies, what moves, and the hand above it all."""

    laid: tuple[Pose, ...]
    moving: tuple[Pose, ...] = ()
    hand: Reach | None = None


@dataclass(frozen=True, slots=True)
class Style:
    """The style in which the players at the table move."""

    pull: float = 0
    """Share of the way from a free place of the own to the middle of the trick, where cards overlap."""
    rest: float = 0
    """Share of cards on which a hand rests after laying, or over which one reaches while they lie."""
    rest_seconds: float = 0
    """The longest such rest."""
    shutter: float = 0.3
    """Share of the time between two frames in which the shutter is open."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The number of frames that each part of a step takes."""

    bring: int
    leave: int
    still: int
    gather: int
    hesitate: int = 2
    fps: float = 15

    @classmethod
    def of(cls, fps: float, seconds: float) -> "Pace":
        """Return a pace of a card every so many seconds, with at least `STILL` frames without motion between."""
        bring, leave = max(3, round(0.27 * fps)), max(2, round(0.22 * fps))
        return cls(bring, leave, max(STILL, round(seconds * fps) - bring - leave), max(8, round(0.8 * fps)), fps=fps)


STILL: Final = 6
LEAD: Final = 8
"""Frames of the empty table before the first step: the camera finds the mat."""
