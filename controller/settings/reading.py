"""The ``[reading]`` settings: when a card counts, whose it is, and when the referee advises only."""

from typing import Annotated, Final

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from controller.record.message import Message
from controller.settings.clash import Clash
from vision.base.belief import Strictness

LEAST_AREA_MM: Final = 50.0
"""A side of an area: a card must find room, and its centre may not lie in two areas."""


@dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid", allow_inf_nan=False))
class ReadingConfig:
    """When a card counts as laid, whose it is, and when too many had to be corrected to accuse anybody."""

    frames: Annotated[int, Field(ge=3, le=10)] = 3
    """Readings at one place, with one identity, before a card counts."""
    settle_seconds: Annotated[float, Field(ge=0, le=3)] = 0.13
    """So long it must have lain still."""
    still_mm: Annotated[float, Field(ge=0.3, le=5)] = 1
    """A mark that moved less between two readings lies still."""
    patience_seconds: Annotated[float, Field(ge=0, le=30)] = 3
    """After this a card read elsewhere has moved there, although a hand hides its old place."""
    forget_seconds: Annotated[float, Field(ge=0.5, le=10)] = 2
    """A card not read for so long before it was laid is forgotten."""
    areas: tuple[tuple[float, float, float, float], ...] | None = None
    """Left, top, right, bottom of each seat's area in order of play, mm on the mat; those printed if left out."""
    reach_mm: Annotated[float, Field(ge=0, le=60)] = 15
    """So far outside a seat's area a card may lie and still be taken as that seat's."""
    budget_ms: Annotated[float, Field(ge=1, le=50)] = 8
    """For reading in one frame of a live camera; the rest waits for the next frame."""
    corrections_per_100: Annotated[float, Field(ge=0, le=100)] = 5
    """More of them, and the referee advises only."""
    window: Annotated[int, Field(ge=1)] = 100
    """The cards that count: the newest so many."""
    least: Annotated[int, Field(ge=1)] = 20
    """Fewer cards tell no rate."""

    def clash(self) -> Clash | None:
        """What cannot be together in these settings, or None."""
        if self.settle_seconds >= self.forget_seconds:
            told = Message(
                "a card is forgotten after {n} s, before it has lain still for so long; let forget_seconds be the "
                "larger",
                n=f"{self.forget_seconds:g}",
            )
            return Clash(("reading", "settle_seconds"), told)
        if self.least > self.window:
            return Clash(("reading", "least"), _too_small(self.window, self.least))
        for number, (left, top, right, bottom) in enumerate(self.areas or (), 1):
            wide, high = right - left, bottom - top
            if 0 < min(wide, high) < LEAST_AREA_MM:
                return Clash(("reading", "areas"), _no_card_in(number, wide, high))
        return None

    def strictness(self) -> Strictness:
        """When to believe a card."""
        return Strictness(self.frames, self.settle_seconds, self.still_mm, self.patience_seconds, self.forget_seconds)


def _too_small(window: int, least: int) -> Message:
    return Message("of {n} cards {n2} can never be there; let window be as large as least", n=window, n2=least)


def _no_card_in(number: int, wide_mm: float, high_mm: float) -> Message:
    return Message(
        "area {n} of {n2} x {n3} mm holds no card; {n4} x {n4} mm are the least",
        n=number,
        n2=f"{wide_mm:g}",
        n3=f"{high_mm:g}",
        n4=f"{LEAST_AREA_MM:g}",
    )
