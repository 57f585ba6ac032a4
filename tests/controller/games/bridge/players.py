"""Bridge players: they call whatever is admissible, mostly pass, and dummy lays its hand down."""

from controller.games.bridge.auction import admissible, contract_of, speaker
from controller.games.bridge.state import PASS, BridgeDeal
from controller.record.cards import Card
from controller.record.events import Bid, Declare, Event, Seat
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base


class Players(Base):
    """Players of Bridge; the first deal of a match is never passed out."""

    def before(self, match: AnyMatch) -> Event | None:
        """The call of whose turn it is."""
        assert match.deal is not None
        deal: BridgeDeal = match.deal
        seat = speaker(deal)
        if seat is None:
            return None
        known = [*admissible(deal.own.calls, seat)]
        must = self.cut_down or deal.number == 1
        nobody_bid = must and len(deal.own.calls) > 2 and contract_of(deal.own.calls) is None
        if self.random.random() < 0.5 and not nobody_bid:
            return Bid(seat=seat, call=PASS)
        # The lowest calls most of the time, so that auctions have many of them.
        chosen = self.random.choice(known[nobody_bid:8])
        return Bid(seat=seat, call=chosen.call, as_=chosen.denomination)

    def declare(self, match: AnyMatch, seat: Seat, card: Card) -> list[Event]:
        """Before its first card, dummy lays down what it holds; now and then nobody says so."""
        assert match.deal is not None
        deal: BridgeDeal = match.deal
        made = contract_of(deal.own.calls)
        first = made is not None and seat == made.dummy and deal.plays() and not deal.own.shown
        if not first or deal.tricks or self.random.random() < 0.2:
            return []
        return [Declare(seat=seat, what="hand", cards=tuple(self.hands[seat]))]
