"""A trick game of two pairs: both partners have one score, and a pair wins the match."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.games.trick_game import TrickGame
from controller.record.events import Scores, Seat
from controller.record.message import Listed, Message
from controller.rules import sheet
from controller.rules.deal import Deal, S
from controller.rules.options import Rules
from controller.rules.parts import B, GameSides, MatchRules, ScoreSheet
from controller.rules.results import DealResult, Number
from controller.rules.sheet import Grid

# Two pairs at a table of four: seats 0 and 2 against 1 and 3.

PAIRS: Final = (0, 1)
SEATS: Final = ((0, 2), (1, 3))
"""The seats of each pair."""


def pair(seat: Seat) -> int:
    """Return the pair that a seat plays for.

    >>> pair(0), pair(3)
    (0, 1)
    """
    return seat % 2


def sides(rules: Rules) -> tuple[str, ...]:
    """Return the names of the pairs."""
    return tuple(f"{rules.names[one]}+{rules.names[one + 2]}" for one in PAIRS)


class PairGameSheet(ScoreSheet[B]):
    """A score sheet with a column for each pair."""

    def lines(
        self, title: str, rules: Rules, book: B, total: tuple[Number, ...], deals: Sequence[DealResult]
    ) -> Iterator[str]:
        """Yield a column for each pair."""
        yield from sheet.slate(title, sides(rules), total[:2], [of_pairs(deal) for deal in deals])

    def grid(self, title: str, rules: Rules, book: B, total: tuple[Number, ...], deals: Sequence[DealResult]) -> Grid:
        """Draw the sheet in cells."""
        drawn = [(self.head(rules, deal), of_pairs(deal)) for deal in deals]
        return sheet.grid(title, sides(rules), total[:2], drawn, marked=False)


class PairGameCourse(MatchRules[S, B]):
    """The course of a match of two pairs, to a goal if the game has one."""

    def over(self, rules: Rules, number: int, total: tuple[Number, ...], book: B) -> Message | None:
        """End the match once a pair has reached the goal, if there is one; level pairs play another deal."""
        goal, sums = self.goal(rules), total[: len(PAIRS)]
        if not goal or max(sums) < goal or sums[0] == sums[1]:
            return None
        won = SEATS[sums.index(max(sums))]
        return Message("{names} have won the match", names=Listed(tuple(rules.names[seat] for seat in won), " and "))


class PairGameSides(GameSides[S]):
    """Two pairs: seats 0 and 2 against 1 and 3."""

    def opponent(self, deal: Deal[S], seat: Seat) -> Seat | None:
        """Return the next seat, which is of the other pair."""
        return (seat + 1) % deal.rules.seats

    def partners(self, rules: Rules) -> tuple[tuple[Seat, ...], ...]:
        """Return the pairs of seats that sit across the table."""
        return SEATS


class PairGame(TrickGame[S, B]):
    """Partners 0 and 2 against 1 and 3; the option ``goal``, if the game has it, ends the match (0: the players do)."""

    seats = (4,)
    sheet = PairGameSheet()
    course = PairGameCourse()
    sides = PairGameSides()

    def of_seats(self, scores: Sequence[int]) -> tuple[int, ...]:
        """Return the scores of the two pairs as those of the seats."""
        return tuple(scores[pair(seat)] for seat in range(sum(map(len, SEATS))))

    def ruled(
        self, deal: Deal[S], book: B, total: tuple[Number, ...], score: Scores
    ) -> tuple[B, tuple[Number, ...], Scores]:
        """Give both seats of a pair the score that an arbiter sets for it."""
        return super().ruled(deal, book, total, tuple(score[pair(seat)] for seat in range(deal.rules.seats)))


def of_pairs(deal: DealResult) -> DealResult:
    """Return a deal's result with one score for each pair."""
    return deal if deal.score is None else replace(deal, score=deal.score[:2])
