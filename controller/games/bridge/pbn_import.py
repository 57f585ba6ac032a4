"""Boards read from Portable Bridge Notation into the events of a record."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, NoReturn

from controller.games import follow_rule
from controller.games.bridge.auction import admissible, contract, is_over
from controller.games.bridge.state import (
    DOUBLE,
    OWN_VULNERABLE,
    PASS,
    REDOUBLE,
    TRUMPS,
    AuctionCall,
    BridgeContract,
    vulnerable,
)
from controller.games.claims import ACCEPT, CLAIM
from controller.games.follow_rule import DECK
from controller.games.interchange import InterchangeError, MatchReading
from controller.record.cards import SUITS, Card
from controller.record.events import Bid, DealStart, Declare, Event, MatchStart, Played, Seat, Void
from controller.rules.deal import Play, Trick

# Portable Bridge Notation as text: a file's boards, each with its tags and the words of its auction and play.

DIRECTIONS: Final = "NESW"
"""Seats 0 to 3: play runs clockwise."""
VULNERABLE: Final = {pairs: name for name, pairs in OWN_VULNERABLE.items()}
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
_FIRST_TAGS: Final = ("Event", "Board")
"""Tags with which programs begin a board."""
_TABLE: Final = "Table"
"""The end of the names of tags that name the columns of rows below them; tables are left out."""
_READ: Final = frozenset(
    (
        *("Event", "Site", "Date", "Board", "North", "East", "South", "West"),
        *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result", *_SECTIONS),
    )
)
"""Tags that a board has with one value; others, such as notes, tell nothing that a record holds."""

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
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
    in_order: bool = False
    """Whether its cards stand in the order of play, not in columns of seats."""

    def told(self, name: str) -> PbnWord | None:
        """Return the word of a tag; None where it is not there or says that it is not known."""
        found = self.tags.get(name)
        return None if found is None or found.text in UNKNOWN else found


def read_boards(text: str) -> Iterator[PbnBoard | InterchangeError]:
    """Read the boards of a file in their order; values that are as on a board before are filled in.

    Comments, annotations, notes and tables are left out, and nothing else. In place of a board that cannot be read
    comes its fault: text that belongs to no tag; a tag, a value or a comment that is not whole; a tag that a board has
    twice, unless it says the same.
    """
    before: dict[str, PbnWord] = {}
    header: dict[str, PbnWord] = {}
    for board in _boards(text):
        if isinstance(board, InterchangeError):
            # What it would have told those that follow is not known.
            before, header = {}, {}
            yield board
            continue
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


def _boards(text: str) -> Iterator[PbnBoard | InterchangeError]:
    """Read the boards; behind a fault go on at the next empty line."""
    lines = _LINE_END.split(text)
    start: int | None = 0
    while start is not None:
        try:
            yield from _whole_boards(lines, start)
            start = None
        except InterchangeError as error:
            yield error
            start = next((place for place in range(error.line, len(lines)) if not lines[place].strip()), None)


def _whole_boards(lines: Sequence[str], start: int) -> Iterator[PbnBoard]:
    """Read the boards from a line on, counted from 0; raises InterchangeError at the first fault."""
    board: PbnBoard | None = None
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
            board = board or PbnBoard(token.line)
            newest = _add_tag(board, token, parts)
        elif board is None or token.kind == "end":
            _refuse(token)
        else:
            _add_words(board, newest, token)
    if board is not None:
        yield board


def _begins_board(board: PbnBoard, parts: Sequence[PbnToken]) -> bool:
    """Whether a tag opens the next board, with no empty line before it: behind an auction or a play its name again."""
    name = parts[0].text if parts else ""
    return name in _FIRST_TAGS and name in board.tags and any(tag in board.tags for tag in _SECTIONS)


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
    if there.text != value.text and name in _READ:
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
        # Where the columns are not named as the format has it, nobody knows how many a row has.
        if 1 < columns < len(words) and words[-columns - 1].line == token.line:
            raise InterchangeError(token.line, f"a row of [{tag}] has {columns} values, and more stand here")
    else:
        _refuse(token)


def _refuse(token: PbnToken) -> NoReturn:
    raise InterchangeError(token.line, f'a tag such as [Board "1"] is expected, not {token.rest[:40]!r}')


def _tokens(lines: Sequence[str], start: int) -> Iterator[PbnToken]:
    """Part lines into tokens without escaped lines and comments; a line that is all comment is no empty one."""
    began: int | None = None
    for number, line in enumerate(lines[start:], start + 1):
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
                found, at = _read_tokens(line, at, number)
                yield from found
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


def _read_tokens(line: str, at: int, number: int) -> tuple[list[PbnToken], int]:
    """Read the token that begins at this place, or the tag that fills the line; and the place behind; raises."""
    loose = _LOOSE_TAG.match(line, at)
    if loose is None or _TAG.match(line, at):
        token, behind = _token(line, at, number)
        return [token], behind
    parts = (("begin", "["), ("word", loose[1]), ("value", loose[2]), ("end", "]"))
    return [PbnToken(kind, number, text, line[at:].strip()) for kind, text in parts], len(line)


def _token(line: str, at: int, number: int) -> tuple[PbnToken, int]:
    """The token that begins at this place of a line, and the place behind it; raises InterchangeError."""
    found, rest = _TOKEN.match(line, at), line[at:].strip()
    if found is None:
        quoted = f"a quote begins at {rest[:40]!r} and has no end in its line"
        raise InterchangeError(number, "} ends no comment" if line[at] == "}" else quoted)
    kind = str(found.lastgroup)
    return PbnToken(kind, number, found[kind], rest), found.end()


# The play of a board in Portable Bridge Notation: a row a trick, whose columns are seats, whoever led to it.

SEATS: Final = len(DIRECTIONS)
TRICKS: Final = len(DECK) // SEATS
NOT_TOLD: Final = frozenset(("-", "--", "+"))
"""Words in place of a card that is not told; with a plus it is the next one of a play that was broken off."""
END: Final = frozenset("*")
"""The word behind which a play tells no more cards."""
NO_CARDS: Final = NOT_TOLD | END


@dataclass(slots=True)
class ToldPlay:
    """The cards of a board as far as they are told, in the order in which they were played."""

    plays: list[Played] = field(default_factory=list[Played])
    tricks: list[Trick] = field(default_factory=list[Trick])
    """Those that are whole."""

    def taken(self, made: BridgeContract) -> int:
        """Count the told tricks that the declarer's side has won."""
        return sum(trick.winner is not None and (trick.winner - made.declarer) % 2 == 0 for trick in self.tricks)


def events_of_play(
    board: PbnBoard, made: BridgeContract, hands: Mapping[Seat, tuple[Card, ...]], *, last: bool
) -> Iterator[Event]:
    """The cards of a board, and dummy's hand behind the opening lead where it is told.

    Args:
        board: the board.
        made: its contract.
        hands: those that the board tells, by seat.
        last: whether no board follows; a play that is not whole goes on then, before another board it does not count.

    Raises:
        InterchangeError: a card that cannot be, or another result than the play comes to.
    """
    told = _told(board, made, hands)
    claimed = _claimed(board, made, told)
    for place, play in enumerate(told.plays):
        yield play
        if not place and made.dummy in hands:
            yield Declare(seat=made.dummy, what="hand", cards=hands[made.dummy])
    if claimed is not None:
        yield Bid(seat=made.declarer, call=CLAIM, as_=str(claimed))
        yield from (Bid(seat=(made.declarer + step) % SEATS, call=ACCEPT) for step in (1, 3))
    elif len(told.tricks) < TRICKS and not last:
        yield Void(why="rule")  # nobody knows what it scored, and what was played stays in the record


def _told(board: PbnBoard, made: BridgeContract, hands: Mapping[Seat, Sequence[Card]]) -> ToldPlay:
    first = (made.declarer + 1) % SEATS
    where = board.told("Play")
    if where and where.text.upper() != DIRECTIONS[first]:
        raise InterchangeError(where.line, f"{DIRECTIONS[first]} leads to the first trick, not {where.text!r}")
    found, leader = ToldPlay(), first
    words = [*until_end(board.sections.get("Play", ()), END, "the play")]
    for start in range(0, len(words), SEATS):
        row = words[start : start + SEATS]
        if len(found.tricks) == TRICKS:
            raise InterchangeError(row[0].line, f"a card follows the last of {TRICKS} tricks")
        lying = _trick(row, leader if board.in_order else first, leader, found, hands)
        found.plays += (Played(seat=play.seat, card=play.card) for play in lying.plays)
        if len(lying.plays) < SEATS:
            if more := next((word for word in words[start + SEATS :] if word.text not in NOT_TOLD), None):
                raise InterchangeError(more.line, f"{more.text[:40]!r} follows a trick that is not whole")
            break
        found.tricks.append(_won(lying, TRUMPS[made.denomination]))
        leader = found.tricks[-1].winner or 0
    return found


def _trick(
    row: Sequence[PbnWord], first: Seat, leader: Seat, found: ToldPlay, hands: Mapping[Seat, Sequence[Card]]
) -> Trick:
    """The cards of a row in the order from its leader on; those not told can only be the last ones of the play."""
    columns = {(first + place) % SEATS: word for place, word in enumerate(row) if word.text not in NOT_TOLD}
    plays: list[Play] = []
    for step in range(SEATS):
        seat = (leader + step) % SEATS
        if seat not in columns:
            break
        word = columns.pop(seat)
        card = _card(word)
        if card in {*(play.card for play in found.plays), *(play.card for play in plays)}:
            raise InterchangeError(word.line, f"{card} is played twice")
        if seat in hands and card not in hands[seat]:
            raise InterchangeError(word.line, f"{card} is played by {DIRECTIONS[seat]}, whose hand has not got it")
        plays.append(Play(0, seat, card))
    if columns:
        word = next(iter(columns.values()))
        raise InterchangeError(
            word.line, f"{word.text} lies in trick {len(found.tricks) + 1}, and a card before it is not told"
        )
    return Trick(tuple(plays))


def _card(word: PbnWord) -> Card:
    name = word.text[:1].upper() + word.text[1:].upper().replace("T", "10")
    if name not in DECK:
        raise InterchangeError(word.line, f"{word.text[:40]!r} is no card; one is a suit and a rank, such as S5 or DT")
    return Card(name)


def _won(trick: Trick, trump: str | None) -> Trick:
    """The trick with who won it (BRI-W1)."""
    best = max(trick.plays, key=lambda play: follow_rule.strength(DECK, trick, play.card, trump))
    return Trick(trick.plays, best.seat)


def _claimed(board: PbnBoard, made: BridgeContract, told: ToldPlay) -> int | None:
    """Count the declarer's tricks by the result beside those that are told; None: all are told, or no result is.

    Raises:
        InterchangeError: the result is none that the play can come to.
    """
    result, taken, left = board.told("Result"), told.taken(made), TRICKS - len(told.tricks)
    if result is None:
        return None
    tricks = _tricks(result.text, made)
    if tricks is None or not taken <= tricks <= taken + left:
        by_play = str(taken) if not left else f"{taken} to {taken + left}"
        raise InterchangeError(
            result.line, f"the result is {result.text[:40]!r} here, and the declarer takes {by_play} by the play"
        )
    return tricks - taken if left else None


def _tricks(result: str, made: BridgeContract) -> int | None:
    """The declarer's tricks by a result; None: it is none."""
    found = _RESULT.fullmatch(result.upper())
    if found is None:
        return None
    side, tricks = found[1], int(found[2])
    return (
        tricks
        if side is None or DIRECTIONS[made.declarer] in side or DIRECTIONS[made.dummy] in side
        else TRICKS - tricks
    )


OCCASION: Final = ("Event", "Site", "Date")
"""Tags of a board that tell when and where it was played."""
NAMES: Final = ("North", "East", "South", "West")
RUBBER: Final = "in-rubbers"
HAND: Final = len(DECK) // len(DIRECTIONS)
_BID: Final = re.compile(r"([1-7])(C|D|H|S|NT?)")
_ENDS: Final = frozenset("*+")
"""Words behind which an auction tells no more calls."""
_NOT_YET: Final = "-"
"""The word in place of a call for each seat before the dealer's."""
_OTHER_NAMES: Final = {"love": "None", "-": "None", "o": "None", "both": "All", "b": "All", "n-s": "NS", "e-w": "EW"}
_RESULT: Final = re.compile(r"(?:(NS|EW|[NESW])\s+)?\^?(\d{1,2})")
"""The declarer's tricks, or those of a side that is named; the sign tells that the result is an arbiter's."""
_TIMES: Final = {1: "", 2: "X", 4: "XX"}
_CONTRACT_NO_TRUMP: Final = re.compile(r"(?<=\d)N(?!T)")


def read(file: str) -> MatchReading:
    """Read a match that a file tells board by board, played by the same four at one table.

    Raises:
        InterchangeError: no board can be read, or all but those left out are no one match; with its line.
    """
    return match_of([*read_boards(file)], 'no board is told; one begins with tags such as [Board "1"]')


def match_of(found: Sequence[PbnBoard | InterchangeError], nothing: str) -> MatchReading:
    """Make a match of boards, with the faults of those that are left out.

    Args:
        found: the boards of a file, and faults in place of those that cannot be read.
        nothing: what is told where there is none.

    Raises:
        InterchangeError: no board can be read, or all but those left out are no one match; with its line.
    """
    boards = [board for board in found if isinstance(board, PbnBoard)]
    faults = [fault for fault in found if isinstance(fault, InterchangeError)]
    if not boards:
        raise faults[0] if faults else InterchangeError(1, nothing)
    rubber = {_scores_rubbers(board) for board in boards}
    if len(rubber) > 1:
        raise InterchangeError(boards[-1].line, "some boards are scored as a rubber and others are not; part the file")
    is_numbered = any(board.told("Board") for board in boards)
    names, known = dict[str, str](), dict[int, PbnBoard]()
    first, deals = 0, list[tuple[Event, ...]]()
    for place, board in enumerate(boards):
        try:
            number = _number_once(board, known, is_numbered=is_numbered)
            _add_names(board, names)
            first = first or number or place + 1
            counted = sum(not isinstance(deal[-1], Void) for deal in deals)
            own = {} if True in rubber else _own_number(board, first + counted)
            deals.append(tuple(_events(board, own, last=board is boards[-1])))
        except InterchangeError as error:
            faults.append(error)
    if not deals:
        faults[0].faults = tuple(faults)
        raise faults[0]
    rules: dict[str, str | int] = {"form": RUBBER, "rubbers": 0} if True in rubber else {"board": first}
    seats = tuple(names.get(direction, direction) for direction in NAMES)
    opening = MatchStart(game="bridge", seats=seats, options={**rules} if rules != {"board": 1} else {})
    events = (opening, *(event for deal in deals for event in deal))
    return MatchReading(events, tuple(sorted(faults, key=lambda fault: fault.line)))


def _number_once(board: PbnBoard, known: dict[int, PbnBoard], *, is_numbered: bool) -> int | None:
    """Return the number of a board; raises InterchangeError where it lacks one or was told before, with its cards.

    Args:
        board: the board.
        known: the boards before it, by number; takes it.
        is_numbered: whether boards of the file have numbers.
    """
    if is_numbered and board.told("Board") is None:
        fault = "this board has no number, and others have one; no empty line stands in a board"
        raise InterchangeError(board.line, fault)
    number = _number(board)
    there = known.setdefault(number, board) if number else board
    deals = {one.text for one in (there.told("Deal"), board.told("Deal")) if one}
    if there is not board and len(deals) < 2:
        told = f"board {number} stands in line {there.line}, too; a match has each once"
        raise InterchangeError(board.tags["Board"].line, told)
    return number


def _scores_rubbers(board: PbnBoard) -> bool:
    scoring = board.told("Scoring")
    return scoring is not None and scoring.text.split(";")[0].casefold() == "rubber"


def _add_names(board: PbnBoard, names: dict[str, str]) -> None:
    """Add the names of the four who play, by direction; raises InterchangeError where others play."""
    told = {direction: name for direction in NAMES if (name := board.told(direction))}
    for direction, name in told.items():
        if names.get(direction, name.text) != name.text:
            raise InterchangeError(
                name.line, f"{direction} is {name.text!r} here and {names[direction]!r} before; a match has one table"
            )
    names |= {direction: name.text for direction, name in told.items()}


def _number(board: PbnBoard) -> int | None:
    """The number of a board; None: it has none, or a name in its place."""
    told = board.told("Board")
    if told is None or not any(letter.isdecimal() for letter in told.text):
        return None
    if not re.fullmatch("0*[1-9][0-9]{0,5}", told.text):
        raise InterchangeError(told.line, f"{told.text!r} is no number of a board; it is 1 or more")
    return int(told.text)


def _own_number(board: PbnBoard, number: int) -> dict[str, str]:
    """The number and the vulnerability of a board that are not those of its place in the match (BRI-V1).

    Args:
        board: the board.
        number: the one that its place gives it.
    """
    told, here = board.told("Vulnerable"), _number(board) or number
    own = {"board": str(here)} if here != number else {}
    if told:
        by_number = VULNERABLE[vulnerable(here)]
        known = {name.casefold(): name for name in VULNERABLE.values()}
        name = known.get(told.text.casefold()) or _OTHER_NAMES.get(told.text.casefold())
        if name is None:
            raise InterchangeError(told.line, f"{told.text!r} is no vulnerability; there are None, NS, EW and All")
        if name != by_number:
            own["vulnerable"] = name
    return own


def _events(board: PbnBoard, own: Mapping[str, str], *, last: bool) -> Iterator[Event]:
    """The events of a board.

    Args:
        board: the board.
        own: the number and vulnerability that are not those of its place.
        last: whether no board follows, so that it may have been broken off.
    """
    dealer = _dealer(board)
    hands = _hands(board)
    about = {name.lower(): told.text for name in OCCASION if (told := board.told(name))}
    yield DealStart(dealer=dealer, hands=hands or None, about={**about, **own} or None)
    if hands and _is_only_dealt(board):
        yield Void(why="rule")
        return
    calls = _calls(board, dealer)
    yield from (Bid(seat=one.seat, call=one.call, as_=one.denomination) for one in calls)
    if not is_over(calls) and not last:
        raise InterchangeError(board.line, "this board's auction has no end, and another board follows")
    made = contract(calls) if is_over(calls) else None
    _check_contract(board, calls, made)
    if made and hands and _is_unplayed(board):
        yield Void(why="rule")
    elif made:
        yield from events_of_play(board, made, hands, last=last)
    else:
        _check_unplayed(board)


def _is_only_dealt(board: PbnBoard) -> bool:
    """Whether a board tells its cards alone, as sets of deals do: no auction, contract, result or play."""
    return not any(board.told(tag) or board.sections.get(tag) for tag in ("Auction", "Contract", "Result", "Play"))


def _is_unplayed(board: PbnBoard) -> bool:
    """Whether a board tells its auction alone, as sets of auctions do: no card and no result."""
    cards = [word for word in board.sections.get("Play", ()) if word.text not in NO_CARDS]
    return board.told("Result") is None and not cards


def _direction(told: PbnWord) -> Seat:
    if told.text.upper() not in tuple(DIRECTIONS):
        raise InterchangeError(told.line, f"{told.text!r} is no direction; there are N, E, S and W")
    return DIRECTIONS.index(told.text.upper())


def _dealer(board: PbnBoard) -> Seat:
    """Who deals: as the tag says, and as the auction begins."""
    dealer, auction = board.told("Dealer"), board.told("Auction")
    if auction is None:
        if dealer is None:
            raise InterchangeError(board.line, 'nothing tells who dealt this board; a tag such as [Dealer "N"] does')
        return _direction(dealer)
    first = (_direction(auction) + _left_open(board.sections.get("Auction", ()))) % len(DIRECTIONS)
    if dealer and _direction(dealer) != first:
        raise InterchangeError(auction.line, f"{dealer.text} deals, and the auction begins with {DIRECTIONS[first]}")
    return first


def _left_open(words: Sequence[PbnWord]) -> int:
    """Count the seats of an auction's first row that come before the dealer's."""
    row = words[: len(DIRECTIONS) - 1]
    return next((place for place, word in enumerate(row) if word.text != _NOT_YET), len(row))


def _hands(board: PbnBoard) -> dict[Seat, tuple[Card, ...]]:
    """The hands that are told, by seat."""
    told = board.told("Deal")
    if told is None:
        return {}
    match = re.fullmatch(r"([NESWnesw]):\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)", told.text)
    if match is None:
        raise InterchangeError(told.line, "a deal is a direction, a colon and four hands, such as N:AKQ.. - - -")
    first = _direction(PbnWord(told.line, match[1]))
    hands = {
        (first + place) % len(DIRECTIONS): _hand(suits, told.line)
        for place, suits in enumerate(match.groups()[1:])
        if suits != "-"
    }
    cards = [card for hand in hands.values() for card in hand]
    if twice := next((card for card in DECK if cards.count(card) > 1), None):
        raise InterchangeError(told.line, f"{twice} is in the deal twice")
    return dict(sorted(hands.items()))


def _hand(dotted: str, line: int) -> tuple[Card, ...]:
    suits = dotted.upper().replace("10", "T").split(".")
    named = [
        suit + ("10" if rank == "T" else rank) for suit, ranks in zip(SUITS, suits, strict=False) for rank in ranks
    ]
    if len(suits) != len(SUITS) or len(named) != HAND or not {*named} <= {*DECK}:
        raise InterchangeError(
            line, f"{dotted[:40]!r} is no hand: four suits with dots between them, {HAND} cards in all"
        )
    return tuple(map(Card, named))


def _calls(board: PbnBoard, dealer: Seat) -> tuple[AuctionCall, ...]:
    """The calls of the auction; a board that says it was passed out needs none."""
    told = board.told("Contract")
    if "Auction" not in board.tags:
        if told and told.text.casefold() == PASS:
            return tuple(AuctionCall((dealer + turn) % len(DIRECTIONS), PASS) for turn in range(len(DIRECTIONS)))
        raise InterchangeError(board.line, "this board has no auction; a record tells each call and each card")
    calls: list[AuctionCall] = []
    words = board.sections.get("Auction", ())
    for word in until_end(words[_left_open(words) :], _ENDS, "the auction"):
        seat = (dealer + len(calls)) % len(DIRECTIONS)
        if word.text.upper() == "AP":
            while not is_over(calls):
                calls.append(AuctionCall((dealer + len(calls)) % len(DIRECTIONS), PASS))
            continue
        said = _call(word, seat)
        if is_over(calls) or said not in [*admissible(calls, seat)]:
            raise InterchangeError(word.line, f"{word.text} of {DIRECTIONS[seat]} cannot be called here")
        calls.append(said)
    return tuple(calls)


def _call(word: PbnWord, seat: Seat) -> AuctionCall:
    for call, written in CALLS.items():
        if word.text.upper() in (written.upper(), "P" if call == PASS else ""):
            return AuctionCall(seat, call)
    if bid := _BID.fullmatch(word.text.upper()):
        suits: Mapping[str | None, str] = {suit: name for name, suit in TRUMPS.items()}
        return AuctionCall(seat, bid[1], suits[None if bid[2].startswith("N") else bid[2]])
    raise InterchangeError(word.line, f"{word.text[:40]!r} is no call; there are 1C to 7NT, Pass, X and XX")


def _check_contract(board: PbnBoard, calls: Sequence[AuctionCall], made: BridgeContract | None) -> None:
    """Check that the tags name the contract and the declarer that the auction comes to."""
    level = f"{made.level}{TRUMPS[made.denomination] or 'NT'}{_TIMES[made.times]}" if made else "PASS"
    told, declarer = board.told("Contract"), board.told("Declarer")
    if told and not is_over(calls):
        raise InterchangeError(told.line, f"the contract is {told.text!r} here, and this board's auction has no end")
    if told and _CONTRACT_NO_TRUMP.sub("NT", "".join(told.text.upper().split())) != level:
        raise InterchangeError(told.line, f"the contract is {told.text!r} here, and {level} by the auction")
    if declarer and made and declarer.text.upper() != DIRECTIONS[made.declarer]:
        raise InterchangeError(
            declarer.line, f"the declarer is {declarer.text!r} here, and {DIRECTIONS[made.declarer]} by the auction"
        )


def _check_unplayed(board: PbnBoard) -> None:
    """Refuse what a board tells of a play that its auction does not come to."""
    result = board.told("Result")
    found = {
        "declarer": None if board.told("Contract") else board.told("Declarer"),
        "result": None if result and result.text == "0" else result,
        "card": next((word for word in board.sections.get("Play", ()) if word.text not in NO_CARDS), None),
    }
    for what, told in found.items():
        if told:
            raise InterchangeError(
                told.line, f"the {what} is {told.text[:40]!r} here, and nothing is played by the auction"
            )
