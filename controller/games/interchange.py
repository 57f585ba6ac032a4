"""Matches in the file formats that one game's players exchange.

``interchange`` of each such game has ``WRITERS``, ``READERS`` and ``EVENT_WRITERS``, all by format.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from controller import games
from controller.record.events import Event
from controller.rules.match import AnyMatch
from controller.rules.score.slip import SlipLine

MatchWriter: TypeAlias = Callable[[AnyMatch], Iterator[str]]
"""The lines of a file that holds the finished deals of a match."""


Writer = TypeVar("Writer")


class InterchangeError(ValueError):
    """An error for a file in one game's own format that is no match; the message names the line and the reason.

    Attributes:
        line: the number of the line, from 1.
        faults: every fault of the file, this one first; only the first fault of each deal.
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
        """Return the matches, if nothing is left out; else raise InterchangeError with every fault."""
        if self.faults:
            first = self.faults[0]
            first.faults = self.faults
            raise first
        return self.matches


MatchReader: TypeAlias = Callable[[str], MatchReading]
"""The matches that the text of a file holds; raises InterchangeError where there is none in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPair:
    """A pair of an event, with its place."""

    number: int
    names: tuple[str, ...]
    direction: str
    """``NS`` or ``EW``, where these are ranked apart; else empty."""
    place: int | None
    score: float | None
    """The unit of the ranking: per cent of the matchpoints, or points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedTable:
    """A table of a round of an event, with its play."""

    round: int
    table: int
    pairs: tuple[int, int]
    """The numbers of the pairs, the one of the first seat first."""
    boards: tuple[int, ...]
    """The deals that are played there."""
    lines: tuple[SlipLine, ...] = ()
    """The points of these pairs on the slip, in their order."""
    match: AnyMatch | None = None
    """The match of which the slip comes; None: it was entered by hand, or corrected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairEvent:
    """An evening or a tournament of pairs, as other programs read it."""

    title: str
    mark: str
    """32 hexadecimal digits that no other event has."""
    began: tuple[int, int, int, int, int]
    """Year, month, day, hour and minute, UTC."""
    by_matchpoints: bool
    pairs: tuple[RankedPair, ...]
    tables: tuple[PairedTable, ...]


EventWriter: TypeAlias = Callable[[PairEvent], str]
"""The text of a file that holds an event; raises CannotTellError where its format cannot hold it."""


class CannotTellError(ValueError):
    """An event that a format cannot hold; the message says why."""


class NoWriterError(ValueError):
    """An error for a game whose players have no such file format; the message lists the games that have it."""


def load(game: str, form: str) -> MatchWriter:
    """Return the writer of a game's matches in a format; raises NoWriterError where there is none.

    Args:
        game: the game's name in records.
        form: the format's name, which is also the suffix of its files.
    """
    writers: Mapping[str, Mapping[str, MatchWriter]] = _of_all("WRITERS")
    return _chosen(writers, game, form)


def load_for_event(game: str, form: str) -> EventWriter:
    """Return the writer of whole events in a format; raises NoWriterError where there is none."""
    writers: Mapping[str, Mapping[str, EventWriter]] = _of_all("EVENT_WRITERS")
    return _chosen(writers, game, form)


def forms(game: str) -> frozenset[str]:
    """List the formats in which a game's matches, or whole events of it, can be written."""
    return frozenset(form for kind in ("WRITERS", "EVENT_WRITERS") for form in _of_all(kind)[game])


def reader(form: str) -> MatchReader | None:
    """Return the reader of a format's files, by their suffix; None: no game has such files."""
    readers: Mapping[str, Mapping[str, MatchReader]] = _of_all("READERS")
    return next((own[form] for own in readers.values() if form in own), None)


def _of_all(kind: str) -> dict[str, Mapping[str, Any]]:
    """Return the readers or writers of each game, by format."""
    return {name: getattr(games.part(name, "interchange"), kind, {}) for name in games.names()}


def _chosen(writers: Mapping[str, Mapping[str, Writer]], game: str, form: str) -> Writer:
    if form not in writers[game]:
        names = ", ".join(name for name, own in writers.items() if form in own)
        raise NoWriterError(f"{form} has no {games.load(game).title}; it holds matches of {names}")
    return writers[game][form]
