"""The score of a deal of Tarot: the points needed, the bonuses, and the payments (TAR-H, TAR-Q, TAR-S).

The Tarot sheet: a line a deal with who took what, and the running totals below each name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.games.tarot.dog import Pile, piles, side_of
from controller.games.tarot.state import PETIT, SIZES, TarotDeal, as_points, excuses, multiplier, partner
from controller.record.cards import EXCUSE
from controller.record.events import Seat
from controller.record.message import Message
from controller.rules import sheet
from controller.rules.options import Rules
from controller.rules.results import Breakdown, BreakdownLine, DealResult, Number, counting

NEEDED: Final = (56, 51, 41, 36)
"""Points the taker needs, by number of bouts (TAR-H2)."""

BASE: Final = 25
"""The base of every deal before its points (TAR-S1)."""

PETIT_AU_BOUT: Final = 10
"""The petit in the last trick, before the multiplier (TAR-Q3)."""

PETIT_CHELEM_TRICKS: Final = 15

Sums = tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of a deal between the taker and each defender, by its parts (TAR-S1)."""

    bouts: int
    needed: int
    counted: int
    """The taker's points as they count, a half point rounded to the side that wins (TAR-H3)."""
    petit: int
    """Petit au bout, ± 10."""
    multiplier: int
    poignees: int
    chelem: int
    """The bonus for the taker's side; negative: for the defence."""

    @property
    def is_won(self) -> bool:
        """Whether the taker wins the deal."""
        return self.counted >= self.needed

    @property
    def value(self) -> int:
        """The points that each defender pays the taker; negative: receives (TAR-S1)."""
        base = (BASE + abs(self.counted - self.needed) + self.petit) * self.multiplier + self.poignees
        return (base if self.is_won else -base) + self.chelem


def contract(bouts: int, half_points: int) -> tuple[int, int]:
    """Return the points needed with so many bouts, and the taker's points as they count (TAR-H2, TAR-H3).

    >>> contract(2, 81), contract(2, 83)
    ((41, 40), (41, 42))
    """
    needed = NEEDED[bouts]
    is_made = half_points >= 2 * needed
    return needed, (half_points + 1) // 2 if is_made else half_points // 2


def chelem(rules: Rules, announced: str | None, takers: int, tricks: int) -> int:
    """Return the bonus of a chelem for the taker's side, by the tricks it won (TAR-Q4)."""
    if announced == "chelem":
        return 400 if takers == tricks else -200 if takers else -400
    if takers in (0, tricks):
        return 200 if takers else -200
    if not rules["petit_chelem"] or rules.seats != 4:
        return 0
    if takers >= PETIT_CHELEM_TRICKS:
        return 300 if announced == "petit" else 150
    return -150 if announced == "petit" else 0


def petit_side(deal: TarotDeal) -> bool | None:
    """Whether the taker's side has the petit au bout (TAR-Q3); None: nobody has it."""
    if PETIT in excuses(deal):
        return None
    last = deal.tricks[-1]
    if PETIT in last.cards:
        return side_of(deal, last.winner)
    ends = [side_of(deal, play.seat) for play in (*deal.tricks[-2].plays, *last.plays) if play.card in (PETIT, EXCUSE)]
    both = PETIT in deal.tricks[-2].cards and EXCUSE in last.cards
    won = {side_of(deal, trick.winner) for trick in deal.tricks}
    return ends[0] if both and len(won | {*ends}) == 1 else None


def poignees(deal: TarotDeal) -> int:
    """Return the bonus of all poignées announced (TAR-Q1)."""
    amounts = deal.rules["poignee"]
    table = [int(one) for one in amounts] if isinstance(amounts, tuple) else []
    return sum(table[SIZES.index(said.size)] for said in deal.own.declarations_of("poignee") if said.size)


def worth(deal: TarotDeal, taking: Pile) -> Worth:
    """Score the deal (TAR-S1)."""
    rules, state = deal.rules, deal.own
    needed, counted = contract(taking.bouts, taking.halves)
    end, bid = petit_side(deal), state.best.call if state.best else ""
    petit = 0 if end is None else PETIT_AU_BOUT if end == (counted >= needed) else -PETIT_AU_BOUT
    slam = chelem(rules, state.announced, taking.tricks, deal.size)
    return Worth(taking.bouts, needed, counted, petit, multiplier(rules, bid), poignees(deal), slam)


def shares(seats: int, taker: Seat, ally: Seat | None) -> tuple[int, ...]:
    """Work out the times that each seat gets the value; the sum is 0 (TAR-S2, TAR-S3).

    >>> shares(5, 0, 3), shares(5, 0, None), shares(3, 1, None)
    ((2, -1, -1, 1, -1), (4, -1, -1, -1, -1), (-1, 2, -1))
    """
    defenders = seats - 1 - (ally is not None)
    takers = defenders - (ally is not None)
    return tuple(takers if seat == taker else 1 if seat == ally else -1 for seat in range(seats))


def misere(deal: TarotDeal) -> tuple[int, ...]:
    """Return the points of misères by seat: the amount from every other (TAR-Q2)."""
    amount, seats = deal.rules["misere"], deal.rules.seats
    each = amount if isinstance(amount, int) else 0
    callers = [said.seat for said in deal.own.declarations_of("misere")]
    return tuple(each * (seats * callers.count(seat) - len(callers)) for seat in range(seats))


def breakdown(what: Worth, times: tuple[int, ...], extra: tuple[int, ...], taking: Pile) -> Breakdown:
    """Return the parts of each seat's score: the deal, its points, the bonuses (TAR-S1, TAR-S2).

    Args:
        what: the value of the deal.
        times: each seat's multiple of the value.
        extra: the points of misères, by seat.
        taking: the taker's pile.
    """
    sign, over = 1 if what.is_won else -1, abs(what.counted - what.needed)

    def line(why: Message, value: int) -> BreakdownLine:
        return BreakdownLine(why, tuple(share * value for share in times))

    lines = counting(
        line(Message("{n} for the deal, times {n2}", n=BASE, n2=what.multiplier), sign * BASE * what.multiplier),
        line(_off_by(what, over), sign * over * what.multiplier),
        line(Message("petit au bout, times {n}", n=what.multiplier), sign * what.petit * what.multiplier),
        line(Message("poignées"), sign * what.poignees),
        line(Message("chelem"), what.chelem),
        BreakdownLine(Message("misère"), extra),
    )
    has = as_points(taking.halves)
    need = Message.counted(
        "with {n} bout the taker's side needs {n2} points and has {n3}",
        "with {n} bouts the taker's side needs {n2} points and has {n3}",
        what.bouts,
        n=what.bouts,
        n2=what.needed,
        n3=has,
    )
    rounded = Message("the half point goes to the side that wins: {n}", n=what.counted)
    return Breakdown(score=lines, remarks=(need,) if has == what.counted else (need, rounded))


def score(deal: TarotDeal) -> tuple[Sums, tuple[int, ...], dict[str, object], Breakdown]:
    """Return the points of each seat's side, each seat's score, and the reasons (TAR-S1 to TAR-S3)."""
    defence, taking = piles(deal)
    what, best, ally = worth(deal, taking), deal.own.best, partner(deal)
    taker = best.seat if best else deal.leader or 0
    by_side = (as_points(defence.halves), as_points(taking.halves))
    seats = range(deal.rules.seats)
    extra = misere(deal)
    times = shares(deal.rules.seats, taker, ally)
    scores = tuple(share * what.value + more for share, more in zip(times, extra, strict=True))
    called = deal.own.called.card if deal.own.called else None
    detail: dict[str, object] = {"taker": taker, "bid": best.call if best else None, "called": called, "partner": ally}
    detail |= {name: getattr(what, name) for name in Worth.__slots__}
    detail |= {"made": what.is_won, "value": what.value, "misere": extra}
    return tuple(by_side[side_of(deal, seat)] for seat in seats), scores, detail, breakdown(what, times, extra, taking)


def lines(title: str, rules: Rules, total: Sequence[Number], deals: Sequence[DealResult]) -> Iterator[str]:
    """Yield the running totals after each deal; ``–`` where it was void, ``?`` where cards are missing."""
    rows = [(_head(rules, deal), _cells(deal, rules.seats)) for deal in deals]
    return sheet.table(title, rules.names, rows, [sheet.signed(own) for own in total])


def with_totals(grid: sheet.Grid, deals: Sequence[DealResult]) -> sheet.Grid:
    """Replace the cells of scored deals by the totals so far, with the deal's addition beside each."""

    def row(line: sheet.SheetRow, deal: DealResult) -> sheet.SheetRow:
        if deal.score is None or "void" in deal.detail:
            return line
        sums = zip(line.cells, deal.total, strict=True)
        return replace(line, cells=tuple(replace(cell, text=sheet.signed(own), part=cell.text) for cell, own in sums))

    return replace(grid, rows=tuple(map(row, grid.rows, deals)))


def _head(rules: Rules, deal: DealResult) -> str:
    """Return the number of the deal, the taker, the bid and by how much it was made or failed."""
    detail = deal.detail
    if "taker" not in detail:
        return f"{deal.deal}"
    over = detail["counted"] - detail["needed"]
    by = f"{'made' if detail['made'] else 'failed'} by {abs(over)}"
    taker: Seat = detail["taker"]
    return f"{deal.deal} {sheet.cut(rules.names[taker], sheet.WIDTH)} {detail['bid']} {by}"


def _cells(deal: DealResult, seats: int) -> list[str]:
    if deal.score is None or "void" in deal.detail:
        return ["?" if deal.score is None else "–"] * seats
    return [sheet.signed(own) for own in deal.total]


def _off_by(what: Worth, over: int) -> Message:
    """Describe by how much the points needed were made or missed."""
    if what.is_won:
        return Message.counted(
            "{n} point more than needed, times {n2}",
            "{n} points more than needed, times {n2}",
            over,
            n=over,
            n2=what.multiplier,
        )
    return Message.counted(
        "{n} point fewer than needed, times {n2}",
        "{n} points fewer than needed, times {n2}",
        over,
        n=over,
        n2=what.multiplier,
    )
