"""Numbers as bids: a record writes one as its decimal digits, and cards lay it digit by digit."""

from collections.abc import Iterable, Iterator
from typing import Final

from controller.record.message import Message

DIGITS: Final = tuple("0123456789")
"""The words of the digit cards."""
NONE: Final = range(0)
"""No number can be said."""
_LONGEST: Final = 9
"""Digits of a number at most; whatever is longer is none."""


def number_of(call: str) -> int | None:
    """The number that a bid is; None for a word, and for a number with a zero before it.

    >>> number_of("13"), number_of("0"), number_of("07"), number_of("pass")
    (13, 0, None, None)
    """
    is_number = call.isascii() and call.isdecimal() and len(call) <= _LONGEST and (call == "0" or call[0] != "0")
    return int(call) if is_number else None


def words(numbers: range) -> tuple[str, ...]:
    """These numbers as bids.

    >>> words(range(3))
    ('0', '1', '2')
    """
    return tuple(map(str, numbers))


def grows(call: str, numbers: range) -> bool:
    """Whether more digits behind these make another of these numbers.

    >>> grows("1", range(14)), grows("2", range(14)), grows("0", range(14))
    (True, False, False)
    """
    return call != "0" and any(word != call and word.startswith(call) for word in words(numbers))


def joined(said: Iterable[str]) -> Iterator[str]:
    """Words with digits that lie beside each other read as one number; cards and all other words stay as they are.

    >>> [*joined(("1", "2", "hearts"))]
    ['12', 'hearts']
    """
    digits = ""
    for word in said:
        if word in DIGITS:
            digits += word
            continue
        if digits:
            yield digits
        digits = ""
        yield word
    if digits:
        yield digits


def impossible(call: str, numbers: range) -> Message:
    """The sentence that a number cannot be said, with those that can."""
    if not numbers:
        return Message("no number is said now")
    return Message("{n} cannot be said; say a number from {n2} to {n3}", n=call, n2=numbers[0], n3=numbers[-1])
