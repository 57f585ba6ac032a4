"""The score sheet as lines of text, drawn as players draw it: names across, a line a deal, sums below."""

from collections.abc import Iterator, Sequence
from typing import Final

from controller.match import AnyMatch
from controller.results import DealResult, Number

MINUS: Final = "−"
WIDTH: Final = 12
"""Characters of a column at most; longer names are cut."""


def signed(score: Number | None) -> str:
    """A score with its sign; nothing for a seat that scored nothing.

    >>> signed(-2), signed(1), signed(0), signed(None)
    ('−2', '+1', '0', '')
    """
    if score is None:
        return ""
    return str(score).replace("-", MINUS) if score <= 0 else f"+{score}"


def strokes(score: Number) -> str:
    """A score as strokes and circles; each fifth stroke crosses the four before it (COI-S8).

    >>> strokes(7), strokes(-3), strokes(0)
    ('++++ II', 'ooo', '')
    """
    fives, ones = divmod(int(score), 5) if score > 0 else (0, 0)
    return " ".join(["++++"] * fives + ["I" * ones] * bool(ones)) if score > 0 else "o" * -int(score)


def lines(match: AnyMatch, deals: Sequence[DealResult]) -> Iterator[str]:
    """The sheet of a match with these deals."""
    names = [name[:WIDTH] for name in match.names]
    widths = [max(len(name), 6) for name in names]

    def row(head: str, cells: Sequence[str]) -> str:
        columns = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        return f"{head:8}  {'  '.join(columns)}".rstrip()

    rule = "-" * (10 + sum(widths) + 2 * (len(widths) - 1))
    yield row(match.game.title[:8], names)
    yield rule
    for deal in deals:
        yield row(f"deal {deal.deal}", _cells(deal, len(names)))
    yield rule
    yield row("total", [signed(own) for own in match.total])


def _cells(deal: DealResult, seats: int) -> list[str]:
    """A deal's line: ``–`` where it was void, ``?`` where cards are missing."""
    if deal.score is None or "void" in deal.detail:
        return ["?" if deal.score is None else "–"] * seats
    return [signed(own) for own in deal.score]
