"""Handjass players: in, out, blind or agreed; they exchange the 6 and announce what they hold, and only that."""

from controller.games.handjass.calls import SCALE, first_claims, royal
from controller.games.handjass.game import remaining
from controller.games.handjass.state import FULL, HAND, HandjassDeal, six, turned_at
from controller.games.weis.worth import Weis, best_split
from controller.record.cards import Card
from controller.record.events import Agree, Bid, DealStart, Declare, Event, Exchange, Seat
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base


class Players(Base):
    """Players of Handjass; the first deal of a match is always played out."""

    blind: list[Card]
    ready: bool
    """Whether all that goes before the first lead has been said."""
    shown: dict[Seat, tuple[Weis, ...]]
    """The best split of each seat that announced its strongest Weis."""

    def opening(self, match: AnyMatch, dealer: Seat) -> DealStart:
        stay = remaining(match.rules, match.book)
        deck = list(match.game.deck)
        self.random.shuffle(deck)
        self.hands = [[deck.pop() for _ in range(HAND if seat in stay else 0)] for seat in range(match.rules.seats)]
        self.blind, stock = deck[:HAND], deck[HAND:]
        self.ready, self.shown = False, {}
        turned = self.hands[dealer][-1] if len(stay) == FULL else (stock or self.blind)[0]
        return DealStart(dealer=dealer, turned=turned)

    def before(self, match: AnyMatch) -> Event | None:
        assert match.deal is not None
        deal: HandjassDeal = match.deal
        table = deal.own
        if self.ready:
            return None
        if table.speaker is not None:
            return self.say(deal, table.speaker)
        if deal.number > 1 and len(table.staying) == 2 < len(table.players) and self.random.random() < 0.2:
            return Agree(seats=table.staying)
        self.ready = True
        return self.exchange(deal)

    def say(self, deal: HandjassDeal, seat: Seat) -> Bid:
        """In, out or blind."""
        table = deal.own
        if len(table.players) < FULL and table.blind is None and self.random.random() < 0.2:
            self.hands[seat] = list(self.blind)
            return Bid(seat=seat, call="blind")
        needed = deal.number == 1 and len(table.players) - len(table.words) + len(table.staying) <= 2
        return Bid(seat=seat, call="in" if needed or self.random.random() < 0.7 else "out")

    def exchange(self, deal: HandjassDeal) -> Event | None:
        """The trump 6 for the turned-up card, by who holds it."""
        low, table = six(deal), deal.own
        holder = next((seat for seat in table.staying if low in self.hands[seat]), None)
        if len(table.players) == FULL or low == table.turned or holder is None or holder == turned_at(deal):
            return None
        swap = {low: table.turned, table.turned: low}
        for seat in {holder, turned_at(deal)} - {None}:
            assert seat is not None
            self.hands[seat] = [swap.get(card, card) for card in self.hands[seat]]
        return Exchange(seat=holder, gives=low, takes=table.turned)

    def declare(self, match: AnyMatch, seat: Seat, card: Card) -> list[Event]:
        deal = match.deal
        assert deal is not None
        own = {play.card for play in deal.plays() if play.seat == seat}
        if not deal.tricks:
            return self.announce(deal, seat)
        said = self.others(deal) if len(deal.tricks) == 1 and not deal.open.plays else []
        if card in royal(deal) and royal(deal) - {card} <= own and self.random.random() < 0.8:
            said.append(Declare(seat=seat, what="stock"))
        return said

    def announce(self, deal: HandjassDeal, seat: Seat) -> list[Event]:
        """The best Weis, if it is not less than what stands announced."""
        split = best_split(self.hands[seat], deal.trump, SCALE)
        standing = max((claim.points for claim in first_claims(deal)), default=0)
        if not split or split[0].points < standing or self.random.random() < 0.1:
            return []
        self.shown[seat] = split
        return [self.weis(seat, split[0])]

    def others(self, deal: HandjassDeal) -> list[Event]:
        """The other Weis of the seat with the strongest."""
        if not self.shown:
            return []
        around = deal.own.players
        winner = max(self.shown, key=lambda seat: (self.shown[seat][0].strength(deal.trump), -around.index(seat)))
        return [self.weis(winner, one) for one in self.shown[winner][1:]]

    def weis(self, seat: Seat, weis: Weis) -> Declare:
        """An announcement, with its cards or without."""
        cards = tuple(sorted(weis.cards)) if self.random.random() < 0.5 else None
        points = 200 if self.happens(self.boasting) else weis.points
        return Declare(seat=seat, what="weis", points=points, cards=cards)
