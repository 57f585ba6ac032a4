"""The scores that a board can have, for slips that are entered by hand."""

from functools import cache
from itertools import product

from controller.games.bridge.score import board_bonus, fulfilled, score
from controller.games.bridge.state import DENOMINATIONS, LEVELS, BridgeContract, vulnerable
from controller.record.message import Message
from controller.rules.score.slip import SlipLine

_TRICKS = 13


def slip_fault(line: SlipLine) -> Message | None:
    """Why a board cannot have this score, or None: one pair has what some contract gives there (BRI-S1 to BRI-S5)."""
    if line.deals > 1 or line.factor > 1 or any(line.extra):
        return Message("boards are written down one by one, with the score of one side")
    first, second = line.points
    if first and second:
        return Message("only one side scores on a board; write 0 for the other one")
    sides = vulnerable(line.board) if line.board else None
    both = possible_slip(is_vulnerable=False) | possible_slip(is_vulnerable=True)
    own = (possible_slip(is_vulnerable=sides[0]), possible_slip(is_vulnerable=sides[1])) if sides else (both, both)
    down = (
        (possible_down(is_vulnerable=sides[1]), possible_down(is_vulnerable=sides[0])) if sides else (_any_down(),) * 2
    )
    for points, made, beaten in zip((first, second), own, down, strict=True):
        if points and points not in made | beaten:
            return Message("no contract gives {n} points on this board", n=points)
    return None


@cache
def possible_slip(*, is_vulnerable: bool) -> frozenset[int]:
    """What a pair can score with a contract of its own that it makes."""
    return frozenset(
        counted.tricks
        + counted.over
        + counted.insult
        + counted.slam
        + board_bonus(counted.tricks, vulnerable=is_vulnerable)
        for contract, taken in _contracts()
        if fulfilled(contract, taken)
        for counted in (score(contract, taken, vulnerable=is_vulnerable),)
    )


@cache
def possible_down(*, is_vulnerable: bool) -> frozenset[int]:
    """What the other pair can score when a contract of this one goes down."""
    return frozenset(
        score(contract, taken, vulnerable=is_vulnerable).down
        for contract, taken in _contracts()
        if not fulfilled(contract, taken)
    )


def _any_down() -> frozenset[int]:
    return possible_down(is_vulnerable=False) | possible_down(is_vulnerable=True)


def _contracts() -> tuple[tuple[BridgeContract, int], ...]:
    """Every contract with every number of tricks."""
    every = product(LEVELS, DENOMINATIONS, (1, 2, 4), range(_TRICKS + 1))
    return tuple((BridgeContract(int(level), name, 0, times), taken) for level, name, times, taken in every)
