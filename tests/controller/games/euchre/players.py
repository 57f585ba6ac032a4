"""Euchre players: they order up or name a suit now and then, play alone now and then, and the dealer lays away."""

from controller.games import euchre
from controller.games.euchre import ALONE, ORDER_UP, PASS, SUITS, EuchreDeal, maker, partner, speaker
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Discard, Event, Seat
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base


class Players(Base):
    """Players of Euchre; in the first deal of a match trump is always made."""

    turned: Card
    first = True
    ready = False
    """Whether all that goes before the first lead has been said."""
    lone: tuple[Seat, ...] = ()
    """Seats that have thought of playing alone."""

    def opening(self, match: AnyMatch, dealer: Seat) -> DealStart:
        """Deal, and turn up the first card of the kitty (EUC-D1, EUC-D2)."""
        self.first, self.ready, self.lone = match.deal is None, False, ()
        size = (len(match.game.deck) - euchre.KITTY) // match.rules.seats
        self.turned, *_ = self.deal_out(match, size)
        return DealStart(dealer=dealer, turned=self.turned)

    def before(self, match: AnyMatch) -> Event | None:
        """The next word, and what the dealer lays away."""
        assert match.deal is not None
        deal: EuchreDeal = match.deal
        who = speaker(deal)
        if who is not None:
            return self.speak(deal, who)
        if deal.own.is_ordered_up and not self.ready:
            self.ready = True
            if laid := self.lay_away(deal):
                return laid
        return self.think_of_playing_alone(deal)

    def speak(self, deal: EuchreDeal, seat: Seat) -> Bid:
        """A pass, an order, or one of the other suits."""
        last = len(deal.own.calls) == 7
        must = last and (self.first or bool(deal.rules["stick_dealer"]))
        if not must and self.random.random() < 0.75:
            return Bid(seat=seat, call=PASS)
        if len(deal.own.calls) < 4:
            return Bid(seat=seat, call=ORDER_UP)
        return Bid(seat=seat, call=self.random.choice([w for w, suit in SUITS.items() if suit != deal.own.turned.suit]))

    def lay_away(self, deal: EuchreDeal) -> Discard | None:
        """One card of six; sometimes told, and seen now and then."""
        hand = self.hands[deal.dealer]
        hand.append(self.turned)
        card = self.random.choice(hand)
        hand.remove(card)
        if self.random.random() < 0.4:
            return None
        return Discard(seat=deal.dealer, count=1, cards=(card,) if self.random.random() < 0.3 else None)

    def think_of_playing_alone(self, deal: EuchreDeal) -> Bid | None:
        """The maker, then each of the other pair, may play alone."""
        who = maker(deal)
        assert who is not None
        others = (partner(who) + 1) % 4, (who + 1) % 4
        for seat in (who, *(others if deal.rules["defend_alone"] else ())):
            if seat not in self.lone and partner(seat) not in deal.own.alone:
                self.lone = (*self.lone, seat)
                if self.random.random() < 0.3:
                    return Bid(seat=seat, call=ALONE)
        return None
