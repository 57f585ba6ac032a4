"""The fold: a match is what follows from its events, one after the other (record.md).

``step`` is total: every event has a next state and results; what cannot be part of the match is an error result.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from controller.record.corrections import Rejected, StandingEvent, corrected
from controller.record.events import (
    Amend,
    Collect,
    Correction,
    DealStart,
    Draw,
    End,
    Event,
    Gap,
    MatchStart,
    Played,
    Ruling,
    Seen,
    Void,
)
from controller.record.message import Message
from controller.referee import bidding, playing, rulings, settling
from controller.referee.start import MatchError, cannot_start, start
from controller.referee.step import StepResult, error
from controller.referee.unseen import holes
from controller.referee.unseen.openings import stale
from controller.referee.unseen.telling import told
from controller.referee.unseen.tricks import seen_clear
from controller.rules.deal import S
from controller.rules.game import B
from controller.rules.match import AnyMatch, Match
from controller.rules.results import ErrorResult, Result

Accusation = tuple[object, ...] | None


@dataclass(frozen=True, slots=True)
class FoldStep:
    """One step of a fold: the event of a line, the match after it, and the results it makes true."""

    number: int
    event: Event | None
    """None where the line is a correction that cannot be made."""
    match: AnyMatch
    results: tuple[Result, ...]


def fold(events: Sequence[Event], read_as: Callable[[Event], Event] = lambda event: event) -> Iterator[FoldStep]:
    """Every step of a record as corrected by its last line.

    Args:
        events: the lines of a record.
        read_as: what each event that stands is taken for; other worlds are asked for with it.

    Raises:
        MatchError: its first event starts no match.
    """
    first, *rest = corrected(events, cannot_start)
    meant = _meant(events)
    if isinstance(first, Rejected) or not isinstance(first.event, MatchStart):
        raise MatchError("a record starts with its match line, and this one does not")
    match = _seen_since(start(first.event), events, rest)
    yield FoldStep(first.number, first.event, match, ())
    for line in rest:
        if isinstance(line, Rejected):
            yield FoldStep(line.number, None, match, (ErrorResult(line.number, line.text),))
            continue
        event = read_as(_aimed(line.event, match, meant.get(line.number)))
        match, results = step(match, line.number, event)
        yield FoldStep(line.number, event, match, (*results, *_told_of_nothing(match, line)))


def _seen_since(match: AnyMatch, events: Sequence[Event], lines: Sequence[StandingEvent | Rejected]) -> AnyMatch:
    """The match with the line from which it needs what was seen, and what people told of what was not."""
    told = {line.number: line.missed for line in lines if isinstance(line, StandingEvent) and line.missed}
    amended = (number for number, event in enumerate(events, 1) if isinstance(event, Amend) and event.of == 1)
    older = isinstance(events[0], MatchStart) and events[0].v == 1
    since = next(amended, None) if older and match.sight.since else match.sight.since
    return replace(match, told=told, sight=replace(match.sight, since=since))


def _told_of_nothing(match: AnyMatch, line: StandingEvent) -> tuple[Result, ...]:
    """That people told of what went unseen at an event at which nothing did."""
    if line.missed is None:
        return ()
    doubt = match.deal.doubt if match.deal else None
    if isinstance(line.event, Gap) or (doubt and doubt.hole == line.number):
        return ()
    return (ErrorResult(line.missed.number, Message("nothing went unseen at event {n}", n=line.number)),)


def _meant(events: Sequence[Event]) -> dict[int, Accusation]:
    """What each ruling was about when it was made; corrections that came later may have changed the numbers."""
    newest = max((number for number, event in enumerate(events, 1) if isinstance(event, Correction)), default=0)
    meant: dict[int, Accusation] = {}
    for number, event in enumerate(events[:newest], 1):
        if isinstance(event, Ruling):
            verdicts = outcome(events[: number - 1]).verdicts
            meant[number] = verdicts[event.verdict - 1].accusation if event.verdict <= len(verdicts) else None
    return meant


def _aimed(event: Event, match: AnyMatch, accusation: Accusation) -> Event:
    """A ruling with the number that its verdict has now, or one past the last where it does not stand any more."""
    if accusation is None or not isinstance(event, Ruling):
        return event
    numbers = (number for number, verdict in enumerate(match.verdicts, 1) if verdict.accusation == accusation)
    return replace(event, verdict=next(numbers, len(match.verdicts) + 1))


def outcome(events: Sequence[Event], read_as: Callable[[Event], Event] = lambda event: event) -> AnyMatch:
    """The match after a record; raises MatchError as :func:`fold` does."""
    *_, last = fold(events, read_as)
    return last.match


def step(match: Match[S, B], number: int, event: Event) -> StepResult[S, B]:  # noqa: C901 - one line a kind of event
    """The match after the event of this line number, and the results that it makes true."""
    if match.ended and not isinstance(event, Ruling):
        return error(match, number, Message("the match is over"))
    match event:
        case Played():
            return _unless_refused(match, stale(match), lambda ready: playing.play(ready, number, event))
        case Collect():
            return playing.collect(match, number, event)
        case DealStart():
            return _begun(match, number, event)
        case Void():
            return settling.void(match, number, event)
        case Draw():
            return settling.draw(match, number, event)
        case End():
            return settling.end(match, number)
        case Ruling():
            return rulings.rule(match, number, event)
        case MatchStart():
            return error(match, number, Message("the match has already begun"))
        case Gap():
            return holes.gap(match, number, event)
        case Seen():
            return holes.seen(match, number, event)
        case _ if isinstance(event, Correction):
            raise TypeError("corrections are applied before the fold, by controller.record.corrections")
        case _:
            ready = seen_clear(stale(match), event)
            return _unless_refused(match, ready, lambda ready: bidding.act(ready, number, event))


def _unless_refused(
    match: Match[S, B], ready: Match[S, B], act: Callable[[Match[S, B]], StepResult[S, B]]
) -> StepResult[S, B]:
    """An act at a table made ready for it; if it cannot be part of the match, nothing has changed by it."""
    after, results = act(ready)
    return (match if after is ready else after), results


def _begun(match: Match[S, B], number: int, event: DealStart) -> StepResult[S, B]:
    """A deal begins; of one that has begun unseen people may have told what was played."""
    pending = match.sight.pending
    still_lies = match.deal is not None and match.sight.cleared is None
    match = match if still_lies else seen_clear(match, event)
    match, results = settling.begin(match, number, event)
    match, more = told(match, pending) if match.deal and pending in match.deal.holes else (match, ())
    return match, (*results, *more)
