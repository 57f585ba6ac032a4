"""The results of the fold's steps, and the errors that any step can have."""

from dataclasses import dataclass

from controller.record.corrections import StandingEvent
from controller.record.events import Event
from controller.record.message import Message
from controller.rules.deal import S
from controller.rules.match import AnyMatch, Match
from controller.rules.parts import B
from controller.rules.results import ErrorResult, Result

StepResult = tuple[Match[S, B], tuple[Result, ...]]
"""The match after an event, and the results that the event makes true."""


@dataclass(frozen=True, slots=True)
class FoldStep:
    """One step of a fold: the event of a line, the match after it, and the results that it makes true."""

    number: int
    event: Event | None
    """The event; None where the line is a correction that cannot be made."""
    match: AnyMatch
    results: tuple[Result, ...]
    missed: StandingEvent | None = None
    """The newest account that people gave of what went unseen at the event."""


def error(match: Match[S, B], number: int, text: Message) -> StepResult[S, B]:
    """Report that the event of this number cannot be part of the match; the fold goes on without it."""
    return match, (ErrorResult(number, text),)


def no_seat(seat: int, seats: int) -> Message:
    """Return the error of an event that names a seat there is not."""
    return Message("there is no seat {n} at this table of {n2}", n=seat, n2=seats)


def no_deal(event: Event) -> Message:
    """Return the error of an event of a deal where no deal is under way."""
    return Message("a {kind} event, but no deal is under way", kind=event.e)
