"""The scores that a deal of Coiffeur can have, for slips that are entered by hand."""

from controller.games.coiffeur.board import MATCH, MULTIPLIERS, four_seats
from controller.games.jass import TOTAL
from controller.record.message import Message
from controller.rules.score.slip import SlipLine, one_scores

_POINTS = (*range(TOTAL + 1), MATCH)
"""That a declarer can make (COI-S1, COI-S2)."""


def slip_fault(line: SlipLine) -> Message | None:
    """Why no deal can stand so on a slip: the declarer's side alone scores, with four seats by its row's multiplier.

    >>> fault(SlipLine(points=(33, 0))) is None, fault(SlipLine(points=(0, 118, 0))) is None
    (True, True)
    >>> fault(SlipLine(points=(118, 0)))
    'no contract counts 118'
    """
    rows = MULTIPLIERS if len(line.points) != 3 else ()
    counted = {four_seats(points, row) for points in _POINTS for row in rows} or {*_POINTS}
    if why := one_scores(line, 0, max(counted)):
        return why
    scored = sum(line.points)
    return Message("no contract counts {n}", n=scored) if line.deals == 1 and scored not in counted else None
