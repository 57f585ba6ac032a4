"""The scores that a deal of Skat can have, for slips that are entered by hand."""

from typing import Final

from controller.games.skat.score import AGAINST, WON
from controller.record.message import Message
from controller.rules.score.slip import SlipLine

_LEAST: Final = 18
"""The value of the smallest game (SKA-S1); lost, it counts twice."""


def slip_fault(line: SlipLine, *, with_extra: bool) -> Message | None:
    """Why no deal can stand so on a slip; of several that were added up nothing is known.

    Args:
        line: of the slip.
        with_extra: whether won and lost games count more than their value (SKA-S2).

    >>> fault(SlipLine(points=(-98, 40, 40)), with_extra=True) is None
    True
    >>> fault(SlipLine(points=(24, 24, 0)), with_extra=False)
    'one wins or loses the game, and the others have nothing or, by Seeger and Fabian, 40 where it is lost'
    """
    extra, against = (WON, AGAINST) if with_extra else (0, 0)
    if line.deals > 1 or not any(line.points):
        return None
    for at, own in enumerate(line.points):
        others = {*line.points[:at], *line.points[at + 1 :]}
        if (own >= _LEAST + extra and others == {0}) or (own <= -2 * _LEAST - extra and others == {against}):
            return None
    return Message(
        "one wins or loses the game, and the others have nothing or, by Seeger and Fabian, 40 where it is lost"
    )
