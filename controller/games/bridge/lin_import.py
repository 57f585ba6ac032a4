"""Boards read from LIN, the files of Bridge Base Online, into the events of a record.

A file is a list of commands of two letters and a value, parted by bars: ``pn|South,West,North,East|``,
``md|3SAKHQ...,...|``, ``mb|1C|``, ``pc|D2|``, ``mc|9|``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from controller.games.bridge.board_import import DIRECTIONS, BoardText, BoardWord, matches_of
from controller.games.follow_rule import DECK
from controller.games.interchange import InterchangeError, MatchReading
from controller.record.cards import SUITS

_COMMAND: Final = re.compile(r"\s*([A-Za-z0-9]{2})\|([^|]*)\|")
_PLAYERS: Final = ("South", "West", "North", "East")
"""The order of names and hands; a second four sits in the closed room."""
_VULNERABLE: Final = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All", "": "?"}
_DEAL: Final = re.compile(r"([1-4]?)(.*)", re.DOTALL)
_NUMBER: Final = re.compile(r"[1-9]\d*")
_CALL: Final = re.compile(r"([1-7](?:NT|[CDHSN])|-|p|dbl|d|xx|x|r)[!?*]*", re.IGNORECASE)
_CALLS: Final = re.compile(f"(?:{_CALL.pattern}){{2,}}", re.IGNORECASE)
"""A whole auction in one command, as an older program writes it."""
_OPENING: Final = frozenset(("qx", "st", "md"))
"""Commands with which the next board begins."""
_OF_A_BOARD: Final = frozenset(("mb", "pc", "mc"))
"""Commands that stand behind the cards of their board."""
_LEFT_OUT: Final = frozenset(
    ("an", "bn", "bt", "em", "ht", "mp", "nt", "pf", "pg", "pw", "rh", "rs", "sa", "sk", "up", "vg")
)
"""Commands for the screen, notes, and results of other tables."""
_KNOWN: Final = _OPENING | _OF_A_BOARD | _LEFT_OUT | {"ah", "pn", "sv"}
_TELLING: Final = re.compile(
    rf"mb|pc|mc|{_CALL.pattern}|[SHDC](?:10|[AKQJT2-9])|[onebp]|\d{{1,2}}|[1-4]?(?:[SHDC][AKQJT2-9]*){{2,}}(?:,.*)?",
    re.IGNORECASE | re.DOTALL,
)
"""Parts of a board in commands: an unknown command with one is a slip, and may not be left out."""
_SPOKEN: Final = re.compile(rf"{_CALL.pattern}|[SHDC](?:10|[AKQJT2-9])", re.IGNORECASE)
"""A call or a card."""
_NEAR: Final = frozenset(("mp", "pf", "pg"))
"""Commands a letter away from those of a board: with a call or a card they are a slip, such as ``mp|1C|``."""
_ROOMS: Final = {"o": "Open", "c": "Closed"}
"""The room in which a board was played, by the first letter of its name."""


@dataclass(frozen=True, slots=True)
class LinCommand:
    """A command with its value and the number of its line, from 1."""

    line: int
    name: str
    value: str


@dataclass(slots=True)
class LinPart:
    """The commands of one board, faults among them, with the names and the room that stood before its cards."""

    commands: list[LinCommand | InterchangeError] = field(default_factory=list[LinCommand | InterchangeError])
    names: Sequence[LinCommand] = ()
    room: str = ""
    has_cards: bool = False


def read(file: str) -> MatchReading:
    """Read the matches of a file of boards.

    Notes, alerts, results of other tables and whatever belongs to the screen are left out.

    Raises:
        InterchangeError: it is no list of commands, or no board of it can be read; with its line.
    """
    return matches_of([*_boards(_commands(file))], "no board is told; the cards of one stand in a command md|...|")


def _commands(text: str) -> Iterator[LinCommand | InterchangeError]:
    """Divide a file into its commands; other text, to the end of its line, becomes a fault."""
    text, at, line = text.rstrip(), 0, 1
    while at < len(text):
        match = _COMMAND.match(text, at)
        begin = match.start(1) if match else at + len(text[at:]) - len(text[at:].lstrip())
        line += text.count("\n", at, begin)
        if match and not _is_slip(match[1].lower(), match[2].strip()):
            yield LinCommand(line, match[1].lower(), match[2].strip())
            at = match.end()
        else:
            strange = text[begin:].partition("\n")[0]
            reason = f"a command such as mb|1C| is expected, not {strange[:40].rstrip()!r}"
            yield InterchangeError(line, reason)
            at = begin + len(strange)
        line += text.count("\n", begin, at)


def _is_slip(name: str, value: str) -> bool:
    """Whether a command that would be left out has a part of a board."""
    if name in _NEAR:
        return _SPOKEN.fullmatch(value) is not None
    return name not in _KNOWN and _TELLING.fullmatch(value) is not None


def _boards(commands: Iterator[LinCommand | InterchangeError]) -> Iterator[BoardText | InterchangeError]:
    """Gather the boards; an impossible one is replaced by its first fault."""
    for part in _parts(commands):
        try:
            board = _board(part)
        except InterchangeError as fault:
            yield fault
        else:
            if board is not None:
                yield board


def _parts(commands: Iterator[LinCommand | InterchangeError]) -> Iterator[LinPart]:
    """Divide commands by boards: each begins where the one before has its cards, and a command opens the next."""
    names: list[LinCommand] = []
    room, part = "", LinPart()
    for one in commands:
        name = one.name if isinstance(one, LinCommand) else ""
        if part.has_cards and name in _OPENING:
            yield part
            part = LinPart()
        if isinstance(one, LinCommand) and name == "pn":
            names = [LinCommand(one.line, name, player.strip()) for player in one.value.split(",")]
        elif isinstance(one, LinCommand) and name == "qx":
            room = one.value
        elif name == "md":
            part.names, part.room, part.has_cards = names, room, True
        part.commands.append(one)
    yield part


def _board(part: LinPart) -> BoardText | None:
    """Read a board; None: there is none. Raises InterchangeError."""
    board: BoardText | None = None
    ahead: list[LinCommand] = []
    for one in part.commands:
        if isinstance(one, InterchangeError):
            raise one
        if one.name == "md":
            board = _dealt(one, part.names, part.room)
            for other in ahead:
                _add(board, other)
        elif board is not None:
            _add(board, one)
        elif one.name in _OF_A_BOARD:
            raise InterchangeError(one.line, f"{one.name}|{one.value[:40]}| stands before the cards of its board")
        else:
            ahead.append(one)
    return board


def _dealt(one: LinCommand, names: Sequence[LinCommand], room: str) -> BoardText:
    """Begin a board with its dealer, its cards, its players and the number of its room; raises InterchangeError."""
    dealer, hands = _DEAL.fullmatch(one.value).groups()  # pyrefly: ignore[missing-attribute]  # it matches any text
    board = BoardText(one.line, in_order=True)
    if dealer:
        board.tags["Dealer"] = BoardWord(one.line, _PLAYERS[int(dealer) - 1][0])
    board.tags["Deal"] = BoardWord(one.line, f"S:{' '.join(_hands(hands, one.line))}")
    others = names[len(_PLAYERS) :]
    is_second = room.startswith("c") and others and [name.value for name in others] != [*_PLAYERS]
    players = others if is_second else names
    for player, name in zip(_PLAYERS, players, strict=False):
        board.tags[player] = BoardWord(name.line, name.value)
    if number := _NUMBER.search(room):
        board.tags["Board"] = BoardWord(one.line, number[0])
    if room[:1] in _ROOMS:
        board.tags["Room"] = BoardWord(one.line, _ROOMS[room[:1]])
    return board


def _hands(text: str, line: int) -> Iterator[str]:
    """Write hands as PBN does, from South on; the fourth has the cards that the others lack."""
    hands = [_suits(hand, line) for hand in text.removesuffix(",").split(",")]
    if len(hands) > len(_PLAYERS):
        raise InterchangeError(line, f"{len(hands)} hands are told, and four sit at a table")
    holdings = [{suit + rank for suit, ranks in zip(SUITS, hand, strict=True) for rank in ranks} for hand in hands]
    whole = [hand for hand in holdings if hand]
    if len(whole) == len(_PLAYERS) - 1:
        rest = {card.replace("10", "T") for card in DECK}.difference(*whole)
        missing = tuple("".join(card[1] for card in rest if card[0] == suit) for suit in SUITS)
        hands = [*(hand if any(hand) else missing for hand in hands), *([missing] * (len(_PLAYERS) - len(hands)))]
    for hand in (*hands, *[("",) * len(SUITS)] * (len(_PLAYERS) - len(hands))):
        yield ".".join(hand) if any(hand) else "-"


def _suits(hand: str, line: int) -> tuple[str, ...]:
    """Divide a hand such as ``SAKHQ2D3`` into its suits; raises InterchangeError for other text."""
    plain = hand.strip().upper().replace("10", "T")
    if re.fullmatch(r"(?:[SHDC][AKQJT2-9]*)*", plain) is None or any(plain.count(suit) > 1 for suit in SUITS):
        raise InterchangeError(line, f"{hand[:40]!r} is no hand; one is written such as SAK2HQJ5DT987C643")
    ranks_of = dict(re.findall(r"([SHDC])([AKQJT2-9]*)", plain))
    return tuple(ranks_of.get(suit, "") for suit in SUITS)


def _add(board: BoardText, one: LinCommand) -> None:
    """Add a command to a board; one without facts that a record holds is left out. Raises InterchangeError."""
    match one.name:
        case "ah" if number := _NUMBER.search(one.value):
            board.tags["Board"] = BoardWord(one.line, number[0])
        case "sv":
            _add_fact(board, "Vulnerable", BoardWord(one.line, _VULNERABLE.get(one.value.lower(), one.value)))
        case "mb":
            calls = _CALL.findall(one.value) if _CALLS.fullmatch(one.value) else [one.value.rstrip("!?*")]
            board.tags.setdefault("Auction", board.tags.get("Dealer", BoardWord(one.line, DIRECTIONS[0])))
            board.sections.setdefault("Auction", []).extend(BoardWord(one.line, call) for call in calls)
        case "pc":
            board.sections.setdefault("Play", []).append(BoardWord(one.line, one.value.upper()))
        case "mc":
            _add_fact(board, "Result", BoardWord(one.line, one.value))
        case _:
            pass


def _add_fact(board: BoardText, tag: str, word: BoardWord) -> None:
    """Add a command's fact; raises InterchangeError where the board has another one."""
    earlier = board.tags.setdefault(tag, word)
    if earlier.text != word.text:
        reason = f"{tag.lower()} is {word.text[:40]!r} here and {earlier.text[:40]!r} in line {earlier.line}"
        raise InterchangeError(word.line, reason)
