"""Schnapsen players: they draw after each trick, and exchange, declare, close and claim before they lead."""

from controller.games.schnapsen.score import ENOUGH, points
from controller.games.schnapsen.state import HAND, SchnapsenDeal, drawing, jack, talon_left
from controller.games.schnapsen.turns import pair
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Declare, Event, Exchange, Seat
from controller.rules.deal import Deal
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base


class Players(Base):
    """Players of Schnapsen; those who break rules play all cards, so that everything comes out."""

    talon: list[Card]
    """The card beneath it first; cards are drawn from its end."""

    def opening(self, match: AnyMatch, dealer: Seat) -> DealStart:
        """Five cards each, and one turned up."""
        self.talon = self.deal_out(match, HAND)
        return DealStart(dealer=dealer, turned=self.talon[0])

    def next(self, match: AnyMatch) -> Event:
        """Draw, say something before the lead, and play."""
        deal = match.deal
        assert deal is not None
        if not deal.open.plays and not self.said:
            self.draw_up(deal)
            if event := self.before_lead(match, deal):
                return event
        return super().next(match)

    def draw_up(self, deal: SchnapsenDeal) -> None:
        """A card each, the winner of the trick first (SCN-P2)."""
        seats = (deal.leader or 0, 1 - (deal.leader or 0))
        while deal.own.closed is None and self.talon and len(self.talon) > talon_left(deal):
            for seat in seats:
                self.hands[seat].append(self.talon.pop())

    def before_lead(self, match: AnyMatch, deal: SchnapsenDeal) -> Event | None:
        """An exchange, a marriage, the closing, a claim; a few of them, each trick."""
        seat, own = deal.leader, deal.own
        assert seat is not None
        hand, random = self.hands[seat], self.random
        enough = points(deal)[seat] >= ENOUGH
        if self.honesty == 1.0 and deal.tricks and random.random() < (0.7 if enough else 0.005):
            return Bid(seat=seat, call="enough")
        open_talon = drawing(deal) and talon_left(deal) >= int(str(match.rules["talon"]))
        low = jack(deal)
        if open_talon and low in hand and random.random() < 0.7:
            hand[hand.index(low)], self.talon[0] = own.under, low
            return Exchange(seat=seat, gives=low, takes=own.under)
        declared = any(one.trick == deal.number_of_trick for one in own.marriages)
        before = {one.cards for one in own.marriages}
        suits = [suit for suit in "SHDC" if {*pair(suit)} <= {*hand} and pair(suit) not in before]
        if suits and not declared and random.random() < 0.7:
            return Declare(seat=seat, what="marriage", cards=pair(random.choice(suits)))
        if self.happens(self.boasting / 4) and not declared and (told := self.boast(match, seat)):
            return told
        return Bid(seat=seat, call="close") if open_talon and random.random() < 0.1 else None

    def choose(self, match: AnyMatch, deal: Deal[object], seat: Seat) -> Card:
        """Whoever has declared a marriage leads one of its cards (SCN-M2)."""
        assert match.deal is not None
        mine = [one for one in match.deal.own.marriages if one.seat == seat and one.trick == deal.number_of_trick]
        held = [card for one in mine for card in one.cards if card in self.hands[seat]]
        return self.random.choice(held) if held and not deal.open.plays else super().choose(match, deal, seat)

    def boast(self, match: AnyMatch, seat: Seat) -> Event | None:
        """A marriage of which a card is missing."""
        assert match.deal is not None
        said = {one.cards for one in match.deal.own.marriages}
        half = [pair(suit) for suit in "SHDC" if len({*pair(suit)} & {*self.hands[seat]}) == 1]
        false = [cards for cards in half if cards not in said and {*cards} <= {*match.game.deck}]
        return Declare(seat=seat, what="marriage", cards=false[0]) if false else None
