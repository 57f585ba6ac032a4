"""The slip of a table: players' notes of their deals, for an organiser to enter by hand."""

from collections.abc import Iterable
from dataclasses import dataclass

from controller.record.message import Listed, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipLine:
    """One line of a slip: a deal, or several that were added up.

    >>> SlipLine(points=(102, 55), extra=(20, 0), factor=2).score
    (244, 110)
    """

    points: tuple[int | float, ...]
    """Points of each side by the game's own count, in Jass the points of the cards."""
    extra: tuple[int | float, ...] = ()
    """Points that each side announced beside these, such as Weis and Stöck; empty: none."""
    factor: int = 1
    """Factor by which both count."""
    deals: int = 1
    """Number of deals that the line holds."""
    board: int | None = None
    """The board's number, where the same deal is played at several tables."""
    played: str = ""
    """The play as the game writes it, such as ``4S N 10``, from which the points follow; empty: unknown."""

    @property
    def score(self) -> tuple[int | float, ...]:
        """The points that the line counts for each side."""
        extra = self.extra or (0,) * len(self.points)
        return tuple((points + more) * self.factor for points, more in zip(self.points, extra, strict=True))


def other_sum(line: SlipLine, possible: Iterable[int | float]) -> Message | None:
    """Return why the points of a line cannot be right: they come to none of the possible sums; None if they do."""
    total, sums = sum(line.points), tuple(possible)
    if total in sums:
        return None
    shown_sums = Listed(tuple(map(str, sums[:4])), " or ")
    return Message("the points of all sides come to {n}, and must come to {numbers}", n=total, numbers=shown_sums)


def other_factor(line: SlipLine, possible: Iterable[int]) -> Message:
    """Write that nothing counts as often as a line says."""
    return Message(
        "nothing counts {n} times; it can be {numbers}",
        n=line.factor,
        numbers=Listed(tuple(map(str, sorted(possible))), " or "),
    )


def all_or_shared(line: SlipLine, total: int, bonus: int) -> Message | None:
    """Return why the points of a line cannot be right where two sides share a total, and one that wins all has a bonus.

    Args:
        line: of the slip; several deals that were added up, too.
        total: the points of a deal.
        bonus: the worth of winning everything, beside these points.

    >>> all_or_shared(SlipLine(points=(257, 0)), 157, 100) is None
    True
    >>> all_or_shared(SlipLine(points=(100, 56)), 157, 100)
    'the points of all sides come to 156, and must come to 157 or 257'
    """
    if why := other_sum(line, (total * line.deals + bonus * swept for swept in range(line.deals + 1))):
        return why
    swept = (sum(line.points) - total * line.deals) // bonus
    if any(points < 0 for points in line.points):
        return Message("no side can have fewer points than none")
    if swept == line.deals and not _splits(line.points, total + bonus):
        return Message("whoever wins everything leaves the others nothing")
    return None


def one_scores(line: SlipLine, least: int, most: int) -> Message | None:
    """Return why the points of a line cannot be right where one side wins each deal and the others have nothing of it.

    Args:
        line: of the slip; several deals that were added up, too.
        least: the least worth of a deal.
        most: the greatest worth of a deal.

    >>> one_scores(SlipLine(points=(0, 2)), 1, 4) is None
    True
    >>> one_scores(SlipLine(points=(1, 2)), 1, 4)
    'one side alone scores in a deal'
    """
    if any(points < 0 for points in line.points):
        return Message("no side can have fewer points than none")
    if sum(points > 0 for points in line.points) > line.deals:
        return Message("one side alone scores in a deal")
    if not least * line.deals <= sum(line.points) <= most * line.deals:
        is_one = least == most
        return (
            Message("a deal counts {n}", n=most) if is_one else Message("a deal counts {n} to {n2}", n=least, n2=most)
        )
    return None


def within(line: SlipLine, least: int, most: int, together: int | None = None) -> Message | None:
    """Return why the points of a line cannot be right where each side's own lie between two bounds.

    Args:
        line: of the slip; several deals that were added up, too.
        least: the least points of a side in a deal, negative where it can lose.
        most: the most points of a side in a deal.
        together: the most points of all winners together in a deal; None: there is no such bound.

    >>> within(SlipLine(points=(2, -1, -1)), -1, 2, 2) is None
    True
    >>> within(SlipLine(points=(2, 1, -1)), -1, 2, 2)
    'all sides together win 2 at most in a deal'
    """
    if any(not least * line.deals <= points <= most * line.deals for points in line.points):
        return Message("a side has {n} to {n2} in a deal", n=least, n2=most)
    if together is not None and sum(points for points in line.points if points > 0) > together * line.deals:
        return Message("all sides together win {n} at most in a deal", n=together)
    return None


def too_much_beside(line: SlipLine, most: int) -> Message | None:
    """Return why the announcements beside the points of a line cannot be right, or None.

    Args:
        line: of the slip; several deals that were added up, too.
        most: the most points that all sides together can announce in a deal; 0: the game has no announcements.

    >>> too_much_beside(SlipLine(points=(100, 57), extra=(20, 0)), 670) is None
    True
    >>> too_much_beside(SlipLine(points=(100, 57), extra=(99999, 0)), 670)
    'what was announced comes to 99999; a deal has 670 at most'
    """
    if not any(line.extra):
        return None
    if not most:
        return Message("nothing counts beside the points in this game; write one number for each side")
    if any(points < 0 for points in line.extra):
        return Message("no side can have fewer points than none")
    if sum(line.extra) > most * line.deals:
        return Message("what was announced comes to {n}; a deal has {n2} at most", n=sum(line.extra), n2=most)
    return None


def _splits(points: Iterable[int | float], each: int) -> bool:
    """Whether every side's points are those of whole deals."""
    return all(amount % each == 0 for amount in points)
