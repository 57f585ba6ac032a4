"""Steps of the play: a card comes to lie, a trick is gathered."""

from dataclasses import replace

from controller.record.events import Collect, Played
from controller.referee import judging, settling
from controller.referee.step import Step, error, no_deal
from controller.rules.deal import Deal, Play, S
from controller.rules.game import B
from controller.rules.match import Match
from controller.rules.results import TrickResult


def play(match: Match[S, B], number: int, event: Played) -> Step[S, B]:
    """A card lies in a seat's place: judge it, and close the trick if it is full."""
    if match.deal is None or not match.running:
        return error(match, number, no_deal(event))
    if not match.rules.has(event.seat):
        return error(match, number, f"there is no seat {event.seat} at this table of {match.rules.seats}")
    deal = match.game.begin_play(match.deal) if match.deal.phase == "before" else match.deal
    if isinstance(deal, str):
        return error(match, number, f"{event.card} was played, but {deal}")
    if deal.phase == "after":
        return error(match, number, f"{event.card} was played, but the deal waits for a draw")
    judged = judging.judge(match.game, deal, match.watch, Play(number, event.seat, event.card))
    match = replace(match, deal=judged.deal, watch=judged.watch, verdicts=(*match.verdicts, *judged.verdicts))
    if not judged.deal.open_is_full:
        return match, judged.verdicts
    match, results = _close(match, judged.deal)
    return match, (*judged.verdicts, *results)


def collect(match: Match[S, B], number: int, event: Collect) -> Step[S, B]:
    """The trick was gathered; a full one has closed by itself already."""
    del event
    deal = match.deal
    if deal is None or not match.running or not deal.open.plays:
        return match, ()
    short = judging.gather_short(deal, number)
    match, results = _close(replace(match, verdicts=(*match.verdicts, short)), replace(deal, short=True))
    return match, (short, *results)


def _close(match: Match[S, B], deal: Deal[S]) -> Step[S, B]:
    """Turn the trick over; after the last one score the deal."""
    deal = judging.close(match.game, deal)
    trick = deal.tricks[-1]
    points = match.game.trick_points(deal, trick, last=deal.over)
    leader, winner = trick.plays[0].seat, deal.leader
    result = TrickResult(deal.number, len(deal.tricks), leader, winner, trick.cards, points)
    match = replace(match, deal=deal)
    if not deal.over:
        return match, (result,)
    faults = tuple(judging.verdict(deal, trick.plays[-1].event, fault) for fault in match.game.audit_end(deal))
    match, results = settling.settle(replace(match, verdicts=(*match.verdicts, *faults)), deal)
    return match, (result, *faults, *results)
