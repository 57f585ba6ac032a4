"""Skat players: they bid a little, take the skat or play from the hand, and name any game."""

from controller.games.skat.auction import GAMES, VALUES, auction
from controller.games.skat.kontra import NOBODY
from controller.games.skat.state import HAND_SIZE, NULL, PLAYERS
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Discard, Event, Seat
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base


class Players(Base):
    """Players of Skat; the first deal of a match is always played."""

    skat: tuple[Card, ...] = ()
    first = True

    def opening(self, match: AnyMatch, dealer: Seat) -> DealStart:
        """Deal ten each and two into the skat; the dealer of four has none."""
        self.first = match.deal is None
        rest = self.deal_out(match, HAND_SIZE)
        if match.rules.seats > PLAYERS:
            rest = [*self.hands.pop(), *rest]
            self.hands.insert(dealer, [])
        self.skat = tuple(rest)
        return DealStart(dealer=dealer)

    def before(self, match: AnyMatch) -> Event | None:
        """The next word of the auction, what is laid away, what is announced, the game."""
        assert match.deal is not None
        deal = match.deal
        own = deal.own
        now = auction(deal)
        if now.turn is not None:
            last = len(own.spoken) == 2 and not now.bid and not deal.rules["ramsch"]
            return self.speak(now.turn, now.bid, holds=now.is_answering, last=last)
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

    def declare(self, match: AnyMatch, seat: Seat, card: Card) -> list[Event]:
        """Kontra before the own first card, and Re at once or before the declarer's next card."""
        deal = match.deal
        if deal is None or deal.rules["kontra"] == NOBODY or not self.happens(0.3):
            return []
        if self.may(match, seat, "re"):
            return [Bid(seat=seat, call="re")]
        declarer = auction(deal).declarer
        if declarer is None or not self.may(match, seat, "double"):
            return []
        answer = [Bid(seat=declarer, call="re")] if self.happens(0.5) else []
        return [Bid(seat=seat, call="double"), *answer]

    def may(self, match: AnyMatch, seat: Seat, call: str) -> bool:
        """Whether the rules let a seat say a word now (SKA-K1, SKA-K2)."""
        deal = match.deal
        assert deal is not None
        declarer, said = auction(deal).declarer, deal.own.kontra
        laid = sum(play.seat == seat for play in deal.plays())
        if call == "re":
            return seat == declarer and said is not None and not said.is_answered and laid == said.cards
        numbers = any(one.seat == seat and one.call != "pass" for one in deal.own.spoken)
        may = numbers or deal.rules["kontra"] == "anybody"
        return (
            may and seat in deal.seats and seat != declarer and said is None and not laid and deal.own.game is not None
        )

    def lay_away(self, match: AnyMatch, seat: Seat) -> Discard:
        """Two cards of twelve, seen now and then."""
        hand = self.hands[seat]
        hand += self.skat
        laid = tuple(self.random.sample(hand, 2))
        self.hands[seat] = [card for card in hand if card not in laid]
        return Discard(seat=seat, count=2, cards=laid if self.random.random() < 0.2 else None)
