"""The end of a trick and of a hole: observations show who took the trick, and whether nothing was lost."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from controller.referee import judging, settling
from controller.referee.step import StepResult
from controller.referee.unseen import openings
from controller.referee.unseen.courses import is_order_certain, may_be_two_tricks
from controller.referee.unseen.readings import doubt_after_trick, unseen_trumps
from controller.rules.deal import Deal, S
from controller.rules.doubt import Doubt
from controller.rules.game import Game
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.results import ILLEGAL_PLAYS, TrickResult, Verdict, VerdictKind
from controller.rules.sight import Reading

CARDS_ALONE: Final[frozenset[VerdictKind]] = frozenset(
    (*ILLEGAL_PLAYS, "someone-revoked", "out-of-turn", "second-card")
)
"""Verdicts that rest only on cards seen and areas seen empty: words may have been lost though no card was."""


def close_holes_at_end(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """Close the holes after the last trick if every hand has played in sight all it was dealt: nothing was lost."""
    if not deal.holes or match.unseen.whole is None or not deal.unseen.counts:
        return match, ()
    return adopt(match, deal, match.unseen.whole, number)


def adopt(match: Match[S, B], deal: Deal[S], reading: Reading, number: int) -> StepResult[S, B]:
    """Adopt a reading as the truth; its verdicts are published now, proved by the event of this number."""
    accusations = {verdict.accusation for verdict in match.verdicts}
    verdicts = tuple(
        replace(verdict, proved=number)
        for verdict in reading.verdicts
        if verdict.kind in CARDS_ALONE and verdict.accusation not in accusations
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
    return replace(match, verdicts=(*match.verdicts, *verdicts)), verdicts


def add_withheld(reading: Reading, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """Return the verdicts of a reading, with each new accusation added once."""
    accusations = {verdict.accusation for verdict in reading.verdicts}
    return (*reading.verdicts, *(verdict for verdict in verdicts if verdict.accusation not in accusations))


def close_trick(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """Turn a full trick over at the event of this number; one that may be of two tricks leaves a hole."""
    if is_order_certain(deal) and not (match.unseen.whole or match.unseen.resumed):
        return settling.close_trick(forget_trick(match), deal)
    if may_be_two_tricks(deal):
        match = openings.open_by_gap(match, deal, number)
        deal = match.deal or deal
    winner = match.game.winner(deal, deal.open)
    doubt, sure = doubt_after_trick(match.game, deal, Reading(deal.holes, deal.unseen.doubt, match.memory), winner)
    read_on = _continue_reading(match, deal, winner)
    has_account = any(play.told for play in deal.open.plays)
    worded = (
        replace(match.unseen.worded, doubt=None)
        if has_account and match.unseen.worded
        else read_on(match.unseen.worded)
    )
    match = replace(match, unseen=replace(match.unseen, whole=read_on(match.unseen.whole), resumed=None, worded=worded))
    return turn_trick_over(
        match, replace(deal, open=replace(deal.open, sure=sure), unseen=replace(deal.unseen, doubt=doubt)), number
    )


def close_short_trick(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """Turn a trick over that was gathered with cards missing for certain."""
    known = deal.unseen.doubt
    if known is None and is_order_certain(deal):
        return turn_trick_over(match, deal, number)
    trumps = unseen_trumps(match.game, deal, (deal.trump,) if known is None else known.trumps)
    hole = 0 if known is None else known.hole
    doubt = Doubt(trumps, hole=hole, mute=known is not None and known.mute)
    return turn_trick_over(
        match, replace(deal, open=replace(deal.open, sure=False), unseen=replace(deal.unseen, doubt=doubt)), number
    )


def turn_trick_over(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """Turn a trick over, full or not, whose readings are up to date already."""
    deal = judging.close(match.game, deal)
    match, result = replace(forget_trick(match), deal=deal), trick_result(match.game, deal)
    if not deal.over:
        return match, (result,)
    match, mended = close_holes_at_end(match, deal, number)
    deal = match.deal or deal
    match, results = settle(match, deal) if deal.holes else settling.finish(match, deal)
    return match, (result, *mended, *results)


def forget_trick(match: Match[S, B]) -> Match[S, B]:
    """Forget the observations of a trick that is turned over now."""
    sight = match.unseen.sight
    if not sight.lay and sight.cleared is None:
        return match
    return replace(match, unseen=replace(match.unseen, sight=replace(sight, lay=(), cleared=None)))


def settle(match: Match[S, B], deal: Deal[S], *, owing: bool = False) -> StepResult[S, B]:
    """Score a finished deal; the next dealer is unknown after a deal with a hole."""
    match, results = settling.settle(match, deal, owing=owing)
    return (replace(match, dealer=None) if deal.holes else match), results


def trick_result(game: Game[S, B], deal: Deal[S]) -> TrickResult:
    """Return the result of the newest closed trick; unknown fields are null while a hole is open."""
    if not deal.holes:
        return settling.trick_result(game, deal)
    trick = deal.tricks[-1]
    leader, winner = (trick.plays[0].seat, deal.leader) if trick.sure else (None, None)
    return TrickResult(deal.number, len(deal.tricks), leader, winner, trick.cards, None)


def _continue_reading(match: Match[S, B], deal: Deal[S], winner: int) -> Callable[[Reading | None], Reading | None]:
    """Make the function that continues a reading after the open trick."""

    def after(reading: Reading | None) -> Reading | None:
        if reading is None:
            return None
        doubt, _ = doubt_after_trick(match.game, deal, reading, winner)
        return replace(reading, doubt=doubt)

    return after
