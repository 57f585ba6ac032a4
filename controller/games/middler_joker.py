"""Parlett's joker Middler: three seats, highest and lowest score their own points (games.md section 2, MJO)."""

from dataclasses import replace
from typing import Final

from controller.games import jass
from controller.games.follow_rule import follow
from controller.games.middle import MiddleDeal, MiddleGame, level
from controller.games.trick_game import Score, Won
from controller.record.cards import DECKS, JOKER, Card
from controller.record.message import Message
from controller.rules.options import Rules
from controller.rules.parts import ScoreSheet, Slip
from controller.rules.results import BreakdownLine, counting
from controller.rules.score.slip import SlipLine, within
from controller.rules.speech import everywhere

SEATS: Final = 3
_HIGHEST_AND_LOWEST: Final = Message("the highest and the lowest score their points")
_THIRD_ALONE: Final = Message("two are level, and the third alone scores its points")


class MiddlerJokerSlip(Slip):
    """The lines of Middler with a joker that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check that some score the points of their own cards, and the others nothing (MJO-5, MJO-6)."""
        return within(line, 0, jass.TOTAL, jass.TOTAL)


class MiddlerJoker(MiddleGame[None]):
    """The three-seat game with 33 cards; trumps rank and count like any suit, the joker above all (MJO-2)."""

    name = "middler-joker"
    title = "Middler with a joker"
    wording = everywhere("Mittlere + Joker", "ミットレール+ジョーカー")
    other_names = ("Middler with a joker",)
    seats = (SEATS,)
    deck = DECKS["joker33"]
    ranks, trump_ranks = (*jass.PLAIN, JOKER.rank), ()
    worth, trump_worth, last_trick_worth = {**jass.POINTS, JOKER.rank: 1}, {}, 0
    follow_rule = (follow("MJO-4"),)
    sheet = ScoreSheet()
    count_rule = "MJO-2"
    slip = MiddlerJokerSlip()

    def suit_in_play(self, card: Card, trump: str | None) -> str:
        """Return the suit of a card; once there is a trump the joker is a card of it (MJO-4)."""
        return trump if card == JOKER and trump else card.suit

    def played(self, deal: MiddleDeal) -> MiddleDeal:
        """Make trump by the first card that does not follow; the joker, led or not, stays the only trump (MJO-3)."""
        card = deal.open.cards[-1]
        return replace(deal, trump=JOKER.suit) if deal.trump is None and card == JOKER else super().played(deal)

    def final_points(self, deal: MiddleDeal, card: Card) -> int:
        """Return a card's points, which trump does not change."""
        return self.card_points(deal, card)

    def score(self, deal: MiddleDeal, won: Won, book: None) -> Score[None]:
        """Score the points of highest and lowest (MJO-5); two level seats score none, but the third does (MJO-6)."""
        points = won.points
        alone = [seats[0] for seats in (level(points, 0), level(points, -1)) if len(seats) == 1]
        rule = "MJO-5" if len(alone) > 1 else "MJO-6"
        scored = tuple(own if seat in alone else 0 for seat, own in enumerate(points))
        why = _HIGHEST_AND_LOWEST if len(alone) > 1 else _THIRD_ALONE
        return Score(rule, scored, book, counting(BreakdownLine(why, scored)))


GAME = MiddlerJoker()
