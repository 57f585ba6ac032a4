"""The slate: a player in each corner, a stroke for each plus, a circle for each minus (seed 003)."""

from collections.abc import Iterator, Sequence
from typing import Final

from controller.record.events import Seat
from controller.rules import sheet
from controller.rules.results import DealResult, Number

WIDTH: Final = 44
"""Characters of the slate between its sides."""


def slate(
    title: str,
    names: Sequence[str],
    left: Sequence[Sequence[Seat]],
    total: Sequence[Number],
    deals: Sequence[DealResult],
) -> Iterator[str]:
    """The slate as it lies on the table, seats counter-clockwise from the lower left corner."""
    out = [seat for level in left for seat in level]
    corners = [_corner(names[seat], _marks(seat, deals), total[seat], seat in out) for seat in range(len(names))]
    corners += [("", "", "")] * (4 - len(corners))
    low, right, far, back = corners if len(names) != 2 else (corners[0], corners[2], corners[1], corners[3])
    yield title
    yield f"+{'-' * WIDTH}+"
    yield from _pair(back, far)
    yield f"|{' ' * WIDTH}|"
    yield from _pair(low, right)
    yield f"+{'-' * WIDTH}+"


def _corner(name: str, marks: str, total: Number, out: bool) -> tuple[str, str, str]:
    return sheet.cut(name, sheet.WIDTH), marks, f"{sheet.signed(total)}{' (safe)' if out else ''}"


def _pair(left: tuple[str, str, str], right: tuple[str, str, str]) -> Iterator[str]:
    """Two corners side by side: names, marks, sums."""
    for one, other in zip(left, right, strict=True):
        yield f"| {one}{sheet.padded(other, WIDTH - 2 - sheet.width(one), right=True)} |"


def _marks(seat: Seat, deals: Sequence[DealResult]) -> str:
    """Every stroke and every circle a seat was given."""
    scores = [deal.score[seat] or 0 for deal in deals if deal.score]
    plus, minus = sum(max(score, 0) for score in scores), sum(min(score, 0) for score in scores)
    return sheet.crossed(" ".join(filter(None, (sheet.strokes(plus), sheet.strokes(minus)))))
