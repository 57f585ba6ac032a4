"""A match being played: the record on the disk and what follows from it."""

from collections.abc import Sequence
from dataclasses import dataclass

from controller.events import Correction, Event, MatchStart
from controller.fold import fold, step
from controller.journal import Journal
from controller.match import AnyMatch, MatchError, start
from controller.results import Result
from controller.table import Table
from vision.observation import Observation


@dataclass(frozen=True, slots=True)
class News:
    """An event that was taken in, the match after it, and the results it made true."""

    number: int
    event: Event
    match: AnyMatch
    results: tuple[Result, ...]


class Session:
    """One match: every event goes to the disk first, then into the fold."""

    def __init__(self, journal: Journal, opening: MatchStart) -> None:
        """Take up the match in the journal, or begin one.

        Raises:
            MatchError: the journal holds another match, or no match can begin so.
        """
        self._journal, self._table = journal, Table()
        if not journal.events:
            start(opening)
            journal.append(opening)
        elif not _same(journal.events[0], opening):
            raise MatchError(f"{journal.path} holds an unfinished match of other players or rules; --new ends it")
        self.match: AnyMatch = _fold(journal.events)

    @property
    def last_seconds(self) -> float:
        """When the newest event happened, seconds since the match event."""
        return max((event.t for event in self._journal.events if event.t is not None), default=0.0)

    def observe(self, seen: Observation, seconds: float) -> tuple[News, ...]:
        """Take in what the eyes are sure of; ``seconds`` since the match event."""
        return tuple(self.add(event) for event in self._table.events(self.match, seen, seconds))

    def add(self, event: Event) -> News:
        """Take in one event; a correction folds the whole record anew.

        Raises:
            JournalError: it could not be written; the match is as it was.
        """
        number = self._journal.append(event)
        if isinstance(event, Correction):
            stages = list(fold(self._journal.events))
            self.match = stages[-1].match
            mine = (result for stage in stages if stage.number == number for result in stage.results)
            return News(number, event, self.match, tuple(mine))
        self.match, results = step(self.match, number, event)
        return News(number, event, self.match, results)


def _fold(events: Sequence[Event]) -> AnyMatch:
    *_, last = fold(events)
    return last.match


def _same(first: Event, opening: MatchStart) -> bool:
    """Whether a record's first line opens this match, whenever and by whatever means it was written."""
    mine = (opening.game, opening.seats, opening.profile, opening.options)
    return isinstance(first, MatchStart) and (first.game, first.seats, first.profile, first.options) == mine
