"""The deal in progress: its tricks, hands, trump, and how much of it was seen."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, TypeVar

from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.doubt import ENTERED, CardSight, Doubt
from controller.rules.options import Rules

S = TypeVar("S")
"""The state of a deal that one game alone keeps: its contract, its auction, its declarations."""


Phase = Literal["before", "play", "after"]
"""Before the first lead (auction, exchange), the play, and after the last trick (draws)."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card that a seat has shown, and the number of the event that says so."""

    event: int
    seat: Seat
    card: Card
    seen: CardSight = field(default=ENTERED, compare=False)

    @property
    def told(self) -> bool:
        """Whether nobody but people know of it: it went unseen."""
        return self.seen.told

    @property
    def entered(self) -> bool:
        """Whether people entered it, so that no moment is known."""
        return self.seen.at is None

    def precedes(self, later: "Play") -> bool:
        """Whether it certainly came before a play that is listed after it."""
        return self.seen.precedes(later.seen)


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of one trick in the order in which they came."""

    plays: tuple[Play, ...] = ()
    winner: Seat | None = None
    """Seat that took it; None while it is open."""
    sure: bool = field(default=True, compare=False)
    """Whether who led it and who took it is certain, if something of the deal went unseen."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its cards in order of play."""
        return tuple(play.card for play in self.plays)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that have a card in it, in order of play."""
        return tuple(play.seat for play in self.plays)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Cards that were moved beside the play, as an event tells it."""

    event: int
    """Its number."""
    what: str
    source: Seat | str
    """A hand by its seat, or another place by its name."""
    target: Seat | str
    count: int
    cards: tuple[Card, ...] = ()
    """Those of them that are known."""
    tricks: int = 0
    """Tricks that were closed before it."""
    within: bool = False
    """Whether cards of the next trick lay open already."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim: of the tricks not closed yet, so many go to the side of who made it and the others to the other one."""

    seat: Seat
    tricks: int
    plays: int
    """Cards that were played before it; once there are more it has been dropped."""
    agreed: frozenset[Seat] = frozenset()
    """Who has accepted it."""
    accepted: bool = False
    """Whether all have whose word it needs, so that the deal is over."""


@dataclass(frozen=True, slots=True)
class DealUnseen:
    """The part of a deal that may have gone unseen; by default nothing has."""

    holes: tuple[int, ...] = ()
    """Lines at which something went unseen that is still open; the deal cannot be scored while there are any."""
    doubt: Doubt | None = None
    """The doubt that verdicts have to respect; None: everything is known."""
    behind: frozenset[int] = frozenset()
    """The plays before its newest gap or hole, by event."""
    kept: tuple[Play, ...] = ()
    """Cards laid while the auction has a hole and no contract is known."""
    inferred_leader: Seat | None = None
    """Who must have led first if the dealer, whom nobody has named, was inferred rightly; None: the dealer is known."""
    counts: bool = True
    """Whether the count of tricks shows that nothing was lost; not where the deal's size was set behind a hole."""


@dataclass(frozen=True, slots=True)
class Deal(Generic[S]):
    """One deal as it stands: whatever lies on the table lies there, legal or not."""

    number: int
    """From 1 within the match."""
    dealer: Seat
    rules: Rules
    seats: tuple[Seat, ...]
    """The seats that take part in the play, in order of play."""
    size: int
    """Tricks of the deal, which are also the cards that each seat plays; where some are drawn a hand has fewer."""
    leader: Seat | None
    """Who must lead the open trick; None: whoever holds ``opener``, and nobody knows who that is."""
    own: S
    trump: str | None = None
    """Suit letter."""
    tricks: tuple[Trick, ...] = ()
    """Closed tricks, oldest first."""
    open: Trick = field(default_factory=Trick)
    exposed: tuple[Play, ...] = ()
    """Cards shown but not part of a trick: refused second cards."""
    moved: tuple[Transfer, ...] = ()
    """Cards moved beside the play that were told, oldest first."""
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
    """Trump as the open trick began."""
    opener: Card | None = None
    """The card whose holder leads to the first trick, in a game in which it is a card that says who leads."""
    unseen: DealUnseen = DealUnseen()
    """The part of it that may have gone unseen (unseen.md)."""
    copies: Mapping[Card, Card] = field(default_factory=dict[Card, Card])
    """Where cards exist twice: which card of the deck each copy is that was told in this deal (copies.py)."""
    seals: tuple[tuple[Seat, str], ...] = ()
    """The calls that are sealed and not revealed yet: whose, and the hash."""
    claim: Claim | None = None
    """The newest claim, answered by all or not."""
    untold: tuple[Seat, ...] = ()
    """Seats that must say a word before the deal, whose cards are played, can be scored."""
    open_words: tuple[int, ...] = ()
    """The words of which nobody knows yet whether they were in order, by event, oldest first."""

    @property
    def holes(self) -> tuple[int, ...]:
        """Lines at which something of it went unseen that is still open."""
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
        """Whether cards of it may have been played unseen."""
        unseen = self.unseen
        return bool(unseen.holes) or (unseen.doubt is not None and unseen.doubt.hole > 0)

    @property
    def doubtful(self) -> bool:
        """Whether cards are misread, missing or unseen, so that what the game itself finds refuted proves nothing."""
        return self.misread or self.incomplete

    @property
    def uncertain(self) -> bool:
        """Whether anything of it is: cards, who leads, what is trump."""
        return self.doubtful or self.unseen.doubt is not None

    @property
    def scorable(self) -> bool:
        """Whether all that counts is known."""
        return not self.short and not self.holes

    @property
    def over(self) -> bool:
        """Whether the last trick is closed."""
        return len(self.tricks) >= self.size

    @property
    def to_play(self) -> Seat | None:
        """The first seat from the leader on without a card in the open trick; None: nobody knows who leads."""
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
        """The card that leads the open trick."""
        return self.open.plays[0].card if self.open.plays else None

    def plays(self) -> list[Play]:
        """Every card that lies or lay in a trick of this deal, oldest first."""
        plays: list[Play] = []
        for trick in self.tricks:
            plays += trick.plays
        plays += self.open.plays
        return plays

    def seen(self) -> list[Play]:
        """Every such card that was seen: what people tell of proves nothing."""
        return [play for play in self.plays() if not play.told]

    def trick_of(self, event: int) -> int | None:
        """Number of the trick in which the card of this event lies, from 1; None if it lies in none."""
        tricks = enumerate((*self.tricks, self.open), 1)
        return next((number for number, trick in tricks if any(play.event == event for play in trick.plays)), None)

    def resized(self, size: int) -> "Deal[S]":
        """The deal with another number of tricks; behind a hole their count does not show that nothing was lost."""
        return replace(self, size=size, unseen=replace(self.unseen, counts=not self.holes))

    def retaken(self, seat: Seat) -> "Deal[S]":
        """The deal in which the newest trick has gone to another seat, who leads the next."""
        newest, doubt = replace(self.tricks[-1], winner=seat), self.unseen.doubt
        doubt = doubt and replace(doubt, leader=seat if newest.sure else None)
        unseen = replace(self.unseen, doubt=doubt)
        return replace(self, tricks=(*self.tricks[:-1], newest), leader=seat, unseen=unseen)

    def find(self, card: Card) -> Play | None:
        """The play that brought this card to a trick, or None."""
        for play in self.plays():
            if play.card == card:
                return play
        return None


AnyDeal = Deal[Any]
