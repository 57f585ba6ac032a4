"""The score sheet as the players of a game draw it, and its marks in words."""

from dataclasses import dataclass

from controller.console.views.table_mat import counts_tricks, points_taken
from controller.console.words.gettext import decimal, ngettext
from controller.record.message import Message
from controller.rules import sheet, standing
from controller.rules.match import AnyMatch
from controller.rules.results import NO_BREAKDOWN, Breakdown, DealResult, Number
from controller.rules.sheet import Cell, Grid


def grid(match: AnyMatch) -> Grid:
    """Return the sheet of a match as it stands."""
    return match.game.sheet.grid(
        match.game.title, match.rules, match.book, match.total, [entry.result for entry in match.ledger]
    )


def running(match: AnyMatch) -> tuple[str, ...]:
    """Return what the tricks of the deal have brought so far, by column of the sheet; empty where it is not known."""
    deal = match.deal
    points = points_taken(match, deal) if deal and match.running else {}
    columns = match.game.sides.partners(match.rules)
    if deal is None or not points or len(columns) != len(grid(match).names):
        return ()
    tricks = counts_tricks(match, deal)
    each = [[points[seat] for seat in seats if seat in points] for seats in columns]
    return tuple(points_words(sum(own), tricks=tricks) if own else "" for own in each)


@dataclass(frozen=True, slots=True)
class DealNumbers:
    """The numbers behind a deal's score, with one for each side."""

    deal: int
    sides: tuple[Message, ...]
    """The sides' names."""
    parts: Breakdown


def breakdowns(match: AnyMatch) -> tuple[DealNumbers, ...]:
    """Return the deals whose score has parts to tell, the newest first."""
    results = (entry.result for entry in reversed(match.ledger))
    return tuple(_numbers(match, result) for result in results if result.breakdown != NO_BREAKDOWN)


def _numbers(match: AnyMatch, result: DealResult) -> DealNumbers:
    sides, parts = standing.by_side(match, result)
    return DealNumbers(result.deal, tuple(side.name for side in sides), parts)


def amount(value: Number | None, *, is_signed: bool) -> str:
    """Return a number of a breakdown as a cell has it; nothing where nothing is counted."""
    return (sheet.signed(value) if is_signed else str(value)) if value else ""


def points_words(points: Number, *, tricks: bool = False, needed: int | None = None) -> str:
    """Points of cards, or how many tricks and of how many that are needed, as a number that people write.

    >>> points_words(1), points_words(12.0), points_words(9.5), points_words(3, tricks=True)
    ('1 point', '12 points', '9.5 points', '3 tricks')
    >>> points_words(3, tricks=True, needed=7)
    '3 of 7 tricks'
    """
    if needed is not None:
        return ngettext("{n} of {n2} trick", "{n} of {n2} tricks", needed).format(n=int(points), n2=needed)
    if tricks:
        return ngettext("{n} trick", "{n} tricks", int(points)).format(n=int(points))
    return ngettext("{points} point", "{points} points", 1 if points == 1 else 2).format(points=decimal(points))


def marks_words(cell: Cell) -> str:
    """Strokes and circles for the ear."""
    strokes = ngettext("{n} stroke", "{n} strokes", cell.strokes).format(n=cell.strokes) if cell.strokes else ""
    circles = ngettext("{n} circle", "{n} circles", cell.circles).format(n=cell.circles) if cell.circles else ""
    return ", ".join(filter(None, (strokes, circles)))
