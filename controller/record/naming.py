"""Names as people type them: compared in plain letters, and the known names nearest to a mistyped one."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Final
from unicodedata import combining, normalize

from controller.record.message import Listed, Message

# Numbers as bids: a record writes one as its decimal digits, and cards lay it digit by digit.

DIGITS: Final = tuple("0123456789")
"""The words of the digit cards."""
NONE: Final = range(0)
"""The range without numbers: no number can be said."""
_LONGEST: Final = 9
"""Digits of a number at most; a longer word is no number."""


def number_of(call: str) -> int | None:
    """Return the number of a bid; None for a word, and for a number with a zero before it.

    >>> number_of("13"), number_of("0"), number_of("07"), number_of("pass")
    (13, 0, None, None)
    """
    is_number = call.isascii() and call.isdecimal() and len(call) <= _LONGEST and (call == "0" or call[0] != "0")
    return int(call) if is_number else None


def words(numbers: range) -> tuple[str, ...]:
    """Write these numbers as bids.

    >>> words(range(3))
    ('0', '1', '2')
    """
    return tuple(map(str, numbers))


def grows(call: str, numbers: range) -> bool:
    """Whether more digits behind this number make another one of these numbers.

    >>> grows("1", range(14)), grows("2", range(14)), grows("0", range(14))
    (True, False, False)
    """
    return call != "0" and any(word != call and word.startswith(call) for word in words(numbers))


def joined(words: Iterable[str]) -> Iterator[str]:
    """Join digits that lie beside each other to one number; cards and all other words stay as they are.

    >>> [*joined(("1", "2", "hearts"))]
    ['12', 'hearts']
    """
    digits = ""
    for word in words:
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
    """Explain that a number cannot be said, with the numbers that can."""
    if not numbers:
        return Message("no number is said now")
    return Message("{n} cannot be said; say a number from {n2} to {n3}", n=call, n2=numbers[0], n3=numbers[-1])


# Values as people find them in the record and in settings: JSON's spelling, not Python's.


def spelled(value: object) -> str:
    """Write a value as JSON spells it; a text stands in single quotes, as names do in sentences.

    >>> [spelled(value) for value in (True, None, float("nan"), ("hearts", "spades"), "x")]
    ['true', 'null', 'NaN', '["hearts", "spades"]', "'x'"]
    """
    return repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


NEAREST: Final = 3
"""Names proposed at most."""


def plain(name: str) -> str:
    """Reduce a name to plain letters, without case, accents, spaces and signs, and in one form of each letter.

    >>> plain("Zig-Zack") == plain("ZIG zack"), plain("Écus"), plain("コアフュール・シーバー")
    (True, 'ecus', 'コアフュールシーバー')
    """
    letters = normalize("NFKD", name).casefold()
    letters_kept = "".join(letter for letter in letters if letter.isalnum() or _is_voiced(letter))
    return normalize("NFKC", letters_kept)


def _is_voiced(letter: str) -> bool:
    """Whether a mark is no accent but makes another Japanese letter: カ and ガ, ハ and パ."""
    return combining(letter) in (8,)


def by_plain(names: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Map names in plain letters to the things they stand for, from the other names of each; its own is one of them."""
    return {plain(one): name for name, others in names.items() for one in (name, *others)}


def nearest(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the known names that are nearly this one, the nearest first.

    >>> nearest("coifeur", ("coiffeur", "condor", "tarot")), nearest("whist", ("tarot",))
    (('coiffeur',), ())
    """
    by_letters = {plain(one): one for one in names}
    return tuple(by_letters[one] for one in get_close_matches(plain(name), by_letters, NEAREST, 0.7))


def or_near(fault: Message, name: str, names: Iterable[str]) -> Message:
    """Add the known names nearest to an unknown one to its error, if there are any."""
    return or_meant(fault, nearest(name, names))


def or_meant(fault: Message, near: tuple[str, ...]) -> Message:
    """Add the names that may be meant to the error of an unknown name, if there are any."""
    return Message("{why}; did you mean {names}?", why=fault, names=Listed(near, "or")) if near else fault


def are_players(names: Collection[str]) -> bool:
    """Whether each player has a readable name, different from all others', however they are written.

    >>> are_players(("Anna", "Berta")), are_players(("Anna", "anna ")), are_players(("Anna", " "))
    (True, False, False)
    """
    players = {name.strip().casefold() for name in names if name.strip() and name.isprintable()}
    return len(players) == len(names)
