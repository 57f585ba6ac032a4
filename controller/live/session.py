"""A match in progress: its record on the disk, and the state that follows from it."""

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
    has_begun,
)
from controller.record.message import Message
from controller.referee import announce
from controller.referee.announce import Announcement, Policy, TableKnowledge, reopens
from controller.referee.fold import MatchError, fold, outcome, start, step
from controller.referee.unseen.checkpoints import Checkpoints
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Result, Verdict
from controller.store.journal import Log
from controller.table import correction_rate
from controller.table.attribution import differences
from controller.table.correction_rate import ReadingRate
from controller.table.interpreter import Interpreter
from controller.table.unseen.auction import place_word, question
from controller.table.unseen.candidates import LikelyCourses
from controller.table.unseen.course import open_hole
from controller.table.unseen.place_requests import TOO_SLOW
from vision.base.observation import Blind, BlindWhy, Observation, Point, Sight

# Rulings that are secret for now, because the verdicts that they are about are.


def secret_lines(events: Sequence[Event], match: AnyMatch, knowledge: TableKnowledge) -> frozenset[int]:
    """Return the lines of the standing rulings that the table may not know of at this moment.

    Args:
        events: the lines of the record.
        match: the match after them.
        knowledge: what the table knows.
    """
    if not match.running or knowledge.policy == "training":
        return frozenset()
    deal_start = max((number for number, event in enumerate(events, 1) if isinstance(event, DealStart)), default=0)
    if not any(isinstance(event, Ruling) for event in events[deal_start:]):
        return frozenset()
    return frozenset(
        number for number, ruling in _rulings(events) if number > deal_start and not knowledge.may_know(match, ruling)
    )


def undo_events(events: Sequence[Event], undo: Undo, secret: frozenset[int]) -> tuple[Event, ...]:
    """Return the events that undo so many public steps and keep the secret ones.

    A record can only be undone from its end. So secret rulings in between are undone with the rest and then restated,
    as far as their verdicts still stand.
    """
    standing = taken_back(events, len(events))
    lines = [line for line in standing if line.number not in secret][-undo.n :]
    if not secret or len(lines) < undo.n:
        return (undo,)
    back = [line for line in standing if line.number >= lines[0].number]
    whole = replace(undo, n=len(back))
    return whole, *(replace(ruling, t=undo.t) for ruling in _restate_rulings(events, whole, back, secret))


def is_deal_ruled(events: Sequence[Event], match: AnyMatch, secret: frozenset[int]) -> bool:
    """Whether an arbiter has ruled on the outcome of the current deal, and the table may know of it.

    Args:
        events: the lines of the record.
        match: the match after them.
        secret: the lines of the secret rulings.
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
    """Whether an event undoes secret rulings alone.

    Args:
        before: the lines of the record before it.
        event: the event.
        secret: the lines of the rulings that were secret before it.
    """
    back: tuple[StandingEvent, ...] = taken_back(before, event.n) if isinstance(event, Undo) and secret else ()
    return bool(back) and all(line.number in secret for line in back)


def _rulings(events: Sequence[Event]) -> list[tuple[int, Ruling]]:
    """List the standing rulings by line, each with its verdict's current number."""
    return [(stage.number, stage.event) for stage in fold(events) if isinstance(stage.event, Ruling)]


def _restate_rulings(
    events: Sequence[Event], undo: Undo, back: Sequence[StandingEvent], secret: frozenset[int]
) -> list[Ruling]:
    """Return the secret rulings among the undone lines whose verdicts stand without those lines."""
    numbers = {line.number for line in back} & secret
    if not numbers:
        return []
    verdicts = outcome(events).verdicts
    left = {verdict.accusation: number for number, verdict in enumerate(outcome((*events, undo)).verdicts, 1)}
    restated: list[Ruling] = []
    for number, ruling in _rulings(events):
        accusation = verdicts[ruling.verdict - 1].accusation if ruling.verdict <= len(verdicts) else None
        if number in numbers and accusation in left:
            restated.append(replace(ruling, verdict=left[accusation]))
    return restated


class ImpossibleEventError(ValueError):
    """An event that is impossible in the match."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Update:
    """An event of the record, with the match after it and its results."""

    number: int
    event: Event
    match: AnyMatch
    results: tuple[Result, ...]
    """The results of the event, including those that only an arbiter may see."""
    announcements: tuple[Announcement, ...]
    """The announcements that the event makes to the table."""
    announced: tuple[Verdict, ...]
    """The verdicts announced so far."""
    events: Sequence[Event] = field(default=(), repr=False)
    """The lines of the record, to which lines are only ever added."""
    is_secret: bool = False
    """Whether only an arbiter may know of the event: a ruling on a verdict that is not announced."""


@dataclass(frozen=True, slots=True)
class AnnounceOptions:
    """The policy of announcing verdicts, and the rate of misreadings above which accusations pause."""

    policy: Policy = "club"
    rate: ReadingRate = field(default_factory=ReadingRate)
    """The rate of corrected readings above which accusations pause."""


_LATE_NOTICE: Final = Message(
    "the match is over, and what is laid now is part of none; begin the next one on the table's page"
)

PictureOf = Callable[[int, AnyMatch, Event], str | None]
"""The name of an event's picture, given its number and the match before it."""


class MatchSession:
    """A match in progress: every event goes to the disk first, then into the fold."""

    def __init__(
        self,
        journal: Log,
        opening: MatchStart,
        announce_options: AnnounceOptions = AnnounceOptions(),
        picture_of: PictureOf | None = None,
        table: Interpreter | None = None,
    ) -> None:
        """Resume the match in the journal, or start one.

        Args:
            journal: stores the events.
            opening: the game and its players.
            announce_options: the policy of announcements.
            picture_of: names the picture of an event, if pictures are taken.
            table: the places on the mat, if they differ from the printed ones.

        Raises:
            MatchError: the journal holds another match, or no match can begin so.
        """
        self._journal, self._table = journal, table or Interpreter()
        self._announce_options = announce_options
        self._picture_of = picture_of
        begins = _open_record(journal, opening)
        stages = list(fold(journal.events))
        self.match, self._knowledge = announce.resume(announce_options.policy, stages)
        self._table.arbiter_tells = announce_options.policy == "tournament"
        self._newest_shown: tuple[AnyMatch, tuple[Event, ...], AnyMatch] | None = None
        if opening.tells_sight and not self.match.watched:
            journal.append(Amend(of=1, with_={"v": opening.v, "sight": opening.sight}))
            stages = list(fold(journal.events))
            self.match, self._knowledge = announce.resume(announce_options.policy, stages)
        self._courses = LikelyCourses(stages)
        self._rate = correction_rate.counted(announce_options.rate, journal.events)
        # Faces are read only while cards land: cards already on the mat are unknown.
        self._resumed, self._warning = None if begins or not self.match.accuses else self.match, ""
        self.secret = secret_lines(self.events, self.match, self._knowledge)
        self._doubted: tuple[int, str] = (0, "")
        """The newest doubt about stickers, and the deal in which it came up."""
        """The lines of the rulings that only an arbiter may know of for now."""
        self._late_events: list[Event] = []
        """The events after the end of the match, which count only if the end is undone."""

    @property
    def announced(self) -> tuple[Verdict, ...]:
        """The verdicts announced to the table; in a resumed match, all that may have been announced."""
        return self._knowledge.said

    @property
    def reserve(self) -> str:
        """The reason why accusations pause, in one sentence (too many corrected readings), or an empty text."""
        return self._rate.reason or ""

    @property
    def notice(self) -> str:
        """The notice beside the score: an unsaved event, a call for the arbiter, a word that waits, a doubt."""
        return self.unsaved_reason or self.call or self.answer or self.remark

    @property
    def unsaved_reason(self) -> str:
        """The reason why events are not on the disk, while some are not."""
        return self._journal.trouble if self.unsaved else ""

    @property
    def remark(self) -> str:
        """The remark on the mat, on stickers, a doubtful event, unseen play, a disk error, or too many misreadings."""
        late = _LATE_NOTICE if self._late_events and self.match.ended else ""
        remark = self._stickers or self._table.doubt or self._unseen
        return late or self._warning or remark or self._journal.trouble or self.reserve

    def doubt_stickers(self, card: Card, marks: Card | None) -> None:
        """Warn until the deal is over that a card has the stickers of another one, or none that can be read (None)."""
        if marks is None:
            text = Message("no sticker on {card} can be read: tap the card, and stick new ones on it", card=card)
        else:
            text = Message(
                "the stickers on {card} say {card2}: correct the card, and stick its own ones on it",
                card=card,
                card2=marks,
            )
        self._doubted = self._deal_number, text

    @property
    def _stickers(self) -> str:
        """The notice of stickers that are wrong or lost, in the deal in which it was found."""
        deal, text = self._doubted
        return text if deal == self._deal_number else ""

    @property
    def _deal_number(self) -> int:
        return self.match.deal.number if self.match.deal else 0

    @property
    def _unseen(self) -> str:
        """The notice of unseen play, of a request to clear a place, or of too few pictures a second."""
        if not self.records_sight:
            return ""
        hole = open_hole(self.match, self.events)
        asks = self._table.asks or (TOO_SLOW if self._table.requests.is_slow else "")
        return hole.text if hole else question(self.match) or asks

    @property
    def likely_courses(self) -> tuple[Missed, ...]:
        """The courses that unseen play may have taken, the likeliest first; empty if there is no basis for a guess."""
        return self._courses.guess(self.match, self.events)

    @property
    def checkpoints(self) -> Checkpoints:
        """The checkpoints from which courses of unseen play are tried."""
        return self._courses.checkpoints

    @property
    def is_arbiter_only(self) -> bool:
        """Whether only the arbiter may report unseen play, because it could reveal the basis of a verdict."""
        return self._table.arbiter_tells

    def glimpse(self, card: Card, place: Point, seconds: float | None = None) -> None:
        """Note a card that was read at a point of the mat, mm, too rarely to count: it may explain unseen play."""
        seat = self._table.nearest(self.match, place)
        if seat is not None and self.match.running:
            self._courses.add_glimpse(card, seat, seconds)

    @property
    def call(self) -> str:
        """The call for the arbiter, in words, while it stands; else an empty text."""
        return self._table.asides.call(self.match)

    @property
    def events(self) -> Sequence[Event]:
        """The lines of the record so far."""
        return self._journal.events

    @property
    def last_seconds(self) -> float:
        """The time of the newest event, seconds since the match event."""
        return max((event.t for event in self._journal.events if event.t is not None), default=0.0)

    @property
    def unsaved(self) -> int:
        """The number of events that are in memory and not on the disk."""
        return self._journal.unsaved

    def save(self) -> None:
        """Retry writing the unsaved events; call it periodically."""
        self._journal.save()

    @property
    def is_to_compare(self) -> bool:
        """Whether a resumed match still has to be compared with the mat."""
        return self._resumed is not None

    def compare(self, lying: Collection[Card]) -> None:
        """Compare the cards on the mat with the resumed record; `notice` names the differences."""
        if self._resumed:
            self._warning, self._resumed = differences(self._resumed, lying), None

    @property
    def records_sight(self) -> bool:
        """Whether the record has lines about what was seen; a record kept by hand has none."""
        return self.match.watched

    @property
    def shown(self) -> AnyMatch:
        """The match including the card that still waits for a confirming view, for showing it only."""
        pending = self._table.waiting_events
        if not pending:
            return self.match
        newest = self._newest_shown
        if newest is None or newest[:2] != (self.match, pending):
            match = self.match
            for number, event in enumerate(pending, len(self.events) + 1):
                match, _results = step(match, number, event)
            newest = self._newest_shown = self.match, pending, match
        return newest[2]

    def observe(self, observation: Observation, seconds: float) -> tuple[Update, ...]:
        """Add an observation of the eyes; ``seconds`` since the match event, as are the times in it."""
        before = self._add_all(self._table.before(observation))
        return (*before, *self._add_all(self._table.events(self.match, observation, seconds, self.announced)))

    def end_gap(self, seconds: float) -> tuple[Update, ...]:
        """End the gap since the newest event, or since the start: the table is seen from now on."""
        # Before a match's first word or card nothing was missed: what lies there is from before, as from a test deal.
        why: BlindWhy = "restart" if has_begun(self.events) else "start"
        return self.observe(Blind(self.last_seconds, seconds, why), seconds) if self.records_sight else ()

    def update_sight(self, sight: Sight) -> tuple[Update, ...]:
        """Add the current view of the places on the table; its times are seconds since the match event."""
        return self._add_all(self._table.observe_areas(self.match, sight))

    def settle(self) -> tuple[Update, ...]:
        """Add pending observations, before an event that does not come from the camera."""
        return self._add_all(self._table.unsaid())

    def _add_all(self, events: Sequence[Event]) -> tuple[Update, ...]:
        return tuple(self._add_each(self._without_late(events)))

    def _add_each(self, events: Iterable[Event]) -> Iterator[Update]:
        """Add the table's events; an undo leaves arbiters' rulings as they are."""
        for event in events:
            for resolved in self._resolve(event):
                yield self.add(self._with_picture(resolved))

    def _without_late(self, events: Sequence[Event]) -> Iterator[Event]:
        """Yield the events without those after the end of the match, which follow if the end is undone."""
        late: list[Event] = []
        if not self.match.ended:
            late, self._late_events = self._late_events, late
        for number, event in enumerate((*late, *events)):
            if number < len(late) and isinstance(event, DealStart) and self.match.running:
                continue  # a card starts a deal unless one is running, as after an undone end
            if not self.match.ended or isinstance(event, Correction | SightEvent | Ruling):
                yield event
            else:
                self._late_events.append(event)

    def _resolve(self, event: Event) -> tuple[Event, ...]:
        """Return the events that a card or a button means; empty if only an arbiter may undo them."""
        if not isinstance(event, Undo):
            return () if self._breaks_ruled_deal(event) else (event,)
        undone = undo_events(self.events, event, self.secret)
        back = taken_back(self.events, undone[0].n if isinstance(undone[0], Undo) else 0)
        public = [line.event for line in back if line.number not in self.secret]
        if any(isinstance(one, Ruling) and one.is_arbiters for one in public):
            self._warning = Message("what an arbiter said only an arbiter takes back, on the table's page")
        elif self.is_arbiter_only and reopens(self.match, self.events, back, undone):
            self._warning = Message("in a tournament only an arbiter takes back the end of a deal, on the table's page")
        else:
            return undone
        return ()

    def _breaks_ruled_deal(self, event: Event) -> bool:
        """Whether an event breaks off a deal that an arbiter has ruled on; sets a warning then.

        Pages check the role themselves.
        """
        is_end = isinstance(event, Void | End) and event.src != "console"
        bound = is_end and is_deal_ruled(self.events, self.match, self.secret)
        if bound:
            self._warning = Message(
                "an arbiter has ruled on this deal, and only an arbiter breaks it off, on the table's page"
            )
        return bound

    def say(self, word: str, seconds: float, source: Origin) -> tuple[Update, ...]:
        """Handle a word for the whole table from a button or a phone; ``seconds`` since the match event."""
        before = self.settle()
        events = self._table.say(self.match, word, seconds, source, self.announced)
        return (*before, *self._add_each(events))

    @property
    def answer(self) -> str:
        """The answer to the last observation or word, if it has no meaning now or waits for more; else empty."""
        return self._table.asides.notice

    @property
    def request(self) -> str:
        """The request to the voice in the last observation or word: ``score``, ``lies`` …; else empty."""
        return self._table.asides.asked

    def finish(self) -> tuple[Update, ...]:
        """Add the pending events, when the frames have ended."""
        return self._add_all(self._table.finish(self.match))

    def _with_picture(self, event: Event) -> Event:
        picture = self._picture_of(len(self.events) + 1, self.match, event) if self._picture_of else None
        return replace(event, img=picture) if picture else event

    def add(self, event: Event, *, only_possible: bool = False) -> Update:
        """Add one event; a correction folds the whole record again.

        Args:
            event: what happened.
            only_possible: whether an impossible event is refused, rather than recorded as an error.

        Raises:
            ImpossibleEventError: the event is impossible; the match is unchanged.
            JournalError: the event could not be written; the match is unchanged.
        """
        event = place_word(self.match, self.events, event)
        stepped = self._check_possible(event) if only_possible else None
        secret, earlier, warning = self.secret, len(self.events), self._warning
        number, before, self._warning = self._journal.append(event), self.match, ""
        results = self._refold(number) if isinstance(event, Correction) else self._step(number, event, stepped)
        self._courses.note_line(before, self.match)
        self._table.written(number, before, self.match)
        if isinstance(event, Gap) and event.why == "again":
            for play in self._table.perhaps_played:
                self._courses.add_glimpse(play.card, play.seat, play.t)
        self._rate = correction_rate.counted(self._rate, self.events, number - 1)
        self._knowledge, announcements = self._knowledge.with_announcements(
            self.match, reserved=self._rate.advises_only
        )
        self.secret = secret_lines(self.events, self.match, self._knowledge)
        hidden = number in self.secret or is_secret(self.events[:earlier], event, secret)
        if hidden:
            self._warning = warning
        return Update(number, event, self.match, results, announcements, self.announced, self.events, is_secret=hidden)

    def _check_possible(self, event: Event) -> tuple[AnyMatch, tuple[Result, ...]]:
        after, results = step(self.match, len(self.events) + 1, event)
        fault = next((result for result in results if isinstance(result, ErrorResult)), None)
        if fault and after is self.match:
            raise ImpossibleEventError(fault.text)
        return after, results

    def _step(
        self, number: int, event: Event, stepped: tuple[AnyMatch, tuple[Result, ...]] | None
    ) -> tuple[Result, ...]:
        before = self.match
        self.match, results = stepped or step(before, number, event)
        if self.match.objection:
            return self._refold(number)
        self._courses.advance(before, self.match, self.events)
        self._knowledge = self._knowledge.with_event(before, self.match, number, event)
        return results

    def _refold(self, number: int) -> tuple[Result, ...]:
        """Fold the whole record again; return the results of its last line, and of deals whose count changed."""
        before = {entry.deal.number: entry.result for entry in self.match.ledger}
        stages = list(fold(self.events))
        mine = [result for stage in stages if stage.number == number for result in stage.results]
        self._courses.restart(stages)
        self.match, knowledge = announce.resume(self._announce_options.policy, stages)
        self._knowledge = replace(knowledge, said=self._knowledge.said)
        now = [entry.result for entry in self.match.ledger if entry.result not in mine]
        return (*mine, *(result for result in now if result != before.get(result.deal)))


def _open_record(journal: Log, opening: MatchStart) -> bool:
    """Write the first line if a match starts, and return whether it does; raises MatchError as the session does."""
    if journal.events:
        if not _is_same_match(journal.events[0], opening):
            raise MatchError(f"{journal.path} holds an unfinished match of other players or rules; --new ends it")
        return False
    start(opening)
    journal.append(opening)
    return True


def _is_same_match(first: Event, opening: MatchStart) -> bool:
    """Whether a record's first line opens this match, regardless of its time and source."""
    return isinstance(first, MatchStart) and _identity(first) == _identity(opening)


def _identity(opening: MatchStart) -> tuple[object, ...]:
    return opening.game, opening.seats, opening.profile, opening.options, opening.cards
