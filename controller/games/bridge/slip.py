"""Slips of Bridge: the possible scores of a board, and the score of a contract as written down (BRI-S1 to BRI-S5)."""

import re
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Final

from controller.games.bridge.auction import bid_words
from controller.games.bridge.score import RUBBER, board_points, fulfilled
from controller.games.bridge.state import DENOMINATIONS, LEVELS, TRUMPS, BridgeContract, vulnerable
from controller.games.pair_game import pair
from controller.record.message import Message
from controller.rules.options import Rules
from controller.rules.parts import Slip
from controller.rules.score.slip import SlipLine

_TRICKS: Final = 13


def slip_fault(line: SlipLine) -> Message | None:
    """Explain why a board cannot have this score, or None: one pair has what some contract gives (BRI-S1 to BRI-S5)."""
    if line.deals > 1 or line.factor > 1 or any(line.extra):
        return Message("boards are written down one by one, with the score of one side")
    first, second = line.points
    if first and second:
        return Message("only one side scores on a board; write 0 for the other one")
    sides = vulnerable(line.board) if line.board else None
    both = possible_slip(is_vulnerable=False) | possible_slip(is_vulnerable=True)
    winnings = (possible_slip(is_vulnerable=sides[0]), possible_slip(is_vulnerable=sides[1])) if sides else (both, both)
    down = (
        (possible_down(is_vulnerable=sides[1]), possible_down(is_vulnerable=sides[0])) if sides else (_any_down(),) * 2
    )
    for points, possible, beaten in zip((first, second), winnings, down, strict=True):
        if points and points not in possible | beaten:
            return Message("no contract gives {n} points on this board", n=points)
    return None


@cache
def possible_slip(*, is_vulnerable: bool) -> frozenset[int]:
    """List the scores that a pair can get with a contract of its own that it makes."""
    return frozenset(
        board_points(contract, taken, vulnerable=is_vulnerable)[0]
        for contract, taken in _contracts()
        if fulfilled(contract, taken)
    )


@cache
def possible_down(*, is_vulnerable: bool) -> frozenset[int]:
    """List the scores that the other pair can get when a contract of this one goes down."""
    return frozenset(
        board_points(contract, taken, vulnerable=is_vulnerable)[1]
        for contract, taken in _contracts()
        if not fulfilled(contract, taken)
    )


def _any_down() -> frozenset[int]:
    return possible_down(is_vulnerable=False) | possible_down(is_vulnerable=True)


def _contracts() -> tuple[tuple[BridgeContract, int], ...]:
    """Return every contract with every number of tricks."""
    every = product(LEVELS, DENOMINATIONS, (1, 2, 4), range(_TRICKS + 1))
    return tuple((BridgeContract(int(level), name, 0, times), taken) for level, name, times, taken in every)


# A contract as players write it on a slip: ``4S N 10``, ``3NTX E -1``, ``2H W =``, or ``pass``.

_PASSED: Final = ("pass", "passed", "p")
_CONTRACT: Final = re.compile(
    r"(?P<level>[1-7]) *(?P<denomination>S|H|D|C|NT?|SA|[♠♥♦♣]) *(?P<times>X{0,2}|\*{1,2}) *(?P<declarer>[NESW]) *"
    r"(?P<tricks>\d{1,2}|=|[-−+]\d{1,2})"
)
_DENOMINATION: Final = {
    **{suit: name for name, suit in TRUMPS.items() if suit},
    "N": "no-trump",
    "NT": "no-trump",
    "SA": "no-trump",
    "♠": "spades",
    "♥": "hearts",
    "♦": "diamonds",
    "♣": "clubs",
}
_DIRECTIONS: Final = "NESW"
_HEADS: Final = (Message("Contract (4S)"), Message("Declarer (N)"), Message("Tricks (10)"))
"""The heads of a board's columns, each with an example of what is written there."""


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """The contract of a board and the tricks of the declarer's side, as its slip has them."""

    made: BridgeContract | None
    """None: all have passed."""
    tricks: int = 0


def read_play(text: str) -> PlayedBoard | Message:
    """Read contract, declarer and tricks of a board, or return what is wrong with them.

    >>> read_play("4S N 10"), read_play("4 ♠ N =") == read_play("4S N 10"), read_play("pass").made
    (PlayedBoard(made=BridgeContract(level=4, denomination='spades', declarer=0, times=1), tricks=10), True, None)
    >>> str(read_play("8S N 10"))
    "'8S N 10' is no contract with declarer and tricks; write them as 4S N 10, 3NTX E -1, or pass"
    """
    if text.strip().lower() in _PASSED:
        return PlayedBoard(None)
    found = _CONTRACT.fullmatch(text.strip().upper())
    if found is None:
        return Message(
            "{reason} is no contract with declarer and tricks; write them as {code}, {code2}, or {code3}",
            reason=repr(text[:30]),
            code="4S N 10",
            code2="3NTX E -1",
            code3="pass",
        )
    made = BridgeContract(
        int(found["level"]),
        _DENOMINATION[found["denomination"]],
        _DIRECTIONS.index(found["declarer"]),
        2 ** len(found["times"]),
    )
    count = found["tricks"].replace("−", "-")
    tricks = int(count) if count.isdecimal() else made.needed + int(count if count != "=" else "0")
    if not 0 <= tricks <= _TRICKS:
        bid = bid_words(made.level, made.denomination)
        return Message("{bid} with {code}: a deal has {n} tricks", bid=bid, code=count, n=_TRICKS)
    return PlayedBoard(made, tricks)


def write_play(played: PlayedBoard) -> str:
    """Write contract, declarer and tricks in one form, of the many in which people write them.

    >>> [write_play(read_play(text)) for text in ("4♠xx w +1", "3 SA N =", "P")]
    ['4SXX W 11', '3NT N 9', 'pass']
    """
    made = played.made
    if made is None:
        return _PASSED[0]
    times = {1: "", 2: "X", 4: "XX"}[made.times]
    return f"{made.level}{TRUMPS[made.denomination] or 'NT'}{times} {_DIRECTIONS[made.declarer]} {played.tricks}"


def points_of(played: PlayedBoard, board: int) -> tuple[int, int]:
    """Return what North-South and East-West score with a contract on a board (BRI-S1 to BRI-S5, BRI-V1).

    >>> points_of(PlayedBoard(BridgeContract(4, "spades", 0, 1), 10), 2), points_of(PlayedBoard(None), 2)
    ((620, 0), (0, 0))
    """
    made = played.made
    if made is None:
        return 0, 0
    side = pair(made.declarer)
    points = board_points(made, played.tricks, vulnerable=vulnerable(board)[side])
    return points if side == 0 else points[::-1]


class BridgeSlip(Slip):
    """The lines of Bridge that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check that a contract can have the score on its board (BRI-S1 to BRI-S5, BRI-V1)."""
        return None if rules["form"] == RUBBER else slip_fault(line)

    def columns(self, rules: Rules) -> tuple[Message, ...]:
        """List contract, declarer and tricks, where each board is scored by itself."""
        return () if rules["form"] == RUBBER else _HEADS

    def counted(self, rules: Rules, line: SlipLine) -> SlipLine | Message:
        """Return the line with the score of its contract on its board, or what is wrong with it."""
        played = read_play(line.played)
        if isinstance(played, Message):
            return played
        if line.board is None:
            return Message("the number of the board is missing: it says who is vulnerable")
        return replace(line, points=points_of(played, line.board), played=write_play(played))
