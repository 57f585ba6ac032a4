"""The chain over a record: one hash a line, each over the one before it, so that a later edit shows (docs/records.md).

A link is one line of the chain's file: the SHA-256, in hexadecimal digits, of the link before it and the record's line
with its line end. The first line has no link before it. A link that was written late carries a mark behind its hash.
"""

import hashlib
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from controller.record.message import Message

LATE_AT_MOST: Final = 16
"""Links that a power cut can lose at most: every so many lines the chain's file is synced to the disk."""

LATE: Final = b" late"
"""Mark of a link that was made when the record was resumed: a power cut had come between the line and its link."""
UNWITNESSED: Final = b" unwitnessed"
"""Mark of a link that was made when the record was resumed, for a line that no power cut explains."""

_MARKS: Final = (b"", LATE, UNWITNESSED)

ChainFaultKind = Literal[
    "changed", "chain-changed", "removed", "added", "moved", "unchained", "unwitnessed", "no-chain"
]
"""The kinds of faults of a record beside its chain."""


@dataclass(frozen=True, slots=True)
class ChainFault:
    """The first fault of a record beside its chain."""

    kind: ChainFaultKind
    first: int
    """First line concerned, from 1; for removed lines, the place where they stood."""
    last: int

    @property
    def text(self) -> Message:
        """The fault in one sentence."""
        n, n2 = self.first, self.last
        match self.kind:
            case "changed":
                return Message("line {n} was changed", n=n)
            case "chain-changed":
                return Message("line {n} of the chain was changed; the record's own line {n} was not", n=n)
            case "moved":
                return Message("lines {n} to {n2} stand in another order", n=n, n2=n2)
            case "no-chain":
                return Message("no chain beside it, so nothing shows whether it was changed")
            case _:
                return self._of_one() if n == n2 else self._of_several()

    def _of_one(self) -> Message:
        match self.kind:
            case "unchained":
                return Message("line {n} was not chained: added later, or a power cut came first", n=self.first)
            case "unwitnessed":
                return Message("line {n} was not chained when written", n=self.first)
            case "removed":
                return Message("line {n} was removed", n=self.first)
            case _:
                return Message("line {n} was added", n=self.first)

    def _of_several(self) -> Message:
        n, n2 = self.first, self.last
        match self.kind:
            case "unchained":
                return Message("lines {n} to {n2} were not chained: added later, or a power cut came first", n=n, n2=n2)
            case "unwitnessed":
                return Message("lines {n} to {n2} were not chained when written", n=n, n2=n2)
            case "removed":
                return Message("lines {n} to {n2} were removed", n=n, n2=n2)
            case _:
                return Message("lines {n} to {n2} were added", n=n, n2=n2)


@dataclass(frozen=True, slots=True)
class ChainReport:
    """The result of checking a record against its chain."""

    lines: int
    """Number of the record's lines; a torn last line counts."""
    links: tuple[bytes, ...]
    fault: ChainFault | None
    """The first fault; None: there is none."""

    @property
    def head(self) -> str:
        """The last hash, which vouches for every line; empty if there is none."""
        return self.links[-1].partition(b" ")[0].decode(errors="replace") if self.links else ""

    @property
    def late(self) -> tuple[int, ...]:
        """Lines whose links were made only when the record was resumed after a power cut."""
        return tuple(number for number, link in enumerate(self.links, 1) if link.endswith(LATE))

    def line_of(self, head: str) -> int | None:
        """Find the line whose hash begins with these digits, from 1; None if there is none."""
        digits = head.lower().encode()
        return next((number for number, link in enumerate(self.links, 1) if link.startswith(digits)), None)


def link(before: bytes, line: bytes, mark: bytes = b"") -> bytes:
    """Calculate the link of a record's line, given with its line end; ``before`` is the link before it.

    >>> link(b"", b"an event" + bytes([10]))[:12]
    b'aad8822ca2f4'
    """
    return hashlib.sha256(before + line).hexdigest().encode() + mark


def links(data: bytes) -> tuple[bytes, ...]:
    """Split a chain's file into its whole links; an unfinished link at its end, from a power cut, is left out."""
    return tuple(data.split(b"\n")[:-1])


def check(record: bytes, chain: bytes | None) -> ChainReport:
    """Check a record against its chain; None: there is no chain."""
    lines, chain_links = split(record), links(chain or b"")
    fault = ChainFault("no-chain", 1, 1) if chain is None and lines else _fault(lines, chain_links)
    return ChainReport(len(lines), chain_links, fault)


def split(record: bytes) -> list[bytes]:
    """Split a record into its lines with their line ends; a torn last line has none."""
    *whole, rest = record.split(b"\n")
    return [*(line + b"\n" for line in whole), *([rest] if rest else [])]


def fitting(lines: list[bytes], chain_links: tuple[bytes, ...]) -> int:
    """Count the links that fit their lines, from the first on."""
    steps = enumerate(zip(lines, pairwise((b"", *chain_links)), strict=False))
    wrong = (at for at, (line, (before, after)) in steps if not _fits(before, line, after))
    return next(wrong, min(len(lines), len(chain_links)))


def _fault(lines: list[bytes], chain_links: tuple[bytes, ...]) -> ChainFault | None:
    wrong = fitting(lines, chain_links)
    if wrong < min(len(lines), len(chain_links)):
        return _named(wrong, lines, (b"", *chain_links))
    if len(lines) < len(chain_links):
        return ChainFault("removed", len(lines) + 1, len(chain_links))
    unwitnessed = [number for number, one in enumerate(chain_links, 1) if one.endswith(UNWITNESSED)]
    if unwitnessed:
        return ChainFault("unwitnessed", unwitnessed[0], _run(unwitnessed))
    return ChainFault("unchained", len(chain_links) + 1, len(lines)) if len(lines) > len(chain_links) else None


def _named(at: int, lines: list[bytes], befores: tuple[bytes, ...]) -> ChainFault:
    """Name the fault of the first line that does not fit (counted from 0), by where it and the next would fit."""
    number = at + 1
    if (forged := _forged(at, lines, befores)) is not None:
        return ChainFault("chain-changed", forged, forged)
    later, below = range(number, len(befores) - 1), range(number, len(lines))
    stood = next((place for place in later if _fits(befores[place], lines[at], befores[place + 1])), None)
    owner = next((place for place in below if _fits(befores[at], lines[place], befores[number])), None)
    surplus = len(lines) - (len(befores) - 1)
    if stood is not None and stood - at <= -surplus:
        return ChainFault("removed", number, stood)
    if owner is not None and owner - at <= surplus:
        return ChainFault("added", number, owner)
    if surplus == 0 and stood is not None and owner is not None:
        return ChainFault("moved", number, max(stood, owner) + 1)
    return ChainFault("changed", number, number)


def _forged(at: int, lines: list[bytes], befores: tuple[bytes, ...]) -> int | None:
    """Find the line of the chain that was changed, if all fits once it is made anew; None if there is none."""
    number, bare = at + 1, befores[at].partition(b" ")[0]
    if at and any(_fits(bare + mark, lines[at], befores[number]) for mark in _MARKS):
        return at
    if number == min(len(lines), len(befores) - 1):
        return None
    return number if _fits(link(befores[at], lines[at]), lines[number], befores[number + 1]) else None


def _fits(before: bytes, line: bytes, after: bytes) -> bool:
    """Whether a link fits a line; the link's mark must be one of the known marks."""
    bare, space, mark = after.partition(b" ")
    return link(before, line) == bare and space + mark in _MARKS


def _run(numbers: list[int]) -> int:
    """Return the last number of the first run of consecutive numbers."""
    return next((one for one, following in pairwise(numbers) if following > one + 1), numbers[-1])
