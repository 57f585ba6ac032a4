"""The intake of a hall: accept each line of a table once, in order, and only if it fits the chain."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.record import chain
from controller.store.archive import RecordLine


@dataclass(frozen=True, slots=True)
class Intake:
    """The outcome of checking received lines."""

    new: tuple[RecordLine, ...] = ()
    """The lines to write, from the line after the last stored one."""
    differs: int | None = None
    """The first line that differs from the hall's, or does not fit the chain; else None."""
    missing: bool = False
    """Whether lines are missing before the first of them."""


def check_lines(count: int, line_of: Callable[[int], RecordLine], first: int, sent: Sequence[RecordLine]) -> Intake:
    """Decide which received lines to store; stored lines are never overwritten.

    Args:
        count: the number of stored lines.
        line_of: returns a stored line by its number, from 1.
        first: the number of the first received line.
        sent: the received lines, in order.
    """
    if first > count + 1:
        return Intake(missing=True)
    known = count - first + 1
    for number, line in enumerate(sent[:known], first):
        if line != line_of(number):
            return Intake(differs=number)
    before = line_of(count).link if count else b""
    new: list[RecordLine] = []
    for number, line in enumerate(sent[known:], count + 1):
        bare, space, mark = line.link.partition(b" ")
        if chain.link(before, line.data) != bare or space + mark not in (b"", chain.LATE, chain.UNWITNESSED):
            return Intake((*new,), differs=number)
        new.append(line)
        before = line.link
    return Intake((*new,))
