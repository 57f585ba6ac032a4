"""The result type of the fold's steps, and the errors that any step can have."""

from controller.record.events import Event
from controller.record.message import Message
from controller.rules.deal import S
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.results import ErrorResult, Result

StepResult = tuple[Match[S, B], tuple[Result, ...]]
"""The match after an event, and the results that the event makes true."""


def error(match: Match[S, B], number: int, text: Message) -> StepResult[S, B]:
    """Report that the event of this number cannot be part of the match; the fold goes on without it."""
    return match, (ErrorResult(number, text),)


def no_seat(seat: int, seats: int) -> Message:
    """Return the error of an event that names a seat there is not."""
    return Message("there is no seat {n} at this table of {n2}", n=seat, n2=seats)


def no_deal(event: Event) -> Message:
    """Return the error of an event of a deal where no deal is under way."""
    return Message("a {kind} event, but no deal is under way", kind=event.e)
