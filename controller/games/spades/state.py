"""The state of a deal of Spades: who has bid what."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from controller.games.pair_game import SEATS
from controller.record.events import Seat
from controller.rules.deal import Deal

BIDS: Final = range(14)
"""Tricks that can be bid (SPA-B1)."""
NIL: Final = 0


@dataclass(frozen=True, slots=True)
class SpadesState:
    """The bids of a deal, by seat; None: not yet."""

    bids: tuple[int | None, ...]

    @property
    def are_whole(self) -> bool:
        """Whether everybody has bid."""
        return None not in self.bids

    def of(self, seats: Collection[Seat]) -> int:
        """Add up the bids of some seats."""
        return sum(self.bids[seat] or 0 for seat in seats)

    def nils(self, side: int) -> tuple[Seat, ...]:
        """The seats of a pair that have bid nil (SPA-B2)."""
        return tuple(seat for seat in SEATS[side] if self.bids[seat] == NIL)


SpadesDeal = Deal[SpadesState]


def speaker(deal: SpadesDeal) -> Seat | None:
    """Who bids next, from the seat after the dealer on (SPA-B1); None: all have bid."""
    around = [(deal.dealer + step) % deal.rules.seats for step in range(1, deal.rules.seats + 1)]
    return next((seat for seat in around if deal.own.bids[seat] is None), None)
