"""Names as people type them: compared in plain letters, and the known names nearest to a mistyped one."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Final
from unicodedata import combining, normalize

from controller.record.message import Listed, Message

NEAREST: Final = 3
"""Names proposed at most."""


def plain(name: str) -> str:
    """A name without case, accents, spaces and signs, and in one form of each letter.

    >>> plain("Zig-Zack") == plain("ZIG zack"), plain("Écus"), plain("コアフュール・シーバー")
    (True, 'ecus', 'コアフュールシーバー')
    """
    letters = normalize("NFKD", name).casefold()
    kept = "".join(letter for letter in letters if letter.isalnum() or _is_voiced(letter))
    return normalize("NFKC", kept)


def _is_voiced(letter: str) -> bool:
    """Whether a mark is no accent but makes another Japanese letter: カ and ガ, ハ and パ."""
    return combining(letter) in (8,)


def by_plain(names: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """What names stand for, by the names in plain letters, from the names of each thing; its own is one of them."""
    return {plain(one): name for name, others in names.items() for one in (name, *others)}


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known names that are nearly this one, the nearest first.

    >>> nearest("coifeur", ("coiffeur", "condor", "tarot")), nearest("whist", ("tarot",))
    (('coiffeur',), ())
    """
    by_letters = {plain(one): one for one in known}
    return tuple(by_letters[one] for one in get_close_matches(plain(name), by_letters, NEAREST, 0.7))


def or_near(told: Message, name: str, known: Iterable[str]) -> Message:
    """The sentence that a name is unknown, with the known names that are nearly it, if there are any."""
    return or_meant(told, nearest(name, known))


def or_meant(told: Message, near: tuple[str, ...]) -> Message:
    """The sentence that a name is unknown, with those that may be meant, if there are any."""
    return Message("{why}; did you mean {names}?", why=told, names=Listed(near, "or")) if near else told
