"""Entries and rounds: who takes part, who sat where, and what was played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from controller.rules.results import Number
from controller.rules.score.slip import SlipLine
from controller.tournament.steps import RoundBegun, SeatedTable


@dataclass(frozen=True, slots=True)
class Entry:
    """A player or a pair in a tournament."""

    number: int
    names: tuple[str, ...]
    gone: bool = False
    """Whether it has gone home."""

    @property
    def name(self) -> str:
        """As lists show it."""
        return " + ".join(self.names)


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a table in a round."""

    lines: tuple[SlipLine, ...]
    record: str = ""
    """The record that it comes from; empty: entered by hand."""
    why: str = ""
    """Why it was corrected; empty: it was not."""
    is_late: bool = False
    """Whether it came after its round was closed."""

    @property
    def points(self) -> tuple[Number, ...]:
        """The points of each side."""
        return tuple(sum(own) for own in zip(*(line.score for line in self.lines), strict=True))


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """A round of a tournament."""

    begun: RoundBegun
    results: Mapping[str, TableResult] = field(default_factory=dict[str, TableResult])
    """By table."""
    closed_s: int | None = None
    """When it was closed, seconds since 1970; None: it is being played."""

    @property
    def number(self) -> int:
        """From 1."""
        return self.begun.number

    @property
    def missing(self) -> tuple[SeatedTable, ...]:
        """The tables of which there is no result."""
        return tuple(table for table in self.begun.tables if table.table not in self.results)

    def table(self, name: str) -> SeatedTable | None:
        """The seating of a table of this name; None: there is none."""
        return next((table for table in self.begun.tables if table.table == name), None)

    def played(self) -> Iterator[tuple[SeatedTable, TableResult]]:
        """The tables that have a result."""
        for table in self.begun.tables:
            if table.table in self.results:
                yield table, self.results[table.table]
