"""The interface of a game: static facts as data, and a few pure functions over deals."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, ClassVar, Final, Generic

from controller.record.cards import Card, DeckCountry, country_of
from controller.record.events import DealStart, Scores, Seat
from controller.record.message import Message
from controller.rules.deal import Deal, S, Trick
from controller.rules.duty import Duty
from controller.rules.layout import Layout
from controller.rules.options import Option, Rules
from controller.rules.parts import (
    Auction,
    Audit,
    B,
    ClaimRules,
    DealSummary,
    GameSides,
    MatchRules,
    Movements,
    OpenHands,
    ScoreSheet,
    Slip,
)
from controller.rules.results import NO_BREAKDOWN, Breakdown, Number
from controller.rules.speech import Wording

_USUAL_SEATS: Final = 4
PARTS: Final[Mapping[str, type]] = {
    "auction": Auction,
    "movements": Movements,
    "claims": ClaimRules,
    "hands": OpenHands,
    "audit": Audit,
    "sides": GameSides,
    "course": MatchRules,
    "sheet": ScoreSheet,
    "slip": Slip,
    "summary": DealSummary,
}
"""The parts that a game may name, with the class that each is of."""
_PLACES: Final = {
    method: f"{part} ({kind.__name__})"
    for part, kind in PARTS.items()
    for method, found in vars(kind).items()
    if isinstance(found, FunctionType) and not method.startswith("_")
}
"""The part to which each method belongs."""


@dataclass(frozen=True, slots=True)
class Settlement(Generic[B]):
    """The points and scores of a finished deal."""

    points: tuple[Number, ...]
    """Card points won, by seat."""
    score: Scores
    """The score on the sheet for this deal, by seat."""
    total: tuple[Number, ...]
    """The sheet's sums after this deal, by seat."""
    book: B
    detail: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Further facts of the score: the trump, the rule that scored."""
    breakdown: Breakdown = NO_BREAKDOWN
    """The numbers that points and score are made of, each with its reason."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Level seats whose order decides the score: they draw a card each, and until then only part of it is certain."""

    seats: tuple[Seat, ...]
    rule: str = field(default="", compare=False)
    """The rule that scores the deal."""
    certain: Mapping[Seat, int] = field(default_factory=dict[Seat, int], compare=False)
    """The scores that no draw can change; a seat neither named here nor level scores nothing."""
    so_far: Settlement[Any] | None = field(default=None, compare=False)
    """The deal as it counts until they have drawn."""

    def scores(self, seats: int) -> Scores:
        """The score by seat; None where a draw decides it."""
        return tuple(None if seat in self.seats else self.certain.get(seat, 0) for seat in range(seats))


@dataclass(frozen=True, slots=True)
class Untold(Tie):
    """Seats whose words the score waits for, such as numbers said in secret; nobody draws, and the rest is certain."""


class Game(ABC, Generic[S, B]):
    """A card game; the subclass of each game is a module of :mod:`controller.games` named as the record names it."""

    name: ClassVar[str]
    title: ClassVar[str]
    wording: ClassVar[Wording | None] = None
    """The game's name on its command card; None: its title in every language."""
    known_as: ClassVar[Wording | None] = None
    """Its name on pages and in sentences, where its command card needs another one; None: as on its card."""
    other_names: ClassVar[tuple[str, ...]] = ()
    """What else players call it."""
    seats: ClassVar[tuple[int, ...]]
    """How many may play."""
    clockwise: ClassVar[bool] = False
    """Whether its players usually go round clockwise: each next one sits to the left of the one before."""
    deck: ClassVar[tuple[Card, ...]]
    own_country: ClassVar[DeckCountry | None] = None
    """The country whose suits its packs may have in place of the French ones; None: that of its deck."""
    exempt: ClassVar[frozenset[Card]] = frozenset()
    """Cards that never have to be played, though others of their suit have to."""
    options: ClassVar[tuple[Option, ...]] = ()
    count_rule: ClassVar[str] = "CARD"
    """The rule that demands what a deal counts in all."""
    place_rule: ClassVar[str] = "CARD"
    """The rule that is cited when a card cannot come from where it was played."""
    numbered: ClassVar[bool] = True
    """Whether the number of a trick changes what is owed to it or who wins it."""
    sheet_rules: ClassVar[frozenset[str]] = frozenset()
    """Rules that ask what was scored before; nobody is judged by them after a deal without a score."""
    early_rules: ClassVar[frozenset[str]] = frozenset()
    """Rules that ask which cards had been played when something was said; one that was not read yet may have been."""
    seat_letters: ClassVar[tuple[Message, ...]] = ()
    """What stands before the names of the seats, in their order, such as a point of the compass."""
    card_size: ClassVar[str] = "63x88"
    """Width and height of its cards, mm: a name in :data:`vision.mat.layout.CARD_SIZES`."""
    auction: Auction[S, B] = Auction()
    """The words of a deal."""
    movements: Movements[S] = Movements()
    claims: ClaimRules[S] | None = None
    """None: nobody can claim tricks that are left."""
    hands: OpenHands[S] = OpenHands()
    audit: Audit[S] = Audit()
    sides: GameSides[S] = GameSides()
    course: MatchRules[S, B] = MatchRules()
    sheet: ScoreSheet[B] = ScoreSheet()
    slip: Slip = Slip()
    summary: DealSummary[S] = DealSummary()

    def __init_subclass__(cls) -> None:
        """Raise TypeError where a method is written that nobody asks of a game, but of one of its parts."""
        super().__init_subclass__()
        for name, found in vars(cls).items():
            if isinstance(found, FunctionType) and name in _PLACES:
                raise TypeError(f"{name}() of {cls.__name__} belongs to its {_PLACES[name]}: write it there")

    @property
    def usual_seats(self) -> int:
        """The number of players where nobody says it: four, or the fewest where four cannot play."""
        return _USUAL_SEATS if _USUAL_SEATS in self.seats else min(self.seats)

    @property
    def country(self) -> DeckCountry:
        """The country whose suits its packs may have in place of the French ones; ``french``: none."""
        return self.own_country or country_of(self.deck)

    @abstractmethod
    def open_book(self, rules: Rules) -> B:
        """The book before the first deal."""

    @abstractmethod
    def open_deal(self, rules: Rules, number: int, event: DealStart, book: B) -> Deal[S]:
        """A deal that has just been dealt."""

    @abstractmethod
    def duty(self, deal: Deal[S], card: Card) -> Duty:
        """The duty of the hand that plays this card to the open trick, of the one whose turn it is if that matters."""

    def duty_of(self, deal: Deal[S], seat: Seat, card: Card) -> Duty:
        """The duty of this seat's hand, which may have come out of turn; in most games it is that of any hand."""
        return self.duty(deal, card)

    def legal(self, deal: Deal[S], hand: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of a whole hand that may be played to the open trick."""
        return tuple(card for card in hand if not self.duty(deal, card).breaks(hand))

    @abstractmethod
    def layout(self, deal: Deal[S]) -> Layout:
        """Describe where the cards that nobody has seen can lie; proofs count on it."""

    @abstractmethod
    def strength(self, deal: Deal[S], trick: Trick, card: Card) -> int:
        """Rank a card within a trick; the highest number wins."""

    @abstractmethod
    def card_points(self, deal: Deal[S], card: Card) -> Number:
        """Points of a card in a trick, as far as the deal is known."""

    @abstractmethod
    def settle(self, deal: Deal[S], book: B, total: tuple[Number, ...]) -> Settlement[B] | Tie:
        """Score a finished deal, or name the seats that must draw first."""

    def ruled(
        self, deal: Deal[S], book: B, total: tuple[Number, ...], score: Scores
    ) -> tuple[B, tuple[Number, ...], Scores]:
        """The book, the sheet's sums, and what counts of the scores that an arbiter has set for a deal (referee.md)."""
        done = self.settle(deal, book, total) if deal.scorable else None
        after = done.book if isinstance(done, Settlement) else book
        return after, tuple(before + (own or 0) for before, own in zip(total, score, strict=True)), score

    def played(self, deal: Deal[S]) -> Deal[S]:
        """The deal after its newest card has come to lie in the open trick; a card may make trump."""
        return deal

    def suit_of(self, deal: Deal[S], card: Card) -> str:
        """The letter of the suit that a card belongs to in this deal; the one that is printed on it."""
        return card.suit

    def unseen_trumps(self, deal: Deal[S]) -> tuple[str | None, ...]:
        """The suits that may be trump once cards have been played unseen (unseen.md)."""
        return (deal.trump,)

    def redealt_trumps(self) -> tuple[str | None, ...] | None:
        """The suits that may be trump if another deal has begun unseen; None: nothing of its play can be judged."""
        return None

    def last_trick_bonus(self) -> Number:
        """Points of the last trick beside its cards."""
        return 0

    def winner(self, deal: Deal[S], trick: Trick) -> Seat:
        """The seat that takes this trick."""
        return max(trick.plays, key=lambda play: self.strength(deal, trick, play.card)).seat

    def trick_points(self, deal: Deal[S], trick: Trick, *, last: bool) -> Number:
        """Points of the cards that lie in a trick, the last one with its bonus."""
        return sum(self.card_points(deal, card) for card in trick.cards) + (self.last_trick_bonus() if last else 0)
