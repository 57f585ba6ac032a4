"""The events that stand, as pages point at them: the steps that undo takes back, and the newest card."""

from collections.abc import Sequence
from dataclasses import dataclass

from controller.record.corrections import Rejected, StandingEvent, corrected
from controller.record.events import Collect, Event, Played, SightEvent, Undo
from controller.referee.fold import fold
from controller.rules.match import AnyMatch


def steps(events: Sequence[Event]) -> tuple[StandingEvent, ...]:
    """The lines that undo would take back, oldest first, without the match line; corrections are steps too."""
    refused = {line.number for line in corrected(events) if isinstance(line, Rejected)}
    lines: list[StandingEvent] = []
    for number, event in enumerate(events, 1):
        if number in refused:
            continue
        if isinstance(event, Undo):
            del lines[-event.n :]
        elif not isinstance(event, SightEvent):
            lines.append(StandingEvent(number, event))
    return tuple(lines[1:])


def newest_said(events: Sequence[Event]) -> int:
    """The number of the newest standing line that is no card played: what was said after it, was said meanwhile."""
    return max((line.number for line in steps(events) if not isinstance(line.event, Played | Collect)), default=1)


@dataclass(frozen=True, slots=True)
class LastCard:
    """A card that the camera read, as corrected by now."""

    number: int
    """Of its event."""
    played: Played
    before: AnyMatch
    """The match before it."""


def last_card(events: Sequence[Event]) -> LastCard | None:
    """The newest card that lies there, as corrected; None if none was played."""
    return card(events, None)


def card(events: Sequence[Event], of: int | None) -> LastCard | None:
    """The card of an event, or the newest one, as corrected; None if no such card stands."""
    before = found = None
    for stage in fold(events):
        if isinstance(stage.event, Played) and before is not None and of in (None, stage.number):
            found = LastCard(stage.number, stage.event, before)
        before = stage.match
    return found
