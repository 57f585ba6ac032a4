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
from controller.rules.duty import Duty, FollowData
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
"""The parts that a game may name, with the class of each."""
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
    """The numbers behind points and score, each with its reason."""


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
        """Return the score by seat; None where a draw decides it."""
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
    """The game's name on pages and in sentences, if its command card needs another; None: as on its card."""
    other_names: ClassVar[tuple[str, ...]] = ()
    """Other names that players have for the game."""
    seats: ClassVar[tuple[int, ...]]
    """Possible numbers of players."""
    clockwise: ClassVar[bool] = False
    """Whether players usually go round clockwise: each next one sits to the left of the one before."""
    deck: ClassVar[tuple[Card, ...]]
    own_country: ClassVar[DeckCountry | None] = None
    """The country whose suits the game's packs may have in place of the French ones; None: the deck's country."""
    exempt: ClassVar[frozenset[Card]] = frozenset()
    """Cards that never have to be played, though others of their suit have to."""
    options: ClassVar[tuple[Option, ...]] = ()
    count_rule: ClassVar[str] = "CARD"
    """The rule for the total that a deal counts."""
    place_rule: ClassVar[str] = "CARD"
    """The rule that is cited when a card cannot come from where it was played."""
    numbered: ClassVar[bool] = True
    """Whether the number of a trick changes its duties or its winner."""
    sheet_rules: ClassVar[frozenset[str]] = frozenset()
    """Rules that depend on earlier scores; nobody is judged by them after a deal without a score."""
    early_rules: ClassVar[frozenset[str]] = frozenset()
    """Rules that depend on the cards played before a word; a card not read yet may have been among these."""
    seat_letters: ClassVar[tuple[Message, ...]] = ()
    """Prefixes of the seats' names, in their order, such as points of the compass."""
    card_size: ClassVar[str] = "63x88"
    """Width and height of the game's cards, mm: a name in :data:`vision.mat.layout.CARD_SIZES`."""
    auction: Auction[S, B] = Auction()
    """The words of a deal."""
    movements: Movements[S] = Movements()
    claims: ClaimRules[S] | None = None
    """The rules of claims; None: nobody can claim tricks that are left."""
    hands: OpenHands[S] = OpenHands()
    audit: Audit[S] = Audit()
    sides: GameSides[S] = GameSides()
    course: MatchRules[S, B] = MatchRules()
    sheet: ScoreSheet[B] = ScoreSheet()
    slip: Slip = Slip()
    summary: DealSummary[S] = DealSummary()

    def __init_subclass__(cls) -> None:
        """Raise TypeError for a method that belongs to one of the game's parts, where nothing would call it."""
        super().__init_subclass__()
        for name, value in vars(cls).items():
            if isinstance(value, FunctionType) and name in _PLACES:
                raise TypeError(f"{name}() of {cls.__name__} belongs to its {_PLACES[name]}: write it there")

    @property
    def usual_seats(self) -> int:
        """The number of players if none is given: four, or the fewest where four cannot play."""
        return _USUAL_SEATS if _USUAL_SEATS in self.seats else min(self.seats)

    @property
    def country(self) -> DeckCountry:
        """The country whose suits the game's packs may have in place of the French ones; ``french``: none."""
        return self.own_country or country_of(self.deck)

    @abstractmethod
    def open_book(self, rules: Rules) -> B:
        """Make the book before the first deal."""

    @abstractmethod
    def open_deal(self, rules: Rules, number: int, event: DealStart, book: B) -> Deal[S]:
        """Make a deal that has just been dealt."""

    @abstractmethod
    def duty(self, deal: Deal[S], card: Card) -> Duty:
        """Return the duty of the hand that plays this card to the open trick; of the seat to play, if that matters."""

    def duty_of(self, deal: Deal[S], seat: Seat, card: Card) -> Duty:
        """Return the duty of this seat's hand, which may have come out of turn; in most games that of any hand."""
        return self.duty(deal, card)

    def follow_data(self, deal: Deal[S], seat: Seat) -> FollowData | None:
        """Return the follow rule of the open trick for a seat as data; None: the rule is a function."""
        return None

    def legal(self, deal: Deal[S], hand: Sequence[Card]) -> tuple[Card, ...]:
        """Return the cards of a whole hand that may be played to the open trick."""
        return tuple(card for card in hand if not self.duty(deal, card).breaks(hand))

    @abstractmethod
    def layout(self, deal: Deal[S]) -> Layout:
        """Describe where unseen cards can lie; proofs count on it."""

    @abstractmethod
    def strength(self, deal: Deal[S], trick: Trick, card: Card) -> int:
        """Rank a card within a trick; the highest number wins."""

    @abstractmethod
    def card_points(self, deal: Deal[S], card: Card) -> Number:
        """Return the points of a card in a trick, as far as the deal is known."""

    @abstractmethod
    def settle(self, deal: Deal[S], book: B, total: tuple[Number, ...]) -> Settlement[B] | Tie:
        """Score a finished deal, or name the seats that must draw first."""

    def ruled(
        self, deal: Deal[S], book: B, total: tuple[Number, ...], score: Scores
    ) -> tuple[B, tuple[Number, ...], Scores]:
        """Return the book, the sheet's sums, and the counted part of scores that an arbiter has set (referee.md)."""
        settled = self.settle(deal, book, total) if deal.scorable else None
        after = settled.book if isinstance(settled, Settlement) else book
        return after, tuple(before + (own or 0) for before, own in zip(total, score, strict=True)), score

    def played(self, deal: Deal[S]) -> Deal[S]:
        """Return the deal after its newest card has come to lie in the open trick; a card may make trump."""
        return deal

    def suit_of(self, deal: Deal[S], card: Card) -> str:
        """Return the letter of the suit that a card belongs to in this deal; by default the printed one."""
        return card.suit

    def unseen_trumps(self, deal: Deal[S]) -> tuple[str | None, ...]:
        """Return the suits that may be trump once cards have been played unseen (unseen.md)."""
        return (deal.trump,)

    def redealt_trumps(self) -> tuple[str | None, ...] | None:
        """Return the suits that may be trump if another deal has begun unseen; None: no play of it can be judged."""
        return None

    def last_trick_bonus(self) -> Number:
        """Return the points of the last trick beside its cards."""
        return 0

    def winner(self, deal: Deal[S], trick: Trick) -> Seat:
        """Return the seat that takes this trick."""
        return max(trick.plays, key=lambda play: self.strength(deal, trick, play.card)).seat

    def trick_points(self, deal: Deal[S], trick: Trick, *, last: bool) -> Number:
        """Return the points of a trick's cards, of the last one with its bonus."""
        return sum(self.card_points(deal, card) for card in trick.cards) + (self.last_trick_bonus() if last else 0)
