"""The closing of a hole by itself: what was seen shows that nothing was lost, and that reading is what happened."""

from dataclasses import replace
from typing import Final

from controller.referee.step import StepResult
from controller.rules.deal import Deal, S
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.results import ILLEGAL_PLAYS, Verdict, VerdictKind
from controller.rules.sight import Reading

CARDS_ALONE: Final[frozenset[VerdictKind]] = frozenset(
    (*ILLEGAL_PLAYS, "someone-revoked", "out-of-turn", "second-card")
)
"""Verdicts that rest on nothing but cards seen and areas seen empty: words may have been lost though no card was."""


def at_the_end(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """After the last trick: every hand has played in sight all that it was dealt, so nothing was lost."""
    if not deal.unseen.holes or match.unseen.whole is None or not deal.unseen.counts:
        return match, ()
    return adopt(match, deal, match.unseen.whole, number)


def adopt(match: Match[S, B], deal: Deal[S], reading: Reading, number: int) -> StepResult[S, B]:
    """Take a reading for what happened; what it proves is said now, and proved by the event of this number."""
    said = {verdict.accusation for verdict in match.verdicts}
    found = tuple(
        replace(verdict, proved=number)
        for verdict in reading.verdicts
        if verdict.kind in CARDS_ALONE and verdict.accusation not in said
    )
    deal = replace(
        deal,
        unseen=replace(
            deal.unseen, holes=reading.holes, doubt=reading.doubt, counts=deal.unseen.counts or not reading.holes
        ),
    )
    whole = match.unseen.whole if reading.holes else None
    worded = match.unseen.worded if reading.holes else None
    if worded:
        worded = replace(worded, holes=tuple(hole for hole in worded.holes if hole in reading.holes))
    match = replace(
        match, deal=deal, memory=reading.memory, unseen=replace(match.unseen, whole=whole, resumed=None, worded=worded)
    )
    return replace(match, verdicts=(*match.verdicts, *found)), found


def withheld(reading: Reading, found: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """The verdicts of a reading, each accusation once."""
    known = {verdict.accusation for verdict in reading.verdicts}
    return (*reading.verdicts, *(verdict for verdict in found if verdict.accusation not in known))
