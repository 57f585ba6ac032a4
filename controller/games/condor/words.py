"""Condor Whist by cards: the card turned up, the two bidding cards, take and leave (CON-A)."""

from collections.abc import Collection
from typing import Final

from controller.games.condor.auction import CondorDeal
from controller.record.cards import JOKER
from controller.record.events import Choose, Duel, Seat, Upcard
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Seen, Speech, Spread
from controller.rules.vocabulary import Vocabulary

_BOTH: Final = {0, 1}


class Condor(Vocabulary):
    """The auction is seen, not said, but for the choice after equal ranks."""

    bids = frozenset(("take", "leave"))

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """CON-A3."""
        del match
        if speech.seat is None:
            return "lay take or leave in front of the player who holds the marker"
        return (Choose(seat=speech.seat, take=speech.words[-1] == "take"),)

    def places(self, match: AnyMatch) -> Collection[str]:
        """CON-A1: where the stock's top card is turned up."""
        return ("upcard",) if match.running and match.deal and match.deal.phase == "before" else ()

    def shows(self, match: AnyMatch, seat: Seat) -> bool:
        """CON-A2: before the play every card laid before a seat is a bid."""
        del seat
        return bool(match.running and match.deal and match.deal.phase == "before")

    def lying(self, match: AnyMatch, spread: Spread) -> Seen | None:
        """CON-A1, CON-A2."""
        return _auctioned(match.deal, spread) if match.running and match.deal else None


def _auctioned(deal: CondorDeal, spread: Spread) -> Seen | None:
    """The up-card, or the duel for it once one card lies before each; the joker in the up-card's place says nothing."""
    if deal.own.done:
        return None
    if deal.own.open is None:
        turned = [card for card in spread.placed if card != JOKER]
        return Seen((Upcard(card=turned[-1]),), spread.placed) if turned else None
    bids = dict(spread.shown)
    if deal.own.open.duel or set(bids) != _BOTH or len(spread.shown) != len(bids):
        return None
    return Seen((Duel(cards=dict(sorted(bids.items()))),), tuple(bids.values()))


VOCABULARY = Condor()
