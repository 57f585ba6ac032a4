"""One more account of unseen play, and the match that it makes, without folding the deals before it again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from controller.record.corrections import Rejected, StandingEvent, corrected
from controller.record.events import Event, Missed, Ruling
from controller.referee import bidding
from controller.referee.fold import FoldStep, account_of, fold, stood
from controller.referee.start import cannot_start
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Result


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The match before a deal began."""

    lines: int
    """Events that stood before the deal, in corrected order."""
    match: AnyMatch


def checkpoint(stages: Iterable[FoldStep]) -> Checkpoint | None:
    """The match before the newest deal that has begun in a fold; None: there is none."""
    found, before = None, None
    for place, stage in enumerate(stages):
        if before is not None and stage.match.running and not before.running:
            found = Checkpoint(place, before)
        before = stage.match
    return found


def with_account(
    events: Sequence[Event], told: Missed, since: Checkpoint | None = None
) -> tuple[AnyMatch, tuple[Result, ...]]:
    """The match and its results if people told this, too; the results before the checkpoint are left out.

    Args:
        events: the lines of a record.
        told: what is told, as the next line.
        since: from where to fold; None: from the first line. It must be of the fold of these very events.
    """
    found = _from(events, told, since) if since else None
    if found is not None:
        return found
    *stages, last = fold([*events, told])
    return last.match, tuple(result for stage in (*stages, last) for result in stage.results)


def _from(events: Sequence[Event], told: Missed, since: Checkpoint) -> tuple[AnyMatch, tuple[Result, ...]] | None:
    """The same from the checkpoint on; None where that is not enough."""
    rest, number = corrected([*events, told], cannot_start)[since.lines :], len(events) + 1
    standing = [line for line in rest if isinstance(line, StandingEvent)]
    mine = next((line for line in standing if line.missed and line.missed.number == number), None)
    account = account_of(mine, ()) if mine else None
    # What a ruling is about is found by folding what came before it.
    if mine is None or account is None or any(isinstance(line.event, Ruling) for line in standing):
        return None
    match = replace(since.match, told={**since.match.told, mine.number: account})
    results: list[Result] = []
    for line in rest:
        if isinstance(line, Rejected):
            results.append(ErrorResult(line.number, line.text))
            continue
        stage = stood(match, line, bidding.as_recorded(match.game, line.event))
        match = stage.match
        if match.objection is not None:
            if match.objection.hole != mine.number:
                return None
            return match, (ErrorResult(number, match.objection.text),)
        results += stage.results
    return match, tuple(results)
