"""The breakdown of a deal's score: the numbers that it is made of, each with its reason."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from controller.record.message import Message

Amounts = tuple[int | float | None, ...]
"""A number for each seat; None where there is none for it."""


@dataclass(frozen=True, slots=True)
class BreakdownLine:
    """A number for each seat, and the reason for which it is counted."""

    why: Message
    amounts: Amounts


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The numbers behind a deal's score; a section without lines is empty where the game has none of it."""

    points: tuple[BreakdownLine, ...] = ()
    """The parts of the points that decide the deal: cards, last trick, Weis."""
    score: tuple[BreakdownLine, ...] = ()
    """The parts of the score; they sum to it."""
    marks: tuple[BreakdownLine, ...] = ()
    """The parts of what the sheet's sums gain, where that is not the score itself (COI-S6)."""
    remarks: tuple[Message, ...] = field(default=())
    """Further sentences: the points needed, a point that is held."""


NO_BREAKDOWN: Final = Breakdown()


def counting(*lines: BreakdownLine) -> tuple[BreakdownLine, ...]:
    """The lines that count anything for anybody."""
    return tuple(line for line in lines if any(line.amounts))


def of_seats(seats: int, some: Iterable[int], amount: float) -> Amounts:
    """One amount for some of so many seats, and none for the rest.

    >>> of_seats(3, (0, 2), 20)
    (20, None, 20)
    """
    theirs = set(some)
    return tuple(amount if seat in theirs else None for seat in range(seats))


def summed(lines: Sequence[BreakdownLine], seats: int) -> tuple[int | float, ...]:
    """The sum of some lines, by seat.

    >>> summed([BreakdownLine(Message("cards"), (44, 64)), BreakdownLine(Message("last trick"), (None, 5))], 2)
    (44, 69)
    """
    return tuple(sum(line.amounts[seat] or 0 for line in lines) for seat in range(seats))
