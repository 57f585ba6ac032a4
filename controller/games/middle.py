"""The play of the Mittlere family: trump is the suit of the first card that does not follow (MIT-F, MIT-T)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from controller.games import jass
from controller.games.follow_rule import (
    Demanding,
    exempt,
    follow,
    follow_or_trump,
    no_trump,
    plain_led,
    points_won,
    trump_led,
    trumped,
    where,
)
from controller.games.trick_game import Score, TrickGame
from controller.record.cards import Card
from controller.record.events import Seat
from controller.record.message import Message
from controller.rules.deal import Deal
from controller.rules.game import Tie
from controller.rules.parts import B, GameSides, ScoreSheet

HUNDRED: Final = 100
"""Points that are too many (MIT-S3, MOL-S2, PM-S2)."""

MiddleDeal = Deal[None]


def split(seats: int, some: Collection[int], theirs: int, others: int) -> tuple[int, ...]:
    """Give one score to some seats and another to the rest.

    >>> split(3, {1}, -2, 1)
    (1, -2, 1)
    """
    return tuple(theirs if seat in some else others for seat in range(seats))


def level(points: Sequence[int], place: int) -> tuple[int, ...]:
    """Return the seats that have as many points as the one on this place, 0 the lowest, -1 the highest."""
    mark = sorted(points)[place]
    return tuple(seat for seat, own in enumerate(points) if own == mark)


REASONS: Final[Mapping[str, Message]] = {
    "MIT-S1": Message("one has won every trick"),
    "MIT-S2": Message("one has won no trick"),
    "MIT-S3": Message("one has 100 points or more"),
    "MIT-S4": Message("two are level"),
    "MIT-S5": Message("the highest and the lowest win"),
    "hundred_and_none": Message("100 points or more, and no trick"),
    "MOL-S1": Message("one has all 157 points"),
    "MOL-S2": Message("one has 100 points or more"),
    "MOL-S3": Message("three are level, and the strongest card drawn loses"),
    "MOL-S4": Message("the two lowest are level"),
    "MOL-S5": Message("the two highest are level"),
    "MOL-S6": Message("the two in the middle are level"),
    "MOL-S7": Message("no two are level"),
}
"""The reason of a score by the rule that gives it."""


class MiddleGameSides(GameSides[None]):
    """The sides of a game for the middle."""

    def opponent(self, deal: MiddleDeal, seat: Seat) -> Seat | None:
        """Return no opponent: each plays for itself (referee.md: no effect in the Mittlere family)."""
        return None


class MiddleSheet(ScoreSheet[B]):
    """The score sheet of games for the middle, with strokes and circles."""

    counts_in_strokes = True


class MiddleGame(TrickGame[None, B]):
    """A game of the Mittlere family, of 36 cards (MIT-D1, MIT-P1); a subclass defines its score."""

    deck = jass.DECK
    ranks: ClassVar[tuple[str, ...]] = jass.PLAIN
    trump_ranks: ClassVar[tuple[str, ...]] = jass.TRUMP
    follow_rule: ClassVar[tuple[Demanding, ...]] = (
        where(no_trump, follow("MIT-F0")),
        where(trump_led, exempt(jass.JACKS, follow("MIT-F3"))),
        # MIT-F2: who can follow may trump all the same.
        where(plain_led, follow_or_trump("MIT-F1")),
        where(trumped, follow_or_trump("MIT-F1", under=False)),
    )
    worth, trump_worth, last_trick_worth = jass.POINTS, jass.TRUMP_POINTS, jass.LAST_TRICK
    sheet = MiddleSheet()
    count_rule = "JASS-6"
    numbered = False
    reasons = REASONS
    sides = MiddleGameSides()

    def played(self, deal: MiddleDeal) -> MiddleDeal:
        """Make trump by the first card that does not follow, this trick included (MIT-T1)."""
        led, card = deal.led, deal.open.cards[-1]
        if deal.trump is None and led is not None and card.suit != led.suit:
            return replace(deal, trump=card.suit)
        return deal

    def unseen_trumps(self, deal: MiddleDeal) -> tuple[str | None, ...]:
        """Return every trump: a card that nobody saw may have made any suit trump (MIT-T1)."""
        return self.redealt_trumps() if deal.trump is None else (deal.trump,)

    def redealt_trumps(self) -> tuple[str | None, ...]:
        """Return no trump yet, or any suit of the deck (MIT-T1, MJO-3)."""
        return (None, *dict.fromkeys(card.suit for card in self.deck))

    def final_points(self, deal: MiddleDeal, card: Card) -> int:
        """Return a card's points with trump as from the start; without one eights count 8 (MIT-T2, MIT-T3)."""
        return jass.points(card, deal.trump, eights=deal.trump is None)

    def points(self, deal: MiddleDeal) -> tuple[int, ...]:
        """Return the points of each seat's tricks, the trump of the deal counted from its start."""
        return points_won(deal, lambda card: self.final_points(deal, card), self.last_trick_bonus())

    def detail(self, deal: MiddleDeal, score: Score[B] | Tie) -> Mapping[str, Any]:
        """Return the trump that was made, and the rule that scored."""
        return {"trump": deal.trump, "rule": score.rule}
