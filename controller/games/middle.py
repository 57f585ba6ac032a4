"""The play of the Mittlere family: trump is the suit of the first card that does not follow (MIT-F, MIT-T)."""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic

from controller.games import following, jass
from controller.record.cards import Card
from controller.record.effects import Scores
from controller.record.events import DealStart, Seat
from controller.record.message import Message
from controller.rules.deal import Deal, Trick
from controller.rules.duty import FREE, Duty, avoid
from controller.rules.game import B, Game, Settlement, Tie
from controller.rules.layout import Layout, all_in_hands
from controller.rules.options import Rules
from controller.rules.results import Number
from controller.rules.score.breakdown import Breakdown, BreakdownLine, counting

HUNDRED: Final = 100
"""Points that are too many (MIT-S3, MOL-S2, PM-S2)."""

MiddleDeal = Deal[None]


@dataclass(frozen=True, slots=True)
class Score(Generic[B]):
    """How a deal scores: the rule that applies, each seat's score, and the book after it."""

    rule: str
    seats: tuple[int, ...]
    book: B
    lines: tuple[BreakdownLine, ...] = ()
    """The parts of the seats' scores."""
    remarks: tuple[Message, ...] = ()
    """What else is to be said of the score, such as a point that is held."""


def split(seats: int, some: Collection[int], theirs: int, others: int) -> tuple[int, ...]:
    """One score for some seats and another for the rest.

    >>> split(3, {1}, -2, 1)
    (1, -2, 1)
    """
    return tuple(theirs if seat in some else others for seat in range(seats))


def level(points: Sequence[int], place: int) -> tuple[int, ...]:
    """The seats that have as many points as the one on this place, 0 the lowest, -1 the highest."""
    mark = sorted(points)[place]
    return tuple(seat for seat, own in enumerate(points) if own == mark)


class MiddleGame(Game[None, B]):
    """A game of the Mittlere family; a subclass says how it scores."""

    deck = jass.DECK
    count_rule = "JASS-6"
    numbered = False

    @abstractmethod
    def score(self, deal: MiddleDeal, points: tuple[int, ...], tricks: tuple[int, ...], book: B) -> Score[B] | Tie:
        """How the deal scores, or who must draw first."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: B) -> MiddleDeal:
        """Forehand leads, no suit is trump yet (MIT-D1, MIT-P1)."""
        del book
        forehand = (event.dealer + 1) % rules.seats
        seats = tuple(range(rules.seats))
        return Deal(number, event.dealer, rules, seats, len(self.deck) // rules.seats, forehand, None)

    def layout(self, deal: MiddleDeal) -> Layout:
        """All cards are dealt out (MIT-D1)."""
        return all_in_hands(deal)

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

    def unseen_trumps(self, deal: MiddleDeal) -> tuple[str | None, ...]:
        """A card that nobody saw may have made any suit trump (MIT-T1)."""
        return self.redealt_trumps() if deal.trump is None else (deal.trump,)

    def redealt_trumps(self) -> tuple[str | None, ...]:
        """None yet, or any suit of the deck (MIT-T1, MJO-3)."""
        return (None, *dict.fromkeys(card.suit for card in self.deck))

    def strength(self, deal: MiddleDeal, trick: Trick, card: Card) -> int:
        """JASS-8."""
        return jass.strength(card, trick.cards[0].suit, deal.trump)

    def card_points(self, deal: MiddleDeal, card: Card) -> int:
        """Plain values and eights 0 while no trump exists (record.md)."""
        return jass.points(card, deal.trump, eights=False)

    def last_trick_bonus(self) -> int:
        """JASS-6."""
        return jass.LAST_TRICK

    def final_points(self, deal: MiddleDeal, card: Card) -> int:
        """Trump counts as if it had been trump from the start; without one eights count 8 (MIT-T2, MIT-T3)."""
        return jass.points(card, deal.trump, eights=deal.trump is None)

    def other_side(self, deal: MiddleDeal, seat: Seat) -> Seat | None:
        """Each plays for itself (referee.md: no effect in the Mittlere family)."""
        del deal, seat
        return None

    def settle(self, deal: MiddleDeal, book: B, total: tuple[Number, ...]) -> Settlement[B] | Tie:
        """Count what each seat won, and score it."""
        points = jass.points_won(deal, lambda card: self.final_points(deal, card), self.last_trick_bonus())
        score = self.score(deal, points, following.tricks_won(deal), book)
        seats = score.scores(deal.rules.seats) if isinstance(score, Tie) else score.seats
        sums = tuple(before + (now or 0) for before, now in zip(total, seats, strict=True))
        after = book if isinstance(score, Tie) else score.book
        told = jass.points_told(deal, points, self.last_trick_bonus())
        parts = _parts(score, seats, told)
        settled = Settlement(points, seats, sums, after, {"trump": deal.trump, "rule": score.rule}, parts)
        return replace(score, so_far=settled) if isinstance(score, Tie) else settled


WHY: Final[Mapping[str, Message]] = {
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


def _parts(score: Score[Any] | Tie, seats: Scores, points: tuple[BreakdownLine, ...]) -> Breakdown:
    """The points of cards and last trick, and the reason of the score."""
    if isinstance(score, Score) and (score.lines or score.remarks):
        return Breakdown(points, score.lines, remarks=score.remarks)
    why = WHY.get(score.rule)
    return Breakdown(points, counting(BreakdownLine(why, seats)) if why else ())
