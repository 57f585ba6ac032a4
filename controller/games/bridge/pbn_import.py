"""Boards read from Portable Bridge Notation: each with its tags and the words of its auction and play."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NoReturn

from controller.games.bridge.board_import import NAMES, OCCASION, PLACE, UNKNOWN, BoardText, BoardWord, matches_of
from controller.games.interchange import InterchangeError, MatchReading

AS_BEFORE: Final = "#"
"""The value of a tag that is as on the nearest board before that has it."""
FROM_HERE_ON: Final = "##"
"""The beginning of a tag's value that holds for all following boards, too, until one of them has another."""
_SECTIONS: Final = ("Auction", "Play")
"""Tags below which words stand that are read."""
_FIRST_TAGS: Final = ("Event", "Board")
"""Tags with which programs begin a board."""
_ROOMS: Final = frozenset(("open", "closed", *UNKNOWN))
"""Values of the tag for a room; a program writes its kind of scoring there, which is none."""
_TABLE: Final = "Table"
"""The end of the names of tags that name the columns of rows below them; tables are left out."""
_READ: Final = frozenset(
    (
        *(*OCCASION, *PLACE, *NAMES, "Board"),
        *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result", *_SECTIONS),
    )
)
"""Tags that a board has with one value; others, such as notes, have no facts that a record holds."""

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_BRACE: Final = re.compile(r"[{}]")
_NAME: Final = re.compile(r"[A-Z][A-Za-z0-9_]*")
_TOKEN: Final = re.compile(r'(?P<begin>\[)|(?P<end>\])|"(?P<value>(?:[^"\\]|\\.)*)"|(?P<word>[^\s\[\]{};"]+)')
_ESCAPED: Final = re.compile(r'\\(["\\])')
"""A quote or a backslash; another letter behind a backslash was meant as it stands."""
_TAG: Final = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_LOOSE_TAG: Final = re.compile(r'\[\s*([A-Z]\w*)\s+"(.*)"\s*\]\s*$')
"""A tag that fills its line, with quotes in its value or a backslash before the last one, as some programs write it."""
_REMARK: Final = re.compile(r"\$\d+|=\d+=|(?<=\w)(?:[!?]+|\*)|(?<!\S)[!?]+(?!\S)")
"""A numeric annotation, the number of a note, or the mark of a call or a card, behind it or apart."""


@dataclass(frozen=True, slots=True)
class PbnToken:
    """A bracket, a value in quotes or a word of a file, or an empty line."""

    kind: str
    """`begin` or `end` of a tag, a `value` in quotes, a `word`, or an `empty line`."""
    line: int
    text: str = ""
    """The text as it stands in the file, a value without its quotes."""
    rest: str = ""
    """The line from there on."""


@dataclass(slots=True)
class PbnComment:
    """A comment that goes on, perhaps with comments in it.

    A brace in a comment means nothing in the comment's first line. In a later one it may begin a nested comment.
    If instead the end of the first was forgotten, a tag follows before both end.
    """

    line: int
    braces: int = 1
    """The comments that have no end yet."""
    inner: int = 0
    """The line of the first comment in it."""

    def read(self, line: str, at: int, number: int) -> int:
        """Read on in a line; returns the place behind the comment. Raises InterchangeError: its end was forgotten."""
        if self.inner and _TAG.match(line.strip()):
            reason = f"a comment begins here with {{, and another in line {self.inner} before it has an end"
            raise InterchangeError(self.line, reason)
        while self.braces and (brace := _BRACE.search(line, at)):
            at = brace.end()
            if brace[0] == "}":
                self.braces -= 1
            elif number != self.line:
                self.braces, self.inner = self.braces + 1, self.inner or number
        return len(line) if self.braces else at


def read(file: str) -> MatchReading:
    """Read the matches of a file of boards.

    Raises:
        InterchangeError: no board can be read; with its line.
    """
    return matches_of([*_boards_filled_in(file)], 'no board is told; one begins with tags such as [Board "1"]')


def _boards_filled_in(text: str) -> Iterator[BoardText | InterchangeError]:
    """Read the boards of a file in their order; values that are as on a board before are filled in.

    Comments, annotations, notes and tables are left out, behind a board or apart, and nothing else.
    An unreadable board is replaced by its fault. Faults are text without a tag, an unfinished tag, value or
    comment, and a tag that a board has twice with different values.
    """
    before: dict[str, BoardWord] = {}
    header: dict[str, BoardWord] = {}
    for board in _boards(text):
        if isinstance(board, InterchangeError):
            # What it would have told those that follow is not known.
            before, header = {}, {}
            yield board
            continue
        for name, value in [*board.tags.items()]:
            if value.text.startswith(FROM_HERE_ON):
                header[name] = board.tags[name] = BoardWord(value.line, value.text.removeprefix(FROM_HERE_ON))
            elif value.text == AS_BEFORE:
                board.tags[name] = BoardWord(value.line, before[name].text if name in before else "")
            elif name in header:
                header[name] = value
        tells = not _READ.isdisjoint(board.tags)
        board.tags = {**header, **board.tags}
        before |= board.tags
        if tells:
            yield board


def _boards(text: str) -> Iterator[BoardText | InterchangeError]:
    """Read the boards; after a fault continue at the next empty line."""
    lines = _LINE_END.split(text)
    start: int | None = 0
    while start is not None:
        try:
            yield from _whole_boards(lines, start)
            start = None
        except InterchangeError as error:
            yield error
            start = next((place for place in range(error.line, len(lines)) if not lines[place].strip()), None)


def _whole_boards(lines: Sequence[str], start: int) -> Iterator[BoardText]:
    """Read the boards from a line on, counted from 0; raises InterchangeError at the first fault."""
    board: BoardText | None = None
    newest = ""
    tokens = _tokens(lines, start)
    for token in tokens:
        if token.kind == "empty line":
            if board is not None:
                yield board
            board = None
        elif token.kind == "begin":
            parts = [*islice(tokens, 3)]
            if board is not None and _begins_board(board, parts):
                yield board
                board = None
            board = board or BoardText(token.line)
            newest = _add_tag(board, token, parts)
        elif board is None or token.kind == "end":
            _refuse(token)
        else:
            _add_words(board, newest, token)
    if board is not None:
        yield board


def _begins_board(board: BoardText, parts: Sequence[PbnToken]) -> bool:
    """Whether a tag opens the next board, with no empty line before it: behind an auction or a play its name again."""
    name = parts[0].text if parts else ""
    return name in _FIRST_TAGS and name in board.tags and any(tag in board.tags for tag in _SECTIONS)


def _add_tag(board: BoardText, begin: PbnToken, parts: list[PbnToken]) -> str:
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
    name, value = parts[0].text, BoardWord(begin.line, _printable(_ESCAPED.sub(r"\1", parts[1].text)).strip())
    if name == "Room" and value.text.lstrip(AS_BEFORE).casefold() not in _ROOMS:
        return name
    earlier = board.tags.setdefault(name, value)
    if earlier is not value and name in _SECTIONS:
        raise InterchangeError(
            begin.line, f"[{name}] stands in line {earlier.line}, too; an empty line parts two boards"
        )
    if earlier.text != value.text and name in _READ:
        reason = f"[{name}] is {value.text[:40]!r} here and {earlier.text[:40]!r} in line {earlier.line}"
        raise InterchangeError(begin.line, f"{reason}; an empty line parts two boards")
    return name


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _add_words(board: BoardText, tag: str, token: PbnToken) -> None:
    """Add a word to the section of the newest tag, without remarks; raises InterchangeError where it has none."""
    words = board.sections.setdefault(tag, [])
    if tag in _SECTIONS:
        text = token.text if token.kind == "word" else f'"{token.text}"'
        words += (BoardWord(token.line, word) for word in _REMARK.sub(" ", text).split())
    elif tag.endswith(_TABLE) and tag != _TABLE:
        columns = board.tags[tag].text.count(";") + 1
        words.append(BoardWord(token.line, token.text))
        # Where the columns are not named as the format has it, nobody knows how many a row has.
        if 1 < columns < len(words) and words[-columns - 1].line == token.line:
            raise InterchangeError(token.line, f"a row of [{tag}] has {columns} values, and more stand here")
    else:
        _refuse(token)


def _refuse(token: PbnToken) -> NoReturn:
    raise InterchangeError(token.line, f'a tag such as [Board "1"] is expected, not {token.rest[:40]!r}')


def _tokens(lines: Sequence[str], start: int) -> Iterator[PbnToken]:
    """Divide lines into tokens without escaped lines and comments; a line that is all comment is no empty one."""
    comment: PbnComment | None = None
    for number, line in enumerate(lines[start:], start + 1):
        if comment is None and line.startswith("%"):
            continue
        if comment is None and not line.strip():
            yield PbnToken("empty line", number)
        at = 0
        while at < len(line):
            if comment is not None:
                at = comment.read(line, at, number)
                comment = comment if comment.braces else None
            elif line[at] == "{":
                at, comment = at + 1, PbnComment(number)
            elif line[at] == ";":
                break
            elif line[at].isspace():
                at += 1
            else:
                tokens, at = _read_tokens(line, at, number)
                yield from tokens
    if comment is not None:
        raise InterchangeError(comment.line, "a comment begins here with { and has no end")


def _read_tokens(line: str, at: int, number: int) -> tuple[list[PbnToken], int]:
    """Read the token that begins at this place, or the tag that fills the line; and the place behind; raises."""
    loose = _LOOSE_TAG.match(line, at)
    if loose is None or _TAG.match(line, at):
        token, behind = _token(line, at, number)
        return [token], behind
    parts = (("begin", "["), ("word", loose[1]), ("value", loose[2]), ("end", "]"))
    return [PbnToken(kind, number, text, line[at:].strip()) for kind, text in parts], len(line)


def _token(line: str, at: int, number: int) -> tuple[PbnToken, int]:
    """Return the token that begins at this place of a line, and the place behind it; raises InterchangeError."""
    match, rest = _TOKEN.match(line, at), line[at:].strip()
    if match is None:
        quoted = f"a quote begins at {rest[:40]!r} and has no end in its line"
        raise InterchangeError(number, "} ends no comment" if line[at] == "}" else quoted)
    kind = str(match.lastgroup)
    return PbnToken(kind, number, match[kind], rest), match.end()
