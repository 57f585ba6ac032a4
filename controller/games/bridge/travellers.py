"""Travellers: the results of each table of an event on each board."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from controller.games.bridge.auction import contract_of
from controller.games.bridge.dummy import contract_in_play
from controller.games.bridge.score import tricks_of_pair
from controller.games.bridge.slip import PlayedBoard, read_play
from controller.games.bridge.state import BridgeContract, BridgeDeal
from controller.games.interchange import CannotTellError, PairedTable, PairEvent
from controller.games.pair_game import pair
from controller.record.cards import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Traveller:
    """A board as one table has played it."""

    table: PairedTable
    board: int
    score: int
    """The score of North and South."""
    is_known: bool
    """Whether the contract is known, from its record or its slip."""
    contract: BridgeContract | None = None
    """The contract; None: all have passed, or it is not known."""
    tricks: int = 0
    """Tricks of the declarer's side."""
    lead: Card | None = None
    hands: Sequence[frozenset[Card]] = ()
    """The hands of all four, by seat, where each card is known; else none."""


def known_hands(deal: BridgeDeal) -> list[frozenset[Card]]:
    """Return the cards known to have been dealt to each seat: played from there, laid down by dummy, or shown."""
    dealt: Mapping[int, Sequence[Card]] = deal.hands or {}
    contract = contract_in_play(deal)
    dummy = contract.dummy if contract else None
    return [
        frozenset(
            (
                *(play.card for play in deal.plays() if play.seat == seat),
                *(deal.own.shown if seat == dummy else ()),
                *dealt.get(seat, ()),
            )
        )
        for seat in deal.seats
    ]


def travellers(event: PairEvent) -> list[Traveller]:
    """List the travellers of an event by board, round and table; raises CannotTellError for an unknown board."""
    rows = [one for table in event.tables for one in _of_table(table)]
    return sorted(rows, key=lambda one: (one.board, one.table.round, one.table.table))


def matchpoints(traveller: Traveller, event: Sequence[Traveller]) -> tuple[int, int]:
    """Return both pairs' matchpoints on a board: two for each table at which theirs did worse, one for a level one."""
    others = [one.score for one in event if one.board == traveller.board and one is not traveller]
    first = sum(2 * (traveller.score > other) + (traveller.score == other) for other in others)
    return first, 2 * len(others) - first


def _of_table(table: PairedTable) -> Iterator[Traveller]:
    if table.match is not None:
        for entry in table.match.ledger:
            if entry.void is None and entry.result.score is not None:
                yield _of_deal(table, entry.deal, entry.result.score)
        return
    for line in table.lines:
        first, second = line.score
        if line.board is None:
            raise CannotTellError(
                f"round {table.round}, table {table.table}: the slip does not say which board it is of"
            )
        played = read_play(line.played) if line.played else None
        is_known = isinstance(played, PlayedBoard)
        yield Traveller(
            table=table,
            board=line.board,
            score=int(Fraction(first) - Fraction(second)),
            is_known=is_known,
            contract=played.made if is_known else None,
            tricks=played.tricks if is_known else 0,
        )


def _of_deal(table: PairedTable, deal: BridgeDeal, score: Sequence[float | None]) -> Traveller:
    contract = contract_of(deal.own.calls)
    hands = known_hands(deal)
    return Traveller(
        table=table,
        board=deal.own.board,
        score=int((score[0] or 0) - (score[1] or 0)),
        is_known=True,
        contract=contract,
        tricks=tricks_of_pair(deal, pair(contract.declarer)) if contract else 0,
        lead=next((play.card for play in deal.plays()), None) if contract else None,
        hands=hands if all(len(hand) == deal.size for hand in hands) else (),
    )
