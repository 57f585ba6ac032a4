"""The score of a deal of Euchre (EUC-S1, EUC-S2)."""

from dataclasses import dataclass
from typing import Final

from controller.games.euchre.state import EuchreDeal, maker
from controller.games.pairs import SEATS, pair
from controller.record.events import Seat
from controller.record.message import Message

NEEDED: Final = 3
"""Tricks that the makers have to take (EUC-S1)."""
POINT: Final = 1
MARCH: Final = 2
EUCHRED: Final = 2
LONE: Final = 4
"""For all tricks alone, and for a euchre by who defends alone (EUC-S1, EUC-A2)."""


@dataclass(frozen=True, slots=True)
class EuchreScore:
    """The points that a deal scores, and the pair that gets them."""

    maker: Seat
    rule: str
    side: int
    """The pair that scores."""
    points: int
    why: Message

    @property
    def won(self) -> bool:
        """Whether the makers have made it."""
        return self.side == pair(self.maker)


def count(deal: EuchreDeal, tricks: tuple[int, ...]) -> EuchreScore:
    """The score of a finished deal, by the tricks of each seat."""
    who, alone = maker(deal), deal.own.alone
    if who is None:
        raise ValueError("trump was not made")
    mine = pair(who)
    taken = sum(tricks[seat] for seat in SEATS[mine])
    if taken < NEEDED:
        lone = any(pair(seat) != mine for seat in alone)
        why = Message("euchred by a lone player") if lone else Message("euchred")
        return EuchreScore(who, "EUC-S2", 1 - mine, LONE if lone else EUCHRED, why)
    if taken < deal.size:
        return EuchreScore(who, "EUC-S1", mine, POINT, Message("trump made good"))
    if who in alone:
        return EuchreScore(who, "EUC-S1", mine, LONE, Message("march alone"))
    return EuchreScore(who, "EUC-S1", mine, MARCH, Message("march"))
