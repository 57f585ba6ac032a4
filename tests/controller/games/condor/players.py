"""Condor players: they duel for thirteen up-cards, then draw from their piles as they play."""

from controller.games.condor.auction import ROUNDS, CondorAuction
from controller.games.condor.game import HAND
from controller.games.condor.suits import BIDDING, STOCK
from controller.record.cards import JOKER, Card
from controller.record.events import Choose, DealStart, Duel, Event, Seat, Upcard
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base


class Players(Base):
    """Players of Condor Whist; they bid at random."""

    stock: list[Card]
    bids: list[list[Card]]
    piles: list[list[Card]]
    """Cards taken in the auction, the newest last."""

    def opening(self, match: AnyMatch, dealer: Seat) -> DealStart:
        deck = [card for card in match.game.deck if card != JOKER]
        self.stock = [card for card in deck if card.suit in STOCK]
        self.random.shuffle(self.stock)
        suits = BIDDING if dealer else BIDDING[::-1]
        self.bids = [[card for card in deck if card.suit == suit] for suit in suits]
        for bids in self.bids:
            self.random.shuffle(bids)
        self.piles, self.hands = [[], []], [[], []]
        return DealStart(dealer=dealer)

    def before(self, match: AnyMatch) -> Event | None:
        assert match.deal is not None
        auction: CondorAuction = match.deal.own
        self.take(auction)
        if auction.open is None:
            return Upcard(card=self.stock[-1])
        if not auction.open.duel:
            return Duel(cards={seat: bids.pop() for seat, bids in enumerate(self.bids)})
        return Choose(seat=auction.marker, take=self.random.random() < 0.5)

    def take(self, auction: CondorAuction) -> None:
        """Take the two cards of the round just over, if they are not taken yet."""
        done = ROUNDS if auction.done else len(auction.rounds) - (auction.open is not None)
        if self.stock and len(self.piles[0]) + len(self.hands[0]) < done:
            taker = auction.rounds[done - 1].taker
            assert taker is not None
            up, unseen = self.stock.pop(), self.stock.pop()
            self.piles[taker].append(JOKER if done == 1 else up)
            self.piles[1 - taker].append(unseen)

    def draw_up(self, seat: Seat, count: int) -> list[Card]:
        """So many cards from the top of a pile."""
        return [self.piles[seat].pop() for _ in range(min(count, len(self.piles[seat])))]

    def next(self, match: AnyMatch) -> Event:
        deal = match.deal
        assert deal is not None
        if deal.phase == "play" and len(deal.tricks) <= ROUNDS - HAND and not deal.open.plays:
            self.take(deal.own)
            for seat in (0, 1):
                self.hands[seat] += self.draw_up(seat, HAND - len(self.hands[seat]))
        return super().next(match)
