"""Mittlere: three seats; the one that is neither highest nor lowest loses (games.md section 2)."""

from collections.abc import Mapping
from typing import Final

from controller.games import jass
from controller.games.follow_rule import Demanding, any_trump, follow, must_beat, must_trump, no_trump, where
from controller.games.middle import HUNDRED, MiddleDeal, MiddleGame, MiddleSheet, level, split
from controller.games.trick_game import Score, Won
from controller.record.message import Message
from controller.rules.options import Option, Rules
from controller.rules.parts import MatchRules, Slip
from controller.rules.results import Number
from controller.rules.score.slip import SlipLine, other_sum, within
from controller.rules.speech import everywhere

SEATS = 3

_PARLETT: Final = (where(no_trump, follow("MIT-F0")), where(any_trump, follow("HAN-FP")))
FOLLOW: Final[Mapping[str, tuple[Demanding, ...]]] = {
    "jass": MiddleGame.follow_rule,
    "head": (*_PARLETT, must_trump("HAN-FP"), must_beat("HAN-FP")),
    "plain": _PARLETT,
}
"""The follow rule by the value of the option of that name."""


def score(points: tuple[int, ...], tricks: tuple[int, ...], *, both_fail: bool) -> tuple[str, tuple[int, ...]]:
    """Return the rule that scores a deal, the first that applies, and each seat's score (MIT-S1 to MIT-S5).

    >>> score((40, 92, 25), (3, 7, 2), both_fail=False)
    ('MIT-S5', (-2, 1, 1))
    """
    seats = range(SEATS)
    everything = {seat for seat in seats if tricks[seat] == sum(tricks)}
    none = {seat for seat in seats if tricks[seat] == 0}
    hundred = {seat for seat in seats if points[seat] >= HUNDRED}
    odd = {seat for seat in seats if points.count(points[seat]) == 1}
    if everything:
        return "MIT-S1", split(SEATS, everything, 2, -1)
    if both_fail and none and hundred:
        return "hundred_and_none", split(SEATS, none | hundred, -1, 2)
    if none:
        return "MIT-S2", split(SEATS, none, -2, 1)
    if hundred:
        return "MIT-S3", split(SEATS, hundred, -2, 1)
    if len(odd) == 1:
        return "MIT-S4", split(SEATS, odd, 2, -1)
    return "MIT-S5", split(SEATS, level(points, 1), -2, 1)


class MittlereSlip(Slip):
    """The lines of Mittlere that can stand on a slip."""

    def fault(self, rules: Rules, line: SlipLine) -> Message | None:
        """Check a line of a slip: a gain of one is a loss of another, two points at most (MIT-S1 to MIT-S5)."""
        return other_sum(line, (0,)) or within(line, -2, 2)


class MittlereSheet(MiddleSheet[None]):
    """The score sheet of Mittlere."""

    heading = Message("Jass slate")


class MittlereCourse(MatchRules[None, None]):
    """The course of a match of Mittlere."""

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: None) -> Message | None:
        """End the match (MIT-G1)."""
        is_over = number and number == rules["deals"]
        return Message("the match ended with deal {n}", n=number) if is_over else None


class Mittlere(MiddleGame[None]):
    """The three-seat game."""

    name = "mittlere"
    title = "Mittlere"
    wording = everywhere("Mittlere", "ミットレール")
    other_names = ("Mittlere Jass", "Mittlerer", "Middler", "ミットレール・ヤス", "ミッテレール・ヤス", "ミッテレール")
    seats = (SEATS,)
    options = (
        Option(
            "deals",
            (0, 12),
            "MIT-G1",
            Message("How many deals make a match; 0: until the players stop."),
            free=True,
            profiles={"parlett": 12},
        ),
        Option(
            "hundred_and_none",
            ("seed", "both-fail"),
            "MIT-S2",
            Message("Whether a seat with 100 points and a seat without a trick both fail."),
            profiles={"swiss": "both-fail", "parlett": "both-fail"},
            says=(
                Message("Where one has 100 points and another no trick, only the one without a trick loses."),
                Message("Where one has 100 points and another no trick, both lose and the third wins."),
            ),
        ),
        Option(
            "follow",
            ("jass", "head", "plain"),
            "PAR-1",
            Message("What a seat that can follow or trump must do."),
            profiles={"parlett": "head"},
            says=jass.FOLLOW_SAYS,
        ),
    )
    slip = MittlereSlip()
    sheet = MittlereSheet()
    course = MittlereCourse()

    def demands(self, deal: MiddleDeal) -> tuple[Demanding, ...]:
        """Return the demands of the game (MIT-F), or Parlett's readings (PAR-1)."""
        return FOLLOW[str(deal.rules["follow"])]

    def score(self, deal: MiddleDeal, won: Won, book: None) -> Score[None]:
        """Score the deal (MIT-S1 to MIT-S5)."""
        return Score(*score(won.points, won.tricks, both_fail=deal.rules["hundred_and_none"] == "both-fail"), book)


GAME = Mittlere()
