"""The score of a deal of Belote (BEL-H2, BEL-S1 to BEL-S4, BEL-K1 to BEL-K4, BEL-R2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.games.belote.bidding import belote_points, weis_points
from controller.games.belote.cards import CAPOT as ALL_TRICKS
from controller.games.belote.cards import TOTAL
from controller.games.belote.state import CAPOT, GENERALE, WORTH, BeloteContract, BeloteDeal
from controller.games.pair_game import PAIRS, pair
from controller.games.trick_game import Won
from controller.record.message import Message
from controller.rules.options import Rules

IN_TENS: Final = 160
"""The sum of the points of tricks in tens (BEL-K4)."""
ROUNDED_UP: Final = 6
"""The first digit that is rounded up (BEL-K4)."""

Pairs = tuple[int, int]
"""A number for each pair."""


@dataclass(frozen=True, slots=True)
class DealCount:
    """The points of both pairs in a deal, before the score is written."""

    tricks: Pairs
    """Points of tricks: 162 together, or 252 for one pair (BEL-H2, BEL-S4)."""
    weis: Pairs
    belote: Pairs
    side: int
    """The takers' pair."""
    won: bool | None
    """Whether the takers have won; None: both have the same (BEL-S3)."""


@dataclass(frozen=True, slots=True)
class PairScore:
    """The score of both pairs, part by part."""

    rule: str
    tricks: Pairs = (0, 0)
    bid: Pairs = (0, 0)
    weis: Pairs = (0, 0)
    belote: Pairs = (0, 0)
    released: Pairs = (0, 0)
    """Points of deals before this one that were held."""
    newly_held: int = 0
    """Points that are held now."""

    @property
    def sums(self) -> Pairs:
        """The points of both pairs, all parts together."""
        parts = (self.tricks, self.bid, self.weis, self.belote, self.released)
        return sum(one[0] for one in parts), sum(one[1] for one in parts)


def counted(deal: BeloteDeal, won: Won, contract: BeloteContract) -> DealCount:
    """Count the points of both pairs, and decide whether the takers have won."""
    tricks = _of_pairs([sum(won.points[seat] for seat in deal.seats if pair(seat) == side) for side in PAIRS])
    numbers = [sum(won.tricks[seat] for seat in deal.seats if pair(seat) == side) for side in PAIRS]
    if 0 in numbers:
        tricks = _of_pairs([ALL_TRICKS * bool(own) for own in numbers])
    weis, belote, side = weis_points(deal), belote_points(deal), pair(contract.taker)
    if deal.rules["federation"] and contract.bid is not None and numbers[side] == deal.size:
        weis = _of(side, sum(weis))
    if contract.bid is None and numbers[side] == deal.size:
        is_made: bool | None = True
    elif contract.bid is None:
        whole = _added(tricks, weis, belote)
        is_made = None if whole[0] == whole[1] else whole[side] > whole[1 - side]
        is_made = bool(is_made) if deal.rules["litige"] == "dedans" else is_made
    elif contract.bid == GENERALE:
        is_made = won.tricks[contract.taker] == deal.size
    elif contract.bid == CAPOT:
        is_made = numbers[side] == deal.size
    else:
        helps = belote[side] if deal.rules["belote_helps"] else 0
        is_made = tricks[side] + weis[side] + helps >= WORTH[contract.bid]
        if deal.rules["federation"]:
            whole = _added(tricks, weis, belote)
            is_made = is_made and whole[side] > whole[1 - side]
    return DealCount(tricks, weis, belote, side, is_made)


def written(count: DealCount, contract: BeloteContract, rules: Rules, held_points: int) -> PairScore:
    """Work out the score that is written for the pairs; ``held_points``: the points held before."""
    if contract.bid is not None:
        return _bid(count, contract, contract.bid, rules)
    side, tricks = count.side, _as_written(count.tricks, count.side, rules)
    other = 1 - side
    if count.won is None:
        mine = tricks[side] + count.weis[side] + count.belote[side]
        parts = [_of(other, one[other]) for one in (tricks, count.weis, count.belote)]
        return PairScore("BEL-S3", parts[0], (0, 0), parts[1], parts[2], newly_held=held_points + mine)
    if count.won:
        return PairScore("BEL-S1", tricks, (0, 0), count.weis, count.belote, _of(side, held_points))
    weis, belote = _of(other, sum(count.weis)), _belote(count, other, rules)
    return PairScore("BEL-S2", _of(other, _whole(count, other, rules)), (0, 0), weis, belote, _of(other, held_points))


def _bid(count: DealCount, contract: BeloteContract, bid: str, rules: Rules) -> PairScore:
    """Write down a deal whose contract was bid (BEL-K2, BEL-K3, BEL-K5)."""
    if rules["federation"]:
        return _by_federation(count, contract, bid)
    winner, times = count.side if count.won else 1 - count.side, contract.times
    tricks, weis, belote = _as_written(count.tricks, count.side, rules), count.weis, count.belote
    if times > 1 or not count.won:
        # Who loses the bid, or a doubled one that is made, writes nothing: the others have it all.
        tricks, weis = _of(winner, _whole(count, winner, rules)), _of(winner, sum(weis))
        belote = _belote(count, winner, rules)
    factor, of_bid = (times, times) if rules["doubled"] == "all-points" else (1, min(times, 3))
    if rules["score"] == "bid-only":
        tricks = (0, 0)
    stake = 0 if rules["score"] == "made-only" else WORTH[bid] * of_bid
    rule = "BEL-K2" if times == 1 else "BEL-K3"
    return PairScore(rule, _scaled(tricks, factor), _of(winner, stake), _scaled(weis, factor), belote)


def _by_federation(count: DealCount, contract: BeloteContract, bid: str) -> PairScore:
    """Write down a bid deal by the federation's scale (BEL-K5)."""
    winner, times, stake = count.side if count.won else 1 - count.side, contract.times, WORTH[bid]
    if count.won and times == 1:
        tricks = nearest_ten(count.tricks[0]), nearest_ten(count.tricks[1])
        return PairScore("BEL-K5", tricks, _of(winner, stake), count.weis, count.belote)
    flat = nearest_ten(ALL_TRICKS) if count.won and ALL_TRICKS in count.tricks else IN_TENS
    tricks, weis = _of(winner, flat * times), _of(winner, sum(count.weis) * times)
    belote = _added(_scaled(_of(winner, count.belote[winner]), times), _of(1 - winner, count.belote[1 - winner]))
    return PairScore("BEL-K5", tricks, _of(winner, stake * times), weis, belote)


def nearest_ten(points: int) -> int:
    """Round points to the nearest ten, halves up (BEL-K5).

    >>> [nearest_ten(points) for points in (84, 85, 252)]
    [80, 90, 250]
    """
    return (points + 5) // 10 * 10


def unproven(count: DealCount, paper: PairScore) -> Pairs:
    """Return the belote of a pair that has lost its bid or has no trick: it does not end the match (BEL-G3)."""
    fell = [count.tricks[side] == 0 or (side == count.side and not count.won) for side in PAIRS]
    return paper.belote[0] * fell[0], paper.belote[1] * fell[1]


def _whole(count: DealCount, winner: int, rules: Rules) -> int:
    """Return the points of all tricks, for one pair (BEL-S2, BEL-K2)."""
    points = ALL_TRICKS if count.tricks[winner] == ALL_TRICKS else TOTAL
    return points // 10 * 10 if rules["tens"] else points


def _belote(count: DealCount, winner: int, rules: Rules) -> Pairs:
    """Return the belote points as they are written (BEL-R2)."""
    return count.belote if rules["lost_belote"] == "stays" else _of(winner, sum(count.belote))


def _as_written(tricks: Pairs, side: int, rules: Rules) -> Pairs:
    """Return the points of tricks as they are written, in tens or not (BEL-K4)."""
    return in_tens(tricks, side) if rules["tens"] else tricks


def in_tens(tricks: Pairs, side: int) -> Pairs:
    """Return the takers' points of tricks in tens, from 6 up; the others have the rest of 160 (BEL-K4).

    >>> [in_tens((mine, 162 - mine), 0) for mine in (64, 105, 106)], in_tens((0, 252), 0)
    ([(60, 100), (100, 60), (110, 50)], (0, 250))
    """
    if ALL_TRICKS in tricks:
        return _scaled((tricks[0] // 10, tricks[1] // 10), 10)
    mine = (tricks[side] + 10 - ROUNDED_UP) // 10 * 10
    return (mine, IN_TENS - mine) if side == 0 else (IN_TENS - mine, mine)


def _of(side: int, number: int) -> Pairs:
    """Return a number for one pair and 0 for the other."""
    return (number, 0) if side == 0 else (0, number)


def _scaled(one: Pairs, times: int) -> Pairs:
    return one[0] * times, one[1] * times


def _added(*parts: Pairs) -> Pairs:
    return sum(part[0] for part in parts), sum(part[1] for part in parts)


def _of_pairs(numbers: Sequence[int]) -> Pairs:
    return numbers[0], numbers[1]


def breakdown_lines(one: PairScore, seats: int) -> tuple[tuple[Message, tuple[int, ...]], ...]:
    """List the parts of what is written, each with its reason and a number for each seat."""
    parts = (
        (Message("tricks"), one.tricks),
        (Message("the bid"), one.bid),
        (Message("Weis"), one.weis),
        (Message("belote"), one.belote),
        (Message("held points"), one.released),
    )
    return tuple((why, tuple(own[pair(seat)] for seat in range(seats))) for why, own in parts)
