"""The sheet of Schnapsen: from seven down to nothing, and a Bummerl for who loses (SCN-G1, SCN-G2)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.games.schnapsen.state import SchnapsenBook
from controller.record.effects import Scores
from controller.record.message import Message
from controller.rules import sheet
from controller.rules.options import Rules
from controller.rules.results import DealResult, Number
from controller.rules.sheet import Cell, Grid, SheetRow

BUMMERL: Final = "●"
"""The dot that the loser of a game gets."""


def goal(rules: Rules) -> int:
    """Game points that win a Bummerl; 0 would never end one."""
    return max(1, int(str(rules["goal"])))


def open_slate(rules: Rules) -> SchnapsenBook:
    """The book before the first deal."""
    return SchnapsenBook((goal(rules),) * rules.seats)


def slate_after(rules: Rules, book: SchnapsenBook, score: Scores) -> SchnapsenBook:
    """The book after a deal: who has nothing left wins, the other gets a Bummerl, and both begin again."""
    left = tuple(own - int(now or 0) for own, now in zip(book.left, score, strict=True))
    if min(left) > 0:
        return replace(book, left=left)
    winner = left.index(min(left))
    bummerl = tuple(own + (seat != winner) for seat, own in enumerate(book.bummerl))
    return SchnapsenBook((goal(rules),) * len(left), bummerl)


def _written(rules: Rules, deals: Sequence[DealResult]) -> Iterator[tuple[str, ...]]:
    """What stands in each deal's line: what the winner still needs, or the loser's Bummerl."""
    book = open_slate(rules)
    for deal in deals:
        if deal.score is None or "void" in deal.detail:
            yield ("?" if deal.score is None else "–",) * rules.seats
            continue
        before, book = book, slate_after(rules, book, deal.score)
        got = [new > old for new, old in zip(book.bummerl, before.bummerl, strict=True)]
        yield tuple(
            BUMMERL if lost else "0" if any(got) else str(book.left[seat]) if deal.score[seat] else ""
            for seat, lost in enumerate(got)
        )


def sheet_lines(title: str, rules: Rules, book: SchnapsenBook, deals: Sequence[DealResult]) -> Iterator[str]:
    """The sheet in lines of text."""
    begin = ("", (str(goal(rules)),) * rules.seats)
    rows = [(f"deal {deal.deal}", line) for deal, line in zip(deals, _written(rules, deals), strict=True)]
    yield from sheet.table(title, rules.names, (begin, *rows), _dots(book), "Bummerl")


def draw_slate(title: str, rules: Rules, book: SchnapsenBook, total: Sequence[Number], deals: Sequence[DealResult]) -> Grid:
    """The same as cells, with the sums of the whole evening."""
    rows = tuple(
        SheetRow(str(deal.deal), tuple(map(Cell, line)), deal=deal.deal)
        for deal, line in zip(deals, _written(rules, deals), strict=True)
    )
    needed = SheetRow(Message("Still to win"), tuple(Cell(str(own)) for own in book.left))
    dots = SheetRow(Message("Bummerl"), tuple(map(Cell, _dots(book))))
    sums = SheetRow(Message("Total"), tuple(Cell(sheet.signed(own)) for own in total))
    game = Message.of("{game}", {"game": title})
    return Grid(game, Message("Deal"), rules.names, rows, (needed, dots, sums))


def _dots(book: SchnapsenBook) -> tuple[str, ...]:
    return tuple(BUMMERL * own or "–" for own in book.bummerl)
