"""A deal goes on that had ended by a count of its tricks which was not sure, for some of it went unseen."""

from dataclasses import replace

from controller.record.events import Played
from controller.referee.unseen.one_deal import is_soon
from controller.rules.deal import Deal, S
from controller.rules.match import Match
from controller.rules.parts import B


def going_on(match: Match[S, B], event: Played) -> Match[S, B]:
    """The match with its last deal under way again, if a card of it comes so soon that no other can have begun.

    A trick of which not all was seen may have been counted as two.
    """
    deal, entry = match.deal, match.ledger[-1] if match.ledger else None
    if deal is None or entry is None or match.running or match.ended or entry.deal.number != deal.number or entry.void:
        return match
    unsure = bool(deal.unseen.holes) and match.rules.has(event.seat) and event.src == "camera"
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
