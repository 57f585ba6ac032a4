"""Condor Whist by cards: the card turned up, the two bidding cards, take and leave (CON-A)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from controller.games.condor.auction import CondorDeal
from controller.games.condor.suits import STOCK
from controller.record.cards import JOKER, Card
from controller.record.events import Choose, Duel, Event, Seat, Upcard
from controller.record.message import Message
from controller.rules.match import AnyMatch
from controller.rules.speech import Meaning, Speech, Spread, SpreadMeaning, Wording
from controller.rules.vocabulary import Vocabulary

_BOTH: Final = {0, 1}

_WORDINGS: Final[Mapping[str, Wording]] = {
    "take": Wording("Take", "Nehmen", "Je prends", "Prendo", "取る"),
    "leave": Wording("Leave", "Lassen", "Je laisse", "Lascio", "譲る"),
}


class CondorWords(Vocabulary):
    """The auction is seen, not said, but for the choice after equal ranks."""

    bids = frozenset(("take", "leave"))
    wordings = _WORDINGS

    def said(self, match: AnyMatch, speech: Speech) -> Meaning:
        """Return the choice of the seat with the marker (CON-A3)."""
        if speech.seat is None:
            return Message("lay take or leave in front of the player who holds the marker")
        return (Choose(seat=speech.seat, take=speech.words[-1] == "take"),)

    def uttered(self, event: Event) -> tuple[str, ...]:
        """Return the word of a choice (CON-A3)."""
        if isinstance(event, Choose):
            return ("take",) if event.take else ("leave",)
        return super().uttered(event)

    def count(self, kind: str, seats: int) -> int:
        """Count the cards of an up-card or a duel: one of the stock, one of each player (CON-A1, CON-A2)."""
        return {"upcard": 1, "duel": seats}.get(kind, 0)

    def candidates(self, match: AnyMatch, kind: str, seat: Seat) -> Collection[Card] | None:
        """Return a seat's cards of its bidding suit that it has not laid yet (CON-A2)."""
        deal: CondorDeal | None = match.deal
        if kind != "duel" or deal is None:
            return None
        laid = {one.duel[seat] for one in deal.own.rounds if one.duel}
        return tuple(card for card in match.game.deck if card.suit == deal.own.bidding[seat] and card not in laid)

    def places(self, match: AnyMatch) -> Collection[str]:
        """Return the place where the stock's top card is turned up (CON-A1)."""
        return ("upcard",) if match.running and match.deal and match.deal.phase == "before" else ()

    def shows(self, match: AnyMatch, seat: Seat) -> bool:
        """Whether every card laid before a seat is a bid, as before the play (CON-A2)."""
        return bool(match.running and match.deal and match.deal.phase == "before")

    def honest(
        self, match: AnyMatch, hands: Mapping[Seat, Sequence[Card]], rest: Sequence[Card]
    ) -> Sequence[Event] | None:
        """List a stock card turned up, a duel of bidding cards, or a choice (CON-A1 to CON-A3); no hands yet."""
        deal: CondorDeal | None = match.deal
        if deal is None or deal.own.done:
            return ()
        if deal.own.open is None:
            upcards = {one.upcard for one in deal.own.rounds}
            stock = [card for card in match.game.deck if card.suit in STOCK and card not in upcards]
            return tuple(Upcard(card=card) for card in stock)
        if deal.own.open.duel:
            return tuple(Choose(seat=deal.own.marker, take=take) for take in (True, False))
        mine, others = (self.candidates(match, "duel", seat) or () for seat in deal.seats)
        return tuple(Duel(cards={0: one, 1: other}) for one in mine for other in others)

    def lying(self, match: AnyMatch, spread: Spread) -> SpreadMeaning | None:
        """Return the meaning of the auction's cards as they lie (CON-A1, CON-A2)."""
        return _auctioned(match.deal, spread) if match.running and match.deal else None


def _auctioned(deal: CondorDeal, spread: Spread) -> SpreadMeaning | None:
    """Return the up-card, or the duel once one card lies before each; a joker in the up-card's place means nothing."""
    if deal.own.done:
        return None
    if deal.own.open is None:
        turned = [card for card in spread.placed if card != JOKER]
        return SpreadMeaning((Upcard(card=turned[-1]),), spread.placed) if turned else None
    bids = dict(spread.shown)
    if deal.own.open.duel or set(bids) != _BOTH or len(spread.shown) != len(bids):
        return None
    return SpreadMeaning((Duel(cards=dict(sorted(bids.items()))),), tuple(bids.values()))


VOCABULARY = CondorWords()
