"""A match being played: the record on the disk and what follows from it."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

from controller.record.cards import Card
from controller.record.events import Correction, Event, MatchStart, Origin
from controller.referee import announce
from controller.referee.announce import Announcement, Policy
from controller.referee.fold import fold, step
from controller.referee.start import MatchError, start
from controller.rules.match import AnyMatch
from controller.rules.results import Result, Verdict
from controller.store.journal import Log
from controller.table import correction_rate
from controller.table.correction_rate import ReadingRate
from controller.table.interpreter import Table
from controller.table.mat_check import differences
from vision.base.observation import Observation


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


@dataclass(frozen=True, slots=True)
class Manners:
    """What the table is told, and when."""

    policy: Policy = "club"
    rate: ReadingRate = field(default_factory=ReadingRate)
    """While more readings than this had to be corrected, nobody is accused."""


PictureOf = Callable[[int, AnyMatch, Event], str | None]
"""The name of an event's picture, given its number and the match before it."""


class Session:
    """One match: every event goes to the disk first, then into the fold."""

    def __init__(
        self,
        journal: Log,
        opening: MatchStart,
        manners: Manners = Manners(),
        picture_of: PictureOf | None = None,
        table: Table | None = None,
    ) -> None:
        """Take up the match in the journal, or begin one.

        Args:
            journal: where the events are kept.
            opening: what is played, and by whom.
            manners: what the table is told, and when.
            picture_of: what the picture of an event is called, if one is taken.
            table: the places on the mat, if they are not those that are printed on it.

        Raises:
            MatchError: the journal holds another match, or no match can begin so.
        """
        self._journal, self._table = journal, table or Table()
        self._manners = manners
        self._picture_of = picture_of
        begins = not journal.events
        if begins:
            start(opening)
            journal.append(opening)
        elif not _same(journal.events[0], opening):
            raise MatchError(f"{journal.path} holds an unfinished match of other players or rules; --new ends it")
        self.match, self._ear = announce.taken_up(manners.policy, journal.events)
        self._rate = correction_rate.counted(manners.rate, journal.events)
        self._taken_up, self._odd = None if begins else self.match, ""

    @property
    def heard(self) -> tuple[Verdict, ...]:
        """What the table was told of verdicts; in a match taken up again all that it may have heard of."""
        return self._ear.said

    @property
    def reserve(self) -> str:
        """Why the referee accuses nobody for now, in one sentence, or nothing (too many readings were corrected)."""
        return self._rate.reason or ""

    @property
    def notice(self) -> str:
        """What the table should know beside the score: what is not saved, a call, a word that waits, a doubt."""
        trouble = self._journal.trouble
        said = (trouble if self.unsaved else "") or self.call or self.answer
        return said or self._odd or self._table.doubt or trouble or self.reserve

    @property
    def call(self) -> str:
        """Who asks for the arbiter, as long as the call stands; or nothing."""
        return self._table.desk.call(self.match)

    @property
    def events(self) -> Sequence[Event]:
        """Every line of the record so far."""
        return self._journal.events

    @property
    def last_seconds(self) -> float:
        """When the newest event happened, seconds since the match event."""
        return max((event.t for event in self._journal.events if event.t is not None), default=0.0)

    @property
    def unsaved(self) -> int:
        """Events that are not on the disk, because it takes none now."""
        return self._journal.unsaved

    def save(self) -> None:
        """Try again to save them, now and then."""
        self._journal.save()

    @property
    def is_to_compare(self) -> bool:
        """Whether a match was taken up again and nobody has held the mat against its record yet."""
        return self._taken_up is not None

    def compare(self, lying: Collection[Card]) -> None:
        """Hold the cards that lie on the mat against the record as it was taken up; `notice` tells what differs."""
        if self._taken_up:
            self._odd, self._taken_up = differences(self._taken_up, lying), None

    def observe(self, seen: Observation, seconds: float) -> tuple[News, ...]:
        """Take in what the eyes are sure of; ``seconds`` since the match event."""
        found = self._table.events(self.match, seen, seconds, self.heard)
        return tuple(self.add(self._pictured(event)) for event in found)

    def say(self, word: str, seconds: float, source: Origin) -> tuple[News, ...]:
        """Take in a word for the whole table, said by a button or a phone; ``seconds`` since the match event."""
        return tuple(map(self.add, self._table.say(self.match, word, seconds, source, self.heard)))

    @property
    def answer(self) -> str:
        """What of the last observation or word means nothing now, or waits for more; or nothing."""
        return self._table.desk.told

    @property
    def asked(self) -> str:
        """What somebody wants to hear by the last observation or word: ``score``, ``repeat``, or nothing."""
        return self._table.desk.asked

    def finish(self) -> tuple[News, ...]:
        """Take in what was held back, when nothing more will be seen."""
        return tuple(self.add(self._pictured(event)) for event in self._table.finish(self.match))

    def _pictured(self, event: Event) -> Event:
        picture = self._picture_of(len(self.events) + 1, self.match, event) if self._picture_of else None
        return replace(event, img=picture) if picture else event

    def add(self, event: Event) -> News:
        """Take in one event; a correction folds the whole record anew.

        Raises:
            JournalError: it could not be written; the match is as it was.
        """
        number, self._odd = self._journal.append(event), ""
        results = self._corrected(number) if isinstance(event, Correction) else self._taken(number, event)
        self._rate = correction_rate.counted(self._rate, self.events, number - 1)
        self._ear, told = self._ear.hear(self.match, reserved=self._rate.advises_only)
        return News(number, event, self.match, results, told, self.heard)

    def _taken(self, number: int, event: Event) -> tuple[Result, ...]:
        before = self.match
        self.match, results = step(before, number, event)
        self._ear = self._ear.see(before, self.match, number, event)
        return results

    def _corrected(self, number: int) -> tuple[Result, ...]:
        """Fold the whole record anew: what its last line makes true, and the deals that now count otherwise."""
        before = {entry.deal.number: entry.result for entry in self.match.ledger}
        mine = [result for stage in fold(self.events) if stage.number == number for result in stage.results]
        self.match, ear = announce.taken_up(self._manners.policy, self.events)
        self._ear = replace(ear, said=self._ear.said)
        now = [entry.result for entry in self.match.ledger if entry.result not in mine]
        return (*mine, *(result for result in now if result != before.get(result.deal)))


def _same(first: Event, opening: MatchStart) -> bool:
    """Whether a record's first line opens this match, whenever and by whatever means it was written."""
    mine = (opening.game, opening.seats, opening.profile, opening.options)
    return isinstance(first, MatchStart) and (first.game, first.seats, first.profile, first.options) == mine
