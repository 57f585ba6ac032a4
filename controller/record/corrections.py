"""The record as corrected by its last line: undo, amend and insert applied, in corrected order.

No line is ever removed: what comes out are the events that stand, each with the number of the line it is on.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from controller.record import text as record
from controller.record.events import Amend, Correction, Event, Insert, MatchStart, Undo


@dataclass(frozen=True, slots=True)
class Standing:
    """An event that stands, and the number of its line, from 1."""

    number: int
    event: Event


@dataclass(frozen=True, slots=True)
class Rejected:
    """A correction that cannot be made; the fold goes on without it."""

    number: int
    text: str


def corrected(
    events: Sequence[Event], cannot_open: Callable[[MatchStart], str | None] = lambda _: None
) -> tuple[Standing | Rejected, ...]:
    """The events that stand, in corrected order, and in their places the corrections that cannot be made.

    Args:
        events: the lines of a record.
        cannot_open: why no match can start with a match line; such an amendment of it cannot be made.
    """
    draft = _Draft(cannot_open)
    for number, event in enumerate(events, 1):
        draft.add(number, event)
    return tuple(draft.ordered())


@dataclass(slots=True)
class _Draft:
    """The record while its corrections are being applied, line by line."""

    cannot_open: Callable[[MatchStart], str | None]
    lines: dict[int, Event] = field(default_factory=dict[int, Event])
    """Standing lines, oldest first: undo takes from the end, so a line never outlives what it corrects."""
    rejected: dict[int, str] = field(default_factory=dict[int, str])

    def add(self, number: int, event: Event) -> None:
        if isinstance(event, Undo):
            self._undo(number, event)
            return
        fault = self._fault(event) if isinstance(event, Correction) else None
        if fault:
            self.rejected[number] = fault
        else:
            self.lines[number] = event

    def ordered(self) -> Iterator[Standing | Rejected]:
        before: dict[int, list[int]] = {}
        for number, event in self.lines.items():
            if isinstance(event, Insert):
                before.setdefault(event.before, []).append(number)
        amended = self._amended()
        for number in sorted((*self.lines, *self.rejected)):
            if number in self.rejected:
                yield Rejected(number, self.rejected[number])
            elif number in amended and not isinstance(self.lines[number], Insert):
                yield from _with_inserted(number, before, amended)

    def _undo(self, number: int, event: Undo) -> None:
        """Take back the last n lines; the match line always stands."""
        if event.n >= len(self.lines):
            self.rejected[number] = f"undo of {event.n} events, but only {max(len(self.lines) - 1, 0)} stand"
            return
        for last in list(self.lines)[-event.n :]:
            del self.lines[last]

    def _fault(self, event: Amend | Insert) -> str | None:
        """Why a correction cannot be made, or None."""
        target = event.of if isinstance(event, Amend) else event.before
        if target not in self.lines or isinstance(self.lines[target], Amend):
            return f"event {target} is not one that stands and can be corrected"
        if isinstance(event, Insert):
            kind = event.event.get("e")
            if target == 1 or kind in ("match", "undo", "amend", "insert"):
                return f"no {kind} event can be inserted before event {target}"
            return None
        if "e" in event.with_:
            return "an amendment cannot change the kind of an event"
        try:
            amended = _amend(self._amended()[target], event)
        except record.RecordError as error:
            return f"event {target} cannot be amended: {error.reason}"
        fault = self.cannot_open(amended) if isinstance(amended, MatchStart) else None
        return f"event {target} cannot be amended: {fault}" if fault else None

    def _amended(self) -> dict[int, Event]:
        """Standing events as amended; of an insertion, the event that it inserts."""
        events: dict[int, Event] = {}
        for number, line in self.lines.items():
            if isinstance(line, Insert):
                events[number] = record.parse_fields(line.event)
            elif isinstance(line, Amend):
                events[line.of] = _amend(events[line.of], line)
            else:
                events[number] = line
        return events


def _amend(event: Event, correction: Amend) -> Event:
    return record.parse_fields(record.to_fields(event) | correction.with_)


def _with_inserted(number: int, before: dict[int, list[int]], amended: dict[int, Event]) -> Iterator[Standing]:
    """An event with all that was inserted before it, and before that."""
    for inserted in before.get(number, ()):
        yield from _with_inserted(inserted, before, amended)
    yield Standing(number, amended[number])
