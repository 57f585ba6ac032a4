"""A match being played: the record on the disk and what follows from it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from controller.record.cards import Card
from controller.record.corrections import StandingEvent, taken_back
from controller.record.events import (
    Amend,
    Correction,
    DealStart,
    End,
    Event,
    Gap,
    MatchStart,
    Missed,
    Origin,
    Ruling,
    SightEvent,
    Undo,
    Void,
)
from controller.record.message import Message
from controller.referee import announce
from controller.referee.accounts import Checkpoints
from controller.referee.announce import Announcement, Policy, TableKnowledge, reopens
from controller.referee.fold import MatchError, fold, outcome, start, step
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Result, Verdict
from controller.store.journal import Log
from controller.table import correction_rate
from controller.table.attribution import differences
from controller.table.correction_rate import ReadingRate
from controller.table.interpreter import Interpreter
from controller.table.unseen.auction import placed, question
from controller.table.unseen.course import open_hole
from controller.table.unseen.likely_courses import LikelyCourses
from controller.table.unseen.place_requests import TOO_SLOW
from vision.base.observation import Blind, BlindWhy, Observation, Point, Sight

# Rulings of which the table may not hear yet, for it may not hear of the verdicts that they are on.


def secret_lines(events: Sequence[Event], match: AnyMatch, knowledge: TableKnowledge) -> frozenset[int]:
    """The lines of the rulings that stand and that the table may not hear of at this moment.

    Args:
        events: the lines of the record.
        match: the match after them.
        knowledge: what the table knows.
    """
    if not match.running or knowledge.policy == "training":
        return frozenset()
    begun = max((number for number, event in enumerate(events, 1) if isinstance(event, DealStart)), default=0)
    if not any(isinstance(event, Ruling) for event in events[begun:]):
        return frozenset()
    return frozenset(
        number for number, ruling in _rulings(events) if number > begun and not knowledge.may_know(match, ruling)
    )


def taking_back(events: Sequence[Event], undo: Undo, secret: frozenset[int]) -> tuple[Event, ...]:
    """The events that take back so many steps of which the table knows, and leave what it may not know.

    A record is taken back from its end alone: the secret rulings in between are taken back with the rest and said
    again, as far as their verdicts still stand.
    """
    standing = taken_back(events, len(events))
    known = [line for line in standing if line.number not in secret][-undo.n :]
    if not secret or len(known) < undo.n:
        return (undo,)
    back = [line for line in standing if line.number >= known[0].number]
    whole = replace(undo, n=len(back))
    return whole, *(replace(ruling, t=undo.t) for ruling in _again(events, whole, back, secret))


def is_deal_ruled(events: Sequence[Event], match: AnyMatch, secret: frozenset[int]) -> bool:
    """Whether an arbiter has ruled what becomes of the deal being played, and the table may know of it.

    Args:
        events: the lines of the record.
        match: the match after them.
        secret: the lines of the rulings of which the table may not hear.
    """
    deal = match.deal
    if deal is None or not match.running:
        return False
    binding = [
        ruling
        for number, ruling in match.rulings.items()
        if ruling.is_arbiters and ruling.effect != "none" and match.verdicts[number - 1].deal == deal.number
    ]
    return any(number not in secret and ruling in binding for number, ruling in _rulings(events)) if binding else False


def is_secret(before: Sequence[Event], event: Event, secret: frozenset[int]) -> bool:
    """Whether an event takes back nothing but rulings of which the table does not know.

    Args:
        before: the lines of the record before it.
        event: the event.
        secret: the lines of the rulings that were secret before it.
    """
    back: tuple[StandingEvent, ...] = taken_back(before, event.n) if isinstance(event, Undo) and secret else ()
    return bool(back) and all(line.number in secret for line in back)


def _rulings(events: Sequence[Event]) -> list[tuple[int, Ruling]]:
    """The rulings that stand by their lines, each with the number that its verdict has now."""
    return [(stage.number, stage.event) for stage in fold(events) if isinstance(stage.event, Ruling)]


def _again(events: Sequence[Event], undo: Undo, back: Sequence[StandingEvent], secret: frozenset[int]) -> list[Ruling]:
    """The secret rulings among the lines that are taken back, on verdicts that stand without those lines."""
    wanted = {line.number for line in back} & secret
    if not wanted:
        return []
    verdicts = outcome(events).verdicts
    left = {verdict.accusation: number for number, verdict in enumerate(outcome((*events, undo)).verdicts, 1)}
    said: list[Ruling] = []
    for number, ruling in _rulings(events):
        meant = verdicts[ruling.verdict - 1].accusation if ruling.verdict <= len(verdicts) else None
        if number in wanted and meant in left:
            said.append(replace(ruling, verdict=left[meant]))
    return said


class ImpossibleEventError(ValueError):
    """An event that the match cannot take in."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class News:
    """An event that was taken in, the match after it, and what became true by it."""

    number: int
    event: Event
    match: AnyMatch
    results: tuple[Result, ...]
    """All results of the event, those that only an arbiter may see among them."""
    told: tuple[Announcement, ...]
    """The announcements that the event makes to the table."""
    heard: tuple[Verdict, ...]
    """All verdicts that the table may have heard of by now."""
    events: Sequence[Event] = field(default=(), repr=False)
    """All lines of the record; it only grows."""
    is_secret: bool = False
    """Whether nobody but an arbiter may hear of the event: a ruling on a verdict that the table may not know of."""


@dataclass(frozen=True, slots=True)
class AnnounceOptions:
    """The policy of announcing verdicts, and the rate of misreadings above which nobody is accused."""

    policy: Policy = "club"
    rate: ReadingRate = field(default_factory=ReadingRate)
    """While more readings than this had to be corrected, nobody is accused."""


_LATE: Final = Message(
    "the match is over, and what is laid now is part of none; begin the next one on the table's page"
)

PictureOf = Callable[[int, AnyMatch, Event], str | None]
"""The name of an event's picture, given its number and the match before it."""


class MatchSession:
    """One match: every event goes to the disk first, then into the fold."""

    def __init__(
        self,
        journal: Log,
        opening: MatchStart,
        announce_options: AnnounceOptions = AnnounceOptions(),
        picture_of: PictureOf | None = None,
        table: Interpreter | None = None,
    ) -> None:
        """Take up the match in the journal, or begin one.

        Args:
            journal: where the events are kept.
            opening: what is played, and by whom.
            announce_options: what the table is told, and when.
            picture_of: what the picture of an event is called, if one is taken.
            table: the places on the mat, if they are not those that are printed on it.

        Raises:
            MatchError: the journal holds another match, or no match can begin so.
        """
        self._journal, self._table = journal, table or Interpreter()
        self._announce_options = announce_options
        self._picture_of = picture_of
        begins = _opened(journal, opening)
        stages = list(fold(journal.events))
        self.match, self._knowledge = announce.taken_up(announce_options.policy, stages)
        self._table.arbiter_tells = announce_options.policy == "tournament"
        self._newest_shown: tuple[AnyMatch, tuple[Event, ...], AnyMatch] | None = None
        if opening.v > 1 and self.match.sight.since is None:
            journal.append(Amend(of=1, with_={"v": opening.v}))
            stages = list(fold(journal.events))
            self.match, self._knowledge = announce.taken_up(announce_options.policy, stages)
        self._courses = LikelyCourses(stages)
        self._rate = correction_rate.counted(announce_options.rate, journal.events)
        # By their faces only cards that land are read: of those that lie there already nothing is known.
        self._taken_up, self._odd = None if begins or not self.match.accuses else self.match, ""
        self.secret = secret_lines(self.events, self.match, self._knowledge)
        """The lines of the rulings of which nobody but an arbiter may hear for now."""
        self._late: list[Event] = []
        """What was laid after the end: part of no match, unless the end is taken back."""

    @property
    def heard(self) -> tuple[Verdict, ...]:
        """The verdicts announced to the table; in a match taken up again all that it may have heard."""
        return self._knowledge.said

    @property
    def reserve(self) -> str:
        """Why the referee accuses nobody for now, in one sentence, or nothing (too many readings were corrected)."""
        return self._rate.reason or ""

    @property
    def notice(self) -> str:
        """The notice beside the score: an unsaved event, a call for the arbiter, a word that waits, a doubt."""
        return self.unsaved_because or self.call or self.answer or self.remark

    @property
    def unsaved_because(self) -> str:
        """Why events are not on the disk, as long as they are not."""
        return self._journal.trouble if self.unsaved else ""

    @property
    def remark(self) -> str:
        """The remark on a mat that differs from the record, a doubtful event, unseen play, or a disk error."""
        late = _LATE if self._late and self.match.ended else ""
        return late or self._odd or self._table.doubt or self._unseen or self._journal.trouble or self.reserve

    @property
    def _unseen(self) -> str:
        """The notice of unseen play, of a request to clear a place, or of too few pictures a second."""
        if not self.tells_sight:
            return ""
        hole = open_hole(self.match, self.events)
        asks = self._table.asks or (TOO_SLOW if self._table.requests.is_slow else "")
        return hole.text if hole else question(self.match) or asks

    @property
    def likely_courses(self) -> tuple[Missed, ...]:
        """The courses that unseen play may have taken, the likeliest first; none where nobody can guess."""
        return self._courses.guessed(self.match, self.events)

    @property
    def checkpoints(self) -> Checkpoints:
        """The checkpoints from which courses of unseen play are tried."""
        return self._courses.checkpoints

    @property
    def arbiter_tells(self) -> bool:
        """Whether nobody but the arbiter says what went unseen: it could show what a verdict rests on."""
        return self._table.arbiter_tells

    def glimpse(self, card: Card, place: Point, seconds: float | None = None) -> None:
        """A card was read at a point of the mat, mm, but not often enough to be believed; it may tell what was lost."""
        seat = self._table.nearest(self.match, place)
        if seat is not None and self.match.running:
            self._courses.glimpse(card, seat, seconds)

    @property
    def call(self) -> str:
        """Who asks for the arbiter, as long as the call stands; or nothing."""
        return self._table.asides.call(self.match)

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
        """Number of events in memory that the disk does not take."""
        return self._journal.unsaved

    def save(self) -> None:
        """Try again to write the unsaved events; call it now and then."""
        self._journal.save()

    @property
    def is_to_compare(self) -> bool:
        """Whether a match was taken up again and nobody has held the mat against its record yet."""
        return self._taken_up is not None

    def compare(self, lying: Collection[Card]) -> None:
        """Hold the cards that lie on the mat against the record as it was taken up; `notice` tells what differs."""
        if self._taken_up:
            self._odd, self._taken_up = differences(self._taken_up, lying), None

    @property
    def tells_sight(self) -> bool:
        """Whether the record says what was seen and what was not; one of version 1 does not."""
        return self.match.sight.since is not None

    @property
    def shown(self) -> AnyMatch:
        """The match with the card that lies there and waits for a look, for whoever only wants to see it."""
        kept = self._table.kept
        if not kept:
            return self.match
        newest = self._newest_shown
        if newest is None or newest[:2] != (self.match, kept):
            shown = self.match
            for number, event in enumerate(kept, len(self.events) + 1):
                shown, _results = step(shown, number, event)
            newest = self._newest_shown = self.match, kept, shown
        return newest[2]

    def observe(self, seen: Observation, seconds: float) -> tuple[News, ...]:
        """Take in what the eyes are sure of; ``seconds`` since the match event, as are the times in it."""
        before = self._take_in(self._table.before(seen))
        return (*before, *self._take_in(self._table.events(self.match, seen, seconds, self.heard)))

    def open_eyes(self, seconds: float) -> tuple[News, ...]:
        """Take in that the table is seen from now on, and was not since the newest event, or since the start."""
        why: BlindWhy = "start" if len(self.events) == 1 else "restart"
        return self.observe(Blind(self.last_seconds, seconds, why), seconds) if self.tells_sight else ()

    def look(self, sight: Sight) -> tuple[News, ...]:
        """Take in how the places on the table look now; its times are seconds since the match event."""
        return self._take_in(self._table.look(self.match, sight))

    def settle(self) -> tuple[News, ...]:
        """Take in what was seen and waits, before anything that does not come from the camera."""
        return self._take_in(self._table.unsaid())

    def _take_in(self, events: Sequence[Event]) -> tuple[News, ...]:
        return tuple(self._added(self._of_this_match(events)))

    def _added(self, events: Iterable[Event]) -> Iterator[News]:
        """Take in what the table does; of what it takes back, arbiters' rulings stay as they are."""
        for event in events:
            for one in self._meant(event):
                yield self.add(self._pictured(one))

    def _of_this_match(self, events: Sequence[Event]) -> Iterator[Event]:
        """The events without what is laid after the end; that comes after all once the end is taken back."""
        late: list[Event] = []
        if not self.match.ended:
            late, self._late = self._late, late
        for number, event in enumerate((*late, *events)):
            if number < len(late) and isinstance(event, DealStart) and self.match.running:
                continue  # a card begins a deal where none runs: after an end that was taken back one does
            if not self.match.ended or isinstance(event, Correction | SightEvent | Ruling):
                yield event
            else:
                self._late.append(event)

    def _meant(self, event: Event) -> tuple[Event, ...]:
        """Return the events that a card or a button stands for; none where an arbiter alone takes them back."""
        if not isinstance(event, Undo):
            return () if self._breaks_ruled_deal(event) else (event,)
        meant = taking_back(self.events, event, self.secret)
        back = taken_back(self.events, meant[0].n if isinstance(meant[0], Undo) else 0)
        known = [line.event for line in back if line.number not in self.secret]
        if any(isinstance(one, Ruling) and one.is_arbiters for one in known):
            self._odd = Message("what an arbiter said only an arbiter takes back, on the table's page")
        elif self.arbiter_tells and reopens(self.match, self.events, back, meant):
            self._odd = Message("in a tournament only an arbiter takes back the end of a deal, on the table's page")
        else:
            return meant
        return ()

    def _breaks_ruled_deal(self, event: Event) -> bool:
        """Whether an event breaks off a deal of which an arbiter has said what becomes of it; then that is told.

        Pages know who asks.
        """
        is_end = isinstance(event, Void | End) and event.src != "console"
        bound = is_end and is_deal_ruled(self.events, self.match, self.secret)
        if bound:
            self._odd = Message(
                "an arbiter has ruled on this deal, and only an arbiter breaks it off, on the table's page"
            )
        return bound

    def say(self, word: str, seconds: float, source: Origin) -> tuple[News, ...]:
        """Take in a word for the whole table, said by a button or a phone; ``seconds`` since the match event."""
        before = self.settle()
        events = self._table.say(self.match, word, seconds, source, self.heard)
        return (*before, *self._added(events))

    @property
    def answer(self) -> str:
        """Why the last observation or word means nothing now, or what it waits for; empty if neither."""
        return self._table.asides.told

    @property
    def asked(self) -> str:
        """The request to the voice in the last observation or word: ``score``, ``lies`` …, or nothing."""
        return self._table.asides.asked

    def finish(self) -> tuple[News, ...]:
        """Take in the events that were held back, when the frames have ended."""
        return self._take_in(self._table.finish(self.match))

    def _pictured(self, event: Event) -> Event:
        picture = self._picture_of(len(self.events) + 1, self.match, event) if self._picture_of else None
        return replace(event, img=picture) if picture else event

    def add(self, event: Event, *, only_possible: bool = False) -> News:
        """Take in one event; a correction folds the whole record anew.

        Args:
            event: what happened.
            only_possible: whether one that the match cannot take in is refused, and not written down as an error.

        Raises:
            ImpossibleEventError: it cannot be; the match is as it was.
            JournalError: it could not be written; the match is as it was.
        """
        event = placed(self.match, self.events, event)
        stepped = self._possible(event) if only_possible else None
        secret, earlier, odd = self.secret, len(self.events), self._odd
        number, before, self._odd = self._journal.append(event), self.match, ""
        results = self._corrected(number) if isinstance(event, Correction) else self._taken(number, event, stepped)
        self._courses.written(before, self.match)
        self._table.written(number, before, self.match)
        if isinstance(event, Gap) and event.why == "again":
            for play in self._table.perhaps_played:
                self._courses.glimpse(play.card, play.seat, play.t)
        self._rate = correction_rate.counted(self._rate, self.events, number - 1)
        self._knowledge, told = self._knowledge.hear(self.match, reserved=self._rate.advises_only)
        self.secret = secret_lines(self.events, self.match, self._knowledge)
        hidden = number in self.secret or is_secret(self.events[:earlier], event, secret)
        if hidden:
            self._odd = odd
        return News(number, event, self.match, results, told, self.heard, self.events, is_secret=hidden)

    def _possible(self, event: Event) -> tuple[AnyMatch, tuple[Result, ...]]:
        after, results = step(self.match, len(self.events) + 1, event)
        fault = next((result for result in results if isinstance(result, ErrorResult)), None)
        if fault and after is self.match:
            raise ImpossibleEventError(fault.text)
        return after, results

    def _taken(
        self, number: int, event: Event, stepped: tuple[AnyMatch, tuple[Result, ...]] | None
    ) -> tuple[Result, ...]:
        before = self.match
        self.match, results = stepped or step(before, number, event)
        if self.match.objection:
            return self._corrected(number)
        self._courses.stepped(before, self.match, self.events)
        self._knowledge = self._knowledge.see(before, self.match, number, event)
        return results

    def _corrected(self, number: int) -> tuple[Result, ...]:
        """Fold the whole record anew: what its last line makes true, and the deals that now count otherwise."""
        before = {entry.deal.number: entry.result for entry in self.match.ledger}
        stages = list(fold(self.events))
        mine = [result for stage in stages if stage.number == number for result in stage.results]
        self._courses.folded(stages)
        self.match, knowledge = announce.taken_up(self._announce_options.policy, stages)
        self._knowledge = replace(knowledge, said=self._knowledge.said)
        now = [entry.result for entry in self.match.ledger if entry.result not in mine]
        return (*mine, *(result for result in now if result != before.get(result.deal)))


def _opened(journal: Log, opening: MatchStart) -> bool:
    """Write the first line of a match that begins, and tell whether it does; raises MatchError as the session does."""
    if journal.events:
        if not _same(journal.events[0], opening):
            raise MatchError(f"{journal.path} holds an unfinished match of other players or rules; --new ends it")
        return False
    start(opening)
    journal.append(opening)
    return True


def _same(first: Event, opening: MatchStart) -> bool:
    """Whether a record's first line opens this match, whenever and by whatever means it was written."""
    return isinstance(first, MatchStart) and _agreed(first) == _agreed(opening)


def _agreed(opening: MatchStart) -> tuple[object, ...]:
    return opening.game, opening.seats, opening.profile, opening.options, opening.cards
