"""A card on the mat as many frames have shown it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import Final, Literal, TypeAlias

from vision.mat.placed_cards import SAME_CARD_MM, CardGlimpse, PlacedMark, glimpse_of

TrackState: TypeAlias = Literal["landing", "lying", "covered", "gathered"]
"""Not yet believed; believed and seen; believed and hidden by cards laid on it; it has left the mat."""

REFRESH_MM: Final = 3.0
"""A laid card may creep so far between two readings."""
_SQUARE: Final = 0.17
"""Sine of 10 degrees: the corners of one card are a quarter or half turn apart, read more exactly than this."""


@dataclass(frozen=True, slots=True)
class TrackedCard:
    """A card on its way to be believed, or believed and lying."""

    deck: int
    card: str
    x_mm: float
    y_mm: float
    angle: float
    spots: tuple[PlacedMark, ...]
    """The newest reading of every mark of it that was read."""
    marks: int
    """Most marks read in one frame."""
    reads: int
    looks: int
    """Frames looked at from the first reading on."""
    first: float
    """Seconds of the first reading."""
    seen: float
    """Seconds of the last reading."""
    since: float | None = None
    """Seconds of the last frame before the first reading in which its spot was seen without it; None: there is none."""
    is_sure: bool = True
    """Whether one of its readings was sure."""

    @property
    def name(self) -> tuple[int, str]:
        """Deck and card."""
        return self.deck, self.card


def first_reading(glimpse: CardGlimpse, seconds: float, since: float | None = None) -> TrackedCard:
    """A card that no frame has shown here before, and when its spot was seen without it."""
    return TrackedCard(
        glimpse.deck,
        glimpse.card,
        glimpse.x_mm,
        glimpse.y_mm,
        glimpse.angle,
        glimpse.spots,
        marks=len(glimpse.spots),
        reads=1,
        looks=1,
        first=seconds,
        seen=seconds,
        since=since,
        is_sure=glimpse.is_sure,
    )


def read_again(card: TrackedCard, glimpse: CardGlimpse, seconds: float) -> TrackedCard:
    """One more reading of a laid card, which may creep: its place is told by all its marks as they were read last."""
    return _read(card, glimpse, _joined(glimpse.spots, card.spots), seconds)


def read_while_landing(card: TrackedCard, glimpse: CardGlimpse, seconds: float) -> TrackedCard:
    """One more reading of a card that must not creep: its marks stay where they were read first."""
    return _read(card, glimpse, _joined(card.spots, glimpse.spots), seconds)


def _joined(these: tuple[PlacedMark, ...], others: tuple[PlacedMark, ...]) -> tuple[PlacedMark, ...]:
    """The marks of both, one for every corner of the card."""
    return (*these, *(other for other in others if not any(other.is_turned_like(mine) for mine in these)))


def _read(card: TrackedCard, glimpse: CardGlimpse, spots: tuple[PlacedMark, ...], seconds: float) -> TrackedCard:
    place = glimpse if spots == glimpse.spots else glimpse_of(card.deck, card.card, spots)
    return replace(
        card,
        x_mm=place.x_mm,
        y_mm=place.y_mm,
        angle=place.angle,
        spots=spots,
        marks=max(card.marks, len(glimpse.spots)),
        reads=card.reads + 1,
        seen=seconds,
        is_sure=card.is_sure or glimpse.is_sure,
    )


def is_at(card: TrackedCard, glimpse: CardGlimpse, apart_mm: float) -> bool:
    """Whether some mark of this card is where a mark of it was."""
    return card.name == glimpse.name and any(new.is_at(old, apart_mm) for old in card.spots for new in glimpse.spots)


def shows(glimpse: CardGlimpse, card: TrackedCard) -> bool:
    """Whether the glimpse shows a laid card where it lies: marks seen before, or other corners of it uncovered now."""
    return is_at(card, glimpse, REFRESH_MM) or (card.name == glimpse.name and _completes(card.spots, glimpse.spots))


def _completes(known: Sequence[PlacedMark], new: Sequence[PlacedMark]) -> bool:
    """Whether two sets of marks are different corners of one card."""
    return all(
        abs(_sine_of_double(a, b)) < 2 * _SQUARE and not a.is_turned_like(b) and dist(a.guess, b.guess) < SAME_CARD_MM
        for a in known
        for b in new
    )


def _sine_of_double(a: PlacedMark, b: PlacedMark) -> float:
    """Of the angle between two marks: 0 where it is a multiple of a quarter turn."""
    cosine = a.right[0] * b.right[0] + a.right[1] * b.right[1]
    sine = a.right[0] * b.right[1] - a.right[1] * b.right[0]
    return 2 * sine * cosine
