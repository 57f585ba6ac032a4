"""A trick game as a description: deck, ranking, follow rule, card points; special rules stay methods."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, ClassVar, Generic, cast

from controller.games import follow_rule as following
from controller.games.follow_rule import Demanding, FollowRule, Order, SuitOf, follow
from controller.record.cards import Card
from controller.record.events import DealStart, Scores, Seat
from controller.record.message import Message
from controller.rules.deal import Deal, Phase, S, Trick
from controller.rules.duty import FREE, Duty, FollowData
from controller.rules.game import Game, Settlement, Tie
from controller.rules.layout import Layout, all_in_hands
from controller.rules.movements import course
from controller.rules.options import Rules
from controller.rules.parts import B
from controller.rules.results import Breakdown, BreakdownLine, Number, counting

PLAIN_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Aces high, the weakest first."""


@dataclass(frozen=True, slots=True)
class Won:
    """The tricks that were won in a deal, by seat."""

    points: tuple[int, ...]
    """The points of the tricks' cards, the last trick with its bonus."""
    tricks: tuple[int, ...]
    """The number of tricks."""


@dataclass(frozen=True, slots=True)
class Score(Generic[B]):
    """The score of a deal: the rule that applies, a number for each seat, and the book after it."""

    rule: str
    seats: Scores
    book: B
    lines: tuple[BreakdownLine, ...] = ()
    """The parts of the seats' scores; none: the reason of the rule says it all."""
    remarks: tuple[Message, ...] = ()
    """Further remarks on the score, such as a point that is held."""
    detail: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Further facts for the record of results."""


class TrickGame(Game[S, B]):
    """A game in which all cards are dealt out, the seat after the dealer leads, and tricks are won by suit and rank.

    A subclass says what is otherwise; :meth:`score` it always says.
    """

    ranks: ClassVar[tuple[str, ...]] = PLAIN_RANKS
    """The ranks of a suit, the weakest first."""
    trump_ranks: ClassVar[tuple[str, ...]] = ()
    """The ranks of the trump suit, if they are others."""
    always_trump: ClassVar[str | None] = None
    """The suit that is trump in every deal."""
    first_phase: ClassVar[Phase] = "play"
    """``before``: something is said before the first lead."""
    follow_rule: ClassVar[tuple[Demanding, ...]] = (follow("CARD"),)
    """The demands on a seat that does not lead."""
    worth: ClassVar[Mapping[str, int]] = {}
    """Points of the ranks that count anything."""
    trump_worth: ClassVar[Mapping[str, int]] = {}
    """Points of ranks of the trump suit, where they are others."""
    last_trick_worth: ClassVar[int] = 0
    """Points of the last trick beside its cards."""
    reasons: ClassVar[Mapping[str, Message]] = {}
    """The reason of a score by the rule that gives it."""

    def __init_subclass__(cls) -> None:
        """Raise TypeError where cards of the deck have ranks that the game does not order."""
        super().__init_subclass__()
        base = cast("Any", TrickGame)
        ranked_by_itself = cls.strength is not base.strength and cls.duty is not base.duty
        if ranked_by_itself or cls.order is not base.order:
            return
        # A deck of something else than cards is refused by whoever loads the game.
        dealt = {card.rank for card in getattr(cls, "deck", ()) if isinstance(card, Card)}
        for name, ranks in (("ranks", cls.ranks), ("trump_ranks", cls.trump_ranks or cls.ranks)):
            if missing := sorted(dealt - {*ranks}):
                raise TypeError(f"{name} of {cls.__name__} lacks {', '.join(missing)}, which cards of its deck have")

    @abstractmethod
    def score(self, deal: Deal[S], won: Won, book: B) -> Score[B] | Tie:
        """Return the score of a finished deal, or the seats that draw first; ``book``: the one before the deal."""

    def demands(self, deal: Deal[S]) -> tuple[Demanding, ...]:
        """Return the follow rule of this trick, by the house rules of the match."""
        return self.follow_rule

    def lead(self, deal: Deal[S], card: Card) -> Duty:
        """Return the duty of a seat that leads this card; any may be led."""
        return FREE

    def order(self, card: Card, trump: str | None) -> int:
        """Rank a card within its suit; a higher number is stronger."""
        return (self.trump_ranks or self.ranks if card.suit == trump else self.ranks).index(card.rank)

    def suit_in_play(self, card: Card, trump: str | None) -> str:
        """Return the suit that a card belongs to in the play, while this one is trump."""
        return card.suit

    def suit_of(self, deal: Deal[S], card: Card) -> str:
        """Return the suit in the play, by the deal's trump."""
        return self.suit_in_play(card, deal.trump)

    def opening(self, rules: Rules, event: DealStart, book: B) -> S:
        """Return the state that the game keeps of a deal as it begins; here none."""
        return cast("S", None)

    def open_book(self, rules: Rules) -> B:
        """Return no book: only the sums last from deal to deal."""
        return cast("B", None)

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: B) -> Deal[S]:
        """Open a deal of all cards, which the seat after the dealer leads."""
        seats, first = tuple(range(rules.seats)), (event.dealer + 1) % rules.seats
        state, size = self.opening(rules, event, book), len(self.deck) // rules.seats
        return Deal(
            number, event.dealer, rules, seats, size, first, state, phase=self.first_phase, trump=self.always_trump
        )

    def layout(self, deal: Deal[S]) -> Layout:
        """Return the hands with all cards, or the places where the game's movements have brought them."""
        return course.layout(self, deal) if self.movements.are_described else all_in_hands(deal)

    def redealt_trumps(self) -> tuple[str | None, ...] | None:
        """Return the suit that is always trump; else None: play that began unseen is unjudgeable."""
        return None if self.always_trump is None else (self.always_trump,)

    def duty(self, deal: Deal[S], card: Card) -> Duty:
        """Return the leader's duty, or that of the follow rule."""
        if deal.led is None:
            return self.lead(deal, card)
        return self._following(self.demands(deal)).duty(deal.open, deal.trump, card)

    def follow_data(self, deal: Deal[S], seat: Seat) -> FollowData | None:
        """Return the follow rule of the open trick as data."""
        return self._following(self.demands(deal)).as_data(deal.trump)

    def strength(self, deal: Deal[S], trick: Trick, card: Card) -> int:
        """Rank a card in a trick: trumps above the suit led above the rest."""
        suit, led = self.suit_in_play(card, deal.trump), self.suit_in_play(trick.cards[0], deal.trump)
        if suit not in (deal.trump, led):
            return -1
        return self.order(card, deal.trump) + (len(self.deck) if suit == deal.trump else 0)

    def card_points(self, deal: Deal[S], card: Card) -> int:
        """Return the worth of a rank, of a trump or of another card."""
        is_trump = self.suit_in_play(card, deal.trump) == deal.trump
        return (self.trump_worth or self.worth if is_trump else self.worth).get(card.rank, 0)

    def last_trick_bonus(self) -> int:
        """Return the points of the last trick beside its cards."""
        return self.last_trick_worth

    def points(self, deal: Deal[S]) -> tuple[int, ...]:
        """Return the points of each seat's tricks, the last one with its bonus."""
        return following.points_won(deal, lambda card: self.card_points(deal, card), self.last_trick_bonus())

    def settle(self, deal: Deal[S], book: B, total: tuple[Number, ...]) -> Settlement[B] | Tie:
        """Count each seat's points, score them, and add them up."""
        won = Won(self.points(deal), following.tricks_won(deal))
        score = self.score(deal, won, book)
        seats = score.scores(deal.rules.seats) if isinstance(score, Tie) else score.seats
        sums = tuple(before + (now or 0) for before, now in zip(total, seats, strict=True))
        after = book if isinstance(score, Tie) else score.book
        parts = self._parts(score, seats, self.points_told(deal, won))
        settled = Settlement(won.points, seats, sums, after, self.detail(deal, score), parts)
        return replace(score, so_far=settled) if isinstance(score, Tie) else settled

    def points_told(self, deal: Deal[S], won: Won) -> tuple[BreakdownLine, ...]:
        """Split the points of each seat's tricks into those of its cards and the bonus of the last trick."""
        return following.points_told(deal, won.points, self.last_trick_bonus())

    def detail(self, deal: Deal[S], score: Score[B] | Tie) -> Mapping[str, Any]:
        """Return the facts of the score for the record of results."""
        rule = {"rule": score.rule} if score.rule else {}
        return rule if isinstance(score, Tie) else {**rule, **score.detail}

    def _parts(self, score: Score[B] | Tie, seats: Scores, points: tuple[BreakdownLine, ...]) -> Breakdown:
        if isinstance(score, Score) and (score.lines or score.remarks):
            return Breakdown(points, score.lines, remarks=score.remarks)
        why = self.reasons.get(score.rule)
        return Breakdown(points, counting(BreakdownLine(why, seats)) if why else ())

    def _following(self, demands: tuple[Demanding, ...]) -> FollowRule:
        return _rule(self.deck, self.suit_in_play, self.order, demands)


@cache
def _rule(deck: tuple[Card, ...], suit_of: SuitOf, order: Order, demands: tuple[Demanding, ...]) -> FollowRule:
    return FollowRule(deck, suit_of, order, *demands)
