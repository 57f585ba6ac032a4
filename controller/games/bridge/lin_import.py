"""Boards read from LIN, the files of Bridge Base Online, into the events of a record.

A file is a list of commands of two letters and a value, parted by bars: ``pn|South,West,North,East|``,
``md|3SAKHQ...,...|``, ``mb|1C|``, ``pc|D2|``, ``mc|9|``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from controller.games.bridge.board_import import DIRECTIONS, BoardText, BoardWord, matches_of
from controller.games.follow_rule import DECK
from controller.games.interchange import InterchangeError, MatchReading
from controller.record.cards import SUITS

_COMMAND: Final = re.compile(r"(\s*)(?:([A-Za-z]{2})\|([^|]*)\||(\S[^\n]*))")
"""A command, or what is none, behind the space before it."""
_PLAYERS: Final = ("South", "West", "North", "East")
"""The order of names and hands; a second four sits in the closed room."""
_VULNERABLE: Final = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All", "": "?"}
_DEAL: Final = re.compile(r"([1-4]?)(.*)", re.DOTALL)
_NUMBER: Final = re.compile(r"[1-9]\d*")
_ROOMS: Final = {"o": "Open", "c": "Closed"}
"""By the first letter of a board's name: the room in which it was played."""


@dataclass(frozen=True, slots=True)
class LinCommand:
    """A command with its value and the number of its line, from 1."""

    line: int
    name: str
    value: str


def read(file: str) -> MatchReading:
    """Read the matches that a file tells board by board.

    Notes, alerts, results of other tables and whatever belongs to the screen are left out.

    Raises:
        InterchangeError: it is no list of commands, or no board of it can be read; with its line.
    """
    return matches_of([*_boards(_commands(file))], "no board is told; the cards of one stand in a command md|...|")


def _commands(text: str) -> Iterator[LinCommand]:
    """Part a file into its commands; raises InterchangeError where there is none."""
    line = 1
    for found in _COMMAND.finditer(text.rstrip()):
        space, name, value, strange = found.groups()
        line += space.count("\n")
        if strange is not None:
            raise InterchangeError(line, f"a command such as mb|1C| is expected, not {strange[:40].rstrip()!r}")
        yield LinCommand(line, name.lower(), value.strip())
        line += value.count("\n")


def _boards(commands: Iterator[LinCommand]) -> Iterator[BoardText | InterchangeError]:
    """Gather the boards, each from its cards on; in place of one that cannot be comes its fault."""
    names: list[LinCommand] = []
    board: BoardText | None = None
    room = ""
    for one in commands:
        if one.name == "pn":
            names = [LinCommand(one.line, one.name, name.strip()) for name in one.value.split(",")]
        elif one.name == "qx":
            room = one.value
        elif one.name == "md":
            if board is not None:
                yield board
            try:
                board = _dealt(one, names, room)
            except InterchangeError as fault:
                board = None
                yield fault
        elif board is not None:
            _add(board, one)
    if board is not None:
        yield board


def _dealt(one: LinCommand, names: Sequence[LinCommand], room: str) -> BoardText:
    """Begin a board with its dealer, its cards, its players and the number of its room; raises InterchangeError."""
    dealer, hands = _DEAL.fullmatch(one.value).groups()  # pyrefly: ignore[missing-attribute]  # it matches any text
    board = BoardText(one.line, in_order=True)
    if dealer:
        board.tags["Dealer"] = BoardWord(one.line, _PLAYERS[int(dealer) - 1][0])
    board.tags["Deal"] = BoardWord(one.line, f"S:{' '.join(_hands(hands, one.line))}")
    own = names[len(_PLAYERS) :] if room.startswith("c") and len(names) > len(_PLAYERS) else names
    for player, name in zip(_PLAYERS, own, strict=False):
        board.tags[player] = BoardWord(name.line, name.value)
    if number := _NUMBER.search(room):
        board.tags["Board"] = BoardWord(one.line, number[0])
    if room[:1] in _ROOMS:
        board.tags["Room"] = BoardWord(one.line, _ROOMS[room[:1]])
    return board


def _hands(text: str, line: int) -> Iterator[str]:
    """Write hands as PBN does, from South on; the fourth is what the others lack."""
    hands = [_suits(hand, line) for hand in text.split(",")[: len(_PLAYERS)]]
    known = [{suit + rank for suit, ranks in zip(SUITS, hand, strict=True) for rank in ranks} for hand in hands]
    whole = [hand for hand in known if hand]
    if len(whole) == len(_PLAYERS) - 1:
        rest = {card.replace("10", "T") for card in DECK}.difference(*whole)
        missing = tuple("".join(card[1] for card in rest if card[0] == suit) for suit in SUITS)
        hands = [*(hand if any(hand) else missing for hand in hands), *([missing] * (len(_PLAYERS) - len(hands)))]
    for hand in (*hands, *[("",) * len(SUITS)] * (len(_PLAYERS) - len(hands))):
        yield ".".join(hand) if any(hand) else "-"


def _suits(hand: str, line: int) -> tuple[str, ...]:
    """Part a hand such as ``SAKHQ2D3`` into its suits; raises InterchangeError for what is no hand."""
    plain = hand.strip().upper().replace("10", "T")
    if re.fullmatch(r"(?:[SHDC][AKQJT2-9]*)*", plain) is None or any(plain.count(suit) > 1 for suit in SUITS):
        raise InterchangeError(line, f"{hand[:40]!r} is no hand; one is written such as SAK2HQJ5DT987C643")
    found = dict(re.findall(r"([SHDC])([AKQJT2-9]*)", plain))
    return tuple(found.get(suit, "") for suit in SUITS)


def _add(board: BoardText, one: LinCommand) -> None:
    """Add a command to the board under way; one that tells nothing that a record holds is left out."""
    word = BoardWord(one.line, one.value)
    match one.name:
        case "ah" if number := _NUMBER.search(one.value):
            board.tags["Board"] = BoardWord(one.line, number[0])
        case "sv":
            board.tags["Vulnerable"] = BoardWord(one.line, _VULNERABLE.get(one.value.lower(), one.value))
        case "mb":
            call = BoardWord(one.line, one.value.rstrip("!?*"))
            board.tags.setdefault("Auction", board.tags.get("Dealer", BoardWord(one.line, DIRECTIONS[0])))
            board.sections.setdefault("Auction", []).append(call)
        case "pc":
            board.sections.setdefault("Play", []).append(BoardWord(one.line, one.value.upper()))
        case "mc":
            board.tags["Result"] = word
        case _:
            pass
