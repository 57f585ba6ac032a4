"""Portable Bridge Notation as text: a file's boards, each with its tags and the words of its auction and play."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from controller.games.bridge.state import DOUBLE, PASS, REDOUBLE
from controller.games.interchange import InterchangeError

DIRECTIONS: Final = "NESW"
"""Seats 0 to 3: play runs clockwise."""
VULNERABLE: Final = {(False, False): "None", (True, False): "NS", (False, True): "EW", (True, True): "All"}
"""By pair: whether it is vulnerable."""
CALLS: Final = {PASS: "Pass", DOUBLE: "X", REDOUBLE: "XX"}
"""The calls that are no bids."""
UNKNOWN: Final = frozenset(("", "?"))
"""Values of a tag that tell nothing."""
AS_BEFORE: Final = "#"
"""The value of a tag that is as on the board before."""

_TAG: Final = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_ESCAPED: Final = re.compile(r"\\(.)")
_REMARK: Final = re.compile(r"\$\d+|=\d+=|(?<=\w)[!?]+")
"""A numeric annotation, the number of a note, or the suffix of a call or a card."""


@dataclass(frozen=True, slots=True)
class PbnWord:
    """A value or a word and the number of the line on which it stands, from 1."""

    line: int
    text: str


@dataclass(slots=True)
class PbnBoard:
    """The tags of one board, and what stands below the tags that have a section."""

    line: int
    tags: dict[str, PbnWord] = field(default_factory=dict[str, PbnWord])
    sections: dict[str, list[PbnWord]] = field(default_factory=dict[str, list[PbnWord]])

    def told(self, name: str) -> PbnWord | None:
        """What a tag says; None where it is not there or says that it is not known."""
        found = self.tags.get(name)
        return None if found is None or found.text in UNKNOWN else found


def boards(text: str) -> Iterator[PbnBoard]:
    """The boards of a file in their order; values that are as on the board before are filled in.

    Comments, annotations and notes are left out. Of two equal tags the first one holds, as the format demands.

    Raises:
        InterchangeError: text that belongs to no tag, or a comment without an end.
    """
    before: Mapping[str, PbnWord] = {}
    for board in _boards(text):
        for name, value in board.tags.items():
            if value.text == AS_BEFORE:
                board.tags[name] = PbnWord(value.line, before[name].text if name in before else "")
        before = board.tags
        yield board


def _boards(text: str) -> Iterator[PbnBoard]:
    board: PbnBoard | None = None
    section: list[PbnWord] | None = None
    for number, line in _without_comments(text):
        if not line.strip():
            if board is not None:
                yield board
            board = section = None
            continue
        rest = line
        while tag := _TAG.search(rest):
            _put(section, rest[: tag.start()], number)
            board = board or PbnBoard(number)
            # What stands below a tag that is there already is passed over with it.
            section = [] if tag[1] in board.tags else board.sections.setdefault(tag[1], [])
            board.tags.setdefault(tag[1], PbnWord(number, _ESCAPED.sub(r"\1", tag[2]).strip()))
            rest = rest[tag.end() :]
        _put(section, rest, number)
    if board is not None:
        yield board


def _put(section: list[PbnWord] | None, text: str, number: int) -> None:
    """Add the words of a line to the section of the newest tag."""
    words = _REMARK.sub(" ", text).split()
    if words and section is None:
        raise InterchangeError(number, f'a tag such as [Board "1"] is expected, not {text.strip()[:40]!r}')
    if section is not None:
        section.extend(PbnWord(number, word) for word in words)


def _without_comments(text: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without escaped ones and without comments; one that is all comment is left out."""
    began: int | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if began is None and line.startswith("%"):
            continue
        kept, began = _uncommented(line, number, began)
        if kept.strip() or (not line.strip() and began is None):
            yield number, kept
    if began is not None:
        raise InterchangeError(began, "a comment begins here with { and has no end")


def _uncommented(line: str, number: int, began: int | None) -> tuple[str, int | None]:
    """A line without comments, and the line of the one that goes on behind it; a tag's value has none."""
    kept: list[str] = []
    at = 0
    while at < len(line):
        if began is not None:
            end = line.find("}", at)
            if end < 0:
                return "".join(kept), began
            began, at = None, end + 1
            continue
        tag = _TAG.match(line, at)
        if tag:
            kept.append(tag[0])
            at = tag.end()
        elif line[at] == ";":
            break
        elif line[at] == "{":
            began, at = number, at + 1
        else:
            kept.append(line[at])
            at += 1
    return "".join(kept), began
