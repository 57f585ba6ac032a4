"""What is known of the deal in progress."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.options import Rules

S = TypeVar("S")
"""What one game alone remembers of a deal: its contract, its auction, its declarations."""


Phase = Literal["before", "play", "after"]
"""Before the first lead (auction, exchange), the play, and after the last trick (draws)."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card that a seat has shown, and the number of the event that says so."""

    event: int
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of one trick in the order in which they came."""

    plays: tuple[Play, ...] = ()
    winner: Seat | None = None
    """Seat that took it; None while it is open."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its cards in order of play."""
        return tuple(play.card for play in self.plays)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that have a card in it, in order of play."""
        return tuple(play.seat for play in self.plays)


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
    """Tricks of the deal, which are also the cards of a hand."""
    leader: Seat
    """Who must lead the open trick."""
    own: S
    trump: str | None = None
    """Suit letter."""
    tricks: tuple[Trick, ...] = ()
    """Closed tricks, oldest first."""
    open: Trick = field(default_factory=Trick)
    exposed: tuple[Play, ...] = ()
    """Cards shown but not part of a trick: refused second cards."""
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

    @property
    def number_of_trick(self) -> int:
        """Number of the open trick, from 1."""
        return len(self.tricks) + 1

    @property
    def doubtful(self) -> bool:
        """Whether a conservation fault is open, so that nobody may be accused of a revoke (referee.md)."""
        return self.short or self.impossible

    @property
    def over(self) -> bool:
        """Whether the last trick is closed."""
        return len(self.tricks) >= self.size

    @property
    def to_play(self) -> Seat:
        """The first seat from the leader on without a card in the open trick."""
        first = self.open.plays[0].seat if self.open.plays else self.leader
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

    def plays(self) -> Iterator[Play]:
        """Every card that lies or lay in a trick of this deal, oldest first."""
        for trick in self.tricks:
            yield from trick.plays
        yield from self.open.plays

    def trick_of(self, event: int) -> int | None:
        """Number of the trick in which the card of this event lies, from 1; None if it lies in none."""
        tricks = enumerate((*self.tricks, self.open), 1)
        return next((number for number, trick in tricks if any(play.event == event for play in trick.plays)), None)

    def find(self, card: Card) -> Play | None:
        """The play that brought this card to a trick, or None."""
        return next((play for play in self.plays() if play.card == card), None)
