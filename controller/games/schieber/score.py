"""The score of a Schieber deal, and which pair is out first (SCH-S1 to SCH-S4, SCH-M1, SCH-G1 to SCH-G3)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from controller.games import jass
from controller.games.pair_game import PAIRS, pair
from controller.games.schieber.announce import stock_tricks, weis_points
from controller.games.schieber.counts import multiplier
from controller.games.schieber.state import SchieberDeal
from controller.games.weis.worth import STOCK
from controller.record.cards import Card
from controller.record.message import Message
from controller.rules.deal import Trick
from controller.rules.results import Breakdown, BreakdownLine, counting

CardPoints = Callable[[Card], int]
"""The points of a card."""


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
    """The tricks that are complete, one that still lies on the table too (SCH-G3)."""
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


def in_order(deal: SchieberDeal, tricks: Sequence[Trick], worth: CardPoints) -> Iterator[tuple[int, int]]:
    """Pair and points in the order in which they count: of each trick Stöck, Weis, the trick itself (SCH-G2)."""
    counted, stock = count(deal, tricks, worth), stock_tricks(deal)
    for number, trick in enumerate(tricks, 1):
        yield from ((side, STOCK) for side, when in stock.items() if when == number)
        if number == 1:
            yield from ((side, counted.weis[side]) for side in PAIRS)
        side = pair(trick.winner or 0)
        last = jass.LAST_TRICK + counted.match[side] if number == deal.size else 0
        yield side, sum(map(worth, trick.cards)) + last


def first_out(deal: SchieberDeal, tricks: Sequence[Trick], worth: CardPoints, before: tuple[int, int]) -> int | None:
    """The pair that reaches the target first, or None (SCH-G1, SCH-G2)."""
    target, contract = int(str(deal.rules["target"])), deal.own.contract
    times, sums = multiplier(deal.rules, contract.play) if contract else 1, [*before]
    for side, points in in_order(deal, tricks, worth):
        sums[side] += points * times
        if sums[side] >= target:
            return side
    return None


def winner(deal: SchieberDeal, tricks: Sequence[Trick], worth: CardPoints, before: tuple[int, int]) -> int | None:
    """The pair that has won the match with this deal by its points, or None (SCH-G1 to SCH-G4)."""
    thanked = deal.own.thanked
    if deal.rules["deals"]:
        return None
    if thanked is None:
        return first_out(deal, tricks, worth, before)
    side, score = pair(thanked), count(deal, tricks, worth).score
    return side if before[side] + score[side] >= int(str(deal.rules["target"])) else 1 - side


def told(counted: PairCounts, seats: int) -> Breakdown:
    """The parts of what is written for each pair, each of its seats with the same."""

    def line(why: Message, own: tuple[int, int]) -> BreakdownLine:
        return BreakdownLine(why, tuple(own[pair(seat)] for seat in range(seats)))

    parts = counting(
        line(Message("cards won"), counted.cards),
        line(Message("last trick won"), counted.last),
        line(Message("match"), counted.match),
        line(Message("Weis"), counted.weis),
        line(Message("Stöck"), counted.stock),
    )
    if counted.times == 1:
        return Breakdown(score=parts)
    all_told = line(Message("all points count {n} times", n=counted.times), counted.score)
    return Breakdown(parts, counting(all_told))
