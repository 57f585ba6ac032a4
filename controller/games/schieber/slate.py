"""The slate of Schieber: strokes for hundreds, fifties and twenties on a Z, and what is left over (SCH-S5)."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from controller.record.message import Message
from controller.rules import sheet
from controller.rules.results import DealResult, Number

LINES: Final = (100, 50, 20)
"""What a stroke counts on the upper line, the slanting and the lower line of the Z."""


class Strokes(NamedTuple):
    """The strokes of a pair, and the points that no stroke stands for."""

    hundreds: int
    fifties: int
    twenties: int
    rest: int


def strokes(points: int) -> Strokes:
    """A sum as it stands on the Z.

    >>> strokes(677), strokes(190)
    (Strokes(hundreds=6, fifties=1, twenties=1, rest=7), Strokes(hundreds=1, fifties=1, twenties=2, rest=0))
    """
    hundreds, left = divmod(points, LINES[0])
    fifties, left = divmod(left, LINES[1])
    return Strokes(hundreds, fifties, *divmod(left, LINES[2]))


def slate(title: str, sides: Sequence[str], total: Sequence[Number], deals: Sequence[DealResult]) -> Iterator[str]:
    """A line a deal, and below the Z of each pair."""
    on_z = [strokes(int(own)) for own in total]
    lines = [(f"deal {deal.deal}", _cells(deal, len(sides))) for deal in deals]
    for worth, own in zip(LINES, zip(*(one[:-1] for one in on_z), strict=True), strict=True):
        lines.append((str(worth), [sheet.crossed(sheet.strokes(count)) for count in own]))
    lines.append(("left over", [str(one.rest) for one in on_z]))
    return sheet.table(title, sides, lines, [str(own) for own in total])


def grid(
    title: str, sides: Sequence[str], total: Sequence[Number], deals: Sequence[tuple[str, DealResult]]
) -> sheet.Grid:
    """The same as cells, with the Z drawn; the deals' numbers lead to their deals."""
    rows = tuple(
        sheet.SheetRow(head, tuple(sheet.Cell(text) for text in _cells(deal, len(sides))), deal=deal.deal)
        for head, deal in deals
    )
    on_z = [strokes(int(own)) for own in total]
    foot = [
        sheet.SheetRow(str(worth), tuple(sheet.Cell("", count) for count in own))
        for worth, own in zip(LINES, zip(*(one[:-1] for one in on_z), strict=True), strict=True)
    ]
    foot.append(sheet.SheetRow(Message("Left over"), tuple(sheet.Cell(str(one.rest)) for one in on_z)))
    foot.append(sheet.SheetRow(Message("Total"), tuple(sheet.Cell(sheet.signed(own)) for own in total)))
    return sheet.Grid(Message.of("{game}", {"game": title}), Message("Deal"), tuple(sides), rows, tuple(foot), "z")


def _cells(deal: DealResult, sides: int) -> list[str]:
    if deal.score is None or "void" in deal.detail:
        return ["?" if deal.score is None else "–"] * sides
    return ["" if own is None else str(own) for own in deal.score[:sides]]
