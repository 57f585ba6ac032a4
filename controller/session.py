"""A match being played: the record on the disk and what follows from it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from controller import announce
from controller.announce import Announcement, Policy
from controller.events import Correction, Event, MatchStart
from controller.fold import fold, outcome, step
from controller.journal import Journal
from controller.match import AnyMatch, MatchError, start
from controller.results import Result, Verdict
from controller.table import Table
from vision.observation import Observation


@dataclass(frozen=True, slots=True)
class News:
    """An event that was taken in, the match after it, and what became true by it."""

    number: int
    event: Event
    match: AnyMatch
    results: tuple[Result, ...]
    """Everything that became true, the arbiter's secrets among it."""
    told: tuple[Announcement, ...]
    """What the table is told of verdicts."""
    heard: tuple[Verdict, ...]
    """All verdicts that the table may have heard of by now."""


PictureOf = Callable[[int, AnyMatch, Event], str | None]
"""The name of an event's picture, given its number and the match before it."""


class Session:
    """One match: every event goes to the disk first, then into the fold."""

    def __init__(
        self, journal: Journal, opening: MatchStart, policy: Policy = "club", picture_of: PictureOf | None = None
    ) -> None:
        """Take up the match in the journal, or begin one.

        Args:
            journal: where the events are kept.
            opening: what is played, and by whom.
            policy: who is told what when.
            picture_of: what the picture of an event is called, if one is taken.

        Raises:
            MatchError: the journal holds another match, or no match can begin so.
        """
        self._journal, self._table = journal, Table()
        self._policy: Policy = policy
        self._picture_of = picture_of
        if not journal.events:
            start(opening)
            journal.append(opening)
        elif not _same(journal.events[0], opening):
            raise MatchError(f"{journal.path} holds an unfinished match of other players or rules; --new ends it")
        self.match: AnyMatch = outcome(journal.events)
        self._public = self._veiled()
        self.heard = announce.audible(policy, self.match, self._public)
        """All verdicts that the table may have heard of; those of a match taken up again were said before."""

    @property
    def events(self) -> Sequence[Event]:
        """Every line of the record so far."""
        return self._journal.events

    @property
    def last_seconds(self) -> float:
        """When the newest event happened, seconds since the match event."""
        return max((event.t for event in self._journal.events if event.t is not None), default=0.0)

    def observe(self, seen: Observation, seconds: float) -> tuple[News, ...]:
        """Take in what the eyes are sure of; ``seconds`` since the match event."""
        return tuple(self.add(self._pictured(event)) for event in self._table.events(self.match, seen, seconds))

    def _pictured(self, event: Event) -> Event:
        picture = self._picture_of(len(self.events) + 1, self.match, event) if self._picture_of else None
        return replace(event, img=picture) if picture else event

    def add(self, event: Event) -> News:
        """Take in one event; a correction folds the whole record anew.

        Raises:
            JournalError: it could not be written; the match is as it was.
        """
        number = self._journal.append(event)
        results = self._take(number, event)
        before, self.heard = self.heard, announce.audible(self._policy, self.match, self._public)
        told = tuple(announce.news(before, self.heard, self.match))
        return News(number, event, self.match, results, told, self.heard)

    def _take(self, number: int, event: Event) -> tuple[Result, ...]:
        if isinstance(event, Correction):
            stages = list(fold(self._journal.events))
            self.match, self._public = stages[-1].match, self._veiled()
            return tuple(result for stage in stages if stage.number == number for result in stage.results)
        nothing_hidden = self._public is self.match and not announce.hides(event)
        self.match, results = step(self.match, number, event)
        self._public = self.match if nothing_hidden else step(self._public, number, announce.veiled(event))[0]
        return results

    def _veiled(self) -> AnyMatch:
        """The match as the whole table has seen it."""
        public = outcome(self._journal.events, announce.veiled)
        return self.match if public == self.match else public


def _same(first: Event, opening: MatchStart) -> bool:
    """Whether a record's first line opens this match, whenever and by whatever means it was written."""
    mine = (opening.game, opening.seats, opening.profile, opening.options)
    return isinstance(first, MatchStart) and (first.game, first.seats, first.profile, first.options) == mine
