"""The state of a deal of Skat: the words said, and the cards laid away."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from controller.record.cards import DECKS, TRUMPS, Card
from controller.record.events import Seat
from controller.rules.deal import Deal

# The cards of Skat: the suit each belongs to, how strong it is, what it counts (SKA-D1, SKA-F1, SKA-W1, SKA-H1).

DECK: Final = DECKS["skat32"]
PLAYERS: Final = 3
"""The number of seats with cards in a deal; a fourth at the table deals (SKA-D2)."""
HAND_SIZE: Final = 10
SKAT: Final = 2
"""Cards of the skat (SKA-D1)."""
TOTAL: Final = 120
POINTS: Final = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
JACKS: Final = tuple(Card(suit + "J") for suit in "CSHD")
"""Strongest first (SKA-W1)."""
GRAND: Final = "grand"
NULL: Final = "null"
RAMSCH: Final = "ramsch"
"""The game where all have passed; nobody names it (SKA-R1)."""
SUIT_GAMES: Final = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D"}
"""The games with a trump suit, and its letter (SKA-C1)."""
_RANKS: Final = ("A", "10", "K", "Q", "9", "8", "7")
"""Strongest first, without the jacks."""
_NULL_RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7")


def suit_of(card: Card, game: str | None) -> str:
    """Return the suit that a card belongs to in a game; trumps are one suit, jacks among them (SKA-F1).

    >>> suit_of(Card("DJ"), "hearts"), suit_of(Card("HA"), "hearts"), suit_of(Card("DJ"), "null")
    ('T', 'T', 'D')
    """
    if game == NULL:
        return card.suit
    return TRUMPS if card.rank == "J" or card.suit == SUIT_GAMES.get(game or "") else card.suit


def strength(card: Card, led: Card, game: str | None) -> int:
    """Rank a card in a trick: trumps, then the suit led (SKA-W1)."""
    suit = suit_of(card, game)
    if suit != TRUMPS and suit != suit_of(led, game):
        return -1
    if game == NULL:
        return len(DECK) - _NULL_RANKS.index(card.rank)
    if card.rank == "J":
        return 3 * len(DECK) - JACKS.index(card)
    return len(DECK) * (1 + (suit == TRUMPS)) - _RANKS.index(card.rank)


def trumps(game: str) -> tuple[Card, ...]:
    """Return the trumps of a game, strongest first (SKA-V1)."""
    if game == NULL:
        return ()
    suit = SUIT_GAMES.get(game)
    return (*JACKS, *(Card(suit + rank) for rank in _RANKS)) if suit else JACKS


def points(cards: Collection[Card]) -> int:
    """Count the points of cards (SKA-H1).

    >>> points(DECK) == TOTAL
    True
    """
    return sum(POINTS.get(card.rank, 0) for card in cards)


PASS: Final = "pass"  # noqa: S105 - what is said, no password
YES: Final = "yes"
HAND: Final = "hand"
SCHNEIDER: Final = "schneider"
SCHWARZ: Final = "schwarz"
OUVERT: Final = "ouvert"
ANNOUNCED: Final = (HAND, SCHNEIDER, SCHWARZ, OUVERT)
"""The declarer's announcements before the game (SKA-C2)."""
KONTRA: Final = "double"
RE: Final = "re"


@dataclass(frozen=True, slots=True)
class SpokenBid:
    """A word of a seat in the auction: a number, yes or pass."""

    seat: Seat
    call: str


@dataclass(frozen=True, slots=True)
class SpokenKontra:
    """Kontra, and the declarer's answer."""

    seat: Seat
    cards: int
    """The cards that the declarer had played before it."""
    is_answered: bool = False
    """Whether the declarer has said Re."""


@dataclass(frozen=True, slots=True)
class SkatState:
    """A deal of Skat apart from its tricks."""

    spoken: tuple[SpokenBid, ...] = ()
    announced: tuple[str, ...] = ()
    game: str | None = None
    """The game of the declarer: a suit, grand or null; or Ramsch."""
    laid: tuple[Card, ...] | None = None
    """The cards laid away, as far as they were seen; None: nothing was laid away yet."""
    dealt: tuple[Card, ...] = ()
    """The declarer's cards before the skat was taken, where they were shown."""
    kontra: SpokenKontra | None = None


SkatDeal = Deal[SkatState]
