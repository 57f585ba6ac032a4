"""The figures of a match: what statistics ask of it, in so few numbers that they can be kept."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from controller.record.events import Event, Played, Seat
from controller.referee.fold import FoldStep, fold
from controller.report import luck, pace
from controller.report.luck import Luck
from controller.report.pace import PlayTimes
from controller.report.statistics import Tally, tally
from controller.report.summary import summary_of
from controller.rules.match import AnyMatch, FinishedDeal
from controller.rules.results import Number

PAUSE_S: Final = 900.0
"""A stretch without an event that is longer is no part of the time at the table."""


@dataclass(frozen=True, slots=True)
class SlowTrick:
    """The slowest trick of a match."""

    deal: int
    trick: int
    seconds: float


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """The figures of a match that statistics count: tallies, luck, pace; by seat where it has several."""

    name: str
    """When it began: ``2026-11-21T190312Z``."""
    game: str
    players: tuple[str, ...]
    sides: tuple[tuple[Seat, ...], ...]
    """The seats that have one score all through the match."""
    ended: bool
    total: tuple[Number, ...]
    places: tuple[int, ...]
    """From 0 for who is first; level seats share one. Nothing while it has not ended."""
    tallies: tuple[Tally, ...]
    deals: int
    seconds: float
    """At the table, as far as events were timed; nought if none was."""
    luck: tuple[Luck, ...]
    unknown: int
    """Finished deals whose hands are not all known, so that nothing is said of their luck."""
    answers: tuple[PlayTimes, ...]
    tricks: PlayTimes = field(default_factory=PlayTimes)
    slowest: SlowTrick | None = None

    @property
    def season(self) -> str:
        """The year."""
        return self.name[:4]


def figures(name: str, events: Sequence[Event]) -> MatchFigures:
    """The figures of a match; raises MatchError if the events start no match."""
    *_, last = steps = list(fold(events))
    match, short = last.match, summary_of(name, last.match, events)
    seats = range(match.rules.seats)
    sides = match.game.partners(match.rules)
    ranking = match.game.ranking(match.total, match.book) if match.ended else ()
    lucks, unknown = _lucks(match, sides)
    tricks, answers, slowest = _paces(match, steps)
    return MatchFigures(
        name,
        match.game.name,
        match.names,
        sides,
        ended=match.ended,
        total=match.total,
        places=tuple(_place(seat, ranking) for seat in seats) if ranking else (),
        tallies=tuple(tally(short, seat) for seat in seats),
        deals=len(match.ledger),
        seconds=_seconds(steps),
        luck=tuple(lucks[seat] for seat in seats),
        unknown=unknown,
        answers=tuple(pace.pace_of_times(answers[seat]) for seat in seats),
        tricks=pace.pace_of_times(tricks),
        slowest=slowest,
    )


def _place(seat: Seat, ranking: Sequence[Sequence[Seat]]) -> int:
    """The place of a seat, from 0."""
    return next(at for at, level in enumerate(ranking) if seat in level)


def _counts(entry: FinishedDeal[Any]) -> bool:
    return entry.void is None and "void" not in entry.result.detail


def _lucks(match: AnyMatch, sides: Sequence[Sequence[Seat]]) -> tuple[list[Luck], int]:
    """The luck of each seat, and the number of deals of which nothing is known."""
    sums, unknown = [Luck() for _ in match.names], 0
    for entry in filter(_counts, match.ledger):
        found = luck.luck_of_deal(match.game, entry.deal, sides)
        unknown += found is None
        for seat, own in (found or {}).items():
            sums[seat] += own
    return sums, unknown


def _paces(match: AnyMatch, steps: Sequence[FoldStep]) -> tuple[list[float], list[list[float]], SlowTrick | None]:
    """The times of the tricks, the answers of each seat, and the slowest trick."""
    played = {step.number: step.event for step in steps if isinstance(step.event, Played)}
    tricks, answers, slowest = list[float](), [list[float]() for _ in match.names], SlowTrick(0, 0, 0.0)
    for entry in filter(_counts, match.ledger):
        for number, trick in enumerate(entry.deal.tricks, 1):
            if (times := pace.times_of_trick(trick, played)) is None:
                continue
            tricks.append(times.whole)
            if slowest.seconds < times.whole <= pace.LONGEST_S:
                slowest = SlowTrick(entry.deal.number, number, round(times.whole, 2))
            for seat, answer in times.answers.items():
                answers[seat].append(answer)
    return tricks, answers, slowest if slowest.deal else None


def _seconds(steps: Sequence[FoldStep]) -> float:
    """The time at the table, without pauses."""
    times = [step.event.t for step in steps if step.event is not None and step.event.t is not None]
    gaps = (later - before for before, later in pairwise(times))
    return round(sum(gap for gap in gaps if 0 < gap <= PAUSE_S), 1)
