"""Matches in the file formats that one game's players exchange.

``interchange`` of each such game has ``WRITERS`` and ``READERS``, both by format.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from controller import games
from controller.record.events import Event
from controller.rules.match import AnyMatch

MatchWriter: TypeAlias = Callable[[AnyMatch], Iterator[str]]
"""The lines of a file that holds the finished deals of a match."""


class InterchangeError(ValueError):
    """A file in one game's own format that is no match; the message names the line and the reason.

    Attributes:
        line: the number of the line, from 1.
        faults: all that is wrong with the file, this one first; of a deal the first fault alone.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.faults: tuple[InterchangeError, ...] = (self,)


@dataclass(frozen=True, slots=True)
class MatchReading:
    """A file that was read: its matches, one a table, of the deals without a fault, and the faults of the others."""

    matches: tuple[tuple[Event, ...], ...]
    faults: tuple[InterchangeError, ...] = ()

    def whole(self) -> tuple[tuple[Event, ...], ...]:
        """The matches, if nothing is left out; else raises InterchangeError with every fault."""
        if self.faults:
            first = self.faults[0]
            first.faults = self.faults
            raise first
        return self.matches


MatchReader: TypeAlias = Callable[[str], MatchReading]
"""The matches that the text of a file holds; raises InterchangeError where there is none in it."""


class NoWriterError(ValueError):
    """A game whose players have no such file format; the message names those that have it."""


def load(game: str, form: str) -> MatchWriter:
    """The writer of a game's matches in a format; raises NoWriterError where there is none.

    Args:
        game: the game's name in records.
        form: the format's, which is also how its files' names end.
    """
    writer = _writers(game).get(form)
    if writer is None:
        known = ", ".join(name for name in games.names() if form in _writers(name))
        raise NoWriterError(f"{form} has no {games.load(game).title}; it holds matches of {known}")
    return writer


def reader(form: str) -> MatchReader | None:
    """The reader of the files of a format, by how their names end; None: no game has such files."""
    found = (_readers(name).get(form) for name in games.names())
    return next((one for one in found if one), None)


def _writers(game: str) -> Mapping[str, MatchWriter]:
    writers: Mapping[str, MatchWriter] = getattr(games.part(game, "interchange"), "WRITERS", {})
    return writers


def _readers(game: str) -> Mapping[str, MatchReader]:
    readers: Mapping[str, MatchReader] = getattr(games.part(game, "interchange"), "READERS", {})
    return readers
