"""Skat players: they bid a little, take the skat or play from the hand, and name any game."""

from controller.games.skat.auction import GAMES, VALUES, auction
from controller.games.skat.state import HAND_SIZE, NULL
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Discard, Event, Seat
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base


class Players(Base):
    """Players of Skat; the first deal of a match is always played."""

    skat: tuple[Card, ...] = ()
    first = True

    def opening(self, match: AnyMatch, dealer: Seat) -> DealStart:
        """Deal ten each and two into the skat."""
        self.first = match.deal is None
        self.skat = tuple(self.deal_out(match, HAND_SIZE))
        return DealStart(dealer=dealer)

    def before(self, match: AnyMatch) -> Event | None:
        """The next word of the auction, what is laid away, what is announced, the game."""
        assert match.deal is not None
        deal = match.deal
        own = deal.own
        now = auction(deal)
        if now.turn is not None:
            return self.speak(now.turn, now.bid, holds=now.holds, last=len(own.spoken) == 2 and not now.bid)
        assert now.declarer is not None
        seat = now.declarer
        if own.laid is None and not own.announced and self.random.random() < 0.3:
            return Bid(seat=seat, call="hand")
        if own.laid is None and not own.announced:
            return self.lay_away(match, seat)
        if "hand" in own.announced and len(own.announced) < 2 and self.random.random() < 0.3:
            return Bid(seat=seat, call=self.random.choice(("schneider", "schwarz", "ouvert")))
        nulls = now.bid <= 23 and not {"schneider", "schwarz"} & {*own.announced}
        return Bid(seat=seat, call=self.random.choice([game for game in GAMES if nulls or game != NULL]))

    def speak(self, seat: Seat, bid: int, *, holds: bool, last: bool) -> Bid:
        """A number, yes or pass; in the first deal not all pass."""
        if not (self.first and last) and self.random.random() < 0.5:
            return Bid(seat=seat, call="pass")
        higher = [value for value in VALUES if value > bid]
        if not holds and not higher:
            return Bid(seat=seat, call="pass")
        return Bid(seat=seat, call="yes" if holds else str(self.random.choice(higher[:2])))

    def lay_away(self, match: AnyMatch, seat: Seat) -> Discard:
        """Two cards of twelve, seen now and then."""
        del match
        hand = self.hands[seat]
        hand += self.skat
        laid = tuple(self.random.sample(hand, 2))
        self.hands[seat] = [card for card in hand if card not in laid]
        return Discard(seat=seat, count=2, cards=laid if self.random.random() < 0.2 else None)
