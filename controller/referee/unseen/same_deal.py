"""Tests of whether a card is of the same deal as the one before it, was read late, or reopens a deal."""

from collections.abc import Iterable
from dataclasses import replace
from math import isfinite
from typing import Final

from controller.record.events import Played
from controller.referee.step import StepResult
from controller.referee.unseen.courses import is_one_trick
from controller.referee.unseen.openings import weaken_by_new_deal
from controller.rules.deal import Deal, Play, S, Trick
from controller.rules.match import Match
from controller.rules.parts import B
from controller.rules.sight import HoleAccount, Reading

NEXT_DEAL: Final = 15.0
"""Seconds after a trick within which no new deal comes: all that is assumed of hands (unseen.md)."""


def restore_reserve(match: Match[S, B], deal: Deal[S], play: Play) -> tuple[Match[S, B], Deal[S]]:
    """Return the match and its deal before a card is applied, with the reserve that another deal may have begun.

    Args:
        match: as it stands.
        deal: with the play begun.
        play: the card, seen or entered; not one known from an account only.
    """
    if deal.incomplete and not _same_deal(match, deal, play):
        deal = weaken_by_new_deal(match.game, deal)
        whole, resumed = (_as_entered(one, play) for one in (match.unseen.whole, match.unseen.resumed))
        match = replace(
            match, memory=replace(match.memory, owed=()), unseen=replace(match.unseen, whole=whole, resumed=resumed)
        )
    match = replace(match, deal=deal)
    if match.unseen.sight.restart:
        match = replace(match, unseen=replace(match.unseen, sight=replace(match.unseen.sight, restart=False)))
    return match, deal


def _same_deal(match: Match[S, B], deal: Deal[S], play: Play) -> bool:
    """Whether a card is certainly of the same deal as the one before it, by observations: no account proves that."""
    trick = deal.open if deal.open.plays else next(reversed(deal.tricks), deal.open)
    if not trick.plays:
        return True
    if any(one.told for one in trick.plays):
        return False
    if trick is deal.open and is_one_trick(deal):
        return True
    ends = [one.seen.at[1] for one in trick.plays if one.seen.at]
    if match.unseen.sight.restart or play.seen.at is None or len(ends) < len(trick.plays):
        return False
    return is_soon(play.seen.at[1], ends)


def is_soon(moment: float, ends: Iterable[float]) -> bool:
    """Whether a moment is so soon after all these ends that no other deal has begun; False if one end is unknown."""
    newest = max(ends)
    return isfinite(newest) and moment - newest < NEXT_DEAL


def _as_entered(reading: Reading | None, play: Play) -> Reading | None:
    """Continue a reading in which nothing was lost, for an entered card, where the same deal is not certain.

    Who enters a card says that the deal goes on. So it may be scored; words accuse nobody, and earlier duties no longer
    prove anything.
    """
    if reading is None or play.seen.at is not None:
        return None
    return replace(reading, memory=replace(reading.memory, owed=()))


def account_of(match: Match[S, B], play: Play) -> HoleAccount:
    """Return the account that names a card."""
    return next(account for account in match.unseen.accounts if account.number == play.event)


def may_match(match: Match[S, B], play: Play, event: Played) -> bool:
    """Whether a card that is read now may be the card of an account: laid by then, and by the same player."""
    return play.told and (play.seat, play.card) == (event.seat, event.card) and may_precede_hole_end(match, play, event)


def may_precede_hole_end(match: Match[S, B], play: Play, event: Played) -> bool:
    """Whether an event's card may have been laid by the end of the hole whose account names this play."""
    since = event.t if event.since is None else event.since
    span = account_of(match, play).span
    return since is None or span is None or since <= span[1] or event.src != "camera"


def apply_late_reading(match: Match[S, B], number: int, event: Played) -> StepResult[S, B] | None:
    """Return the step for a card that an account names; None if none does."""
    deal = match.deal
    if deal is None or not match.unseen.accounts:
        return None
    known = next((play for play in deal.plays() if play.told and may_match(match, play, event)), None)
    if known is None:
        return None
    late = match.unseen.sight.play(number, event, (), deal.seats)
    late = replace(late, seen=replace(late.seen, apart=False))
    match, deal = restore_reserve(match, deal, late)
    return replace(match, deal=_with_seen_card(deal, known, late)), ()


def _with_seen_card(deal: Deal[S], told: Play, seen: Play) -> Deal[S]:
    """Replace a card known from an account by the same card as it was seen."""

    def mended(trick: Trick) -> Trick:
        if told not in trick.plays:
            return trick
        return replace(trick, plays=tuple(seen if play is told else play for play in trick.plays))

    return replace(deal, tricks=tuple(map(mended, deal.tricks)), open=mended(deal.open))


def reopen_deal(match: Match[S, B], event: Played) -> Match[S, B]:
    """Reopen the last deal, if a card of it comes so soon that no other deal can have begun.

    A trick that was partly unseen may have been counted as two.
    """
    deal, entry = match.deal, match.ledger[-1] if match.ledger else None
    if deal is None or entry is None or match.running or match.ended or entry.deal.number != deal.number or entry.void:
        return match
    unsure = bool(deal.holes) and match.rules.has(event.seat) and event.src == "camera"
    is_new = event.card in match.game.deck and deal.find(event.card) is None
    if not (unsure and is_new and _soon(match, deal, event)):
        return match
    return replace(match, running=True, ledger=match.ledger[:-1])


def _soon(match: Match[S, B], deal: Deal[S], event: Played) -> bool:
    """Whether a card comes so soon after the last trick that it is certainly of the same deal."""
    plays = deal.tricks[-1].plays if deal.tricks else ()
    ends = [play.seen.at[1] for play in plays if play.seen.at]
    if (
        match.unseen.sight.restart
        or match.unseen.sight.pending
        or event.t is None
        or not plays
        or len(ends) < len(plays)
    ):
        return False
    return is_soon(event.t, ends)
