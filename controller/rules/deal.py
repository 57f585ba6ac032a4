"""The deal in progress: its tricks, hands, trump, and how much of it was seen."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, Literal, TypeVar

from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.doubt import ENTERED, CardSight, Doubt
from controller.rules.options import Rules

S = TypeVar("S")
"""The state of a deal that one game alone keeps: its contract, its auction, its declarations."""


Phase = Literal["before", "play", "after"]
"""The phases of a deal: before the first lead (auction, exchange), the play, and after the last trick (draws)."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card that a seat has shown, and the number of its event."""

    event: int
    seat: Seat
    card: Card
    seen: CardSight = field(default=ENTERED, compare=False)

    @property
    def told(self) -> bool:
        """Whether the card is known from people's account alone: it went unseen."""
        return self.seen.told

    @property
    def entered(self) -> bool:
        """Whether people entered the card, so that no moment is known."""
        return self.seen.at is None

    def precedes(self, later: "Play") -> bool:
        """Whether the play certainly came before one that is listed after it."""
        return self.seen.precedes(later.seen)


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of one trick in the order in which they came."""

    plays: tuple[Play, ...] = ()
    winner: Seat | None = None
    """The seat that took the trick; None while it is open."""
    sure: bool = field(default=True, compare=False)
    """Whether the trick's leader and winner are certain, if something of the deal went unseen."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The trick's cards in order of play."""
        return tuple(play.card for play in self.plays)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats with a card in the trick, in order of play."""
        return tuple(play.seat for play in self.plays)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Cards that were moved beside the play, as an event records it."""

    event: int
    """Number of the event."""
    what: str
    source: Seat | str
    """A hand by its seat, or another place by its name."""
    target: Seat | str
    count: int
    cards: tuple[Card, ...] = ()
    """The known cards among those moved."""
    tricks: int = 0
    """Number of tricks that were closed before the movement."""
    within: bool = False
    """Whether cards of the next trick lay open already."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim: of the tricks not closed yet, so many go to the claimant's side, the others to the other side."""

    seat: Seat
    tricks: int
    plays: int
    """Number of cards played before the claim; once there are more, the claim has been dropped."""
    agreed: frozenset[Seat] = frozenset()
    """The seats that have accepted the claim."""
    accepted: bool = False
    """Whether all seats whose word is needed have accepted, so that the deal is over."""


@dataclass(frozen=True, slots=True)
class DealUnseen:
    """The part of a deal that may have gone unseen; by default nothing has."""

    holes: tuple[int, ...] = ()
    """Lines of the holes that are still open; the deal cannot be scored while there are any."""
    doubt: Doubt | None = None
    """The doubt that verdicts have to respect; None: everything is known."""
    behind: frozenset[int] = frozenset()
    """The plays before the deal's newest gap or hole, by event."""
    kept: tuple[Play, ...] = ()
    """Cards laid while the auction has a hole and no contract is known."""
    inferred_leader: Seat | None = None
    """The seat that led first if the unnamed dealer was inferred rightly; None: the dealer is known."""
    counts: bool = True
    """Whether the count of tricks proves that nothing was lost; not if the deal's size was set behind a hole."""


ALL_SEEN: Final = DealUnseen()
"""Nothing of a deal went unseen."""


@dataclass(frozen=True, slots=True)
class Deal(Generic[S]):
    """One deal as it stands: whatever lies on the table lies there, legal or not."""

    number: int
    """The deal's number within the match, from 1."""
    dealer: Seat
    rules: Rules
    seats: tuple[Seat, ...]
    """The seats that take part in the play, in order of play."""
    size: int
    """Number of the deal's tricks, and of cards that each seat plays; where some are drawn a hand has fewer."""
    leader: Seat | None
    """The seat that must lead the open trick; None: the unknown holder of ``opener``."""
    own: S
    trump: str | None = None
    """Suit letter of the trump; None: no trump, or no trump yet."""
    tricks: tuple[Trick, ...] = ()
    """Closed tricks, oldest first."""
    open: Trick = field(default_factory=Trick)
    exposed: tuple[Play, ...] = ()
    """Cards shown but not part of a trick: refused second cards."""
    moved: tuple[Transfer, ...] = ()
    """Recorded movements of cards beside the play, oldest first."""
    hands: Mapping[Seat, tuple[Card, ...]] | None = None
    """The hands as dealt, if they were shown to the camera or imported."""
    short: bool = False
    """Whether a trick was gathered with cards missing."""
    impossible: bool = False
    """Whether a card came from where it cannot have been: a reading is wrong, or a card is."""
    phase: Phase = "play"
    draws: tuple[tuple[Seat, Card], ...] = ()
    """Cards drawn to settle ties, oldest first."""
    level: tuple[Seat, ...] = ()
    """Seats whose order a draw must settle before the deal can be scored."""
    trump_led: str | None = None
    """The trump as the open trick began."""
    opener: Card | None = None
    """The card whose holder leads to the first trick, in a game in which a card decides that."""
    unseen: DealUnseen = ALL_SEEN
    """The part of the deal that may have gone unseen (unseen.md)."""
    copies: Mapping[Card, Card] = field(default_factory=dict[Card, Card])
    """The card of the deck for each copy recorded in this deal, where cards exist twice (copies.py)."""
    seals: tuple[tuple[Seat, str], ...] = ()
    """The calls that are sealed and not revealed yet: the seat, and the hash."""
    claim: Claim | None = None
    """The newest claim, answered by all or not."""
    untold: tuple[Seat, ...] = ()
    """Seats that must say a word before the deal, whose cards are played, can be scored."""
    open_words: tuple[int, ...] = ()
    """Words of which it is unknown yet whether they were in order, by event, oldest first."""

    @property
    def holes(self) -> tuple[int, ...]:
        """Lines of the deal's holes that are still open."""
        return self.unseen.holes

    @property
    def number_of_trick(self) -> int:
        """Number of the open trick, from 1."""
        return len(self.tricks) + 1

    @property
    def misread(self) -> bool:
        """Whether a conservation fault is open, so that nobody may be accused of a revoke (referee.md)."""
        return self.short or self.impossible

    @property
    def incomplete(self) -> bool:
        """Whether cards of the deal may have been played unseen."""
        unseen = self.unseen
        return bool(unseen.holes) or (unseen.doubt is not None and unseen.doubt.hole > 0)

    @property
    def doubtful(self) -> bool:
        """Whether cards are misread, missing or unseen, so that the game's own refutations prove nothing."""
        return self.misread or self.incomplete

    @property
    def uncertain(self) -> bool:
        """Whether anything of the deal is uncertain: cards, leader, trump."""
        return self.doubtful or self.unseen.doubt is not None

    @property
    def scorable(self) -> bool:
        """Whether everything that counts is known."""
        return not self.short and not self.holes

    @property
    def over(self) -> bool:
        """Whether the last trick is closed."""
        return len(self.tricks) >= self.size

    @property
    def to_play(self) -> Seat | None:
        """The first seat from the leader on without a card in the open trick; None: the leader is unknown."""
        first = self.open.plays[0].seat if self.open.plays else self.leader
        if first is None:
            return None
        around = sorted(self.seats, key=lambda seat: (seat - first) % self.rules.seats)
        return next((seat for seat in around if seat not in self.open.seats), first)

    @property
    def open_is_full(self) -> bool:
        """Whether every seat that takes part has a card in the open trick; a card of a seat that is out is one more."""
        return set(self.seats) <= set(self.open.seats)

    @property
    def led(self) -> Card | None:
        """The card that leads the open trick; None: there is none yet."""
        return self.open.plays[0].card if self.open.plays else None

    def plays(self) -> list[Play]:
        """List every card that lies or lay in a trick of this deal, oldest first."""
        plays: list[Play] = []
        for trick in self.tricks:
            plays += trick.plays
        plays += self.open.plays
        return plays

    def seen(self) -> list[Play]:
        """List every such card that was seen: a card known from an account alone proves nothing."""
        return [play for play in self.plays() if not play.told]

    def trick_of(self, event: int) -> int | None:
        """Return the number of the trick in which the card of this event lies, from 1; None if it lies in none."""
        tricks = enumerate((*self.tricks, self.open), 1)
        return next((number for number, trick in tricks if any(play.event == event for play in trick.plays)), None)

    def resized(self, size: int) -> "Deal[S]":
        """Set another number of tricks; behind a hole their count does not prove that nothing was lost."""
        return replace(self, size=size, unseen=replace(self.unseen, counts=not self.holes))

    def retaken(self, seat: Seat) -> "Deal[S]":
        """Give the newest trick to another seat, which leads the next."""
        newest, doubt = replace(self.tricks[-1], winner=seat), self.unseen.doubt
        doubt = doubt and replace(doubt, leader=seat if newest.sure else None)
        unseen = replace(self.unseen, doubt=doubt)
        return replace(self, tricks=(*self.tricks[:-1], newest), leader=seat, unseen=unseen)

    def find(self, card: Card) -> Play | None:
        """Return the play that brought this card to a trick, or None."""
        for play in self.plays():
            if play.card == card:
                return play
        return None


AnyDeal = Deal[Any]
