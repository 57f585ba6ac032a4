"""The state of a deal of Differenzler: the card turned up, and who has said what."""

from dataclasses import dataclass, replace
from typing import Final

from controller.games.jass import TOTAL
from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.deal import Deal

NUMBERS: Final = range(TOTAL + 1)
"""Points that can be said (DIF-B1)."""


@dataclass(frozen=True, slots=True)
class DifferenzlerState:
    """The card turned up and the numbers of a deal, by seat; None: not told yet."""

    turned: Card
    numbers: tuple[int | None, ...]

    def saying(self, seat: Seat, number: int) -> "DifferenzlerState":
        """The same with one number more, or another one."""
        return replace(self, numbers=(*self.numbers[:seat], number, *self.numbers[seat + 1 :]))

    @property
    def untold(self) -> tuple[Seat, ...]:
        """The seats whose number is not known."""
        return tuple(seat for seat, number in enumerate(self.numbers) if number is None)


DifferenzlerDeal = Deal[DifferenzlerState]


def around(deal: DifferenzlerDeal) -> tuple[Seat, ...]:
    """The seats from forehand on, the dealer last."""
    return tuple((deal.dealer + step) % deal.rules.seats for step in range(1, deal.rules.seats + 1))


def speaker(deal: DifferenzlerDeal) -> Seat | None:
    """Who says a number next where they are open (DIF-B1); None: all have."""
    return next((seat for seat in around(deal) if deal.own.numbers[seat] is None), None)


def newest(deal: DifferenzlerDeal) -> Seat | None:
    """Who has said a number last, and may say another one until the next has spoken (DIF-B1)."""
    said = [seat for seat in around(deal) if deal.own.numbers[seat] is not None]
    return said[-1] if said else None
