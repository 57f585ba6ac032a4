"""The record as corrected by its last line: undo, amend, insert and missed applied, in corrected order.

No line is ever removed: the result is the events that stand, each with the number of its line.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from controller.record import text as record
from controller.record.events import (
    Amend,
    Answered,
    Collect,
    Correction,
    Event,
    Gap,
    Insert,
    MatchStart,
    Missed,
    Played,
    Question,
    Undo,
    Unprompted,
)
from controller.record.message import Message

_NOT_INSERTED: Final = ("match", "undo", "amend", "insert", "gap", "seen", "missed", "question", "answer")


@dataclass(frozen=True, slots=True)
class StandingEvent:
    """An event that stands, and the number of its line, from 1."""

    number: int
    event: Event
    missed: "StandingEvent | None" = None
    """The newest ``missed`` line about what went unseen at this event."""
    amended: int = field(default=0, compare=False)
    """The line of the event's newest amendment; 0: the event stands as it was written."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """A correction that cannot be made; the fold goes on without it."""

    number: int
    text: Message


def corrected(
    events: Sequence[Event], cannot_open: Callable[[MatchStart], Message | None] = lambda _: None
) -> tuple[StandingEvent | Rejected, ...]:
    """Return the events that stand, in corrected order, with rejected corrections in their places.

    Args:
        events: the lines of a record.
        cannot_open: why no match can start with a match line; such an amendment of it cannot be made.
    """
    draft = _Draft(cannot_open)
    for number, event in enumerate(events, 1):
        draft.add(number, event)
    return tuple(draft.ordered())


def taken_back(events: Sequence[Event], count: int) -> tuple[StandingEvent, ...]:
    """Return the lines that an undo of so many would take back, oldest first; at most all but the match line."""
    draft = _Draft(lambda _: None)
    for number, event in enumerate(events, 1):
        draft.add(number, event)
    counted = [StandingEvent(number, line) for number, line in draft.lines.items() if not isinstance(line, Unprompted)]
    return tuple(counted[1:][-count:])


@dataclass(slots=True)
class _Draft:
    """The record while its corrections are being applied, line by line."""

    cannot_open: Callable[[MatchStart], Message | None]
    lines: dict[int, Event] = field(default_factory=dict[int, Event])
    """Standing lines, oldest first: undo removes from the end, so a line never outlives the line it corrects."""
    rejected: dict[int, Message] = field(default_factory=dict[int, Message])
    amended: dict[int, Event] = field(default_factory=dict[int, Event])
    """Standing events as amended; of an insertion, the event that it inserts."""
    replaced: dict[int, Event] = field(default_factory=dict[int, Event])
    """The event before each amendment, by the number of the amendment's line."""
    counted: list[int] = field(default_factory=list[int])
    """The lines that an undo counts: all but the unprompted ones, which nobody said."""

    def add(self, number: int, event: Event) -> None:
        if isinstance(event, Undo):
            self._undo(number, event)
            return
        fault = self._fault(event) if isinstance(event, Correction) else None
        if fault:
            self.rejected[number] = fault
            return
        self.lines[number] = event
        if not isinstance(event, Unprompted):
            self.counted.append(number)
        self._apply(number, event)

    def _apply(self, number: int, event: Event) -> None:
        if isinstance(event, Insert):
            self.amended[number] = record.parse_fields(event.event)
        elif isinstance(event, Amend):
            self.replaced[number] = self.amended[event.of]
            self.amended[event.of] = _amend(self.amended[event.of], event)
        elif not isinstance(event, Missed):
            self.amended[number] = event

    def ordered(self) -> Iterator[StandingEvent | Rejected]:
        before: dict[int, list[int]] = {}
        for number, event in self.lines.items():
            if isinstance(event, Insert):
                before.setdefault(event.before, []).append(number)
        standing = self._standing()
        for number in sorted((*self.lines, *self.rejected)):
            if number in self.rejected:
                yield Rejected(number, self.rejected[number])
            elif number in standing and not isinstance(self.lines[number], Insert):
                yield from _with_inserted(number, before, standing)

    def _standing(self) -> dict[int, StandingEvent]:
        """Return the standing events by number, each with its newest account of what went unseen and its amendment."""
        accounts = {
            line.of: StandingEvent(number, line) for number, line in self.lines.items() if isinstance(line, Missed)
        }
        amends = {line.of: number for number, line in self.lines.items() if isinstance(line, Amend)}
        return {
            number: StandingEvent(number, event, accounts.get(number), amends.get(number, 0))
            for number, event in self.amended.items()
        }

    def _undo(self, number: int, event: Undo) -> None:
        """Take back the last n lines; the match line and the unprompted lines, which nobody said, always stand."""
        if event.n >= len(self.counted):
            stand = max(len(self.counted) - 1, 0)
            self.rejected[number] = Message.counted(
                "undo of {n} event, but only {n2} stand",
                "undo of {n} events, but only {n2} stand",
                event.n,
                n=event.n,
                n2=stand,
            )
            return
        for _ in range(event.n):
            self._take_back(self.counted.pop())

    def _take_back(self, number: int) -> None:
        line = self.lines.pop(number)
        if isinstance(line, Amend):
            self.amended[line.of] = self.replaced.pop(number)
        else:
            self.amended.pop(number, None)

    def _fault(self, event: Amend | Insert | Missed) -> Message | None:
        """Return why a correction cannot be made, or None."""
        target = event.before if isinstance(event, Insert) else event.of
        if target not in self.lines or isinstance(self.lines[target], Amend | Missed):
            return Message("event {n} is not one that stands and can be corrected", n=target)
        if isinstance(event, Insert):
            kind = event.event.get("e")
            if target == 1 or kind in _NOT_INSERTED:
                return Message("no {kind} event can be inserted before event {n}", kind=str(kind), n=target)
            return None
        if isinstance(event, Missed):
            leaves_a_hole = isinstance(self.amended[target], Gap | Collect | Played)
            none = Message("event {n} is not one at which something can go unseen", n=target)
            return None if leaves_a_hole else none
        return self._cannot_amend(target, event)

    def _cannot_amend(self, target: int, event: Amend) -> Message | None:
        """Return why an amendment cannot be made, or None."""
        if isinstance(self.lines[target], Question | Answered):
            return Message("event {n} is of a question, which cannot be amended; undo takes an answer back", n=target)
        if isinstance(self.lines[target], Unprompted):
            return Message("event {n} says what was seen, which cannot be amended", n=target)
        if "e" in event.with_:
            return Message("an amendment cannot change the kind of an event")
        before = self.amended[target]
        try:
            amended = _amend(before, event)
        except record.RecordError as error:
            return Message("event {n} cannot be amended: {why}", n=target, why=error.reason)
        if not isinstance(amended, MatchStart) or not isinstance(before, MatchStart):
            return None
        fault = _changed(before, amended) or self.cannot_open(amended)
        return Message("event {n} cannot be amended: {why}", n=target, why=fault) if fault else None


def _changed(before: MatchStart, amended: MatchStart) -> Message | None:
    """Return the fault of an amendment that changes a fixed field of the match line, or None."""
    if amended.v < before.v:
        return Message("the record is of version {n} already", n=before.v)
    if before.tells_sight and not amended.tells_sight:
        return Message("the record tells what was seen already")
    return None if amended.cards == before.cards else Message("how its cards were read stays as it was")


def _amend(event: Event, correction: Amend) -> Event:
    return record.parse_fields(record.to_fields(event) | correction.with_)


def _with_inserted(
    number: int, before: dict[int, list[int]], standing: dict[int, StandingEvent]
) -> Iterator[StandingEvent]:
    """Yield an event after all that was inserted before it, and before these insertions, however deep."""
    waiting = [(number, False)]
    while waiting:
        line, is_next = waiting.pop()
        if is_next:
            yield standing[line]
            continue
        waiting.append((line, True))
        waiting += ((inserted, False) for inserted in reversed(before.get(line, ())))
