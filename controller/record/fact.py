"""The fields that every event of a record may have, and the types of the others: seat, named card, value, count."""

import re
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import ConfigDict, Field, PlainValidator

from controller.record import cards
from controller.record.cards import Card
from controller.record.message import Message

Seat = int
"""A seat, 0 to n-1 in order of play, counter-clockwise; the fold, which knows n, answers any other number."""

Named = Annotated[Card, PlainValidator(cards.parse)]
Value = bool | int | float | str | tuple[Any, ...]
"""The value of an option."""

Count = Annotated[int, Field(ge=1)]


def _name(value: object) -> str:
    """The name of a movement; raises ValueError for anything else."""
    if isinstance(value, str) and _NAME.fullmatch(value):
        return value
    raise ValueError(Message("it should be a name in small letters, such as {reason}", reason="'give'"))


def _place(value: object) -> int | str:
    """A seat, or the name of another place; raises ValueError for anything else."""
    if (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, str) and _NAME.fullmatch(value)):
        return value
    raise ValueError(
        Message("it should be the number of a seat, or the name of a place, such as {reason}", reason="'stock'")
    )


_NAME: Final = re.compile("[a-z][a-z0-9-]*")
MovementName = Annotated[str, PlainValidator(_name)]
"""The name of a movement in a game: small letters, digits and dashes."""
CardPlace = Annotated[int | str, PlainValidator(_place)]
"""A hand by its seat, or another place with cards by its name, such as ``stock``."""
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

    @property
    def seats_named(self) -> tuple[Seat, ...]:
        """The seats whose event it is: that of its field ``seat``, if it has one; each must be one of the table's."""
        seat = getattr(self, "seat", None)
        return () if seat is None else (seat,)
