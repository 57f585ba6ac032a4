"""The state of a Schieber deal: the contract, the push, the announcements, the thanks."""

from dataclasses import dataclass
from typing import Final

from controller.games import jass
from controller.games.weis.refute import ClaimState
from controller.record.events import Seat
from controller.record.message import Message
from controller.rules.deal import Deal

SUITS: Final = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
"""The contracts with a trump, and its suit letter."""
WITH_START: Final = ("slalom", "gustav")
"""Contracts of which the order of the first trick is named, too."""
CONTRACTS: Final = (*SUITS, "no-trump", "reverse", *WITH_START)
USUAL: Final = CONTRACTS[:6]
"""The contracts of every table (SCH-B3)."""
PUSH: Final = "push"
THANKS: Final = "thanks"
FIRST_OF_GUSTAV: Final = 5
"""Tricks of gustav before the order turns (SCH-B3)."""


@dataclass(frozen=True, slots=True)
class SchieberContract:
    """The contract of a deal, and its declarer."""

    declarer: Seat
    play: str
    start: str | None = None
    """Order of the first trick of slalom and gustav: ``up`` plain, ``down`` reversed; None until it is named."""

    @property
    def missing(self) -> Message | None:
        """A sentence on the declarer's words that are missing before the lead, or None."""
        if self.play in WITH_START and self.start is None:
            return Message("nobody has said in which order {call} starts", call=self.play)
        return None

    def turned(self, trick: int) -> bool:
        """Whether the six is the strongest card in the trick of this number, from 1."""
        return jass.is_turned(self.play, self.start, trick, FIRST_OF_GUSTAV)


@dataclass(frozen=True, slots=True)
class SchieberState(ClaimState):
    """A deal of Schieber apart from its tricks."""

    pushed: bool = False
    """Whether forehand left the contract to its partner (SCH-B1)."""
    contract: SchieberContract | None = None
    thanked: Seat | None = None
    """The seat that ended the match by giving thanks (SCH-G3)."""

    @property
    def low(self) -> bool:
        """Whether the six is the highest card all through the deal."""
        return self.contract is not None and self.contract.play == "reverse"


SchieberDeal = Deal[SchieberState]


def speaker(deal: SchieberDeal) -> Seat:
    """Return the seat that must name the contract, or has named part of it: forehand, or its partner (SCH-B1)."""
    forehand = (deal.dealer + 1) % deal.rules.seats
    return (forehand + 2) % deal.rules.seats if deal.own.pushed else forehand
