"""Score sheets as players draw them, names across, a line a deal, sums below: as cells for a page, as lines of text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias
from unicodedata import combining, east_asian_width

from controller.record.message import Field, Message
from controller.rules.results import OWED, UNTOLD, DealResult, Number

MINUS: Final = "−"
WIDTH: Final = 12
"""Characters of a column at most; longer names are cut."""
NARROWEST: Final = 6
GROUP: Final = 5
"""Strokes that are drawn together: the fifth crosses the four before it (COI-S8)."""


def width(text: str) -> int:
    """Count a text's columns in a terminal: two for each wide letter, none for one that joins another.

    >>> width("Anna"), width("太郎")
    (4, 4)
    """
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def cut(text: str, columns: int) -> str:
    """Cut a text to these columns.

    >>> cut("太郎さん", 5)
    '太郎'
    """
    while width(text) > columns:
        text = text[:-1]
    return text


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """Pad a text with spaces to so many columns."""
    fill = " " * max(0, columns - width(text))
    return fill + text if right else text + fill


SheetLine = tuple[str, Sequence[str]]
"""A line of a sheet: its head, and a cell for each column."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The text and strokes of one cell."""

    text: str = ""
    strokes: int = 0
    """Number of marks won, drawn as strokes of which each fifth crosses four (COI-S8)."""
    circles: int = 0
    """Number of marks lost."""
    part: str = ""
    """The amount that this line adds, where the text is the sum so far."""
    deal: int | None = None
    """The deal behind the cell's numbers; None: no deal, or several."""

    @property
    def groups(self) -> tuple[int, ...]:
        """The strokes as they are drawn: in groups of five, the last one shorter."""
        return tuple(min(GROUP, self.strokes - start) for start in range(0, self.strokes, GROUP))


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of a sheet."""

    head: str
    cells: tuple[Cell, ...]
    deal: int | None = None
    """The deal of the whole line; None: no deal, or several."""
    suit: str = ""
    """The letter of the suit in the head; empty where it names none."""
    worth: str = ""
    """The line's worth, beside its head, such as ``×4``."""


SheetLook: TypeAlias = Literal["paper", "board", "slate", "z"]
"""Looks of a sheet: a paper with a line a deal, a board with a line a contract, a slate of marks, each pair's Z."""
_PAPER: Final[SheetLook] = "paper"
_SLATE: Final[SheetLook] = "slate"


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet as cells: names across, lines below, the sums at the foot; title and heads are messages or figures."""

    title: str
    head: str
    """Head of the column of the lines' heads."""
    names: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    foot: tuple[SheetRow, ...]
    look: SheetLook = "paper"
    """Look in which the sheet is drawn.

    Of a slate the first line of the foot has the marks, the last one the sums; of a Z the first three lines have its
    strokes from top to bottom, the fourth the rest.
    """
    standing: tuple[str, ...] = ()
    """The standing of each name, such as safe; empty where no name has any."""


def grid(
    title: str, names: Sequence[str], total: Sequence[Number], deals: Sequence[tuple[str, DealResult]], *, marked: bool
) -> Grid:
    """Make a sheet with one line a deal: ``–`` where it was void, ``?`` where cards are missing.

    Args:
        title: of the game.
        names: of the seats.
        total: the sums, by seat.
        deals: each with the head of its line.
        marked: whether sums are written as strokes and circles, too.
    """
    rows = tuple(
        SheetRow(head, tuple(Cell(text) for text in _cells(deal, len(names))), deal=deal.deal) for head, deal in deals
    )
    foot = [SheetRow(Message("Total"), tuple(Cell(signed(amount)) for amount in total))]
    if marked:
        scored = [deal for _, deal in deals]
        foot.insert(0, SheetRow(Message("Marks"), tuple(_tallied(seat, scored) for seat in range(len(names)))))
    game, look = Message.of("{game}", {"game": title}), _SLATE if marked else _PAPER
    return Grid(game, Message("Deal"), tuple(names), rows, tuple(foot), look)


def _tallied(seat: int, deals: Sequence[DealResult]) -> Cell:
    """Count every stroke and every circle that a seat was given."""
    scores = [deal.score[seat] or 0 for deal in deals if deal.score]
    return Cell("", int(sum(max(amount, 0) for amount in scores)), int(-sum(min(amount, 0) for amount in scores)))


def signed(score: Number | None) -> str:
    """Write a score with its sign; nothing for a seat that scored nothing.

    >>> signed(-2), signed(1), signed(0), signed(None)
    ('−2', '+1', '0', '')
    """
    if score is None:
        return ""
    return str(score).replace("-", MINUS) if score <= 0 else f"+{score}"


def strokes(score: Number) -> str:
    """Write a score as strokes and circles in groups of five (COI-S8).

    >>> strokes(7), strokes(-3), strokes(0)
    ('IIIII II', 'ooo', '')
    """
    marks = ("I" if score > 0 else "o") * abs(int(score))
    return " ".join(marks[start : start + GROUP] for start in range(0, len(marks), GROUP))


def crossed(text: str) -> str:
    """Draw strokes as a pencil does: the fifth lies across the four before it.

    >>> crossed("IIIII II")
    'IIII/ II'
    """
    return text.replace("I" * GROUP, "I" * (GROUP - 1) + "/")


def table(
    head: str, names: Sequence[str], rows: Sequence[SheetLine], foot: Sequence[str], last: str = "total"
) -> Iterator[str]:
    """Write a sheet: a head with the names, a rule, the rows, a rule, and a last line, the totals."""
    heads = [cut(name, WIDTH) for name in names]
    first = max(NARROWEST, *(width(text) for text, _ in (*rows, (head, ()), (last, ()))))
    cells = [heads, foot, *(row for _, row in rows)]
    widths = [max(NARROWEST, *(width(row[column]) for row in cells)) for column in range(len(names))]

    def line(text: str, row: Sequence[str]) -> str:
        columns = (padded(cell, wide, right=True) for cell, wide in zip(row, widths, strict=True))
        return f"{padded(text, first)}  {'  '.join(columns)}".rstrip()

    rule = "-" * (first + sum(widths) + 2 * len(widths))
    yield from (line(head, heads), rule, *(line(*row) for row in rows), rule, line(last, foot))


def taken_head(names: Sequence[str], deal: DealResult, named: Field | None, taker: str = "taker") -> str:
    """Write the head of a deal's line: its number; where one seat took it, also its player and the bid.

    Args:
        names: of the players, by seat.
        deal: its detail names the taker, if there is one.
        named: the bid, the game or the trump of the taker; None: nothing was named.
        taker: the name of that seat in the detail.
    """
    if taker not in deal.detail:
        return str(deal.deal)
    who: int = deal.detail[taker]
    return Message.of("{n} {name} {call}", {"n": deal.deal, "name": names[who], "call": named or ""})


def slate(title: str, names: Sequence[str], total: Sequence[Number], deals: Sequence[DealResult]) -> Iterator[str]:
    """Write a sheet with one line a deal: ``–`` where it was void, ``?`` where cards are missing."""
    rows = [(f"deal {deal.deal}", _cells(deal, len(names))) for deal in deals]
    return table(title, names, rows, [signed(amount) for amount in total])


def _cells(deal: DealResult, seats: int) -> list[str]:
    if deal.score is None or "void" in deal.detail:
        return ["?" if deal.score is None else "–"] * seats
    owed = (*deal.detail.get(OWED, ()), *deal.detail.get(UNTOLD, ()))
    return ["?" if amount is None and seat in owed else signed(amount) for seat, amount in enumerate(deal.score)]
