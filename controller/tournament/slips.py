"""Slips entered by hand: which line a table can have, by the number of its sides and by its game's own law of sums."""

import re
from typing import Final

from controller.record.message import Message
from controller.rules.score.slip import SlipLine, other_factor, too_much_beside
from controller.tournament.forms import TableForm
from controller.tournament.steps import SeatedTable, StepError

_DEAL: Final = re.compile(
    r"(?:#(?P<board>\d{1,3})[ =]+)?(?P<points>[-−+\d:]+)(?: *\((?P<extra>[-−+\d:]+)\))?(?: *[x×*](?P<factor>\d{1,2}))?"
    r"(?: */ *(?P<deals>\d{1,2}))?"
)
MOST_POINTS: Final = 1_000_000


def fault(form: TableForm, table: SeatedTable, line: SlipLine, *, is_read: bool = False) -> Message | None:
    """Why a table cannot have this line, or None.

    Args:
        form: what all tables have in common.
        table: who plays there, and which boards.
        line: of its slip.
        is_read: whether it comes from a record, of which each card was seen.
    """
    sides = len(form.sides)
    if len(line.points) != sides or len(line.extra) not in (0, sides):
        return Message("there are {count} sides at a table, with a number for each", count=sides)
    if any(abs(own) > MOST_POINTS for own in (*line.points, *line.extra)):
        return Message("nobody has so many points")
    if line.factor < 1 or line.deals < 1:
        return Message("a deal counts once at least")
    if table.boards and line.board not in table.boards:
        return Message("board {n} is not played at table {name}", n=line.board or 0, name=table.table)
    return None if is_read else _unlawful(form, line)


def _unlawful(form: TableForm, line: SlipLine) -> Message | None:
    """Why a line breaks the laws of its game."""
    factors = form.game.slip_factors(form.rules)
    if line.factor not in factors:
        return other_factor(line, factors)
    return too_much_beside(line, form.game.slip_extra(form.rules)) or form.game.slip_fault(form.rules, line)


def parse(text: str) -> tuple[SlipLine, ...]:
    """The deals of a slip as an organiser types them, with commas between; raises StepError.

    A deal is its points by side, ``102:55``; what was announced beside them in parentheses, the multiplier, and the
    number of deals that were added up, where there is more than one: ``102:55 (20:0) x2``, ``812:758 /10``. The number
    of a board comes first: ``#7 420:0``.

    >>> [line.score for line in parse("102:55 (20:0) x2, 0:257")]
    [(244, 110), (0, 257)]
    """
    return tuple(_deal(part.strip()) for part in text.replace(";", ",").replace("\\n", ",").split(",") if part.strip())


def _deal(text: str) -> SlipLine:
    found = _DEAL.fullmatch(text)
    try:
        points, extra = _numbers(found["points"] if found else "?"), _numbers((found and found["extra"]) or "")
    except ValueError:
        raise StepError(
            Message("{reason} is no deal of a slip; write points by side, such as 102:55", reason=repr(text[:40]))
        ) from None
    factor, deals, board = ((found and found[name]) for name in ("factor", "deals", "board"))
    return SlipLine(
        points=points,
        extra=extra,
        factor=int(factor or 1),
        deals=int(deals or 1),
        board=int(board) if board else None,
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part.replace("−", "-")) for part in text.split(":")) if text else ()


def written(line: SlipLine) -> str:
    """A line as it is typed; :func:`parse` is its inverse.

    >>> written(parse("#7 102:55 (20:0) x2 /1")[0])
    '#7 102:55 (20:0) x2'
    """
    board = "" if line.board is None else f"#{line.board} "
    extra = f" ({':'.join(map(str, line.extra))})" if any(line.extra) else ""
    factor = f" x{line.factor}" if line.factor > 1 else ""
    deals = f" /{line.deals}" if line.deals > 1 else ""
    return f"{board}{':'.join(map(str, line.points))}{extra}{factor}{deals}"
