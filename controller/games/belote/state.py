"""The state of a deal of Belote: the card turned up, the calls, the announcements."""

from dataclasses import dataclass
from typing import Final

from controller.games.weis.refute import ClaimState
from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.deal import Deal

PASS: Final = "pass"  # noqa: S105 - what is said, no password
TAKE: Final = "take"
DOUBLE, REDOUBLE = "double", "redouble"
CAPOT: Final = "capot"
GENERALE: Final = "generale"
NUMBERS: Final = range(80, 161, 10)
"""The numbers that can be bid (BEL-C1)."""
WORTH: Final = {**{str(number): number for number in NUMBERS}, CAPOT: 250, GENERALE: 500}
"""The worth of each bid, lowest first (BEL-C1, BEL-C5)."""


@dataclass(frozen=True, slots=True)
class BeloteCall:
    """A call that counts: a pass, taking, a contract, a bid with its contract, a double or a redouble."""

    seat: Seat
    call: str
    play: str | None = None
    """The contract that is named with it."""


@dataclass(frozen=True, slots=True)
class BeloteContract:
    """The contract that is played."""

    taker: Seat
    play: str
    bid: str | None = None
    """The bid; None where the contract was taken."""
    times: int = 1
    """1, doubled 2, redoubled 4 (BEL-C3)."""


@dataclass(frozen=True, slots=True)
class BeloteState(ClaimState):
    """A deal of Belote apart from its tricks."""

    turned: Card | None = None
    calls: tuple[BeloteCall, ...] = ()
    contract: BeloteContract | None = None
    """The contract; None until it is known; a double may still change its worth."""

    @property
    def holders(self) -> dict[Card, Seat]:
        """The card turned up, in the hand of who took it (BEL-B3)."""
        return {self.turned: self.contract.taker} if self.turned and self.contract else {}


BeloteDeal = Deal[BeloteState]


@dataclass(frozen=True, slots=True)
class BeloteBook:
    """The points held from deal to deal, apart from the sums."""

    held_points: int = 0
    """Points of deals in which both pairs had the same, which the next deal decides (BEL-S3)."""
    unproven: tuple[int, int] = (0, 0)
    """Belote of each pair in the newest deal that does not bring it to the goal (BEL-G3)."""
