"""The settlement of a deal: which pair writes what down, and why (BRI-S1 to BRI-S5, BRI-R1 to BRI-R4)."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from controller.games import claims
from controller.games.bridge import rubber
from controller.games.bridge.auction import contract
from controller.games.bridge.claims import given
from controller.games.bridge.score import ContractScore, board_bonus, fulfilled, score
from controller.games.bridge.state import BridgeBook, BridgeContract, BridgeDeal
from controller.games.following import tricks_won
from controller.games.pairs import PAIRS, SEATS, pair
from controller.record.message import Message
from controller.rules.game import Settlement
from controller.rules.results import Number
from controller.rules.score.breakdown import Breakdown, BreakdownLine, counting

RUBBER: Final = "in-rubbers"


@dataclass(frozen=True, slots=True)
class SettledPart:
    """Points of a pair for one thing."""

    why: Message
    side: int
    points: int


@dataclass(frozen=True, slots=True)
class SettledParts:
    """The points that both pairs write down, and the book after them."""

    parts: tuple[SettledPart, ...] = ()
    book: BridgeBook = field(default_factory=BridgeBook)

    def of(self, side: int) -> int:
        """All that a pair writes down."""
        return sum(part.points for part in self.parts if part.side == side)


def taken(deal: BridgeDeal, side: int) -> int:
    """How many tricks a pair has won, those of a claim among them (BRI-C3)."""
    won = tricks_won(deal)
    return sum(won[seat] for seat in SEATS[side]) + given(deal, side)


def settled(deal: BridgeDeal, book: BridgeBook) -> SettledParts:
    """What a finished deal counts, with what was played before it; a deal that is passed out counts nothing."""
    made, book = contract(deal.own.calls), replace(book, deals=book.deals + 1)
    if made is None:
        return SettledParts(book=book)
    side, own = pair(made.declarer), deal.own.vulnerable
    won = taken(deal, side)
    counted = score(made, won, vulnerable=own[side])
    parts = [*_of_contract(counted, side)]
    if deal.rules["form"] != RUBBER:
        if fulfilled(made, won):
            bonus = board_bonus(counted.tricks, vulnerable=own[side])
            parts.append(SettledPart(Message("game or part score"), side, bonus))
        return SettledParts(tuple(parts), book)
    book, bonus = rubber.below_the_line(book, side, counted.tricks)
    parts.append(SettledPart(Message("rubber"), side, bonus))
    parts += [SettledPart(Message("honours"), pair(seat), worth) for seat, worth in rubber.honours(deal).items()]
    return SettledParts(tuple(parts), book)


def _of_contract(counted: ContractScore, side: int) -> Iterator[SettledPart]:
    yield SettledPart(Message("tricks bid"), side, counted.tricks)
    yield SettledPart(Message("overtricks"), side, counted.over)
    yield SettledPart(Message("doubled contract made"), side, counted.insult)
    yield SettledPart(Message("slam"), side, counted.slam)
    yield SettledPart(Message("undertricks"), 1 - side, counted.down)


def settlement(deal: BridgeDeal, book: BridgeBook, total: tuple[Number, ...]) -> Settlement[BridgeBook]:
    """The same by seat, with its reasons."""
    done, seats = settled(deal, book), range(deal.rules.seats)
    written = tuple(done.of(pair(seat)) for seat in seats)
    sums = tuple(before + own for before, own in zip(total, written, strict=True))
    lines = [
        BreakdownLine(part.why, tuple(part.points if pair(seat) == part.side else None for seat in seats))
        for part in done.parts
    ]
    breakdown = Breakdown(score=counting(*lines))
    return Settlement((0,) * len(seats), written, sums, done.book, _detail(deal), breakdown)


def _detail(deal: BridgeDeal) -> dict[str, object]:
    made = contract(deal.own.calls)
    vulnerable = [deal.own.vulnerable[side] for side in PAIRS]
    facts: dict[str, object] = {"board": deal.own.board, "vulnerable": vulnerable}
    if made is None:
        return {**facts, "contract": None}
    told = {**facts, **_told(made), "taken": taken(deal, pair(made.declarer))}
    return {**told, **claims.detail(deal)}


def _told(made: BridgeContract) -> dict[str, object]:
    return {"contract": f"{made.level} {made.denomination}", "declarer": made.declarer, "times": made.times}
