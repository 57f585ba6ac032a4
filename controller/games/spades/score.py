"""The score of a deal of Spades: the contract, bags, nil (SPA-S1 to SPA-S3)."""

from dataclasses import dataclass
from typing import Final

from controller.games.pairs import PAIRS, SEATS, pair
from controller.games.spades.state import SpadesDeal
from controller.record.message import Message
from controller.rules.score.breakdown import BreakdownLine, counting

TRICK: Final = 10
"""Points of each trick that was bid, and of each bag that is taken off (SPA-S1, SPA-S2)."""

SpadesBook = tuple[int, int]
"""The bags of each pair that were not taken off yet."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """The parts of a deal's score for a pair."""

    contract: int
    bags: int
    nil: int
    taken_off: int
    left: int
    """Bags that are kept for the next deal."""

    @property
    def points(self) -> int:
        """All of it together."""
        return self.contract + self.bags + self.nil + self.taken_off


def count(deal: SpadesDeal, won: tuple[int, ...], book: SpadesBook) -> tuple[SideScore, SideScore]:
    """What a finished deal counts for each pair, by the tricks of each seat and the bags kept from before."""
    one, other = (_of(deal, won, side, book[side]) for side in PAIRS)
    return one, other


def _of(deal: SpadesDeal, won: tuple[int, ...], side: int, before: int) -> SideScore:
    worth = int(str(deal.rules["nil"]))
    nils = deal.own.nils(side) if worth else ()
    bid = deal.own.of(SEATS[side])
    apart = sum(won[seat] for seat in nils) if deal.rules["nil_tricks"] == "as-bags" else 0
    over = sum(won[seat] for seat in SEATS[side]) - apart - bid
    bags = apart + max(over, 0)
    limit = int(str(deal.rules["bags"]))
    times, left = divmod(before + bags, limit) if limit else (0, before + bags)
    nil = sum(-worth if won[seat] else worth for seat in nils)
    return SideScore(TRICK * bid if over >= 0 else -TRICK * bid, bags, nil, -times * limit * TRICK, left)


def told(counted: tuple[SideScore, SideScore], seats: int) -> tuple[BreakdownLine, ...]:
    """The parts of what is written for each pair, each of its seats with the same."""

    def line(why: Message, own: tuple[int, int]) -> BreakdownLine:
        return BreakdownLine(why, tuple(own[pair(seat)] for seat in range(seats)))

    one, other = counted
    return counting(
        line(Message("tricks bid"), (one.contract, other.contract)),
        line(Message("bags"), (one.bags, other.bags)),
        line(Message("nil"), (one.nil, other.nil)),
        line(Message("bags taken off"), (one.taken_off, other.taken_off)),
    )
