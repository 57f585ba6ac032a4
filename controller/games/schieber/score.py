"""The score of a Schieber deal, and which pair is out first (SCH-S1 to SCH-S4, SCH-M1, SCH-G1 to SCH-G5)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from controller.games import jass
from controller.games.pair_game import PAIRS, SEATS, pair
from controller.games.schieber.announce import stock_tricks, weis_points
from controller.games.schieber.counts import multiplier
from controller.games.schieber.state import SchieberDeal
from controller.games.weis.worth import STOCK
from controller.record.cards import Card
from controller.record.message import Listed, Message
from controller.rules.deal import Trick
from controller.rules.results import Breakdown, BreakdownLine, counting

CardPoints = Callable[[Card], int]
"""The points of a card."""
PointSource = Literal["stock", "weis", "trick"]
"""The things by which a pair makes points."""
FIRST_THANKS: Final = "first-thanks"
ORDERS: Final[Mapping[str, tuple[PointSource, ...]]] = {
    FIRST_THANKS: ("stock", "weis", "trick"),
    "stock-weis-trick": ("stock", "weis", "trick"),
    "stock-trick-weis": ("stock", "trick", "weis"),
    "trick-stock-weis": ("trick", "stock", "weis"),
}
"""The order in which the points of a trick count, by the values of the option ``both_out`` (SCH-G2, SCH-G5)."""


@dataclass(frozen=True, slots=True)
class SchieberBook:
    """The sums of the two pairs, and which of them has won the match."""

    sums: tuple[int, int] = (0, 0)
    out: int | None = None
    """The pair that was out first, or whose opponents gave thanks too early."""
    deals: int = 0
    """Deals that have a score."""


@dataclass(frozen=True, slots=True)
class PairCounts:
    """The parts of a deal's score by pair, before they are multiplied."""

    cards: tuple[int, int]
    last: tuple[int, int]
    match: tuple[int, int]
    weis: tuple[int, int]
    stock: tuple[int, int]
    times: int

    @property
    def score(self) -> tuple[int, int]:
        """The points that are written for each pair (SCH-S4)."""
        one, other = (sum(own) for own in zip(self.cards, self.last, self.match, self.weis, self.stock, strict=True))
        return one * self.times, other * self.times


def won_tricks(deal: SchieberDeal, winner: Callable[[Trick], int]) -> Iterator[Trick]:
    """Yield the complete tricks, one that still lies on the table too (SCH-G3)."""
    yield from (trick for trick in deal.tricks if trick.winner is not None)
    if deal.open_is_full and not deal.over:
        yield Trick(deal.open.plays, winner(deal.open))


def count(deal: SchieberDeal, tricks: Sequence[Trick], worth: CardPoints) -> PairCounts:
    """Count these tricks, Weis and Stöck (SCH-S1 to SCH-S3)."""
    cards, last, won = [0, 0], [0, 0], [0, 0]
    for number, trick in enumerate(tricks, 1):
        side = pair(trick.winner or 0)
        cards[side] += sum(map(worth, trick.cards))
        last[side] += jass.LAST_TRICK if number == deal.size else 0
        won[side] += 1
    match = [int(str(deal.rules["match"])) * (own == deal.size) for own in won]
    weis, stock = weis_points(deal), stock_tricks(deal)
    contract = deal.own.contract
    return PairCounts(
        (cards[0], cards[1]),
        (last[0], last[1]),
        (match[0], match[1]),
        (weis.get(0, 0), weis.get(1, 0)),
        (STOCK * (0 in stock), STOCK * (1 in stock)),
        multiplier(deal.rules, contract.play) if contract else 1,
    )


class ScoredPoints(NamedTuple):
    """Points that a pair makes at a moment of the deal, before they are multiplied."""

    side: int
    points: int
    source: PointSource
    trick: int
    """Number of the trick with which they count, from 1."""


def in_order(deal: SchieberDeal, tricks: Sequence[Trick], worth: CardPoints) -> Iterator[ScoredPoints]:
    """Yield the points of a deal in the order in which they count, trick by trick (SCH-G2, SCH-G5)."""
    counted, stock = count(deal, tricks, worth), stock_tricks(deal)
    for number, trick in enumerate(tricks, 1):
        side = pair(trick.winner or 0)
        last = jass.LAST_TRICK + counted.match[side] if number == deal.size else 0
        points = [ScoredPoints(side, sum(map(worth, trick.cards)) + last, "trick", number)]
        points += (ScoredPoints(side, STOCK, "stock", number) for side, when in stock.items() if when == number)
        points += (ScoredPoints(side, counted.weis[side], "weis", number) for side in PAIRS if number == 1)
        yield from sorted(points, key=lambda one: ORDERS[str(deal.rules["both_out"])].index(one.source))


def outs(
    deal: SchieberDeal, tricks: Sequence[Trick], worth: CardPoints, before: tuple[int, int]
) -> tuple[ScoredPoints, ...]:
    """Return the points with which each pair reaches the target, first those that count first (SCH-G1, SCH-G2)."""
    target, contract = int(str(deal.rules["target"])), deal.own.contract
    times, sums = multiplier(deal.rules, contract.play) if contract else 1, [*before]
    first_out: dict[int, ScoredPoints] = {}
    for scored in in_order(deal, tricks, worth):
        sums[scored.side] += scored.points * times
        if sums[scored.side] >= target:
            first_out.setdefault(scored.side, scored)
    return tuple(first_out.values())


def out_first(deal: SchieberDeal, reached: Sequence[ScoredPoints]) -> ScoredPoints | None:
    """Return the points that have won the match, where order decides and not the thanks (SCH-G2, SCH-G5)."""
    if not reached or deal.rules["deals"]:
        return None
    by_order = deal.own.thanked is None or (thanked_for_first_trick(deal) and len(reached) == len(PAIRS))
    return reached[0] if by_order else None


def thanked_for_first_trick(deal: SchieberDeal) -> bool:
    """Whether thanks were given for trick 1 before another was led, where an order decides then (SCH-G5)."""
    first, *later = (*deal.tricks, deal.open)
    lies = len(first.plays) >= deal.rules.seats and not any(trick.plays for trick in later)
    return deal.rules["both_out"] != FIRST_THANKS and deal.own.thanked is not None and lies


def winner(deal: SchieberDeal, reached: Sequence[ScoredPoints], sums: tuple[int, int]) -> int | None:
    """Return the pair that has won the match with this deal and these sums, or None (SCH-G1 to SCH-G5)."""
    if first := out_first(deal, reached):
        return first.side
    thanked = deal.own.thanked
    if deal.rules["deals"] or thanked is None:
        return None
    side = pair(thanked)
    return side if sums[side] >= int(str(deal.rules["target"])) else 1 - side


def reason(deal: SchieberDeal, reached: Sequence[ScoredPoints]) -> Message | None:
    """Explain why one of two pairs that both have the number has won, or None (SCH-G2, SCH-G5)."""
    if len(reached) < len(PAIRS) or deal.rules["deals"]:
        return None
    target, names = int(str(deal.rules["target"])), deal.rules.names
    first = out_first(deal, reached)
    if first is None:
        who = names[deal.own.thanked or 0]
        return Message("both pairs have {n} points, and {name} gave thanks", n=target, name=who)
    by = {"stock": Message("Stöck"), "weis": Message("Weis"), "trick": Message("trick {n}", n=first.trick)}
    pair_names = Listed(tuple(names[seat] for seat in SEATS[first.side]), " and ")
    return Message(
        "both pairs have {n} points, and {names} had them first, by {what}",
        n=target,
        names=pair_names,
        what=by[first.source],
    )


def breakdown(counted: PairCounts, seats: int, remark: Message | None) -> Breakdown:
    """Break down the points written for each pair, the same for both its seats, with a remark on who was out first."""

    def line(why: Message, pair_points: tuple[int, int]) -> BreakdownLine:
        return BreakdownLine(why, tuple(pair_points[pair(seat)] for seat in range(seats)))

    parts = counting(
        line(Message("cards won"), counted.cards),
        line(Message("last trick won"), counted.last),
        line(Message("match"), counted.match),
        line(Message("Weis"), counted.weis),
        line(Message("Stöck"), counted.stock),
    )
    remarks = tuple(filter(None, (remark,)))
    if counted.times == 1:
        return Breakdown(score=parts, remarks=remarks)
    all_told = line(Message("all points count {n} times", n=counted.times), counted.score)
    return Breakdown(parts, counting(all_told), remarks=remarks)
