"""Plus-Minus: three or four seats, plus points only; seven points won alone end it (games.md section 2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.games.middle import HUNDRED, MiddleDeal, MiddleGame, MiddleSheet, level, split
from controller.games.trick_game import Score, Won
from controller.record.message import Listed, Message
from controller.rules.options import Rules
from controller.rules.parts import MatchRules, Slip
from controller.rules.results import BreakdownLine, Number, counting, of_seats
from controller.rules.score.slip import SlipLine
from controller.rules.speech import everywhere

GOAL: Final = 7
"""Points that end the match, if one player alone has the most (PM-G1)."""


@dataclass(frozen=True, slots=True)
class HeldPoint:
    """A point that waits for one of two level seats (PM-S3)."""

    pair: tuple[int, ...]


Book = tuple[HeldPoint, ...]

_HIGHEST: Final = Message("the highest")
_LOWEST: Final = Message("the lowest")


def score(points: tuple[int, ...], held_points: Book) -> Score[Book]:
    """Score a deal: PM-S1, else PM-S2 with the points that PM-S3 holds or releases.

    >>> score((50, 57, 50), ()).seats
    (0, 2, 0)
    """
    seats = len(points)
    lowest, highest = level(points, 0), level(points, -1)
    if max(len(lowest), len(highest)) == seats - 1:
        odd = min(lowest, highest, key=len)
        won, new, rule = split(seats, odd, 2, 0), Book(), "PM-S1"
        lines = [BreakdownLine(Message("all others are level"), of_seats(seats, odd, 2))]
    else:
        ends = {end: why for end, why in ((highest, _HIGHEST), (lowest, _LOWEST)) if points[end[0]] < HUNDRED}
        single = [end[0] for end in ends if len(end) == 1]
        won, new, rule = split(seats, single, 1, 0), tuple(HeldPoint(end) for end in ends if len(end) > 1), "PM-S2"
        lines = [BreakdownLine(why, of_seats(seats, end, 1)) for end, why in ends.items() if len(end) == 1]
    released = {one: scorer for one in held_points if (scorer := _scorer(one, won)) is not None}
    freed = tuple(sum(scorer == seat for scorer in map(released.get, held_points)) for seat in range(seats))
    scores = tuple(map(sum, zip(won, freed, strict=True)))
    lines.append(BreakdownLine(Message("points that were held"), freed))
    return Score(rule, scores, (*(one for one in held_points if one not in released), *new), counting(*lines))


def _scorer(one: HeldPoint, won: tuple[int, ...]) -> int | None:
    """Return the seat of the pair that scored in a later deal, if exactly one did."""
    scored = [seat for seat in one.pair if won[seat]]
    return scored[0] if len(scored) == 1 else None


def _waiting(names: Sequence[str], one: HeldPoint) -> Message:
    pair = Listed(tuple(names[seat] for seat in one.pair), "or")
    return Message("a point is held for {names}, whoever scores first alone", names=pair)


class PlusMinusSlip(Slip):
    """The lines of Plus-Minus that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check that no side loses points; held points of earlier deals come on top, without a bound (PM-S3)."""
        return Message("no side can have fewer points than none") if min(line.points) < 0 else None


class PlusMinusSheet(MiddleSheet[Book]):
    """The score sheet of Plus-Minus."""

    heading = Message("Jass slate")


class PlusMinusCourse(MatchRules[None, Book]):
    """The course of a match of Plus-Minus."""

    def goal(self, rules: Rules) -> int:
        """Return the goal of the match (PM-G1)."""
        return GOAL

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: Book) -> Message | None:
        """End the match at 8 against 7, but not at 7 against 7 (PM-G1)."""
        best = max(total)
        if best < GOAL or total.count(best) > 1:
            return None
        name = rules.names[total.index(best)]
        return Message("{name} has won the match with {n} points", name=name, n=best)


class PlusMinus(MiddleGame[Book]):
    """The game for plus points."""

    name = "plus-minus"
    title = "Plus-Minus"
    wording = everywhere("Plus-Minus", "プラスマイナス")
    other_names = ("Plus-Minus Jass", "プラスマイナス・ヤス")
    seats = (3, 4)
    slip = PlusMinusSlip()
    sheet = PlusMinusSheet()
    course = PlusMinusCourse()

    def open_book(self, rules: Rules) -> Book:
        """Return a book without held points."""
        return ()

    def score(self, deal: MiddleDeal, won: Won, book: Book) -> Score[Book]:
        """Score the deal by its points alone, without the tricks (PM-S1 to PM-S3)."""
        result = score(won.points, book)
        return replace(result, remarks=tuple(_waiting(deal.rules.names, one) for one in result.book))


GAME = PlusMinus()
