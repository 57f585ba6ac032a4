"""The fold: a match is what follows from its events, one after the other (record.md).

``step`` is total: every event has a next state and results; what cannot be part of the match is an error result.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from controller.record.corrections import Rejected, corrected
from controller.record.events import Collect, Correction, DealStart, Draw, End, Event, MatchStart, Played, Ruling, Void
from controller.referee import bidding, playing, rulings, settling
from controller.referee.start import MatchError, cannot_start, start
from controller.referee.step import Step, error
from controller.rules.deal import S
from controller.rules.game import B
from controller.rules.match import AnyMatch, Match
from controller.rules.results import ErrorResult, Result

Accusation = tuple[object, ...] | None


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of a fold: the event of a line, the match after it, and the results it makes true."""

    number: int
    event: Event | None
    """None where the line is a correction that cannot be made."""
    match: AnyMatch
    results: tuple[Result, ...]


def fold(events: Sequence[Event], read_as: Callable[[Event], Event] = lambda event: event) -> Iterator[Stage]:
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
    match = start(first.event)
    yield Stage(first.number, first.event, match, ())
    for line in rest:
        if isinstance(line, Rejected):
            yield Stage(line.number, None, match, (ErrorResult(line.number, line.text),))
            continue
        event = read_as(_aimed(line.event, match, meant.get(line.number)))
        match, results = step(match, line.number, event)
        yield Stage(line.number, event, match, results)


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


def step(match: Match[S, B], number: int, event: Event) -> Step[S, B]:  # noqa: C901 - one line a kind of event
    """The match after the event of this line number, and the results that it makes true."""
    if match.ended and not isinstance(event, Ruling):
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
            return rulings.rule(match, number, event)
        case MatchStart():
            return error(match, number, "the match has already begun")
        case _ if isinstance(event, Correction):
            raise TypeError("corrections are applied before the fold, by controller.record.corrections")
        case _:
            return bidding.act(match, number, event)
