"""Portable Bridge Notation as text: a file's boards, each with its tags and the words of its auction and play."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, NoReturn

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
"""The value of a tag that is as on the nearest board before that has it."""
FROM_HERE_ON: Final = "##"
"""The beginning of a tag's value that holds for all boards that follow, too, until one of them tells another."""
_SECTIONS: Final = ("Auction", "Play")
"""Tags below which words stand that are read."""
_TABLE: Final = "Table"
"""The end of the names of tags that name the columns of rows below them; tables are left out."""
_NOTE: Final = "Note"
"""The one tag that a board may have with several values."""

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_NAME: Final = re.compile(r"[A-Z][A-Za-z0-9_]*")
_TOKEN: Final = re.compile(r'(?P<begin>\[)|(?P<end>\])|"(?P<value>(?:[^"\\]|\\.)*)"|(?P<word>[^\s\[\]{};"]+)')
_ESCAPED: Final = re.compile(r"\\(.)")
_REMARK: Final = re.compile(r"\$\d+|=\d+=|(?<=\w)[!?]+")
"""A numeric annotation, the number of a note, or the suffix of a call or a card."""


@dataclass(frozen=True, slots=True)
class PbnWord:
    """A value or a word and the number of the line on which it stands, from 1."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class PbnToken:
    """A bracket, a value in quotes or a word of a file, or an empty line."""

    kind: str
    """`begin` or `end` of a tag, a `value` in quotes, a `word`, or an `empty line`."""
    line: int
    text: str = ""
    """As it stands there, a value without its quotes."""
    rest: str = ""
    """The line from there on."""


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


def read_boards(text: str) -> Iterator[PbnBoard]:
    """The boards of a file in their order; values that are as on a board before are filled in.

    Comments, annotations, notes and tables are left out, and nothing else.

    Raises:
        InterchangeError: text that belongs to no tag; a tag, a value or a comment that is not whole; a tag that a board
            has twice, unless it says the same.
    """
    before: dict[str, PbnWord] = {}
    header: dict[str, PbnWord] = {}
    for board in _boards(text):
        for name, value in [*board.tags.items()]:
            if value.text.startswith(FROM_HERE_ON):
                header[name] = board.tags[name] = PbnWord(value.line, value.text.removeprefix(FROM_HERE_ON))
            elif value.text == AS_BEFORE:
                board.tags[name] = PbnWord(value.line, before[name].text if name in before else "")
            elif name in header:
                header[name] = value
        board.tags = {**header, **board.tags}
        before |= board.tags
        yield board


def until_end(words: Sequence[PbnWord], ends: Collection[str], what: str) -> Iterator[PbnWord]:
    """The words of a section before the one that ends it.

    Args:
        words: of the section.
        ends: the words that end it.
        what: the section's name in sentences.

    Raises:
        InterchangeError: a word follows the end.
    """
    for place, word in enumerate(words):
        if word.text in ends:
            if place + 1 < len(words):
                more = words[place + 1]
                raise InterchangeError(more.line, f"{more.text[:40]!r} follows the end of {what}")
            return
        yield word


def _boards(text: str) -> Iterator[PbnBoard]:
    board: PbnBoard | None = None
    newest = ""
    tokens = _tokens(text)
    for token in tokens:
        if token.kind == "empty line":
            if board is not None:
                yield board
            board = None
        elif token.kind == "begin":
            board = board or PbnBoard(token.line)
            newest = _add_tag(board, token, [*islice(tokens, 3)])
        elif board is None or token.kind == "end":
            _refuse(token)
        else:
            _add_words(board, newest, token)
    if board is not None:
        yield board


def _add_tag(board: PbnBoard, begin: PbnToken, parts: list[PbnToken]) -> str:
    """Add a tag to its board; returns its name.

    Args:
        board: the board.
        begin: the bracket with which the tag begins.
        parts: the three tokens behind that.

    Raises:
        InterchangeError: they are no tag, or the board has it already.
    """
    if [part.kind for part in parts] != ["word", "value", "end"] or not _NAME.fullmatch(parts[0].text):
        _refuse(begin)
    name, value = parts[0].text, PbnWord(begin.line, _ESCAPED.sub(r"\1", parts[1].text).strip())
    there = board.tags.setdefault(name, value)
    if there is not value and name in _SECTIONS:
        raise InterchangeError(begin.line, f"[{name}] stands in line {there.line}, too; an empty line parts two boards")
    if there.text != value.text and name != _NOTE:
        told = f"[{name}] is {value.text[:40]!r} here and {there.text[:40]!r} in line {there.line}"
        raise InterchangeError(begin.line, f"{told}; an empty line parts two boards")
    return name


def _add_words(board: PbnBoard, tag: str, token: PbnToken) -> None:
    """Add a word to the section of the newest tag, without remarks; raises InterchangeError where it has none."""
    words = board.sections.setdefault(tag, [])
    if tag in _SECTIONS:
        text = token.text if token.kind == "word" else f'"{token.text}"'
        words += (PbnWord(token.line, word) for word in _REMARK.sub(" ", text).split())
    elif tag.endswith(_TABLE):
        columns = board.tags[tag].text.count(";") + 1
        words.append(PbnWord(token.line, token.text))
        if len(words) > columns and words[-columns - 1].line == token.line:
            raise InterchangeError(token.line, f"a row of [{tag}] has {columns} values, and more stand here")
    else:
        _refuse(token)


def _refuse(token: PbnToken) -> NoReturn:
    raise InterchangeError(token.line, f'a tag such as [Board "1"] is expected, not {token.rest[:40]!r}')


def _tokens(text: str) -> Iterator[PbnToken]:
    """The tokens of a file without escaped lines and comments; a line that is all comment is no empty one."""
    began: int | None = None
    for number, line in enumerate(_LINE_END.split(text), 1):
        if began is None and line.startswith("%"):
            continue
        if began is None and not line.strip():
            yield PbnToken("empty line", number)
        at = 0
        while at < len(line):
            if began is not None:
                at, began = _commented(line, at, number, began)
            elif line[at] == "{":
                at, began = at + 1, number
            elif line[at] == ";":
                break
            elif line[at].isspace():
                at += 1
            else:
                token, at = _token(line, at, number)
                yield token
    if began is not None:
        raise InterchangeError(began, "a comment begins here with { and has no end")


def _commented(line: str, at: int, number: int, began: int) -> tuple[int, int | None]:
    """The place behind the comment that goes on at this one, and where it began if it goes on in the next line.

    A brace in a comment means nothing, unless the comment went on for lines before it: then its own end was forgotten.
    """
    end = line.find("}", at)
    if number != began and "{" in line[at : end if end >= 0 else None]:
        raise InterchangeError(
            began, f"a comment begins here with {{, and another in line {number} before it has an end"
        )
    return (len(line), began) if end < 0 else (end + 1, None)


def _token(line: str, at: int, number: int) -> tuple[PbnToken, int]:
    """The token that begins at this place of a line, and the place behind it; raises InterchangeError."""
    found, rest = _TOKEN.match(line, at), line[at:].strip()
    if found is None:
        quoted = f"a quote begins at {rest[:40]!r} and has no end in its line"
        raise InterchangeError(number, "} ends no comment" if line[at] == "}" else quoted)
    kind = str(found.lastgroup)
    return PbnToken(kind, number, found[kind], rest), found.end()
