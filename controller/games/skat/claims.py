"""Claims of Skat: the rest goes to one side, where it can be counted without being played (SKA-E1, SKA-E2)."""

from controller.games import claims
from controller.games.skat.auction import auction
from controller.games.skat.cards import DECK, NULL, SKAT, trumps
from controller.games.skat.state import SkatDeal
from controller.record.events import Bid
from controller.record.message import Message


def uncounted(deal: SkatDeal, event: Bid) -> Message | None:
    """Why the deal could not be counted after this claim, or None (SKA-E2)."""
    if deal.phase != "play":
        return Message("nothing can be claimed before the game is named")
    if deal.own.game == NULL:
        return None
    to_declarer = (event.seat == auction(deal).declarer) == (event.call == claims.CLAIM)
    if not to_declarer and len(deal.own.laid or ()) < SKAT:
        return Message("the skat counts for the declarer, and nobody has seen it; only the declarer can claim the rest")
    return None if _matadors_seen(deal) else Message("who had the highest trumps has not been seen yet; play on")


def _matadors_seen(deal: SkatDeal) -> bool:
    """Whether the row of highest trumps and its end were played, or lie in the skat that was shown."""
    declarer, first = auction(deal).declarer, None
    held = {play.card: play.seat == declarer for play in deal.plays()} | dict.fromkeys(deal.own.laid or (), True)
    for card in trumps(deal.own.game or ""):
        if card not in held:
            return False
        first = held[card] if first is None else first
        if held[card] != first:
            return True
    return True


def counted(deal: SkatDeal, other_side: claims.OtherSide) -> SkatDeal:
    """The deal with its last tricks as they were claimed; the skat goes with the declarer's."""
    laid = deal.own.laid or ()
    rest = [card for card in claims.unplayed(DECK, deal) if card not in laid]
    return claims.counted(deal, other_side, rest)
