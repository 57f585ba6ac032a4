"""The sheet of Belote: two columns, us and them, with running sums (BEL-G2)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from controller.rules import sheet
from controller.rules.results import DealResult, Number


def slate_grid(
    title: str, sides: Sequence[str], total: Sequence[Number], deals: Sequence[tuple[str, DealResult]]
) -> sheet.Grid:
    """A line a deal: the sums so far, and beside them what the deal adds."""
    plain = sheet.grid(title, sides, total, deals, marked=False)
    rows = tuple(_with_sums(row, deal) for row, (_, deal) in zip(plain.rows, deals, strict=True))
    return replace(plain, rows=rows)


def _with_sums(row: sheet.SheetRow, deal: DealResult) -> sheet.SheetRow:
    if deal.score is None or "void" in deal.detail:
        return row
    sums = zip(row.cells, deal.total, strict=False)  # a cell for each pair, a sum for each seat
    return replace(row, cells=tuple(sheet.Cell(str(so_far), part=cell.text) for cell, so_far in sums))


def slate_lines(title: str, sides: Sequence[str], total: Sequence[Number], deals: Sequence[DealResult]) -> Iterator[str]:
    """The same as text."""
    rows = [(f"deal {deal.deal}", _cells(deal, len(sides))) for deal in deals]
    return sheet.table(title, sides, rows, [str(own) for own in total])


def _cells(deal: DealResult, sides: int) -> list[str]:
    if deal.score is None or "void" in deal.detail:
        return ["?" if deal.score is None else "–"] * sides
    return [str(own) for own in deal.total[:sides]]
