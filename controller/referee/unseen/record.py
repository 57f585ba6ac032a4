"""The part of a record that is no step: since when it tells sight, and people's accounts of holes, one by one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from controller.record.corrections import Rejected, StandingEvent
from controller.record.events import Amend, End, Event, Gap, MatchStart, Missed
from controller.record.message import Message
from controller.referee.step import FoldStep
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult
from controller.rules.sight import AccountObjection, HoleAccount, MatchSight, MatchUnseen

AccountObjections = Sequence[AccountObjection]
"""Observations that contradict accounts, in the order in which they were found."""


def open_sight(event: MatchStart) -> MatchUnseen[AnyMatch]:
    """Return the observations before a match's first event."""
    return MatchUnseen(MatchSight(1 if event.tells_sight else None))


def fold_unobjected(
    events: Sequence[Event], folded: Callable[[AccountObjections], Iterable[FoldStep]]
) -> Iterator[FoldStep]:
    """Yield the steps of a record's fold without each account that an observation contradicts.

    Args:
        events: the lines of the record.
        folded: folds the record without the accounts that are objected to.
    """
    if not any(isinstance(event, Missed) for event in events):
        yield from folded(())
        return
    objections: list[AccountObjection] = []
    stages: list[FoldStep] = []
    while not stages:
        for stage in folded(objections):
            stages.append(stage)
            if stage.match.objection:
                objections.append(stage.match.objection)
                stages = []
                break
    yield from stages


def with_accounts(
    match: AnyMatch, events: Sequence[Event], lines: Sequence[StandingEvent | Rejected], objections: AccountObjections
) -> AnyMatch:
    """Add to a match the line from which verdicts need observations, and people's accounts of holes."""
    accounts: dict[int, HoleAccount] = {}
    for line in lines:
        if isinstance(line, StandingEvent) and (account := account_of(line, objections)):
            accounts[line.number] = account
    if isinstance(events[0], MatchStart) and not events[0].tells_sight and match.watched:
        amended = (number for number, event in enumerate(events, 1) if isinstance(event, Amend) and event.of == 1)
        sight = replace(match.unseen.sight, since=next(amended, None))
        match = replace(match, unseen=replace(match.unseen, sight=sight))
    return replace(match, unseen=replace(match.unseen, told=accounts, untold=match)) if accounts else match


def account_of(line: StandingEvent, objections: AccountObjections) -> HoleAccount | None:
    """Return people's account of the hole at an event; None: there is none that can be true."""
    if line.missed is None or not isinstance(line.missed.event, Missed):
        return None
    if any(one.hole == line.number for one in objections):
        return None
    event, missed = line.event, line.missed.event
    begin = event.from_ if isinstance(event, Gap) else event.t
    span = None if begin is None or event.t is None else (float(begin), float(event.t))
    return HoleAccount(line.missed.number, missed, line.number, span, blind=isinstance(event, Gap))


def refused_accounts(
    before: AnyMatch, match: AnyMatch, line: StandingEvent, objections: AccountObjections = ()
) -> Iterator[ErrorResult]:
    """Report an account of unseen play where nothing went unseen, as soon as that is certain, or of the impossible.

    A gap between deals belongs to the next deal, unless that deal begins in sight.
    """
    open_ = (*match.unseen.sight.pending, *(match.deal.holes if match.deal and match.running else ()))
    here = match.unseen.told.get(line.number)
    if (
        here
        and line.number not in (*match.unseen.weighed, *open_)
        and not (isinstance(line.event, Gap) and here.silent)
    ):
        yield ErrorResult(here.number, Message("nothing went unseen at event {n}", n=line.number))
    over = isinstance(line.event, End)
    for number in before.unseen.sight.pending:
        account = before.unseen.told.get(number) if over or number not in open_ else None
        if account and number not in match.unseen.weighed and not account.silent:
            yield ErrorResult(account.number, Message("nothing went unseen at event {n}", n=number))
    for one in objections:
        if line.missed and one.hole == line.number:
            yield ErrorResult(line.missed.number, one.text)
