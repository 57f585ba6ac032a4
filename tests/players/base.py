"""Players whose hands the test knows; a game's own players bid and declare as that game asks.

A game with events of its own has a module here, named as its own module, with a class ``Players``.
"""

from random import Random

from controller.cards import Card
from controller.deal import Deal
from controller.events import DealStart, Draw, Event, Played, Seat
from controller.match import AnyMatch


class Players:
    """Players of one match, their hands in the open."""

    def __init__(self, random: Random, honesty: float = 1.0) -> None:
        self.random = random
        self.honesty = honesty
        """Share of plays in which a player minds the rules."""
        self.hands: list[list[Card]] = []
        self.said: list[Event] = []
        """Declarations that go before the card to be played next, oldest first."""

    def opening(self, match: AnyMatch, dealer: Seat) -> DealStart:
        """Deal the cards: fill ``hands`` and say what is seen of it."""
        self.deal_out(match, len(match.game.deck) // match.rules.seats)
        return DealStart(dealer=dealer)

    def before(self, match: AnyMatch) -> Event | None:
        """The next event before the play, or None when the first card can be led."""
        del match
        return None

    def declare(self, match: AnyMatch, seat: Seat, card: Card) -> list[Event]:
        """What a seat announces before it plays this card."""
        del match, seat, card
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
            seat = deal.to_play
            card = self.choose(match, deal, seat)
            self.said = [*self.declare(match, seat, card), Played(seat=seat, card=card)]
        event = self.said.pop(0)
        if isinstance(event, Played):
            self.hands[event.seat].remove(event.card)
        return event

    def breaks(self, match: AnyMatch, event: Event) -> bool:
        """Whether an event, about to happen and already taken from the hand, is a play against the rules."""
        if not isinstance(event, Played) or match.deal is None:
            return False
        deal = self.playing(match)
        return bool(match.game.duty(deal, event.card).breaks([*self.hands[event.seat], event.card]))

    def choose(self, match: AnyMatch, deal: Deal[object], seat: Seat) -> Card:
        """A card of the hand: a legal one, unless the player does not mind the rules."""
        del deal
        hand, playing = self.hands[seat], self.playing(match)
        legal = match.game.legal(playing, hand)
        assert legal, f"no legal card in {hand}"
        return self.random.choice(legal if self.random.random() < self.honesty else hand)

    def draw(self, match: AnyMatch, deal: Deal[object]) -> Draw:
        """A level seat draws a card."""
        drawn = [seat for seat, _ in deal.draws]
        seat = min(deal.level, key=drawn.count)
        return Draw(seat=seat, card=self.random.choice([card for card in match.game.deck if card.suit in "SHDC"]))

    def playing(self, match: AnyMatch) -> Deal[object]:
        """The deal as it is once the play has begun."""
        assert match.deal is not None
        deal = match.game.begin_play(match.deal) if match.deal.phase == "before" else match.deal
        assert not isinstance(deal, str), deal
        return deal

    def deal_out(self, match: AnyMatch, size: int) -> list[Card]:
        """Shuffle, give every seat so many cards, and return the rest."""
        deck = list(match.game.deck)
        self.random.shuffle(deck)
        count = match.rules.seats
        self.hands = [deck[seat * size : (seat + 1) * size] for seat in range(count)]
        return deck[count * size :]
