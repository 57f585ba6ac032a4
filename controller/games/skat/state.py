"""The state of a deal of Skat: what was said, and what was laid away."""

from dataclasses import dataclass
from typing import Final

from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.deal import Deal

PASS: Final = "pass"  # noqa: S105 - what is said, no password
YES: Final = "yes"
HAND: Final = "hand"
SCHNEIDER: Final = "schneider"
SCHWARZ: Final = "schwarz"
OUVERT: Final = "ouvert"
ANNOUNCED: Final = (HAND, SCHNEIDER, SCHWARZ, OUVERT)
"""What the declarer says before the game (SKA-C2)."""


@dataclass(frozen=True, slots=True)
class SpokenBid:
    """A word of a seat in the auction: a number, yes or pass."""

    seat: Seat
    call: str


@dataclass(frozen=True, slots=True)
class SkatState:
    """A deal of Skat beside its tricks."""

    spoken: tuple[SpokenBid, ...] = ()
    announced: tuple[str, ...] = ()
    game: str | None = None
    """What the declarer plays: a suit, grand or null."""
    laid: tuple[Card, ...] | None = None
    """What was laid away, as far as it was seen; None: nothing was laid away yet."""
    dealt: tuple[Card, ...] = ()
    """The declarer's cards before the skat was taken, where they were shown."""


SkatDeal = Deal[SkatState]
