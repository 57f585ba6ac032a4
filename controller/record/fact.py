"""The fields that every event of a record may have, and the types of the others: seat, named card, value, count."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, PlainValidator

from controller.record import cards
from controller.record.cards import Card

Seat = int
"""A seat, 0 to n-1 in order of play, counter-clockwise; the fold, which knows n, answers any other number."""

Named = Annotated[Card, PlainValidator(cards.parse)]
Value = bool | int | float | str | tuple[Any, ...]
"""The value of an option."""

Count = Annotated[int, Field(ge=1)]
Origin = Literal["camera", "console", "button", "import"]
"""By what means an event came into the record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """The fields that every event may have beside its own: time, source, confidence and picture."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
    t: int | float | None = None
    """Seconds since the match event."""
    src: Origin | None = None
    conf: Annotated[float, Field(ge=0, le=1)] | None = None
    img: str | None = None
    """Name of the evidence picture."""
