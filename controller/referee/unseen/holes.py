"""Steps of ``gap`` and ``seen``: a gap opens a hole, and the cards that lie there afterwards may close it."""

from dataclasses import replace
from typing import Final

from controller.record.events import Gap, Seat, Seen
from controller.referee.step import StepResult
from controller.referee.unseen.accounts import apply_account
from controller.referee.unseen.closing import adopt, turn_trick_over
from controller.referee.unseen.objections import is_trick_unmoved
from controller.referee.unseen.openings import open_by_gap
from controller.referee.unseen.readings import unseen_trumps
from controller.referee.unseen.same_deal import NEXT_DEAL
from controller.rules.deal import Deal, S, Trick
from controller.rules.match import Match
from controller.rules.parts import B


def apply_gap(match: Match[S, B], number: int, event: Gap) -> StepResult[S, B]:
    """Open a hole for a time in which the table was not seen, in the deal in play or before the next one."""
    deal = match.deal if match.running else None
    away = event.why == "restart" or match.unseen.sight.restart
    sight = replace(
        match.unseen.sight,
        seen=(),
        restart=away,
        lay=(),
        cleared=None,
        opening=event.why == "start",
        blind_till=event.t,
    )
    if deal is None or deal.phase == "after":
        before = () if match.unseen.sight.opening else match.unseen.sight.pending
        begun = bool(before and sight.begun) or _may_hold_a_trick(match, event)
        sight = replace(sight, pending=(*before, number), begun=begun)
        return replace(match, unseen=replace(match.unseen, sight=sight)), ()
    plays = deal.open.plays or (deal.tricks[-1].plays if deal.tricks else ())
    gathered = match.unseen.sight.cleared is not None and not deal.open.plays
    lay = () if deal.phase == "before" or gathered else tuple((play.seat, play.card) for play in plays)
    match = replace(match, unseen=replace(match.unseen, sight=replace(sight, lay=lay, fresh=False)))
    return apply_account(open_by_gap(match, deal, number), number)


def apply_sight(match: Match[S, B], number: int, event: Seen) -> StepResult[S, B]:
    """Apply lying cards and empty areas, which may show that a gap was no hole, or that a trick has left."""
    sight = match.unseen.sight.with_observation(event)
    if sight.pending:
        begun = (sight.begun and not sight.opening) or shows_begun(match, event)
        sight = replace(sight, begun=begun, pending=sight.pending if begun else ())
    match = _not_begun_unseen(replace(match, unseen=replace(match.unseen, sight=sight)))
    deal = match.deal if match.running else None
    if deal is None or not sight.lay:
        return match, ()
    reading = match.unseen.resumed or match.unseen.whole
    if reading and is_trick_unmoved(deal, dict(sight.lay), event):
        return adopt(
            replace(match, unseen=replace(match.unseen, sight=replace(sight, lay=(), restart=False))),
            deal,
            reading,
            number,
        )
    here = {*zip(deal.open.seats, deal.open.cards, strict=True)}
    # A card that people entered was never seen lying: an empty area does not show that it has left.
    watched = all(play.seen.at for play in deal.open.plays)
    if here and watched and here <= {*sight.lay} and _has_left(sight.lay, event):
        return _leave_trick(match, deal, number)
    return match, ()


FIRST_TRICK_S: Final = 3.0
"""Seconds in which no first trick of a deal is laid and gathered (unseen.md)."""


def _may_hold_a_trick(match: Match[S, B], event: Gap) -> bool:
    """Whether a deal may have begun in a gap and lost a whole trick in it, of which no look finds anything."""
    if event.why == "start":
        return False
    if event.why == "restart" or event.t is None:
        return True
    last = match.deal.tricks[-1].plays if match.deal is not None and match.deal.tricks else ()
    laid = [play.seen.at[1] for play in last if play.seen.at]
    is_soon = bool(laid) and event.t < max(laid) + NEXT_DEAL
    return not is_soon and event.t - event.from_ >= FIRST_TRICK_S


def shows_begun(match: Match[S, B], event: Seen) -> bool:
    """Whether something lies there that is no card of the last trick, so that the next deal may have begun."""
    last = match.deal.tricks[-1].cards if match.deal is not None and match.deal.tricks else ()
    return bool(event.unread) or any(card not in last for cards in event.lies.values() for card in cards)


def _not_begun_unseen(match: Match[S, B]) -> Match[S, B]:
    """Remove the hole of a deal whose first word comes after sight returned: the deal has not begun in the gap."""
    deal = match.deal
    if (
        deal is None
        or not match.running
        or not match.unseen.sight.fresh
        or deal.phase != "before"
        or len(deal.holes) != 1
    ):
        return match
    deal = replace(deal, unseen=replace(deal.unseen, holes=(), doubt=None))
    sight = replace(match.unseen.sight, pending=())
    return replace(match, deal=deal, unseen=replace(match.unseen, sight=sight))


def _has_left(lay: tuple[tuple[Seat, str], ...], event: Seen) -> bool:
    """Whether every card of the trick has left: its area was seen, and it does not lie there."""
    seen_at = {*event.empty, *event.lies} - {*event.unread}
    return all(seat in seen_at and card not in event.lies.get(seat, ()) for seat, card in lay)


def _leave_trick(match: Match[S, B], deal: Deal[S], number: int) -> StepResult[S, B]:
    """Turn over a trick that was open before the gap and was gathered in it."""
    doubt = deal.unseen.doubt
    if doubt:
        deal = replace(
            deal,
            unseen=replace(deal.unseen, doubt=replace(doubt, trumps=unseen_trumps(match.game, deal, doubt.trumps))),
        )
    trick = Trick(deal.open.plays, sure=False)
    return turn_trick_over(
        replace(match, unseen=replace(match.unseen, whole=None, resumed=None)), replace(deal, open=trick), number
    )
