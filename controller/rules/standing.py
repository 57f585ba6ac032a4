"""The standing of a match in words: each side's score of a deal, the points missing to the goal, the winner."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from controller.record.events import Seat
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch
from controller.rules.results import Breakdown, BreakdownLine, DealResult, Number, summed
from controller.rules.sheet import MINUS


@dataclass(frozen=True, slots=True)
class Side:
    """A player, or partners who have one score."""

    seats: tuple[Seat, ...]
    names: Listed
    total: Number
    """The sum on the sheet."""

    @property
    def name(self) -> Message:
        """The side as one name."""
        return Message.laid_out("{names}", names=self.names)

    @property
    def sum(self) -> str:
        """The sum as people write it."""
        return score_words(self.total)


def sides(match: AnyMatch) -> tuple[Side, ...]:
    """Return the sides of a match, in order of their first seats."""
    return tuple(_side(match, seats) for seats in match.game.sides.partners(match.rules))


def ranked(match: AnyMatch) -> tuple[tuple[Side, ...], ...]:
    """Rank the sides, best first; level ones together."""
    of = {side.seats[0]: side for side in sides(match)}
    levels = match.game.course.ranking(match.total, match.book)
    return tuple(found for level in levels if (found := tuple(of[seat] for seat in level if seat in of)))


def result(match: AnyMatch) -> Message:
    """Write who has won a match that is over, with the sums; who is ahead where it ended before its goal."""
    levels = ranked(match)
    if not _is_scored(match):
        return Message("the match is over")
    best, others = levels[0], [side for level in levels[1:] for side in level]
    if len(best) > 1:
        return Message("The match ends level: {scores}", scores=_scores((*best, *others)))
    [first] = best
    if not _follow(match, [first, *others]):
        return _won(first)
    how = _won(first) if is_won(match) else _ahead(first)
    if len(others) == 1:
        return Message.laid_out("{why} {n} : {n2}", why=how, n=first.sum, n2=others[0].sum)
    return Message("{why} with {n}; {scores}", why=how, n=first.sum, scores=_scores(others))


def winner(match: AnyMatch) -> tuple[Seat, ...]:
    """Return the seats of the side that has won a match that is over; none if sides are level or nothing was scored."""
    best = ranked(match)[0] if match.ended and _is_scored(match) else ()
    return best[0].seats if len(best) == 1 else ()


def brought(match: AnyMatch, result: DealResult) -> Message | None:
    """Write the score of a deal for each side; None: it has no score, or is void."""
    if result.score is None or "void" in result.detail:
        return None
    parts = [_names_with(side, points) for side in sides(match) if (points := result.score[side.seats[0]]) is not None]
    return Message("Deal {n}: {scores}", n=result.deal, scores=Message.join(", ", parts)) if parts else None


def newest_deal(match: AnyMatch) -> Message | None:
    """Write the score of the newest deal for each side; None also while one is played."""
    return None if match.running or not match.ledger else brought(match, match.ledger[-1].result)


def by_side(match: AnyMatch, result: DealResult) -> tuple[tuple[Side, ...], Breakdown]:
    """Return the numbers behind a deal's score with one for each side, as its partners have one score.

    Points that partners have won each for themselves are summed; a number that both have is given once. A score that is
    not the same for both is given for each.
    """
    all_sides, parts = sides(match), result.breakdown
    lines = (*parts.score, *parts.marks)
    if any(len({line.amounts[seat] for seat in side.seats}) > 1 for side in all_sides for line in lines):
        return tuple(_side(match, (seat,)) for seat in range(match.rules.seats)), parts
    is_each = summed(parts.points, match.rules.seats) == result.points

    def amounts(line: BreakdownLine, *, sums: bool = False) -> BreakdownLine:
        each = [[amount for seat in side.seats if (amount := line.amounts[seat]) is not None] for side in all_sides]
        return replace(line, amounts=tuple((sum(amount) if sums else amount[0]) if amount else None for amount in each))

    return all_sides, replace(
        parts,
        points=tuple(amounts(line, sums=is_each) for line in parts.points),
        score=tuple(map(amounts, parts.score)),
        marks=tuple(map(amounts, parts.marks)),
    )


def missing(match: AnyMatch) -> Message | None:
    """Write the points that the highest sum lacks to the goal; None where no sum ends the match, or it has ended."""
    goal = match.game.course.goal(match.rules)
    most = max(side.total for side in sides(match))
    return (
        Message("{n} to go to {n2}", n=score_words(goal - most), n2=goal) if goal > most and not match.ended else None
    )


def _side(match: AnyMatch, seats: tuple[Seat, ...]) -> Side:
    return Side(seats, Listed(tuple(match.names[seat] for seat in seats), " and "), match.total[seats[0]])


def is_won(match: AnyMatch) -> bool:
    """Whether the match has come to its end; without a goal the players end it."""
    deals = match.deal.number if match.deal else 0
    over = match.game.course.over(match.rules, deals, match.total, match.book)
    return over is not None or not match.game.course.goal(match.rules)


def _won(side: Side) -> Message:
    if len(side.seats) > 1:
        return Message("{names} win", names=side.names)
    return Message("{name} wins", name=str(side.names))


def _ahead(side: Side) -> Message:
    if len(side.seats) > 1:
        return Message("{names} are ahead", names=side.names)
    return Message("{name} is ahead", name=str(side.names))


def _follow(match: AnyMatch, ranking: Sequence[Side]) -> bool:
    """Whether the sums follow the ranking, so that they explain the win; Bummerl and the order of leaving do not."""
    leaders = ranking[0].seats
    sums = tuple(int(seat in leaders) for seat in range(match.rules.seats))
    first = match.game.course.ranking(sums, match.game.open_book(match.rules))[0]
    totals = [side.total for side in ranking]
    return len(first) < match.rules.seats and totals == sorted(totals, reverse=leaders[0] in first)


def _is_scored(match: AnyMatch) -> bool:
    return any(brought(match, entry.result) for entry in match.ledger)


def score_words(value: Number) -> str:
    """Write a sum as people do.

    >>> score_words(506), score_words(-1.5)
    ('506', '−1.5')
    """
    return f"{value:.10g}".replace("-", MINUS)


def _scores(sides: Sequence[Side]) -> Message:
    return Message.join(", ", (_names_with(side, side.total) for side in sides))


def _names_with(side: Side, score: Number) -> Message:
    return Message.laid_out("{names} {score}", names=side.names, score=score_words(score))
