"""The score sheet as the players of a game draw it, and its marks in words."""

from controller.console.words.gettext import ngettext
from controller.rules.match import AnyMatch
from controller.rules.sheet import Cell, Grid


def grid(match: AnyMatch) -> Grid:
    """The sheet of a match as it stands."""
    return match.game.grid(match.rules, match.book, match.total, [entry.result for entry in match.ledger])


def marks_words(cell: Cell) -> str:
    """Strokes and circles for the ear."""
    strokes = ngettext("{n} stroke", "{n} strokes", cell.strokes).format(n=cell.strokes) if cell.strokes else ""
    circles = ngettext("{n} circle", "{n} circles", cell.circles).format(n=cell.circles) if cell.circles else ""
    return ", ".join(filter(None, (strokes, circles)))
