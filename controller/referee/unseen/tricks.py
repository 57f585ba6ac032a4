"""The end of a trick as a hole: its cards have left, and the absence of the missing ones was not seen."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from controller.record.events import Event, Seat
from controller.record.message import Message
from controller.referee import judging
from controller.referee.step import StepResult, error
from controller.referee.unseen import openings
from controller.referee.unseen.accounts import apply_account
from controller.referee.unseen.closing import close_trick, turn_trick_over
from controller.referee.unseen.courses import may_be_two_tricks
from controller.referee.unseen.readings import as_read, remember
from controller.rules.deal import Deal, S, Trick
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.sight import Reading

NOT_FULL: Final = Message("the trick was gathered, and with what was told it is not full")


def break_off(match: Match[S, B], deal: Deal[S], number: int, away: Collection[Seat] = ()) -> StepResult[S, B]:
    """End the open trick as a hole at the event of this number, with the cards that accounts name for it.

    Args:
        match: as it stands.
        deal: with the open trick.
        number: the event that shows that the trick has left.
        away: the seats that are proven to have no card in it.
    """
    missing = None if may_be_two_tricks(deal) else set(judging.missing(deal)) - {*away}
    as_public = as_read(deal, Reading(deal.holes, deal.unseen.doubt, match.memory))
    match = replace(match, memory=remember(match.game, as_public, match.memory, gathered=True))
    match = openings.open_by_trick(match, deal, number)
    before = len(deal.tricks)
    after, results = apply_account(match, number, missing)
    if after.deal is None or not after.running or len(after.deal.tricks) > before:
        return after, results
    if number not in after.deal.holes:
        after, results = error(
            replace(match, unseen=replace(match.unseen, weighed=after.unseen.weighed)),
            match.unseen.told[number].number,
            NOT_FULL,
        )
    deal = after.deal or deal
    after, closed = turn_trick_over(after, replace(deal, open=Trick(deal.open.plays, sure=False)), number)
    return after, (*results, *closed)


def close_full(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """Turn a full trick over; if it may be of two tricks, a hole opens, of which there may be an account."""
    match, results = close_trick(match, deal, number)
    if match.deal is None or not match.running or number not in match.deal.holes or number in deal.holes:
        return match, results
    match, healed = apply_account(match, number)
    return match, (*results, *healed)


def note_clear_table(match: Match[S, B], event: Event) -> Match[S, B]:
    """Note that the table was clear at the moment of an event."""
    if not match.watched:
        return match
    return replace(match, unseen=replace(match.unseen, sight=replace(match.unseen.sight, cleared=event.t)))


def gather_unread(match: Match[S, B], deal: Deal[S], number: int, event: Event) -> StepResult[S, B]:
    """Apply a gathering while no card is open: of the closed trick, or of one of which no card was read.

    Before the first trick of a deal none has closed. So it is the first of this deal, be it before or after the
    contract is known. Cards of the last deal are not mistaken for it: no deal begins while they lie (unseen.md).
    """
    if match.unseen.sight.cleared is None and deal.tricks:
        return note_clear_table(match, event), ()
    if deal.unseen.kept or (deal.phase == "after" and not deal.holes):
        return match, ()
    match = openings.open_by_gap(match, match.game.auction.playable(deal) or deal, number)
    after, results = apply_account(match, number)
    if after.deal and after.running and after.deal.open.plays and number not in after.deal.holes:
        after, results = error(
            replace(match, unseen=replace(match.unseen, weighed=after.unseen.weighed)),
            match.unseen.told[number].number,
            NOT_FULL,
        )
    return note_clear_table(after, event), results
