"""Belote players: they take or bid, double now and then, and announce what they hold, and only that."""

from controller.games.belote import bidding
from controller.games.belote.bidding import SCALE, announced, best
from controller.games.belote.cards import PLAYS
from controller.games.belote.state import DOUBLE, GENERALE, PASS, REDOUBLE, TAKE, WORTH, BeloteDeal
from controller.games.pair_game import pair
from controller.games.weis.refute import royal
from controller.games.weis.worth import Weis, best_split
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Declare, Event, Seat
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base

LATER = 3
"""Cards that each seat is dealt once somebody has taken."""


class Players(Base):
    """Players of Belote; the first deal of a match is always played."""

    rest: list[Card]
    """The cards that are dealt once somebody has taken, the one turned up first."""
    first = True

    def opening(self, match: AnyMatch, dealer: Seat) -> DealStart:
        """Deal the cards, all or the first ones with one turned up (BEL-D2)."""
        self.first = match.deal is None
        whole = len(match.game.deck) // match.rules.seats
        if match.rules["auction"] == "bidding":
            self.rest = self.deal_out(match, whole)
            return DealStart(dealer=dealer)
        self.rest = self.deal_out(match, max(whole - LATER, 0))
        return DealStart(dealer=dealer, turned=self.rest[0])

    def before(self, match: AnyMatch) -> Event | None:
        """The next word of the auction."""
        assert match.deal is not None
        deal: BeloteDeal = match.deal
        return self.take(deal) if deal.own.turned else self.bid(deal)

    def take(self, deal: BeloteDeal) -> Bid:
        """Take, pass, or name another suit; in the first deal somebody takes."""
        seat = bidding.speaker(deal)
        assert seat is not None
        must = self.first and len(deal.own.calls) == 2 * deal.rules.seats - 1
        if not must and self.random.random() < 0.7:
            return Bid(seat=seat, call=PASS)
        others = [play for play in self.contracts(deal) if play != bidding.turned_suit(deal)]
        if bidding.is_second_round(deal) and not others:
            return Bid(seat=seat, call=PASS)
        self.deal_rest(seat)
        return Bid(seat=seat, call=self.random.choice(others) if bidding.is_second_round(deal) else TAKE)

    def deal_rest(self, taker: Seat) -> None:
        """The taker gets the card turned up, and everybody as many as are missing (BEL-B3)."""
        turned, *others = self.rest
        size = (sum(map(len, self.hands)) + len(self.rest)) // len(self.hands)
        self.hands[taker].append(turned)
        for hand in self.hands:
            while len(hand) < size:
                hand.append(others.pop())

    def bid(self, deal: BeloteDeal) -> Bid | None:
        """Pass, bid a little more, double or redouble; None where the play may begin."""
        now = bidding.auction(deal)
        chance = self.random.random()
        if now.times > 1 or now.turn is None:
            taker = now.best.seat if now.best is not None and now.times == 2 and now.turn is not None else None
            return Bid(seat=taker, call=REDOUBLE) if taker is not None and chance < 0.3 else None
        if now.best is not None and chance < 0.2:
            others = [seat for seat in deal.seats if pair(seat) != pair(now.best.seat)]
            in_turn = deal.rules["double"] == "in-turn"
            if not in_turn or now.turn in others:
                return Bid(seat=now.turn if in_turn else self.random.choice(others), call=DOUBLE)
        higher = [call for call in WORTH if now.best is None or WORTH[call] > WORTH[now.best.call]]
        higher = [call for call in higher if call != GENERALE or deal.rules["generale"]]
        must = self.first and now.best is None and len(deal.own.calls) == deal.rules.seats - 1
        if not higher or (not must and chance < 0.6):
            return Bid(seat=now.turn, call=PASS)
        call = self.random.choice(higher[:2] if self.random.random() < 0.9 else higher)
        return Bid(seat=now.turn, call=call, as_=self.random.choice(self.contracts(deal)))

    def contracts(self, deal: BeloteDeal) -> list[str]:
        """Those of the table."""
        chosen = deal.rules["contracts"]
        assert isinstance(chosen, tuple)
        return [play for play in PLAYS if play in chosen]

    def declare(self, match: AnyMatch, seat: Seat, card: Card) -> list[Event]:
        """Announcements with the first card, belote with either of its cards, what scores shown in trick 2."""
        assert match.deal is not None
        deal: BeloteDeal = match.deal
        said: list[Event] = []
        if not deal.tricks:
            said += self.announce(deal, seat)
        elif len(deal.tricks) == 1:
            said += self.show(deal, seat)
        own = {*self.hands[seat], *(play.card for play in deal.plays() if play.seat == seat)}
        if card in royal(deal) and royal(deal) <= own and self.random.random() < 0.7:
            said.append(Declare(seat=seat, what="belote"))
        return said

    def announce(self, deal: BeloteDeal, seat: Seat) -> list[Event]:
        """All that the hand holds, no card in two of them."""
        if not deal.rules["declarations"] or self.random.random() < 0.1:
            return []
        return [self.weis(seat, one, shown=0.2) for one in best_split(self.hands[seat], deal.trump, SCALE)]

    def show(self, deal: BeloteDeal, seat: Seat) -> list[Event]:
        """The cards of the announcements that score (BEL-A4)."""
        winner = best(deal)
        if winner is None or pair(winner) != pair(seat) or self.boasting:
            return []
        own = [*self.hands[seat], *(play.card for play in deal.plays() if play.seat == seat)]
        unshown = [one.points for one in announced(deal) if one.seat == seat and not one.cards]
        found = [one for one in best_split(own, deal.trump, SCALE) if one.points in unshown]
        # Of two that count the same one has been shown, and which is not told here.
        return [self.weis(seat, one, shown=1.0) for one in found] if len(found) == len(unshown) else []

    def weis(self, seat: Seat, weis: Weis, *, shown: float) -> Declare:
        """An announcement, with its cards or without."""
        cards = tuple(sorted(weis.cards)) if self.random.random() < shown else None
        points = 200 if self.happens(self.boasting) else weis.points
        return Declare(seat=seat, what="weis", points=points, cards=cards)
