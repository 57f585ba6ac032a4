"""The intake of a hall: of the lines that a table sends each once, in order, and only where the chain fits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.record import chain
from controller.store.archive import RecordLine


@dataclass(frozen=True, slots=True)
class Taken:
    """The outcome of lines that were sent."""

    new: tuple[RecordLine, ...] = ()
    """Those that are to be written, from the line after the last one that is there."""
    differs: int | None = None
    """The first line that is another one than the hall has, or that does not fit the chain; None: there is none."""
    missing: bool = False
    """Whether lines are missing before the first of them."""


def take(there: int, line_of: Callable[[int], RecordLine], first: int, sent: Sequence[RecordLine]) -> Taken:
    """Decide what to do with lines that were sent; nothing that is there is ever written over.

    Args:
        there: how many lines the hall has.
        line_of: one of these by its number, from 1.
        first: the number of the first line that was sent.
        sent: the lines, in order.
    """
    if first > there + 1:
        return Taken(missing=True)
    known = there - first + 1
    for number, line in enumerate(sent[:known], first):
        if line != line_of(number):
            return Taken(differs=number)
    before = line_of(there).link if there else b""
    new: list[RecordLine] = []
    for number, line in enumerate(sent[known:], there + 1):
        bare, space, mark = line.link.partition(b" ")
        if chain.link(before, line.data) != bare or space + mark not in (b"", chain.LATE, chain.UNWITNESSED):
            return Taken((*new,), differs=number)
        new.append(line)
        before = line.link
    return Taken((*new,))
