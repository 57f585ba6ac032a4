"""Lots drawn from a seed: the order by SHA-256, which anybody can repeat with a pencil and ``sha256sum``."""

import hashlib
from collections.abc import Iterable


def lot(seed: str, purpose: str, entry: int) -> str:
    """Draw the lot of an entry: the SHA-256, in hexadecimal digits, of ``seed/purpose/entry``.

    >>> lot("seven", "draw", 1)[:8]
    '27464f21'
    """
    return hashlib.sha256(f"{seed}/{purpose}/{entry}".encode()).hexdigest()


def by_lot(seed: str, purpose: str, entries: Iterable[int]) -> list[int]:
    """Sort entries by their lots, the smallest first."""
    return sorted(entries, key=lambda entry: lot(seed, purpose, entry))
