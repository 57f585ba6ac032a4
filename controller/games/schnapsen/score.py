"""The winner of a deal of Schnapsen and its game points (SCN-H1, SCN-S1 to SCN-S4)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.games import follow_rule
from controller.games.schnapsen import turns
from controller.games.schnapsen.state import SchnapsenBook, SchnapsenDeal
from controller.record.cards import Card
from controller.record.events import Scores, Seat
from controller.record.message import Message
from controller.rules import sheet
from controller.rules.deal import Trick
from controller.rules.options import Rules
from controller.rules.results import DealResult, Number
from controller.rules.sheet import Cell, Grid, SheetRow

# The sheet of Schnapsen: from seven down to nothing, and a Bummerl for who loses (SCN-G1, SCN-G2).

BUMMERL: Final = "●"
"""The dot that the loser of a game gets."""


def goal(rules: Rules) -> int:
    """Return the game points that win a Bummerl; 0 would never end one."""
    return max(1, int(str(rules["goal"])))


def open_slate(rules: Rules) -> SchnapsenBook:
    """Return the book before the first deal."""
    return SchnapsenBook((goal(rules),) * rules.seats)


def slate_after(rules: Rules, book: SchnapsenBook, score: Scores) -> SchnapsenBook:
    """Return the book after a deal: at zero left, a seat wins, the other gets a Bummerl, and both begin again."""
    needed = tuple(own - int(now or 0) for own, now in zip(book.needed, score, strict=True))
    if min(needed) > 0:
        return replace(book, needed=needed)
    winner = needed.index(min(needed))
    bummerl = tuple(own + (seat != winner) for seat, own in enumerate(book.bummerl))
    return SchnapsenBook((goal(rules),) * len(needed), bummerl)


def _written(rules: Rules, deals: Sequence[DealResult]) -> Iterator[tuple[str, ...]]:
    """Write each deal's line: the points that the winner still needs, or the loser's Bummerl."""
    book = open_slate(rules)
    for deal in deals:
        if deal.score is None or "void" in deal.detail:
            yield ("?" if deal.score is None else "–",) * rules.seats
            continue
        before, book = book, slate_after(rules, book, deal.score)
        won_bummerl = [new > old for new, old in zip(book.bummerl, before.bummerl, strict=True)]
        yield tuple(
            BUMMERL if is_loser else "0" if any(won_bummerl) else str(book.needed[seat]) if deal.score[seat] else ""
            for seat, is_loser in enumerate(won_bummerl)
        )


def sheet_lines(title: str, rules: Rules, book: SchnapsenBook, deals: Sequence[DealResult]) -> Iterator[str]:
    """Yield the sheet in lines of text."""
    begin = ("", (str(goal(rules)),) * rules.seats)
    rows = [(f"deal {deal.deal}", line) for deal, line in zip(deals, _written(rules, deals), strict=True)]
    yield from sheet.table(title, rules.names, (begin, *rows), _dots(book), "Bummerl")


def draw_slate(
    title: str, rules: Rules, book: SchnapsenBook, total: Sequence[Number], deals: Sequence[DealResult]
) -> Grid:
    """Build the same sheet as cells, with the sums of the whole evening."""
    rows = tuple(
        SheetRow(str(deal.deal), tuple(map(Cell, line)), deal=deal.deal)
        for deal, line in zip(deals, _written(rules, deals), strict=True)
    )
    needed = SheetRow(Message("Still to win"), tuple(Cell(str(own)) for own in book.needed))
    dots = SheetRow(Message("Bummerl"), tuple(map(Cell, _dots(book))))
    sums = SheetRow(Message("Total"), tuple(Cell(sheet.signed(own)) for own in total))
    game = Message.of("{game}", {"game": title})
    return Grid(game, Message("Deal"), rules.names, rows, (needed, dots, sums))


def _dots(book: SchnapsenBook) -> tuple[str, ...]:
    return tuple(BUMMERL * own or "–" for own in book.bummerl)


WORTH: Final[Mapping[str, int]] = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
"""Points of the cards (SCN-H1)."""
ENOUGH: Final = 66
SCHNEIDER: Final = 33
"""The points below which the loser loses two game points (SCN-S1)."""


@dataclass(frozen=True, slots=True)
class DealWon:
    """The result of a deal: its winner, the points, the rule and the reason."""

    winner: Seat
    worth: int
    rule: str
    why: Message


def card_points(card: Card) -> int:
    """Return the points of a card."""
    return WORTH[card.rank]


def points(deal: SchnapsenDeal) -> tuple[int, ...]:
    """Return the points of each seat: its tricks, and its marriages once it has a trick."""
    cards = follow_rule.points_won(deal, card_points, 0)
    return tuple(own + turns.count_marriages(deal, seat) for seat, own in enumerate(cards))


def won(deal: SchnapsenDeal) -> DealWon:
    """Return the winner of a deal that is over."""
    state, count = deal.own, points(deal)
    if state.claimed is not None and count[state.claimed] < ENOUGH:
        closed = state.closed.after if state.closed and state.closed.seat == state.claimed else None
        return _failed(deal, state.claimed, Message("claimed with {n} points", n=count[state.claimed]), before=closed)
    if state.closed is None:
        return _open(deal, count)
    closer, before = state.closed.seat, state.closed.after
    if state.claimed == closer:
        return _score_winner(deal, closer, before)
    if count[closer] < ENOUGH:
        return _failed(deal, closer, Message("closed, and has {n} points", n=count[closer]), before)
    # Nobody can go out after a lost trick.
    if state.claimed is not None or deal.tricks[-1].winner != closer:
        return _failed(deal, closer, Message("closed, and did not go out in time"), before)
    return _score_winner(deal, closer, before)


def _open(deal: SchnapsenDeal, count: tuple[int, ...]) -> DealWon:
    """Decide a deal with an open talon: a claimer wins; else, after all cards, the taker of the last trick."""
    if deal.own.claimed is not None:
        return _score_winner(deal, deal.own.claimed)
    last = deal.tricks[-1].winner if deal.tricks else None
    winner = deal.dealer if last is None else last
    if count[winner] >= ENOUGH:
        return _score_winner(deal, winner)
    return DealWon(winner, 1, "SCN-S4", Message("last trick won"))


def _score_winner(deal: SchnapsenDeal, winner: Seat, before: int | None = None) -> DealWon:
    """Score a seat that has 66: the other's points count, or those from when the talon was closed."""
    loser = 1 - winner
    tricks = _tricks(deal, before)
    took = [trick for trick in tricks if trick.winner == loser]
    has = sum(card_points(card) for trick in took for card in trick.cards) + turns.count_marriages(deal, loser, before)
    rule = "SCN-S1" if before is None else "SCN-S2"
    if not took:
        return DealWon(winner, 3, rule, Message("the other has no trick"))
    if has < SCHNEIDER:
        return DealWon(winner, 2, rule, Message("the other has {n} points", n=has))
    return DealWon(winner, 1, rule, Message("the other has {n} points", n=has))


def _failed(deal: SchnapsenDeal, seat: Seat, why: Message, before: int | None = None) -> DealWon:
    """Score a seat that has closed or claimed without enough points: the other wins."""
    winner, least = 1 - seat, int(str(deal.rules["failed"]))
    has_trick = any(trick.winner == winner for trick in _tricks(deal, before))
    return DealWon(winner, least if has_trick else 3, "SCN-S3", why)


def _tricks(deal: SchnapsenDeal, before: int | None) -> tuple[Trick, ...]:
    return deal.tricks if before is None else deal.tricks[:before]
