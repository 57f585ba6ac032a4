"""One more account of unseen play, and the match that it makes, without folding the deals before it again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from controller.record.corrections import Rejected, StandingEvent, corrected
from controller.record.events import Event, Missed, Ruling
from controller.referee import bidding
from controller.referee.fold import advance_line, cannot_start, fold
from controller.referee.step import FoldStep
from controller.referee.unseen.record import account_of
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Result


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The match before an event."""

    lines: int
    """Number of events that stood before it, in corrected order."""
    match: AnyMatch


@dataclass(frozen=True, slots=True)
class Checkpoints:
    """The match before the newest deal, and before each event of it that left a hole."""

    deal: Checkpoint | None = None
    """The checkpoint before the newest deal; None: no deal has begun."""
    holes: Mapping[int, Checkpoint] = field(default_factory=dict[int, Checkpoint])
    """The checkpoint before each event that left a hole, by the event's line."""

    def before(self, hole: int) -> Checkpoint | None:
        """Find the newest match that people's account of a hole does not change; None: there is none but the first."""
        return self.holes.get(hole, self.deal)

    def advance(self, place: int, number: int, before: AnyMatch, after: AnyMatch) -> "Checkpoints":
        """Advance the checkpoints by one step.

        Args:
            place: the step's place in corrected order, from 0.
            number: its line.
            before: the match before it.
            after: the match after it.
        """
        if _begins(before, after):
            return Checkpoints(Checkpoint(place, before))
        if leaves_checkpoint(number, before, after):
            return replace(self, holes={**self.holes, number: Checkpoint(place, before)})
        return self


def leaves_checkpoint(number: int, before: AnyMatch, after: AnyMatch) -> bool:
    """Whether the step of a line's event begins a deal or leaves a hole."""
    holes = after.deal.holes if after.deal is not None else ()
    return _begins(before, after) or number in holes or number in after.unseen.sight.pending


def _begins(before: AnyMatch, after: AnyMatch) -> bool:
    return after.running and not before.running


def collect_checkpoints(stages: Iterable[FoldStep]) -> Checkpoints:
    """Collect the checkpoints of a fold."""
    points, before = Checkpoints(), None
    for place, stage in enumerate(stages):
        if before is not None:
            points = points.advance(place, stage.number, before, stage.match)
        before = stage.match
    return points


def with_account(
    events: Sequence[Event], account: Missed, since: Checkpoint | None = None
) -> tuple[AnyMatch, tuple[Result, ...]]:
    """Return the match and its results with one more account; results before the checkpoint are left out.

    Args:
        events: the lines of a record.
        account: the account, as the next line.
        since: the checkpoint to fold from; None: the first line. It must be of the fold of these very events.
    """
    step = _fold_from(events, account, since) if since else None
    if step is not None:
        return step
    *stages, last = fold([*events, account])
    return last.match, tuple(result for stage in (*stages, last) for result in stage.results)


def _fold_from(events: Sequence[Event], told: Missed, since: Checkpoint) -> tuple[AnyMatch, tuple[Result, ...]] | None:
    """Fold the account from the checkpoint on; None where the checkpoint does not suffice."""
    rest, number = corrected([*events, told], cannot_start)[since.lines :], len(events) + 1
    standing = [line for line in rest if isinstance(line, StandingEvent)]
    mine = next((line for line in standing if line.missed and line.missed.number == number), None)
    account = account_of(mine, ()) if mine else None
    # The meaning of a ruling is found by folding the lines before it.
    if mine is None or account is None or any(isinstance(line.event, Ruling) for line in standing):
        return None
    before = since.match
    match = replace(
        before,
        unseen=replace(
            before.unseen, told={**before.unseen.told, mine.number: account}, untold=before.unseen.untold or before
        ),
    )
    results: list[Result] = []
    for line in rest:
        if isinstance(line, Rejected):
            results.append(ErrorResult(line.number, line.text))
            continue
        stage = advance_line(match, line, bidding.as_recorded(match.game, line.event))
        match = stage.match
        if match.objection is not None:
            if match.objection.hole != mine.number:
                return None
            return match, (ErrorResult(number, match.objection.text),)
        results += stage.results
    return match, tuple(results)
