"""The state of a deal of Euchre: the card turned up, what was said, who plays alone, what was laid away."""

from dataclasses import dataclass
from typing import Final

from controller.record.cards import DECKS, Card
from controller.record.events import Seat
from controller.rules.deal import Deal

# The cards of Euchre: the bowers, the suit each card belongs to and how strong it is (EUC-D1, EUC-F1, EUC-W1).

DECK: Final = DECKS["euchre24"]
HAND: Final = 5
KITTY: Final = 4
"""Cards that are dealt to nobody, the one turned up among them (EUC-D1, EUC-D2)."""
RANKS: Final = ("9", "10", "J", "Q", "K", "A")
"""Weakest first."""
SUITS: Final = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D"}
"""What is said in the second round, and the letter of the suit (EUC-B2)."""
NAMES: Final = {letter: word for word, letter in SUITS.items()}
SAME_COLOUR: Final = {"S": "C", "C": "S", "H": "D", "D": "H"}


def left_bower(trump: str) -> Card:
    """The jack of the other suit of trump's colour, which belongs to trump (EUC-F1).

    >>> left_bower("H")
    'DJ'
    """
    return Card(SAME_COLOUR[trump] + "J")


def suit_in_play(card: Card, trump: str | None) -> str:
    """The suit that a card belongs to while this one is trump (EUC-F1).

    >>> suit_in_play(Card("DJ"), "H"), suit_in_play(Card("DJ"), "S")
    ('H', 'D')
    """
    return trump if trump is not None and card == left_bower(trump) else card.suit


def order(card: Card, trump: str | None) -> int:
    """Rank a card within its suit: right bower, left bower, ace, ... (EUC-W1).

    >>> sorted(map(Card, ("HA", "DJ", "HJ", "H9")), key=lambda card: order(card, "H"))
    ['H9', 'HA', 'DJ', 'HJ']
    """
    if card.rank == "J" and suit_in_play(card, trump) == trump:
        return len(RANKS) + (card.suit == trump)
    return RANKS.index(card.rank)


PASS: Final = "pass"  # noqa: S105 - what is said, no password
ORDER_UP: Final = "order-up"
ALONE: Final = "alone"


@dataclass(frozen=True, slots=True)
class EuchreState:
    """A deal of Euchre beside its tricks."""

    turned: Card
    """The card turned up (EUC-D2)."""
    calls: tuple[str, ...] = ()
    """What was said by turns, from the seat after the dealer on."""
    alone: tuple[Seat, ...] = ()
    """Who plays without a partner: the maker, a defender, or both (EUC-A1, EUC-A2)."""
    laid: tuple[Card, ...] | None = None
    """What the dealer laid away, as far as it was seen; None: nothing that is known of."""
    dealt: tuple[Card, ...] = ()
    """The dealer's cards before the card turned up was taken, where they were shown."""

    @property
    def made(self) -> bool:
        """Whether trump is made."""
        return bool(self.calls) and self.calls[-1] != PASS

    @property
    def is_ordered_up(self) -> bool:
        """Whether the dealer has the card that was turned up (EUC-B1)."""
        return self.calls[-1:] == (ORDER_UP,)


EuchreDeal = Deal[EuchreState]


def speaker(deal: EuchreDeal) -> Seat | None:
    """Who speaks next (EUC-B1, EUC-B2); None: trump is made, or all have passed twice."""
    count = len(deal.own.calls)
    if deal.own.made or count == 2 * deal.rules.seats:
        return None
    return (deal.dealer + 1 + count) % deal.rules.seats


def maker(deal: EuchreDeal) -> Seat | None:
    """Who made trump (EUC-B1, EUC-B2)."""
    return (deal.dealer + len(deal.own.calls)) % deal.rules.seats if deal.own.made else None


def partner(seat: Seat) -> Seat:
    """Who sits across the table.

    >>> partner(3)
    1
    """
    return (seat + 2) % 4
