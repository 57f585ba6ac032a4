"""What a step of the fold is made of."""

from controller.record.events import Event
from controller.rules.deal import S
from controller.rules.game import B
from controller.rules.match import Match
from controller.rules.results import ErrorResult, Result

Step = tuple[Match[S, B], tuple[Result, ...]]
"""The match after an event, and the results that the event makes true."""


def error(match: Match[S, B], number: int, text: str) -> Step[S, B]:
    """The event of this number cannot be part of the match; the fold goes on without it."""
    return match, (ErrorResult(number, text),)


def no_deal(event: Event) -> str:
    """Why an event of a deal cannot be taken in where no deal is under way."""
    return f"a {event.e} event, but no deal is under way"
