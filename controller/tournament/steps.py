"""The record of a tournament: its steps, one a line of JSON, read and written without loss."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from controller.record.events import Value
from controller.record.message import Message
from controller.rules.score.slip import SlipLine

MovementKind = Literal["draw", "swiss", "round-robin", "mitchell", "free"]
"""The kind of movement from round to round; ``draw``: with new partners each time."""
RankedBy = Literal["points", "wins", "matchpoints"]
ByeCount = Literal["average", "none"]
"""The points of a round in which an entry sits out: the average of its other rounds, or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFact:
    """The fields that every step has."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
    t: int = 0
    """The time of the step, seconds since 1970 UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentOpened(TournamentFact):
    """The first step: the game, the movement and the scoring."""

    e: Literal["open"] = "open"
    v: Literal[1] = 1
    title: str
    game: str
    profile: str = "seed"
    options: dict[str, Value] = field(default_factory=dict[str, Value])
    movement: MovementKind
    seats: int = 0
    """The players at a table; 0: as many as the game needs at least, four where four may play."""
    rounds: Annotated[int, Field(ge=1, le=99)]
    deals: Annotated[int, Field(ge=0)] = 0
    """The deals of a round, or boards if several tables play the same deals; 0: as many as there is time for."""
    minutes: Annotated[int, Field(ge=0)] = 0
    """The minutes of a round; 0 without a clock."""
    ranked: RankedBy = "points"
    bye: ByeCount = "average"
    tables: tuple[str, ...] = ()
    """The names of the tables in the order in which they are filled; further tables are numbered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRegistered(TournamentFact):
    """The registration of a player or a pair."""

    e: Literal["register"] = "register"
    entry: Annotated[int, Field(ge=1)]
    names: tuple[str, ...]
    members: tuple[str, ...] = ()
    """The number of each player in the club; empty: nobody has one."""
    team: str = ""
    """The team whose sum the entry adds to; empty: none."""
    reserve: bool = False
    """Whether the entry is a substitute's, who sits nowhere before somebody is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryWithdrawn(TournamentFact):
    """The withdrawal of an entry; its results stay."""

    e: Literal["withdraw"] = "withdraw"
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRenamed(TournamentFact):
    """A correction of an entry's names, in all rounds."""

    e: Literal["rename"] = "rename"
    entry: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySubstituted(TournamentFact):
    """A substitution of a player from a round on; place, lots and points stay the entry's."""

    e: Literal["substitute"] = "substitute"
    entry: int
    out: str
    """The name of the player who leaves."""
    name: str
    """The name of the player who comes."""
    number: Annotated[int, Field(ge=1)]
    """The number of the round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryAttended(TournamentFact):
    """The presence of an entry, or its absence: rounds begin without it."""

    e: Literal["attend"] = "attend"
    entry: int
    there: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LotsDrawn(TournamentFact):
    """The draw of the lots: all that chance decides follows from this seed, and anybody can repeat it."""

    e: Literal["draw"] = "draw"
    seed: Annotated[str, Field(min_length=1, max_length=64)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """A table of a round, with its players."""

    table: str
    sides: tuple[tuple[int, ...], ...]
    """The numbers of the entries, by side."""
    boards: tuple[int, ...] = ()
    """The numbers of the table's boards."""

    @property
    def entries(self) -> tuple[int, ...]:
        """The numbers of all entries at the table."""
        return tuple(entry for side in self.sides for entry in side)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegun(TournamentFact):
    """The beginning of a round, with its seating."""

    e: Literal["round"] = "round"
    number: Annotated[int, Field(ge=1)]
    tables: tuple[SeatedTable, ...]
    out: tuple[int, ...] = ()
    """The entries that sit out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClosed(TournamentFact):
    """The end of a round; results that are still missing may come late."""

    e: Literal["close"] = "close"
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultEntered(TournamentFact):
    """The result of a table in a round, from its record or from its slip."""

    e: Literal["result"] = "result"
    number: int
    """The number of the round."""
    table: str
    lines: tuple[SlipLine, ...]
    record: str = ""
    """The record of the result, ``<mark of the table>/<name>``; empty: entered by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected(TournamentFact):
    """A correction of a standing result, with its reason."""

    e: Literal["correct"] = "correct"
    number: int
    table: str
    lines: tuple[SlipLine, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsAwarded(TournamentFact):
    """Points that the organiser awards to an entry or deducts from it, with the reason."""

    e: Literal["award"] = "award"
    entry: int
    points: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentEnded(TournamentFact):
    """The end of the tournament: the last ranking stands."""

    e: Literal["end"] = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class StepUndone(TournamentFact):
    """The undoing of the last step that stands."""

    e: Literal["undo"] = "undo"


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRedone(TournamentFact):
    """The redoing of the last undone step."""

    e: Literal["redo"] = "redo"


TournamentStep: TypeAlias = (
    TournamentOpened
    | EntryRegistered
    | EntryWithdrawn
    | EntryRenamed
    | EntrySubstituted
    | EntryAttended
    | LotsDrawn
    | RoundBegun
    | RoundClosed
    | ResultEntered
    | ResultCorrected
    | PointsAwarded
    | TournamentEnded
    | StepUndone
    | StepRedone
)

_STEP: Final[TypeAdapter[TournamentStep]] = TypeAdapter(Annotated[TournamentStep, Field(discriminator="e")])


class StepError(ValueError):
    """An impossible step; the message says why, and what to do."""


def parse(line: bytes, number: int = 1) -> TournamentStep:
    """Parse the step on one line; raises StepError with the line's number and the reason."""
    try:
        return _STEP.validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"][1:]) or "the line"
        raise StepError(
            Message("line {n} is no step of a tournament: {reason}", n=number, reason=f"{place}: {first['msg']}")
        ) from None


def to_line(step: TournamentStep) -> bytes:
    r"""Write one line of the record, with its line end; :func:`parse` is its inverse.

    >>> to_line(LotsDrawn(seed="seven", t=3))
    b'{"e":"draw","t":3,"seed":"seven"}\n'
    """
    fields = {"e": step.e, **_STEP.dump_python(step, mode="json", exclude_defaults=True)}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read(lines: Sequence[bytes]) -> Iterator[TournamentStep]:
    """Yield the steps of a record; raises StepError for the first line that is none."""
    for number, line in enumerate(lines, 1):
        yield parse(line, number)
