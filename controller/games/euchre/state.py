"""The state of a deal of Euchre: the card turned up, what was said, who plays alone, what was laid away."""

from dataclasses import dataclass
from typing import Final

from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.deal import Deal

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
