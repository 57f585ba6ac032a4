"""The fold: a match is what follows from its events, one after the other (record.md).

``step`` is total: every event has a next state and results; what cannot be part of the match is an error result.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from controller import bidding, playing, settling
from controller.deal import S
from controller.events import Collect, Correction, DealStart, Draw, End, Event, MatchStart, Played, Ruling, Void
from controller.game import B
from controller.match import AnyMatch, Match, MatchError, cannot_start, start
from controller.results import ErrorResult, Result
from controller.standing import Rejected, corrected
from controller.step import Step, error


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of a fold: the event of a line, the match after it, and the results it makes true."""

    number: int
    event: Event | None
    """None where the line is a correction that cannot be made."""
    match: AnyMatch
    results: tuple[Result, ...]


def fold(events: Sequence[Event]) -> Iterator[Stage]:
    """Every step of a record as corrected by its last line; raises MatchError if its first event starts no match."""
    first, *rest = corrected(events, cannot_start)
    if isinstance(first, Rejected) or not isinstance(first.event, MatchStart):
        raise MatchError("a record starts with its match line, and this one does not")
    match = start(first.event)
    yield Stage(first.number, first.event, match, ())
    for line in rest:
        if isinstance(line, Rejected):
            yield Stage(line.number, None, match, (ErrorResult(line.number, line.text),))
            continue
        match, results = step(match, line.number, line.event)
        yield Stage(line.number, line.event, match, results)


def step(match: Match[S, B], number: int, event: Event) -> Step[S, B]:  # noqa: C901 - one line a kind of event
    """The match after the event of this line number, and the results that it makes true."""
    if match.ended:
        return error(match, number, "the match is over")
    match event:
        case Played():
            return playing.play(match, number, event)
        case Collect():
            return playing.collect(match, number, event)
        case DealStart():
            return settling.begin(match, number, event)
        case Void():
            return settling.void(match, number, event)
        case Draw():
            return settling.draw(match, number, event)
        case End():
            return settling.end(match)
        case Ruling():
            return settling.rule(match, number, event)
        case MatchStart():
            return error(match, number, "the match has already begun")
        case _ if isinstance(event, Correction):
            raise TypeError("corrections are applied before the fold, by controller.standing")
        case _:
            return bidding.act(match, number, event)
