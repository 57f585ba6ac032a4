"""The play of the Mittlere family: trump is the suit of the first card that does not follow (MIT-F, MIT-T)."""

from abc import abstractmethod
from dataclasses import replace
from typing import Final

from controller.cards import Card
from controller.deal import Deal, Trick
from controller.duty import FREE, Duty, avoid
from controller.events import DealStart
from controller.game import B, Game, Settlement
from controller.games import jass
from controller.options import Rules
from controller.results import Number

HUNDRED: Final = 100
"""Points that are too many (MIT-S3, MOL-S2, PM-S2)."""

MiddleDeal = Deal[None]


class MiddleGame(Game[None, B]):
    """A game of the Mittlere family; a subclass says how it scores."""

    deck = jass.DECK

    @abstractmethod
    def score(self, deal: MiddleDeal, points: tuple[int, ...], tricks: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
        """The rule that scores the deal and each seat's score."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: B) -> MiddleDeal:
        """Forehand leads, no suit is trump yet (MIT-D1, MIT-P1)."""
        del book
        forehand = (event.dealer + 1) % rules.seats
        seats = tuple(range(rules.seats))
        return Deal(number, event.dealer, rules, seats, len(self.deck) // rules.seats, forehand, None)

    def duty(self, deal: MiddleDeal, card: Card) -> Duty:
        """MIT-F0 to MIT-F4."""
        led, trump = deal.led, deal.trump
        if led is None:
            return FREE
        if trump is None:
            return jass.follow_plain(deal, card, "MIT-F0")
        if led.suit == trump:
            return jass.follow_trump(trump, card, "MIT-F3", exempt=True)
        top = jass.highest_trump(deal.open, trump)
        undertrump = top is not None and card.suit == trump and jass.order(card, trump) < jass.order(top, trump)
        if card.suit == led.suit or (card.suit == trump and not undertrump):
            return FREE
        return avoid(jass.suit_cards(led.suit), "MIT-F1")

    def played(self, deal: MiddleDeal) -> MiddleDeal:
        """MIT-T1: the first card that does not follow makes trump, this trick included."""
        led, card = deal.led, deal.open.cards[-1]
        if deal.trump is None and led is not None and card.suit != led.suit:
            return replace(deal, trump=card.suit)
        return deal

    def strength(self, deal: MiddleDeal, trick: Trick, card: Card) -> int:
        """JASS-8."""
        return jass.strength(card, trick.cards[0].suit, deal.trump)

    def card_points(self, deal: MiddleDeal, card: Card) -> int:
        """Plain values and eights 0 while no trump exists (record.md)."""
        return jass.points(card, deal.trump, eights=False)

    def last_trick_bonus(self) -> int:
        """JASS-6."""
        return jass.LAST_TRICK

    def settle(self, deal: MiddleDeal, book: B, total: tuple[Number, ...]) -> Settlement[B]:
        """Score a finished deal; trump counts as if it had been trump from the start (MIT-T2, MIT-T3)."""
        seats = range(deal.rules.seats)
        won = [[trick for trick in deal.tricks if trick.winner == seat] for seat in seats]
        points = [sum(self._worth(deal, trick) for trick in tricks) for tricks in won]
        tricks = tuple(len(tricks) for tricks in won)
        rule, score = self.score(deal, tuple(points), tricks)
        sums = tuple(before + now for before, now in zip(total, score, strict=True))
        return Settlement(tuple(points), score, sums, book, {"trump": deal.trump, "rule": rule})

    def _worth(self, deal: MiddleDeal, trick: Trick) -> int:
        cards = sum(jass.points(card, deal.trump, eights=deal.trump is None) for card in trick.cards)
        return cards + (jass.LAST_TRICK if trick is deal.tricks[-1] else 0)
