"""Rulings of which the table may not hear yet, for it may not hear of the verdicts that they are on."""

from collections.abc import Sequence
from dataclasses import replace

from controller.record.corrections import StandingEvent, taken_back
from controller.record.events import DealStart, Event, Ruling, Undo
from controller.referee.announce import TableKnowledge
from controller.referee.fold import fold, outcome
from controller.rules.match import AnyMatch


def secret_lines(events: Sequence[Event], match: AnyMatch, knowledge: TableKnowledge) -> frozenset[int]:
    """The lines of the rulings that stand and that the table may not hear of at this moment.

    Args:
        events: the lines of the record.
        match: the match after them.
        knowledge: what the table knows.
    """
    if not match.running or knowledge.policy == "training":
        return frozenset()
    begun = max((number for number, event in enumerate(events, 1) if isinstance(event, DealStart)), default=0)
    if not any(isinstance(event, Ruling) for event in events[begun:]):
        return frozenset()
    return frozenset(
        number for number, ruling in _rulings(events) if number > begun and not knowledge.may_know(match, ruling)
    )


def taking_back(events: Sequence[Event], undo: Undo, secret: frozenset[int]) -> tuple[Event, ...]:
    """The events that take back so many steps of which the table knows, and leave what it may not know.

    A record is taken back from its end alone: the secret rulings in between are taken back with the rest and said
    again, as far as their verdicts still stand.
    """
    standing = taken_back(events, len(events))
    known = [line for line in standing if line.number not in secret][-undo.n :]
    if not secret or len(known) < undo.n:
        return (undo,)
    back = [line for line in standing if line.number >= known[0].number]
    whole = replace(undo, n=len(back))
    return whole, *(replace(ruling, t=undo.t) for ruling in _again(events, whole, back, secret))


def is_deal_ruled(events: Sequence[Event], match: AnyMatch, secret: frozenset[int]) -> bool:
    """Whether an arbiter has ruled what becomes of the deal being played, and the table may know of it.

    Args:
        events: the lines of the record.
        match: the match after them.
        secret: the lines of the rulings of which the table may not hear.
    """
    deal = match.deal
    if deal is None or not match.running:
        return False
    binding = [
        ruling
        for number, ruling in match.rulings.items()
        if ruling.is_arbiters and ruling.effect != "none" and match.verdicts[number - 1].deal == deal.number
    ]
    return any(number not in secret and ruling in binding for number, ruling in _rulings(events)) if binding else False


def is_secret(before: Sequence[Event], event: Event, secret: frozenset[int]) -> bool:
    """Whether an event takes back nothing but rulings of which the table does not know.

    Args:
        before: the lines of the record before it.
        event: the event.
        secret: the lines of the rulings that were secret before it.
    """
    back: tuple[StandingEvent, ...] = taken_back(before, event.n) if isinstance(event, Undo) and secret else ()
    return bool(back) and all(line.number in secret for line in back)


def _rulings(events: Sequence[Event]) -> list[tuple[int, Ruling]]:
    """The rulings that stand by their lines, each with the number that its verdict has now."""
    return [(stage.number, stage.event) for stage in fold(events) if isinstance(stage.event, Ruling)]


def _again(events: Sequence[Event], undo: Undo, back: Sequence[StandingEvent], secret: frozenset[int]) -> list[Ruling]:
    """The secret rulings among the lines that are taken back, on verdicts that stand without those lines."""
    wanted = {line.number for line in back} & secret
    if not wanted:
        return []
    verdicts = outcome(events).verdicts
    left = {verdict.accusation: number for number, verdict in enumerate(outcome((*events, undo)).verdicts, 1)}
    said: list[Ruling] = []
    for number, ruling in _rulings(events):
        meant = verdicts[ruling.verdict - 1].accusation if ruling.verdict <= len(verdicts) else None
        if number in wanted and meant in left:
            said.append(replace(ruling, verdict=left[meant]))
    return said
