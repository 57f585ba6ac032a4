"""The state of a deal of Schnapsen: its talon, the closing, the shown cards and the claims."""

from dataclasses import dataclass
from typing import Final

from controller.record.cards import DECKS, Card
from controller.record.events import Seat
from controller.rules.deal import Deal

DECK: Final = DECKS["schnaps20"]
HAND: Final = 5
"""Cards of a hand (SCN-D1)."""
TALON: Final = 10
"""Cards of the talon, the one turned up among them."""
PAIR: Final = ("K", "Q")
"""The ranks of a marriage (SCN-M1)."""


@dataclass(frozen=True, slots=True)
class Marriage:
    """A marriage that a seat has declared."""

    event: int
    """Number of the event that says so."""
    seat: Seat
    cards: tuple[Card, ...]
    """The king and queen of the marriage."""
    points: int
    trick: int
    """The trick that is led with one of its cards, from 1."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The moment at which a seat has closed the talon."""

    seat: Seat
    after: int
    """Tricks played before it."""
    when: float | None = None
    """Seconds since the match event."""
    sure: bool = True
    """Whether the trick after it was certainly led after it."""


@dataclass(frozen=True, slots=True)
class SchnapsenState:
    """A deal of Schnapsen apart from its tricks."""

    under: Card
    """The card that lies face up beneath the talon."""
    talon: int
    """Cards of the talon as it was dealt, that one included."""
    taken_cards: tuple[tuple[Card, Seat], ...] = ()
    """The card that was taken for the trump jack, and its taker (SCN-X1)."""
    marriages: tuple[Marriage, ...] = ()
    refuted: frozenset[int] = frozenset()
    """Events of the marriages that cards refute."""
    fresh: tuple[Marriage, ...] = ()
    """Marriages that the newest card refutes."""
    closed: Closing | None = None
    claimed: Seat | None = None
    """The seat that claimed to have enough."""


SchnapsenDeal = Deal[SchnapsenState]


@dataclass(frozen=True, slots=True)
class SchnapsenBook:
    """The Bummerl under way, and those that are over."""

    needed: tuple[int, ...]
    """Game points that each seat still needs."""
    bummerl: tuple[int, ...] = (0, 0)
    """The number of Bummerl of each seat."""


def jack(deal: SchnapsenDeal) -> Card:
    """Return the trump jack."""
    return Card(f"{deal.trump}J")


def talon_left(deal: SchnapsenDeal) -> int:
    """Count the cards of the talon, whether it is closed or not; two are drawn after each trick (SCN-P2)."""
    state = deal.own
    return max(0, state.talon - 2 * (state.closed.after if state.closed else len(deal.tricks)))


def drawing(deal: SchnapsenDeal) -> bool:
    """Whether cards are still drawn after each trick."""
    return deal.own.closed is None and talon_left(deal) > 0


def last_drawer(deal: SchnapsenDeal) -> Seat | None:
    """Return the seat that drew the card beneath the talon, the loser of the trick before; None: none, or unknown."""
    before = deal.own.talon // 2
    if deal.own.closed or deal.uncertain or len(deal.tricks) < before or not before:
        return None
    trick = deal.tricks[before - 1]
    if not trick.sure or trick.winner is None:
        return None
    return 1 - trick.winner
