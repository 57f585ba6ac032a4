"""The scores that a deal of Spades can have, for slips that are entered by hand."""

from typing import Final

from controller.games.spades.score import TRICK
from controller.games.spades.state import BIDS
from controller.record.message import Message
from controller.rules.score.slip import SlipLine, within

_TRICKS: Final = BIDS[-1]
"""Of a deal, and the highest bid."""
_PAIR: Final = 2
"""Seats of a pair."""


def slip_fault(line: SlipLine, *, nil: int, limit: int) -> Message | None:
    """Why no deal can stand so on a slip.

    Args:
        line: of the slip; several deals that were added up, too.
        nil: what one counts (SPA-S3).
        limit: with how many bags points are taken off (SPA-S2); 0: never.

    >>> fault(SlipLine(points=(142, -80)), nil=100, limit=10) is None
    True
    >>> fault(SlipLine(points=(440, -80)), nil=100, limit=10)
    'a side has -460 to 230 in a deal'
    """
    all_tricks = TRICK * _TRICKS
    # Of a pair one bids nil and the other all tricks, or both bid nil; three of a table can make a nil at once.
    most = max(all_tricks + nil, _PAIR * nil)
    together = all_tricks + (2 * _PAIR - 1) * nil
    lost = max(_PAIR * all_tricks, all_tricks + nil, _PAIR * nil)
    taken_off = (limit - 1 + _TRICKS) // limit * limit * TRICK if limit else 0
    return within(line, -lost - taken_off, most, together)
