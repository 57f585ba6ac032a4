"""Tarot players: they bid, call, lay away and announce what the rules allow them to, with the hands they hold."""

from random import Random

from controller.games.tarot.auction import speaker, wanted
from controller.games.tarot.state import (
    COURTS,
    DOG_SIZES,
    PETIT,
    POIGNEES,
    SIZES,
    TarotState,
    bids,
    is_low,
    is_trump,
    may_lay_away,
    strong_hand,
)
from controller.record.cards import EXCUSE, SUITS, Card
from controller.record.events import Bid, Call, DealStart, Declare, Discard, Dog, Event, Seat, Void
from controller.rules.match import AnyMatch
from tests.support.players import Players as Base

DEALT_AGAIN = 200
"""Times at most: of a few cards every hand may be one that voids the deal."""


class Players(Base):
    """Players of Tarot; the first deal of a match is always played, so that every match has tricks."""

    def __init__(self, random: Random, honesty: float = 1.0) -> None:
        super().__init__(random, honesty)
        self.dog: list[Card] = []
        self.announced: set[Seat] = set()
        self.first = True

    def opening(self, match: AnyMatch, dealer: Seat) -> DealStart:
        """Deal; a petit sec only in a later deal."""
        size = (len(match.game.deck) - DOG_SIZES[match.rules.seats]) // match.rules.seats
        self.first, self.announced = match.deal is None, set()
        self.dog = self.deal_out(match, size)
        for _ in range(DEALT_AGAIN):
            if not self.first or not any(petit_sec(hand) or voids(match, hand) for hand in self.hands):
                break
            self.dog = self.deal_out(match, size)
        return DealStart(dealer=dealer)

    def before(self, match: AnyMatch) -> Event | None:
        """Petit sec, the auction, the call, the dog, the discard, a chelem now and then."""
        deal = match.deal
        assert deal is not None
        own: TarotState = deal.own
        if event := self.petit_sec(match, own):
            return event
        if (seat := speaker(deal)) is not None:
            return self.bid(match, own, seat)
        assert own.best is not None
        if match.rules.seats == 5 and own.called is None:
            return self.call(own.best.seat)
        if own.dog_taken and own.dog is None:
            return Dog(cards=tuple(self.dog))
        if own.dog_taken and own.laid is None:
            return self.lay_away(own.best.seat)
        if self.random.random() < 0.05 and own.announced is None:
            return Declare(seat=own.best.seat, what="chelem")
        return None

    def petit_sec(self, match: AnyMatch, own: TarotState) -> Event | None:
        """What a petit sec makes its holder say, before anybody bids."""
        if own.spoken:
            return None
        if any(own.declarations_of("petit-sec")):
            return Void(why="petit-sec") if match.rules["petit_sec"] == "void" else None
        if any(voids(match, hand) for hand in self.hands):
            return Void(why="rule")
        return next(
            (Declare(seat=seat, what="petit-sec") for seat, hand in enumerate(self.hands) if petit_sec(hand)), None
        )

    def bid(self, match: AnyMatch, own: TarotState, seat: Seat) -> Bid:
        """Pass, or overbid by a little; in the first deal not all pass."""
        known = bids(match.rules)
        higher = known[known.index(own.best.call) + 1 :] if own.best else known
        spoken = len(own.spoken) == match.rules.seats - 1
        must = self.first and own.best is None and spoken
        if not must and self.random.random() < 0.7:
            return Bid(seat=seat, call="pass")
        chelem = True if self.random.random() < 0.05 else None
        return Bid(seat=seat, call=self.random.choice(higher[:2]), chelem=chelem)

    def call(self, taker: Seat) -> Call:
        """A king, or what the rules leave to a hand with all of them (TAR-C1)."""
        hand = self.hands[taker]
        for rank in COURTS[:3]:
            four = [Card(suit + rank) for suit in SUITS]
            if any(card not in hand for card in four):
                return Call(seat=taker, card=self.random.choice(four))
        assert set(wanted(None)) <= {*hand}
        return Call(seat=taker, card=None)

    def lay_away(self, taker: Seat) -> Discard:
        """Suit cards but no kings; trumps only for want of them, and shown (TAR-X1)."""
        hand, size = self.hands[taker], len(self.dog)
        hand += self.dog
        laid = [card for card in hand if may_lay_away(card)][:size]
        trumps = [card for card in hand if is_trump(card) and is_low(card)]
        shown = trumps[: size - len(laid)]
        self.hands[taker] = [card for card in hand if card not in (*laid, *shown)]
        known = self.random.random() < 0.3
        return Discard(seat=taker, count=size, shown=tuple(shown), cards=(*laid, *shown) if known else None)

    def declare(self, match: AnyMatch, seat: Seat, card: Card) -> list[Event]:
        """Poignée and misère, with the own first card (TAR-Q1, TAR-Q2)."""
        hand = self.hands[seat]
        assert match.deal is not None
        if len(hand) < match.deal.size or seat in self.announced:
            return []
        self.announced.add(seat)
        trumps = [held for held in strong_hand(hand) if held != EXCUSE]
        trumps += [EXCUSE] if EXCUSE in hand else []
        enough = [number for number, need in enumerate(POIGNEES[match.rules.seats]) if len(trumps) >= need]
        if enough and self.random.random() < 0.8:
            number = self.random.choice(enough)
            need = POIGNEES[match.rules.seats][number]
            shown = (*trumps[:need],) if self.random.random() < 0.5 else None
            if shown and self.happens(self.boasting):
                shown, number = (trumps[-1], *trumps[: need - 1]), self.random.choice((number, len(SIZES) - 1))
            return [Declare(seat=seat, what="poignee", size=SIZES[number], cards=shown)]
        poor = not trumps and not any(held.rank in COURTS for held in hand)
        return [Declare(seat=seat, what="misere")] if poor and match.rules["misere"] else []


def voids(match: AnyMatch, hand: list[Card]) -> bool:
    """Whether a hand voids the deal by a rule of this table (TAR-D3)."""
    poor = int(str(match.rules["void_poor"]))
    few = sum(is_trump(card) or card.rank in COURTS for card in hand)
    return bool(match.rules["void_no_trump"] and not strong_hand(hand)) or few <= poor > 0


def petit_sec(hand: list[Card]) -> bool:
    """Whether a hand has T1 as its only trump, and no Excuse (TAR-D2)."""
    return strong_hand(hand) == [PETIT]
