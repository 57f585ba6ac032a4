"""Score sheets as lines of text, drawn as players draw them: names across, a line a deal, sums below."""

from collections.abc import Iterator, Sequence
from typing import Final

from controller.rules.results import DealResult, Number

MINUS: Final = "−"
WIDTH: Final = 12
"""Characters of a column at most; longer names are cut."""
NARROWEST: Final = 6
GROUP: Final = 5
"""Strokes that are drawn together: the fifth crosses the four before it (COI-S8)."""


Line = tuple[str, Sequence[str]]
"""A line of a sheet: its head, and a cell for each column."""


def signed(score: Number | None) -> str:
    """A score with its sign; nothing for a seat that scored nothing.

    >>> signed(-2), signed(1), signed(0), signed(None)
    ('−2', '+1', '0', '')
    """
    if score is None:
        return ""
    return str(score).replace("-", MINUS) if score <= 0 else f"+{score}"


def strokes(score: Number) -> str:
    """A score as strokes and circles in groups of five (COI-S8).

    >>> strokes(7), strokes(-3), strokes(0)
    ('IIIII II', 'ooo', '')
    """
    marks = ("I" if score > 0 else "o") * abs(int(score))
    return " ".join(marks[start : start + GROUP] for start in range(0, len(marks), GROUP))


def crossed(text: str) -> str:
    """Strokes as a pencil draws them: the fifth lies across the four before it.

    >>> crossed("IIIII II")
    '++++ II'
    """
    return text.replace("I" * GROUP, "++++")


def table(
    head: str, names: Sequence[str], rows: Sequence[Line], foot: Sequence[str], last: str = "total"
) -> Iterator[str]:
    """A sheet: a head with the names, a rule, the rows, a rule, and a last line, the totals."""
    cut = [name[:WIDTH] for name in names]
    first = max(NARROWEST, *(len(text) for text, _ in (*rows, (head, ()), (last, ()))))
    cells = [cut, foot, *(row for _, row in rows)]
    widths = [max(NARROWEST, *(len(row[column]) for row in cells)) for column in range(len(names))]

    def line(text: str, row: Sequence[str]) -> str:
        columns = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        return f"{text:{first}}  {'  '.join(columns)}".rstrip()

    rule = "-" * (first + sum(widths) + 2 * len(widths))
    yield from (line(head, cut), rule, *(line(*row) for row in rows), rule, line(last, foot))


def slate(title: str, names: Sequence[str], total: Sequence[Number], deals: Sequence[DealResult]) -> Iterator[str]:
    """A sheet with one line a deal: ``–`` where it was void, ``?`` where cards are missing."""
    rows = [(f"deal {deal.deal}", _cells(deal, len(names))) for deal in deals]
    return table(title, names, rows, [signed(own) for own in total])


def _cells(deal: DealResult, seats: int) -> list[str]:
    if deal.score is None or "void" in deal.detail:
        return ["?" if deal.score is None else "–"] * seats
    return [signed(own) for own in deal.score]
