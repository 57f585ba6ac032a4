"""How a trick closes: it is turned over; after the last one the deal is scored."""

from collections.abc import Callable
from dataclasses import replace

from controller.referee import judging, settling
from controller.referee.step import StepResult
from controller.referee.unseen import adoption, openings
from controller.referee.unseen.readings import after_trick, unseen_trumps
from controller.rules.deal import Deal, S
from controller.rules.game import B
from controller.rules.match import Match, Reading
from controller.rules.results import TrickResult
from controller.rules.unseen.courses import certain, torn
from controller.rules.unseen.doubt import Doubt


def close_trick(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """Turn a full trick over at the event of this number; one that may be of two tricks leaves a hole."""
    if certain(deal) and not (match.whole or match.resumed):
        return turn_trick_over(match, deal, number)
    if torn(deal):
        match = replace(openings.by_gap(match, deal, number), resumed=None)
        deal = match.deal or deal
    winner = match.game.winner(deal, deal.open)
    doubt, sure = after_trick(match.game, deal, Reading(deal.holes, deal.doubt, match.memory), winner)
    read_on = _reader(match, deal, winner)
    told = any(play.told for play in deal.open.plays)
    worded = replace(match.worded, doubt=None) if told and match.worded else read_on(match.worded)
    match = replace(match, whole=read_on(match.whole), resumed=None, worded=worded)
    return turn_trick_over(match, replace(deal, doubt=doubt, open=replace(deal.open, sure=sure)), number)


def close_short_trick(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """Turn a trick over that was gathered with cards missing for certain."""
    known = deal.doubt
    if known is None and certain(deal):
        return turn_trick_over(match, deal, number)
    trumps = unseen_trumps(match.game, deal, (deal.trump,) if known is None else known.trumps)
    hole = 0 if known is None else known.hole
    doubt = Doubt(trumps, hole=hole, mute=known is not None and known.mute)
    return turn_trick_over(match, replace(deal, doubt=doubt, open=replace(deal.open, sure=False)), number)


def turn_trick_over(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """Turn a trick over, full or not, whose readings know already what follows from it."""
    deal = judging.close(match.game, deal)
    sight = match.sight
    if sight.lay or sight.cleared is not None:
        sight = replace(sight, lay=(), cleared=None)
    match = replace(match, deal=deal, sight=sight)
    result = _result(match, deal)
    if not deal.over:
        return match, (result,)
    match, mended = adoption.at_the_end(match, deal, number)
    deal = match.deal or deal
    if deal.holes:
        match, results = settling.settle(match, deal)
        return match, (result, *mended, *results)
    act = deal.tricks[-1].plays[-1].event
    faults = tuple(judging.verdict(deal, act, fault) for fault in match.game.audit_end(deal))
    match, results = settling.settle(replace(match, verdicts=(*match.verdicts, *faults)), deal)
    return match, (result, *mended, *faults, *results)


def _reader(match: Match[S, B], deal: Deal[S], winner: int) -> Callable[[Reading | None], Reading | None]:
    """How a reading goes on after the open trick."""

    def after(reading: Reading | None) -> Reading | None:
        if reading is None:
            return None
        doubt, _ = after_trick(match.game, deal, reading, winner)
        return replace(reading, doubt=doubt)

    return after


def _result(match: Match[S, B], deal: Deal[S]) -> TrickResult:
    """The result of the trick that has just closed; unknown fields are null while a hole is open."""
    trick, number = deal.tricks[-1], len(deal.tricks)
    points = None if deal.holes else match.game.trick_points(deal, trick, last=deal.over)
    known = trick.sure or not deal.holes
    leader, winner = (trick.plays[0].seat, deal.leader) if known else (None, None)
    return TrickResult(deal.number, number, leader, winner, trick.cards, points)
