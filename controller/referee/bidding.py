"""Steps that only one game or another knows: bids, calls, discards, declarations, the auction's duels."""

from dataclasses import replace

from controller.record.events import Event
from controller.referee import judging, revokes
from controller.referee.settling import end_void, settle
from controller.referee.step import Step, error, no_deal
from controller.rules.deal import Deal, S
from controller.rules.game import Act, B, Fault
from controller.rules.match import Match
from controller.rules.proof import Watch


def act(match: Match[S, B], number: int, event: Event) -> Step[S, B]:
    """Let the game take in an event of its own."""
    if match.deal is None or not match.running:
        return error(match, number, no_deal(event))
    seat = getattr(event, "seat", 0)
    if not match.rules.has(seat):
        return error(match, number, f"there is no seat {seat} at this table of {match.rules.seats}")
    done = match.game.act(match.deal, match.book, number, event)
    if not isinstance(done, Act):
        return error(match, number, done)
    watch, proven = _proven(match, done.deal)
    verdicts = tuple(judging.verdict(done.deal, number, fault) for fault in (*done.faults, *proven))
    match = replace(match, deal=done.deal, watch=watch, verdicts=(*match.verdicts, *verdicts))
    if done.void is not None:
        match, results = end_void(match, done.deal, done.void)
        return match, (*verdicts, *results)
    if done.finished:
        match, results = settle(match, done.deal)
        return match, (*verdicts, *results)
    return match, verdicts


def _proven(match: Match[S, B], deal: Deal[S]) -> tuple[Watch, tuple[Fault, ...]]:
    """What cards prove that are shown during the play without being played, such as those of a Weis."""
    if deal.phase != "play" or not any(deal.plays()):
        return match.watch, ()
    return revokes.proven(match.game, deal, match.watch)
