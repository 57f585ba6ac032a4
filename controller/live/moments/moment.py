"""The values of a kept moment: why it was kept, how the table was watched, which frames and cards it holds."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from vision.base.belief import Strictness
from vision.mat.layout import Area
from vision.mat.lens import Lens

DoubtKind: TypeAlias = Literal["unread", "candidate", "corrected", "gap"]
"""Something lies there that was not read; a card was read too seldom or too poorly to be believed; a person corrected a
card; the table was not seen."""


@dataclass(frozen=True, slots=True)
class DoubtfulTime:
    """A doubtful stretch of time, in seconds since the match event."""

    kind: DoubtKind
    began: float
    ended: float
    about: str = ""
    """The card, the reason of a gap, or the seat as a number."""


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card that the eyes believed to lie on the mat."""

    deck: int
    card: str
    first: float
    """When it was read there first, seconds since the match event."""
    x_mm: float
    y_mm: float
    turn: float
    """Degrees clockwise as the camera sees it."""

    @property
    def landing(self) -> tuple[int, str, float]:
        """The deck, the card and the time, which tell a landing from all others."""
        return self.deck, self.card, self.first


@dataclass(frozen=True, slots=True)
class StoredFrame:
    """One compressed frame, and the cards that lay there."""

    seconds: float
    """Since the match event."""
    jpeg: bytes
    lying: tuple[LyingCard, ...]
    size: tuple[int, int]
    """Width and height, pixels."""


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """The parameters of the eyes, so that a moment can be read again as it was read then."""

    seats: int
    symbology: str = "aruco"
    decks: tuple[int, ...] = (0,)
    card: str = "63x88"
    """Size of the cards, a name in `CARD_SIZES`."""
    bend: tuple[float, float] | None = None
    """The lens: k1 and k2 for half the picture's diagonal; None: not measured."""
    areas: tuple[Area, ...] | None = None
    """Where the seats lay their cards; None: as printed."""
    strictness: Strictness = Strictness()  # noqa: RUF009  frozen

    def lens(self, width_px: int, height_px: int) -> Lens | None:
        """The lens before a picture of that size, or None if it was not measured."""
        return None if self.bend is None else Lens.straight(width_px, height_px).with_bend(self.bend)


@dataclass(frozen=True, slots=True)
class BlurBox:
    """A rectangle of pixels that was made unrecognizable in the stored frames."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class CardSpan:
    """A card that lay there, from its first frame of a moment to its last."""

    lay: LyingCard
    frame: int
    """The first frame in which it lay there, from 0; earlier than it was believed."""
    until: int
    """The last frame in which it was believed to lie there."""


@dataclass(frozen=True, slots=True)
class KeptMoment:
    """All that is told of a moment beside its frames."""

    taken: str
    """ISO date and time, UTC; of a bundle the date alone."""
    match: str
    """The name of the match in the archive; empty if it is in none."""
    doubts: tuple[DoubtfulTime, ...]
    table: WatchedTable
    size: tuple[int, int]
    """Width and height of the frames, pixels."""
    times: tuple[float, ...]
    """Of each frame, seconds since the match event."""
    cards: tuple[CardSpan, ...]
    lost: int = 0
    """Frames of that time that were not kept because the game came first."""
    blurred: tuple[BlurBox, ...] = ()

    @property
    def began(self) -> float:
        """When its first frame was taken, seconds since the match event."""
        return self.times[0]

    @property
    def ended(self) -> float:
        """When its last frame was taken, seconds since the match event."""
        return self.times[-1]


def spans(frames: tuple[StoredFrame, ...]) -> tuple[CardSpan, ...]:
    """The cards that lay there in these frames, in the order in which they were read first."""
    found: dict[tuple[int, str, float], CardSpan] = {}
    for number, frame in enumerate(frames):
        for card in frame.lying:
            known = found.get(card.landing)
            first = known.frame if known else _first(frames, card.first)
            found[card.landing] = CardSpan(card, first, number)
    return tuple(sorted(found.values(), key=lambda span: span.lay.first))


def _first(frames: tuple[StoredFrame, ...], seconds: float) -> int:
    """The first frame taken at this time or later."""
    return next((number for number, frame in enumerate(frames) if frame.seconds >= seconds - 1e-6), 0)
