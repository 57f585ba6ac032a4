"""Parlett's joker Middler: three seats, highest and lowest score their own points (games.md section 2, MJO)."""

from dataclasses import replace
from typing import Final

from controller.games import jass
from controller.games.middle import MiddleDeal, MiddleGame, Score, level
from controller.record.cards import DECKS, JOKER, Card
from controller.record.message import Message
from controller.rules.deal import Trick
from controller.rules.duty import FREE, Duty, avoid
from controller.rules.options import Rules
from controller.rules.results import Number
from controller.rules.score.breakdown import BreakdownLine, counting
from controller.rules.speech import everywhere

SEATS: Final = 3
JOKER_POINTS: Final = 1
_HIGHEST_AND_LOWEST: Final = Message("the highest and the lowest score their points")
_THIRD_ALONE: Final = Message("two are level, and the third alone scores its points")
_TRUMP: Final = 100
"""Above every plain card; the joker stands above all."""


def suit_of(card: Card, trump: str | None) -> str:
    """The suit a card counts as: once there is a trump the joker is a card of it (MJO-4).

    >>> suit_of(JOKER, "H"), suit_of(Card("S7"), "H")
    ('H', 'S')
    """
    return trump if card == JOKER and trump else card.suit


class MiddlerJoker(MiddleGame[None]):
    """The three-seat game with 33 cards."""

    name = "middler-joker"
    title = "Middler with a joker"
    wording = everywhere("Mittlere + Joker", "ミットレール+ジョーカー")
    other_names = ("Middler with a joker",)
    seats = (SEATS,)
    deck = DECKS["joker33"]
    count_rule = "MJO-2"

    def open_book(self, rules: Rules) -> None:
        """Nothing is remembered from deal to deal but the totals."""

    def duty(self, deal: MiddleDeal, card: Card) -> Duty:
        """MJO-4: follow the suit led if able, else any card."""
        if deal.led is None:
            return FREE
        led = suit_of(deal.led, deal.trump)
        if suit_of(card, deal.trump) == led:
            return FREE
        owed = [held for held in self.deck if suit_of(held, deal.trump) == led and held != deal.led]
        return avoid(owed, "MJO-4")

    def played(self, deal: MiddleDeal) -> MiddleDeal:
        """MJO-3: the first card that does not follow makes trump; the joker, led or not, stays the only trump."""
        card = deal.open.cards[-1]
        return replace(deal, trump=JOKER.suit) if deal.trump is None and card == JOKER else super().played(deal)

    def strength(self, deal: MiddleDeal, trick: Trick, card: Card) -> int:
        """MJO-2: the joker is the highest trump; trumps rank like any suit."""
        if card == JOKER:
            return 2 * _TRUMP
        if card.suit == deal.trump:
            return _TRUMP + jass.PLAIN.index(card.rank)
        return jass.PLAIN.index(card.rank) if card.suit == suit_of(trick.cards[0], deal.trump) else -1

    def card_points(self, deal: MiddleDeal, card: Card) -> int:
        """MJO-2: trumps count like any suit, 121 in all."""
        del deal
        return JOKER_POINTS if card == JOKER else jass.POINTS.get(card.rank, 0)

    def final_points(self, deal: MiddleDeal, card: Card) -> int:
        """No trump changes what a card counts."""
        return self.card_points(deal, card)

    def last_trick_bonus(self) -> int:
        """MJO-2: none."""
        return 0

    def score(self, deal: MiddleDeal, points: tuple[int, ...], tricks: tuple[int, ...], book: None) -> Score[None]:
        """MJO-5: highest and lowest score their own points; MJO-6: of two level seats none does, the third does."""
        del deal, tricks
        alone = [seats[0] for seats in (level(points, 0), level(points, -1)) if len(seats) == 1]
        rule = "MJO-5" if len(alone) > 1 else "MJO-6"
        scored = tuple(own if seat in alone else 0 for seat, own in enumerate(points))
        why = _HIGHEST_AND_LOWEST if len(alone) > 1 else _THIRD_ALONE
        return Score(rule, scored, book, counting(BreakdownLine(why, scored)))

    def strokes(self, score: Number) -> str:
        """Points are written as figures only."""
        del score
        return ""


GAME = MiddlerJoker()
