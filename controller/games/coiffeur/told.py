"""The numbers behind a score of Coiffeur: cards, last trick, match, multiplier, marks (COI-S1 to COI-S7)."""

from collections.abc import Sequence

from controller.games import following, jass
from controller.games.coiffeur.auction import Contract, side
from controller.games.coiffeur.board import MATCH, MULTIPLIERS, CoiffeurBoard
from controller.record.effects import Scores
from controller.record.message import Message
from controller.rules.deal import AnyDeal
from controller.rules.score.breakdown import Amounts, Breakdown, BreakdownLine, counting, of_seats


def told(
    deal: AnyDeal,
    contract: Contract,
    boards: tuple[CoiffeurBoard, CoiffeurBoard],
    points: Sequence[int],
    score: Scores,
) -> Breakdown:
    """The parts of what is written for the declarer's side, and the marks that the deal brings.

    Args:
        deal: as it was played.
        contract: its contract.
        boards: the boards before and after it.
        points: card points, by seat.
        score: of the deal, by seat.
    """
    rules = deal.rules
    mine = [seat for seat in deal.seats if side(rules, seat) == side(rules, contract.declarer)]
    parts = _of_side(deal, points, mine)
    if rules.seats == 3:
        return Breakdown(score=parts, marks=_marks(contract, *boards))
    multiplier = MULTIPLIERS[contract.row]
    tens = Message("each full ten of the points counts {n}", n=multiplier)
    written = tuple(own if seat in mine else None for seat, own in enumerate(score))
    return Breakdown(parts, counting(BreakdownLine(tens, written)))


def _of_side(deal: AnyDeal, points: Sequence[int], mine: Sequence[int]) -> tuple[BreakdownLine, ...]:
    """The points of the declarer's side: its cards, the last trick, and 100 for a match (COI-S1, COI-S2)."""
    seats, tricks = len(points), following.tricks_won(deal)

    def side_sum(amounts: Amounts) -> Amounts:
        return of_seats(seats, mine, sum(amounts[seat] or 0 for seat in mine))

    lines = [BreakdownLine(line.why, side_sum(line.amounts)) for line in jass.points_told(deal, points)]
    every = sum(tricks[seat] for seat in mine) == deal.size
    bonus = MATCH - sum(points[seat] for seat in mine) if every else 0
    return counting(*lines, BreakdownLine(Message("match"), of_seats(seats, mine, bonus)))


def _marks(contract: Contract, before: CoiffeurBoard, after: CoiffeurBoard) -> tuple[BreakdownLine, ...]:
    """The marks of a match or a counter-match, and those of the row if it is full now (COI-S2 to COI-S4)."""
    won = zip(after.strokes, before.strokes, after.circles, before.circles, strict=True)
    match = tuple(now - then - (lost - lost_then) for now, then, lost, lost_then in won)
    row = after.ranked.get(contract.row, ()) if contract.row not in before.ranked else ()
    full = Message("the row of {call} is full", call=contract.row)
    return counting(BreakdownLine(Message("every trick, or none"), match), BreakdownLine(full, row))
