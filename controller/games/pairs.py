"""Two pairs at a table of four: seats 0 and 2 against 1 and 3."""

from typing import Final

from controller.record.events import Seat
from controller.rules.options import Rules

PAIRS: Final = (0, 1)
SEATS: Final = ((0, 2), (1, 3))
"""The seats of each pair."""


def pair(seat: Seat) -> int:
    """The pair that a seat plays for.

    >>> pair(0), pair(3)
    (0, 1)
    """
    return seat % 2


def sides(rules: Rules) -> tuple[str, ...]:
    """The names of the pairs."""
    return tuple(f"{rules.names[one]}+{rules.names[one + 2]}" for one in PAIRS)
