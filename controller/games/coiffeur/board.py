"""Coiffeur's score board: its entries, the ranking of rows, the drawing of the sheet (COI-S1 to COI-S8)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from controller.record.events import Seat
from controller.record.message import Message
from controller.rules import sheet
from controller.rules.draws import Drawn, order
from controller.rules.game import Tie
from controller.rules.options import Rules
from controller.rules.results import Number

MATCH: Final = 257
"""The points written when the declarer wins every trick (COI-S2)."""

ROW_MARKS: Final = {"no-trump": 2, "reverse": 2, "slalom": 2, "gustav": 3, "joker1": 3, "joker2": 3}
"""Marks that the first of a row wins and the last loses; a suit has one (COI-S4)."""

MULTIPLIERS: Final = {
    "spades": 1,
    "clubs": 2,
    "diamonds": 3,
    "hearts": 4,
    "no-trump": 5,
    "reverse": 6,
    "joker1": 7,
    "joker2": 8,
}
"""The multipliers with four seats (COI-S7)."""

TITLES: Final = {
    "spades": "Spades",
    "hearts": "Hearts",
    "diamonds": "Diamonds",
    "clubs": "Clubs",
    "no-trump": "No trump",
    "reverse": "Reverse",
    "slalom": "Slalom",
    "gustav": "Gustav",
    "joker1": "Joker 1",
    "joker2": "Joker 2",
}

_SUITS: Final = {"spades": "S", "clubs": "C", "diamonds": "D", "hearts": "H"}


@dataclass(frozen=True, slots=True)
class CoiffeurBoard:
    """The board after some deals; a side is a seat, or a pair of partners."""

    written: Mapping[tuple[int, str], int] = field(default_factory=dict[tuple[int, str], int])
    """The points written by side and row; with four seats the score."""
    strokes: tuple[int, ...] = ()
    """Match marks won, by side (COI-S2, COI-S3)."""
    circles: tuple[int, ...] = ()
    """Match marks lost, by side."""
    ranked: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    """Marks of each finished row, by side (COI-S4)."""

    def totals(self) -> tuple[int, ...]:
        """Add up the row marks and match marks, by side (COI-S6)."""
        rows = self.ranked.values()
        marks = zip(self.strokes, self.circles, strict=True)
        return tuple(won - lost + sum(row[side] for row in rows) for side, (won, lost) in enumerate(marks))


def four_seats(points: int, row: str) -> int:
    """Return the score of points in a row with four seats (COI-S7).

    >>> four_seats(118, "diamonds"), four_seats(257, "joker2")
    (33, 200)
    """
    return points // 10 * MULTIPLIERS[row]


def write_match(board: CoiffeurBoard, declarer: Seat, tricks: Sequence[int]) -> CoiffeurBoard:
    """Add the marks of a match or a counter-match: all tricks or none (COI-S2, COI-S3)."""
    sides = range(len(tricks))
    if tricks[declarer] == sum(tricks):
        strokes, circles = [2 * (side == declarer) for side in sides], [int(side != declarer) for side in sides]
    elif tricks[declarer] == 0:
        strokes, circles = [int(side != declarer) for side in sides], [2 * (side == declarer) for side in sides]
    else:
        return board
    return replace(
        board,
        strokes=tuple(map(sum, zip(board.strokes, strokes, strict=True))),
        circles=tuple(map(sum, zip(board.circles, circles, strict=True))),
    )


def rank_row(board: CoiffeurBoard, row: str, sides: int, drawn: Drawn) -> CoiffeurBoard | Tie:
    """Rank a row that all have played: most +k, least -k; level sides draw for their order (COI-S4, COI-S5)."""
    numbers = {side: board.written[side, row] for side in range(sides) if (side, row) in board.written}
    if len(numbers) < sides:
        return board
    ranking: list[tuple[int, ...]] = []
    for number in sorted(set(numbers.values()), reverse=True):
        ranking += order(tuple(side for side, own in numbers.items() if own == number), drawn)
    tied = next((level for level in ranking if len(level) > 1), None)
    if tied:
        return Tie(tied)
    marks, (first, *_, last) = ROW_MARKS.get(row, 1), ranking
    row_marks = tuple(marks * ((side,) == first) - marks * ((side,) == last) for side in range(sides))
    return replace(board, ranked={**board.ranked, row: row_marks})


def marks(strokes: int, circles: int) -> str:
    """Draw strokes and circles; one of each together is ``φ``, zero (COI-S8).

    >>> marks(6, 0), marks(3, 1), marks(0, 4)
    ('IIII/ I', 'φ II', 'oooo')
    """
    both = min(strokes, circles)
    rest = sheet.crossed(sheet.strokes(strokes - circles))
    return " ".join(part for part in ("φ" * both, rest) if part)


def drawn_sheet(
    title: str, rules: Rules, board: CoiffeurBoard, rows: Sequence[str], sides: Sequence[str]
) -> Iterator[str]:
    """Yield the board's lines: the points written on the left, with three seats the marks on the right."""

    def number(side: int, row: str) -> str:
        return str(board.written.get((side, row), ""))

    left = [(TITLES[row], [number(side, row) for side in range(len(sides))]) for row in rows]
    if rules.seats == 4:
        return sheet.table(title, sides, left, [str(_sum(board, side)) for side in range(len(sides))])
    right = [[marks(max(own, 0), max(-own, 0)) for own in board.ranked.get(row, (0, 0, 0))] for row in rows]
    lines = [(head, [*cells, *own]) for (head, cells), own in zip(left, right, strict=True)]
    match = [marks(won, lost) for won, lost in zip(board.strokes, board.circles, strict=True)]
    return sheet.table(title, (*sides, *sides), lines, [*match, *map(sheet.signed, board.totals())], "Match")


def drawn_grid(
    title: str,
    rules: Rules,
    board: CoiffeurBoard,
    rows: Sequence[str],
    sides: Sequence[str],
    total: Sequence[Number],
    deals: Mapping[tuple[int, str], int],
) -> sheet.Grid:
    """Build the board as cells: a line for each contract with each side's points, and the row's marks (COI-S4).

    Args:
        title: the game's title.
        rules: the match's rules.
        board: the board to draw.
        rows: the contracts, in order.
        sides: the sides' names.
        total: the sums, by seat.
        deals: the newest deal in which a side played a contract.
    """
    count = len(sides)

    def cell(side: int, row: str) -> sheet.Cell:
        row_marks = board.ranked[row][side] if row in board.ranked else 0
        written = board.written.get((side, row))
        deal = None if written is None else deals.get((side, row))
        return sheet.Cell("" if written is None else str(written), max(row_marks, 0), max(-row_marks, 0), deal=deal)

    def line(row: str) -> sheet.SheetRow:
        head, cells = Message.of("{call}", {"call": TITLES[row]}), tuple(cell(side, row) for side in range(count))
        worth = f"×{MULTIPLIERS[row]}" if rules.seats == 4 else sheet.strokes(ROW_MARKS.get(row, 1))
        return sheet.SheetRow(head, cells, suit=_SUITS.get(row, ""), worth=worth)

    lines = tuple(map(line, rows))
    foot = [sheet.SheetRow(Message("Total"), tuple(sheet.Cell(sheet.signed(own)) for own in total[:count]))]
    if rules.seats == 3:
        marks = zip(board.strokes, board.circles, strict=True)
        foot.insert(0, sheet.SheetRow(Message("Match"), tuple(sheet.Cell("", won, lost) for won, lost in marks)))
    game = Message.of("{game}", {"game": title})
    return sheet.Grid(game, Message("Contract"), tuple(sides), lines, tuple(foot), "board")


def _sum(board: CoiffeurBoard, side: int) -> int:
    return sum(number for (who, _), number in board.written.items() if who == side)
