"""Scores of Handjass (HAN-S1, HAN-S2, HAN-S3, HAN-S4, HAN-S5, HAN-S6, HAN-B3, HAN-B4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from controller.games.handjass.state import HandjassDeal
from controller.record.events import Scores, Seat
from controller.record.message import Message
from controller.rules import draws
from controller.rules.game import Tie
from controller.rules.results import Breakdown, BreakdownLine, counting

LAST_TWO: Final = 2
"""Number of players with whom only one scores, and a point at most (HAN-S6)."""


@dataclass(frozen=True, slots=True)
class Scored:
    """The rule that scores a deal, and each seat's score; seats not named get nothing."""

    rule: str
    score: Mapping[Seat, int]


def unplayed(staying: tuple[Seat, ...], players: int, *, agreed: bool) -> Scored:
    """Score a deal without play: two agree on a point each, or all but one are out (HAN-B3, HAN-B4).

    >>> unplayed((2,), 4, agreed=False), unplayed((2,), 2, agreed=False)
    (Scored(rule='HAN-S4', score={2: 2}), Scored(rule='HAN-S6', score={2: 1}))
    """
    if agreed:
        return Scored("HAN-B4", dict.fromkeys(staying, 1))
    return _alone(staying[0], players)


def played(totals: Mapping[Seat, int], players: int, threshold: int, drawn: draws.Drawn) -> Scored | Tie:
    """Return the score by the totals of the seats that are in, or the seats that must draw first.

    HAN-S2, HAN-S3, HAN-S4, HAN-S5, HAN-S6.

    >>> played({0: 60, 1: 20}, 4, 26, ())
    Scored(rule='HAN-S4', score={1: -1, 0: 2})
    """
    reached = [seat for seat in totals if totals[seat] >= threshold]
    failed = {seat: -1 for seat in totals if seat not in reached}
    if not reached:
        return Scored("HAN-S5", failed)
    if len(reached) == 1:
        alone = _alone(reached[0], players)
        return Scored(alone.rule, failed | dict(alone.score))
    places = 1 if players == LAST_TWO else 2
    best, level = _best(reached, totals, places, drawn)
    rule = "HAN-S6" if players == LAST_TWO else "HAN-S3"
    certain = failed | dict.fromkeys(best, 1)
    if level:
        return Tie(level, rule, certain)
    return Scored(rule, dict.fromkeys(reached, 0) | certain)


def breakdown(
    scored: Scored | Tie,
    deal: HandjassDeal,
    cards: tuple[BreakdownLine, ...],
    extra: Mapping[str, Mapping[Seat, int]],
    score: Scores,
) -> Breakdown:
    """Return the numbers behind a score: cards, last trick, Weis and Stöck; and the seats above and below the line.

    Args:
        scored: the rule that scores the deal.
        deal: the deal, played or not.
        cards: the points of the tricks.
        extra: the points of Weis and Stöck, by seat.
        score: the deal's score, by seat.
    """
    seats, threshold = range(deal.rules.seats), int(str(deal.rules["threshold"]))
    lines = [
        BreakdownLine(why, tuple(extra[what].get(seat, 0) for seat in seats))
        for what, why in (("weis", Message("Weis")), ("stock", Message("Stöck")))
    ]
    failed = tuple(own if own is not None and own < 0 else None for own in score)
    won = tuple(own if own is not None and own > 0 else None for own in score)
    fewer, why = Message("fewer than {n} points", n=threshold), _why(scored.rule, threshold, played=bool(deal.tricks))
    parts = counting(BreakdownLine(fewer, failed), BreakdownLine(why, won))
    return Breakdown((*cards, *counting(*lines)) if deal.tricks else (), parts)


def _why(rule: str, threshold: int, *, played: bool) -> Message:
    """Explain why a seat scores by a rule."""
    if not played:
        return Message("agreed without play") if rule == "HAN-B4" else Message("alone in")
    if rule == "HAN-S3":
        return Message("among the two highest with {n} points or more", n=threshold)
    if rule == "HAN-S4":
        return Message("alone with {n} points or more", n=threshold)
    return Message("the highest with {n} points or more", n=threshold)


def _alone(seat: Seat, players: int) -> Scored:
    return Scored("HAN-S6", {seat: 1}) if players == LAST_TWO else Scored("HAN-S4", {seat: 2})


def _best(
    reached: list[Seat], totals: Mapping[Seat, int], places: int, drawn: draws.Drawn
) -> tuple[list[Seat], tuple[Seat, ...]]:
    """Return the seats that take a place for certain, and those that draw for the last one (HAN-S3, HAN-S6)."""
    line = sorted((totals[seat] for seat in reached), reverse=True)[places - 1]
    best = [seat for seat in reached if totals[seat] > line]
    level = tuple(seat for seat in reached if totals[seat] == line)
    if len(best) + len(level) <= places:
        return [*best, *level], ()
    for group in draws.order(level, drawn):
        if len(best) == places:
            break
        if len(best) + len(group) > places:
            return best, group
        best += group
    return best, ()
