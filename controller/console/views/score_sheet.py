"""The score sheet as players draw it, as a table of cells that a page can lay out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from controller.console.words.gettext import _, core, ngettext
from controller.games.coiffeur.auction import contracts
from controller.games.coiffeur.board import TITLES, Board
from controller.games.coiffeur.game import sides
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, Number
from controller.rules.sheet import GROUP, signed


@dataclass(frozen=True, slots=True)
class Cell:
    """What is written in one place."""

    text: str = ""
    strokes: int = 0
    """Marks won, drawn as strokes of which each fifth crosses four (COI-S8)."""
    circles: int = 0
    """Marks lost."""

    @property
    def groups(self) -> tuple[int, ...]:
        """The strokes as they are drawn: in groups of five, the last one shorter."""
        return tuple(min(GROUP, self.strokes - start) for start in range(0, self.strokes, GROUP))


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a sheet."""

    head: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet: names across, lines below, the sums at the foot."""

    title: str
    head: str
    names: tuple[str, ...]
    rows: tuple[Row, ...]
    foot: tuple[Row, ...]


def grid(match: AnyMatch) -> Grid:
    """The sheet of a match as it stands."""
    if match.game.name == "coiffeur":
        return _board(match, match.book)
    deals = [entry.result for entry in match.ledger]
    rows = tuple(_rows(match, deals))
    foot = [Row(_("Total"), tuple(Cell(signed(own)) for own in match.total))]
    if any(match.game.strokes(own) for own in match.total):
        foot.insert(0, Row(_("Marks"), tuple(_tallied(seat, deals) for seat in range(match.rules.seats))))
    return Grid(core(match.game.title), _("Deal"), match.names, rows, tuple(foot))


def _rows(match: AnyMatch, deals: Sequence[DealResult]) -> Iterator[Row]:
    for deal in deals:
        head = str(deal.deal)
        if "taker" in deal.detail:
            head = f"{deal.deal} {match.names[deal.detail['taker']]} {core(deal.detail['bid'])}"
        if deal.score is None or "void" in deal.detail:
            yield Row(head, (Cell("?" if deal.score is None else "–"),) * match.rules.seats)
        else:
            yield Row(head, tuple(Cell(signed(own)) for own in deal.score))


def _tallied(seat: int, deals: Sequence[DealResult]) -> Cell:
    """Every stroke and every circle that a seat was given."""
    scores = [deal.score[seat] or 0 for deal in deals if deal.score]
    return Cell("", int(sum(max(own, 0) for own in scores)), int(-sum(min(own, 0) for own in scores)))


def _board(match: AnyMatch, board: Board) -> Grid:
    """Coiffeur: a line a contract, what each side has written in it, and the marks of the row (COI-S4, COI-S8)."""
    names = sides(match.rules)
    count = len(names)

    def cell(side: int, row: str) -> Cell:
        own = board.ranked.get(row, (0,) * count)[side] if row in board.ranked else 0
        return Cell(str(board.written.get((side, row), "")), max(own, 0), max(-own, 0))

    rows = tuple(
        Row(core(TITLES[row]), tuple(cell(side, row) for side in range(count))) for row in contracts(match.rules)
    )
    total = _by_side(match.total, count)
    foot = [Row(_("Total"), tuple(Cell(signed(own)) for own in total))]
    if match.rules.seats == 3:
        marks = zip(board.strokes, board.circles, strict=True)
        foot.insert(0, Row(_("Match"), tuple(Cell("", won, lost) for won, lost in marks)))
    return Grid(core(match.game.title), _("Contract"), names, rows, tuple(foot))


def _by_side(total: Sequence[Number], count: int) -> Sequence[Number]:
    """The sums by side; partners 0 and 2, 1 and 3 have the same."""
    return total[:count]


def marks_words(cell: Cell) -> str:
    """Strokes and circles for the ear."""
    strokes = ngettext("{n} stroke", "{n} strokes", cell.strokes).format(n=cell.strokes) if cell.strokes else ""
    circles = ngettext("{n} circle", "{n} circles", cell.circles).format(n=cell.circles) if cell.circles else ""
    return ", ".join(filter(None, (strokes, circles)))
