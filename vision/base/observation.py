"""Marks read in one frame, and the observations that the eyes are sure of."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias, get_args

# When to believe what the frames show.

FEWEST_FRAMES: Final = 3
"""Fewest readings with one identity before a verdict may rest on it."""


class StrictnessError(ValueError):
    """A strictness with which the eyes may not be used."""


@dataclass(frozen=True, slots=True)
class Strictness:
    """When to believe.

    Raises:
        StrictnessError: fewer readings than `FEWEST_FRAMES`, or a length or time below zero.
    """

    frames: int = FEWEST_FRAMES
    """Readings at one place, with one identity, before a card counts as laid; at least 3."""
    settle_seconds: float = 0.13
    """A card must have lain still so long: two frames' time at 15 a second."""
    still_mm: float = 1.0
    """A mark that moved less between two readings lies still: 3 pixels of a 1080p camera."""
    patience_seconds: float = 3.0
    """Wait after which a card read elsewhere counts as moved although a hand hides its old place. If other cards lie on
    that place, it is a second card of its kind."""
    forget_seconds: float = 2.0
    """A card not read for so long before it was laid is forgotten."""

    def __post_init__(self) -> None:
        if self.frames < FEWEST_FRAMES:
            raise StrictnessError(
                f"frames is {self.frames}: a card must be read in at least {FEWEST_FRAMES} frames to be believed"
            )
        for name in ("settle_seconds", "still_mm", "patience_seconds", "forget_seconds"):
            if getattr(self, name) < 0:
                raise StrictnessError(f"{name} is {getattr(self, name)}: it cannot be less than 0")


USUAL_STRICTNESS: Final = Strictness()
"""The strictness that the settings begin with (``[reading]``)."""


# Troubles of the camera's view of the mat, as values; their English sentences are made here alone.

CornerName: TypeAlias = Literal["top left", "top right", "bottom right", "bottom left"]
CORNER_NAMES: Final[tuple[CornerName, ...]] = get_args(CornerName)
"""Names of the mat's corner marks, in the order of `identity.CORNERS`."""

TroubleKind: TypeAlias = Literal[
    "no-frame",
    "no-picture",
    "no-mat",
    "mat-incomplete",
    "mat-not-whole",
    "two-mats",
    "mat-gone",
    "corner-gone",
    "corner-hidden",
    "moving",
    "frozen",
    "dark",
    "dim",
    "pale",
    "glare",
    "soft",
]
"""Kinds of trouble, in this order.

Before the first frame; a source without any picture. Pictures without the mat, or without some corner marks; a first
frame that lacks corner marks; a corner mark seen twice. The mat was taken away; corner marks left the picture; a corner
mark is covered. Camera or mat move; the same picture repeats. Darkness; little light; a mat as white as cards, seen
from too far; light that blinds; out of focus.
"""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Trouble with the sight of the mat; equal if the same is wrong."""

    kind: TroubleKind
    corners: tuple[CornerName, ...] = ()
    """The corner marks that it is about."""
    pictures: int = 0
    """Number of pictures searched in vain, for `no-mat` and `mat-incomplete`."""

    @classmethod
    def at(cls, kind: TroubleKind, places: Iterable[int], pictures: int = 0) -> "Trouble":
        """Trouble with the corner marks at these places of `identity.CORNERS`."""
        return cls(kind, tuple(CORNER_NAMES[place] for place in places), pictures)

    @property
    def text(self) -> str:
        """The trouble and its remedy, in one English sentence."""
        seen = f"in {self.pictures} picture{'s' * (self.pictures != 1)}"
        return _SENTENCES[self.kind].format(
            listed=", ".join(self.corners), together=" and ".join(self.corners), seen=seen
        )

    def __str__(self) -> str:
        return self.text


_SENTENCES: Final[Mapping[TroubleKind, str]] = {
    "no-frame": "no picture has come yet",
    "no-picture": "the source gave no picture",
    "no-mat": "no mat was seen {seen}; lay it flat under the camera, all four corner marks in the picture and in light",
    "mat-incomplete": "the corner mark {together} was not seen {seen}; clear it and keep it in the picture",
    "mat-not-whole": "corner mark not seen: {listed}; show the whole mat to the camera and clear its corners",
    "two-mats": "two mats are seen (the {together} corner mark twice); take one away",
    "mat-gone": "the mat is not seen any more; put it back under the camera",
    "corner-gone": "camera or mat moved, and the corner mark {together} is not seen; bring it into the picture",
    "corner-hidden": "corner mark not seen: {listed}; clear it, or bring it into the picture",
    "moving": "camera or mat moved; wait until they rest",
    "frozen": "the same picture comes again and again; restart the camera, or plug it in again",
    "dark": "too dark to see the mat: switch a lamp on, or uncover the camera",
    "dim": "too little light: black and white are hardly told apart; switch a lamp on",
    "pale": "a white card can hardly be told from the white mat: lay a darker mat or cloth, or hang the camera lower",
    "glare": "glare: light falls onto the mat so that black looks grey; turn the lamp away",
    "soft": "out of focus: the corner marks' edges are blurred; focus the camera or wipe its lens",
}


Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Mark:
    """Mark in one frame, decoded but not yet believed."""

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

    def to_whole(self, scale: float, left: int = 0, top: int = 0) -> "Mark":
        """Convert the mark from a part's pixels to those of the whole picture, as `to_whole` does."""
        return replace(self, corners=to_whole(self.corners, scale, left, top))


def to_whole(corners: Corners, scale: float, left: int = 0, top: int = 0) -> Corners:
    """Convert pixels of an enlarged part to those of the picture from which it was cut.

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
    """Place where the hand that brought it crossed the edge of the mat, mm, if known."""
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


@dataclass(frozen=True, slots=True)
class StickerDoubt:
    """A card whose face is known, and whose marks are another card's, or cannot be read."""

    card: str
    """By its face."""
    marks: str
    """The card that a mark on it names; empty: none was read on it."""
    x_mm: float
    """Centre of the card from the left edge of the mat, as the camera sees it."""
    y_mm: float
    """Centre of the card from the top edge of the mat, as the camera sees it."""


CardSeen: TypeAlias = Laid | Lifted
"""The observations of cards."""

BlindWhy: TypeAlias = Literal["start", "camera", "frozen", "restart", "mat", "dark", "load", "again"]
"""Causes of blindness. The match begins; no picture came; the same picture repeated; the program was away; the mat was
covered, gone or moving; too dark. The pictures were dropped or processed too late; the last trick lay open again, and
whether it was played could not be seen. The eyes say neither start, restart nor again."""


@dataclass(frozen=True, slots=True)
class Blind:
    """Blindness of more than half a second, in which no area was watched; it precedes anything seen after it."""

    began: float
    """Media time of the last frame before it in which an area was watched."""
    ended: float
    """Media time of the first frame after it in which one was."""
    why: BlindWhy


Observation: TypeAlias = CardSeen | Blind


@dataclass(frozen=True, slots=True)
class AreaSight:
    """Sight of one seat's area in the last frame: since when empty, since when unread, whether seen."""

    empty_since: float | None
    """Start of the unbroken time in which every patch was like the bare mat; None if it is not so now."""
    unread_since: float | None
    """Start of the time in which something unknown lies still in it, a hand too; None if it is not so now."""
    seen: bool
    """Whether it was seen wholly: all of it is the bare mat, a known card, or a thing that lies still."""


@dataclass(frozen=True, slots=True)
class Sight:
    """All seats' areas in the last frame."""

    t: float
    """Media time of the frame in which they were looked at: a tenth of a second ago at most while something moves."""
    areas: tuple[AreaSight, ...]
    """Sights by seat; each is unseen while the mat is not found."""
    stray: bool
    """A thing of a card's size that is no known card lies or moves in nobody's area: it may be anybody's."""
