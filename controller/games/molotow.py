"""Molotow: four seats; the highest and lowest, or those in the middle, lose (games.md section 2)."""

from controller.games.jass import TOTAL
from controller.games.middle import HUNDRED, MiddleDeal, MiddleGame, MiddleSheet, level, split
from controller.games.trick_game import Score, Won
from controller.record.message import Message
from controller.rules.draws import Drawn, order
from controller.rules.game import Tie
from controller.rules.options import Option, Rules
from controller.rules.parts import Slip
from controller.rules.score.slip import SlipLine, other_sum, within
from controller.rules.speech import everywhere

SEATS = 4


def score(points: tuple[int, ...], drawn: Drawn, *, middle: int) -> tuple[str, tuple[int, ...]] | Tie:
    """Return the rule that scores a deal, the first that applies, and each seat's score (MOL-S1 to MOL-S7).

    Args:
        points: card points by seat, 157 in all.
        drawn: cards drawn by level seats, oldest first.
        middle: the score of the two middle seats where they do score; the others score the opposite.

    >>> score((60, 20, 37, 40), (), middle=1)
    ('MOL-S7', (-1, -1, 1, 1))
    """
    lowest, highest = level(points, 0), level(points, -1)
    if points[highest[0]] == TOTAL:
        return "MOL-S1", split(SEATS, highest, 3, -1)
    if points[highest[0]] >= HUNDRED:
        return "MOL-S2", split(SEATS, highest, -3, 1)
    if max(len(lowest), len(highest)) == SEATS - 1:
        return _three_level(max(lowest, highest, key=len), drawn)
    if len(lowest) > 1:
        return "MOL-S4", _signed(plus=highest, minus=level(points, 2))
    if len(highest) > 1:
        return "MOL-S5", _signed(plus=lowest, minus=level(points, 1))
    rule = "MOL-S7" if len(set(points)) == SEATS else "MOL-S6"
    return rule, split(SEATS, (*lowest, *highest), -middle, middle)


def _three_level(three: tuple[int, ...], drawn: Drawn) -> tuple[str, tuple[int, ...]] | Tie:
    """Score three level seats: the strongest draw loses; the others draw no further (MOL-S3)."""
    strongest = order(three, drawn)[0]
    if len(strongest) > 1:
        certain = {seat: int(seat not in three) for seat in range(SEATS) if seat not in strongest}
        return Tie(strongest, "MOL-S3", certain)
    return "MOL-S3", _signed(plus=set(range(SEATS)).difference(three), minus=strongest)


def _signed(plus: "set[int] | tuple[int, ...]", minus: tuple[int, ...]) -> tuple[int, ...]:
    return tuple((seat in plus) - (seat in minus) for seat in range(SEATS))


class MolotowSlip(Slip):
    """The lines of Molotow that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check a line of a slip: a gain of one is a loss of another, three points at most (MOL-S1 to MOL-S7)."""
        return other_sum(line, (0,)) or within(line, -3, 3)


class MolotowSheet(MiddleSheet[None]):
    """The score sheet of Molotow."""

    heading = Message("Jass slate")


class Molotow(MiddleGame[None]):
    """The four-seat game."""

    name = "molotow"
    title = "Molotow"
    wording = everywhere("Molotow", "モロトフ")
    other_names = ("Molotow Jass", "Molotov", "モロトフ・ヤス")
    seats = (SEATS,)
    options = (
        Option(
            "middle",
            ("plus", "minus"),
            "MOL-S7",
            Message("What the two in the middle score, MOL-S6 and MOL-S7."),
            profiles={"swiss": "minus"},
            says=(
                Message("The two in the middle win one each, the highest and the lowest lose one."),
                Message("The two in the middle lose one each, the highest and the lowest win one."),
            ),
        ),
    )
    slip = MolotowSlip()
    sheet = MolotowSheet()

    def score(self, deal: MiddleDeal, won: Won, book: None) -> Score[None] | Tie:
        """Score the deal by its points alone, without the tricks (MOL-S1 to MOL-S7)."""
        result = score(won.points, deal.draws, middle=1 if deal.rules["middle"] == "plus" else -1)
        return result if isinstance(result, Tie) else Score(*result, book)


GAME = Molotow()
