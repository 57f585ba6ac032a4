"""The course of a match: every step of a record that a replay shows, deal by deal, and the possible hands at each."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from controller.console.views.table_mat import points_taken
from controller.explain.case import RecordedVerdict, cases, staged
from controller.explain.why import Holdings, holdings
from controller.record.corrections import StandingEvent, taken_back
from controller.record.events import Amend, Collect, DealStart, Event, Insert, Missed, Moved, Seat, Seen, Undo
from controller.record.text import RecordText
from controller.referee.step import FoldStep
from controller.rules.deal import AnyDeal, Play, Trick
from controller.rules.match import AnyMatch
from controller.rules.movements.course import moved_by
from controller.rules.results import DealResult, ErrorResult, Number


@dataclass(frozen=True, slots=True)
class CourseCorrection:
    """A line that people have corrected the record with, and what it was about."""

    number: int
    event: Event
    undone: tuple[StandingEvent, ...] = ()
    """The lines that an undo has taken back."""


@dataclass(frozen=True, slots=True)
class CourseStep:
    """Step of a deal: what happened, and the table after it."""

    number: int
    event: Event | None
    """The event; None where the line is a correction that cannot be made."""
    match: AnyMatch
    trick: Trick
    """The trick on the table: the open one, or the newest until the next lead."""
    trick_number: int
    """The trick's number, from 1; 0 before the first lead."""
    aside: tuple[Play, ...]
    """Cards that lie open and are no part of a trick."""
    points: tuple[Number | None, ...]
    """The points in each seat's tricks; None if unknown."""
    holdings: Holdings
    proven: tuple[int, ...]
    """The numbers of the verdicts that the step proves."""
    errors: tuple[ErrorResult, ...]
    result: DealResult | None
    """The score of the deal, if the step ends it or changes it."""
    account: Missed | None
    """People's account of unseen play at this step."""
    corrections: tuple[CourseCorrection, ...]
    """The corrections between this step and the next."""
    moves: tuple[Moved, ...]
    """The cards that it has moved beside the play."""

    @property
    def deal(self) -> AnyDeal | None:
        """The deal in play, or the last one."""
        return self.match.deal


@dataclass(frozen=True, slots=True)
class DealCourse:
    """A deal from the first word to its score; what came between two deals belongs to the one before."""

    number: int
    steps: tuple[CourseStep, ...]


@dataclass(frozen=True, slots=True)
class MatchCourse:
    """A whole match."""

    match: AnyMatch
    """The match at the end of the record."""
    deals: tuple[DealCourse, ...]
    cases: tuple[RecordedVerdict, ...]
    """The verdicts, by their numbers from 1."""
    events: tuple[Event, ...]
    """The lines of the record."""
    torn: str | None
    """The rest of a torn last line."""


def course(text: RecordText) -> MatchCourse:
    """Return the course of a record; raises MatchError where it starts no match."""
    stages = staged(text)
    recorded = tuple(cases(stages))
    proven: dict[int, list[int]] = {}
    for case in recorded:
        proven.setdefault(case.at, []).append(case.number)
    corrections = tuple(_corrections(text.events, {stage.number for stage in stages if stage.event is None}))
    deals: list[list[CourseStep]] = []
    early: list[CourseStep] = []
    indices = [index for index, stage in enumerate(stages) if index and _is_shown(stage)]
    placed = _placed(stages, indices, corrections)
    for index in indices:
        stage = stages[index]
        moves = moved_by(stage.match.game, stages[index - 1].match.deal, stage.match.deal, stage.event)
        step = _step(stage, tuple(proven.get(index, ())), tuple(placed.get(index, ())), moves)
        begins = isinstance(stage.event, DealStart) and not any(isinstance(one, ErrorResult) for one in stage.results)
        if begins:
            deals.append([*early, step])
            early = []
        elif deals:
            deals[-1].append(step)
        else:
            early.append(step)
    if early:
        deals.append(early)
    courses = (DealCourse(_number(steps), tuple(steps)) for steps in deals)
    return MatchCourse(stages[-1].match, tuple(courses), recorded, text.events, text.torn)


def _number(steps: Sequence[CourseStep]) -> int:
    """Return the number of the deal of these steps; 0: no deal has begun."""
    return next((step.deal.number for step in reversed(steps) if step.deal), 0)


def _is_shown(stage: FoldStep) -> bool:
    return bool(stage.results) or not isinstance(stage.event, Seen | Collect)


def _corrections(events: Sequence[Event], rejected: Collection[int]) -> Iterator[CourseCorrection]:
    """Yield the corrections of a record; those that were taken back themselves are told by the undo that did it."""
    undone: set[int] = set()
    corrections: list[CourseCorrection] = []
    entries = ((number, event) for number, event in enumerate(events, 1) if number not in rejected)
    for number, event in entries:
        undone_lines = taken_back(events[: number - 1], event.n) if isinstance(event, Undo) else ()
        undone.update(line.number for line in undone_lines)
        if isinstance(event, Undo | Amend | Insert):
            corrections.append(CourseCorrection(number, event, undone_lines))
    yield from (one for one in corrections if one.number not in undone)


def _placed(
    stages: Sequence[FoldStep], indices: Sequence[int], corrections: Sequence[CourseCorrection]
) -> dict[int, list[CourseCorrection]]:
    """Return the corrections by the step at which they are told.

    That is the step of the line they change, else the one before them.
    """
    placed: dict[int, list[CourseCorrection]] = {}
    for one in corrections:
        about = one.event.of if isinstance(one.event, Amend) else one.number
        before = [index for index in indices if stages[index].number <= about]
        if before or indices:
            placed.setdefault(max(before, key=lambda at: stages[at].number) if before else indices[0], []).append(one)
    return placed


def _step(
    stage: FoldStep, proven: tuple[int, ...], corrections: tuple[CourseCorrection, ...], moves: tuple[Moved, ...]
) -> CourseStep:
    match = stage.match
    deal = match.deal
    is_open = deal is not None and bool(deal.open.plays)  # of a void deal, too: what lay there lies there
    last = deal.tricks[-1] if deal and deal.tricks else Trick()
    trick = deal.open if deal and is_open else last
    number = len(deal.tricks) + is_open if deal else 0
    return CourseStep(
        stage.number,
        stage.event,
        match,
        trick,
        number,
        _aside(deal) if deal else (),
        _points(match),
        holdings(match),
        proven,
        tuple(result for result in stage.results if isinstance(result, ErrorResult)),
        next((one for one in reversed(stage.results) if isinstance(one, DealResult)), None),
        stage.missed.event if stage.missed and isinstance(stage.missed.event, Missed) else None,
        corrections,
        moves,
    )


def _aside(deal: AnyDeal) -> tuple[Play, ...]:
    lying = {play.card for play in deal.plays()}
    return tuple(play for play in deal.exposed if play.card not in lying)


def _points(match: AnyMatch) -> tuple[Number | None, ...]:
    """Return the points in the tricks of each seat, as far as they are known."""
    points: dict[Seat, Number] = dict(points_taken(match, match.deal)) if match.deal else {}
    return tuple(points.get(seat) for seat in range(match.rules.seats))
