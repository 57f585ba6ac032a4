"""Players whose hands the test knows; a game's own players bid and declare as that game asks.

A game with events of its own has a module here, named as its own module, with a class ``Players``.
"""

from dataclasses import replace
from random import Random

from controller.record.cards import Card
from controller.record.events import DealStart, Draw, Event, Played, Seat
from controller.rules.deal import Deal
from controller.rules.match import AnyMatch


class Players:
    """Players of one match, their hands in the open."""

    def __init__(self, random: Random, honesty: float = 1.0) -> None:
        self.random = random
        self.honesty = honesty
        """Share of plays in which a player minds the rules."""
        self.order = 1.0
        """Share of plays in which it is minded whose turn it is."""
        self.boasting = 0.0
        """Share of declarations that say more than the hand holds; the cards shown are in it all the same."""
        self.cut_down = False
        """Whether it is a game of a few cards, in which a hand may have no legal card (TAR-C2)."""
        self.showing = 0.0
        """Share of hands that are shown when they are dealt."""
        self.words = 0.0
        """Share of plays before which a word is looked for that only its player knows to be allowed, or the goal."""
        self.hands: list[list[Card]] = []
        self.said: list[Event] = []
        """Declarations that go before the card to be played next, oldest first."""

    def opening(self, match: AnyMatch, dealer: Seat) -> DealStart:
        """Deal the cards: fill ``hands`` and say what is seen of it."""
        self.deal_out(match, len(match.game.deck) // match.rules.seats)
        return DealStart(dealer=dealer)

    def dealt(self, match: AnyMatch, dealer: Seat) -> DealStart:
        """Deal the cards, and show a hand now and then; nothing is left to say of a deal that was thrown in."""
        self.said = []
        event = self.opening(match, dealer)
        dealt = [seat for seat, hand in enumerate(self.hands) if hand]
        seen = {seat: tuple(self.hands[seat]) for seat in dealt if self.happens(self.showing)}
        return replace(event, hands=seen or None)

    def before(self, match: AnyMatch) -> Event | None:
        """The next event before the play, or None when the first card can be led."""
        return None

    def declare(self, match: AnyMatch, seat: Seat, card: Card) -> list[Event]:
        """What a seat announces before it plays this card."""
        return []

    def next(self, match: AnyMatch) -> Event:
        """The next event of the deal in progress."""
        deal = match.deal
        assert deal is not None
        if deal.phase == "before" and not self.said and (event := self.before(match)):
            return event
        if deal.phase == "after":
            return self.draw(match, deal)
        if not self.said:
            seat = self.turn(deal)
            card = self.choose(match, deal, seat)
            said = self.declare(match, seat, card) if seat not in deal.open.seats else []
            self.said = [*said, Played(seat=seat, card=card)]
        event = self.said.pop(0)
        if isinstance(event, Played) and event.seat not in deal.open.seats:
            self.hands[event.seat].remove(event.card)
        return event

    def turn(self, deal: Deal[object]) -> Seat:
        """Who puts down the next card: whose turn it is, unless somebody does not mind that."""
        eager = [seat for seat in deal.seats if self.hands[seat]]
        if self.happens(1 - self.order):
            return self.random.choice(eager)
        holders = [seat for seat, hand in enumerate(self.hands) if deal.opener in hand]
        return holders[0] if deal.to_play is None else deal.to_play

    def happens(self, share: float) -> bool:
        """Whether it happens this time; what never happens draws no number, so that a seed keeps its deal."""
        return share > 0 and self.random.random() < share

    def breaks(self, match: AnyMatch, event: Event) -> bool:
        """Whether an event, about to happen and already taken from the hand, is a play against the rules."""
        if not isinstance(event, Played) or match.deal is None or event.seat in match.deal.open.seats:
            return False
        deal = self.playing(match)
        return bool(match.game.duty_of(deal, event.seat, event.card).breaks([*self.hands[event.seat], event.card]))

    def choose(self, match: AnyMatch, deal: Deal[object], seat: Seat) -> Card:
        """A card of the hand: a legal one, unless the player does not mind the rules."""
        hand, playing = self.hands[seat], self.playing(match)
        legal = tuple(card for card in hand if not match.game.duty_of(playing, seat, card).breaks(hand))
        assert legal or self.cut_down, f"no legal card in {hand}"
        return self.random.choice(legal if legal and self.random.random() < self.honesty else hand)

    def draw(self, match: AnyMatch, deal: Deal[object]) -> Draw:
        """A level seat draws a card."""
        drawn = [seat for seat, _ in deal.draws]
        seat = min(deal.level, key=drawn.count)
        return Draw(seat=seat, card=self.random.choice([card for card in match.game.deck if card.suit in "SHDC"]))

    def playing(self, match: AnyMatch) -> Deal[object]:
        """The deal as it is once the play has begun."""
        assert match.deal is not None
        deal = match.game.auction.playable(match.deal)
        assert deal is not None
        return deal

    def deal_out(self, match: AnyMatch, size: int) -> list[Card]:
        """Shuffle, give every seat so many cards, and return the rest."""
        deck = list(match.game.deck)
        self.random.shuffle(deck)
        count = match.rules.seats
        self.hands = [deck[seat * size : (seat + 1) * size] for seat in range(count)]
        return deck[count * size :]
