"""When to believe what the frames show."""

from dataclasses import dataclass
from typing import Final

FEWEST_FRAMES: Final = 3
"""Nothing that a verdict rests on may be believed from fewer readings with one identity."""


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
    """After this a card read elsewhere has moved there although a hand hides its old place; if other cards lie on
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
