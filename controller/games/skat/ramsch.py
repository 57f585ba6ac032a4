"""Ramsch: all have passed, each plays for itself, and the seat with most points loses them (SKA-R1 to SKA-R4)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.games.follow_rule import tricks_won
from controller.games.skat.state import DECK, RAMSCH, TOTAL, SkatDeal, points
from controller.record.events import Seat
from controller.record.message import Message
from controller.rules.results import Breakdown, BreakdownLine, Number, counting, of_seats

LEAST: Final = TOTAL // 3 + 1
"""The fewest points with which a player loses: with a third of them all three are level (SKA-R3)."""


def begun(deal: SkatDeal) -> SkatDeal:
    """Begin a Ramsch without any number bid: jacks alone are trump, and forehand leads (SKA-R1)."""
    return replace(deal, own=replace(deal.own, game=RAMSCH), phase="play")


@dataclass(frozen=True, slots=True)
class RamschCount:
    """The points and losers of a Ramsch."""

    points: tuple[int, ...]
    """The points by seat; the skat is with the last trick (SKA-R2)."""
    losers: tuple[Seat, ...]
    without_trick: tuple[Seat, ...]
    marched: Seat | None = None
    """The seat that has taken every trick (SKA-R4)."""


def counted(deal: SkatDeal) -> RamschCount:
    """Count a Ramsch whose tricks are all closed (SKA-R2 to SKA-R4)."""
    lying = {play.card for play in deal.plays()}
    skat = [card for card in DECK if card not in lying]
    piles = {seat: [] if deal.tricks[-1].winner != seat else skat for seat in range(deal.rules.seats)}
    won = tuple(
        points((*pile, *(card for trick in deal.tricks if trick.winner == seat for card in trick.cards)))
        for seat, pile in piles.items()
    )
    tricks = tricks_won(deal)
    most = max(won[seat] for seat in deal.seats)
    level = tuple(seat for seat in deal.seats if won[seat] == most)
    without = tuple(seat for seat in deal.seats if not tricks[seat])
    marched = next((seat for seat in deal.seats if tricks[seat] == deal.size), None)
    return RamschCount(won, () if len(level) == len(deal.seats) else level, without, marched)


def score(deal: SkatDeal) -> tuple[tuple[int, ...], tuple[int, ...], dict[str, object], Breakdown]:
    """Return the points and score of each seat, and the reasons."""
    count, seats = counted(deal), deal.rules.seats
    detail: dict[str, object] = {"contract": RAMSCH, "lost": [*count.losers], "without_trick": [*count.without_trick]}
    if count.marched is not None:
        detail |= {"lost": [], "marched": count.marched}
        lines = [BreakdownLine(Message("every trick won"), of_seats(seats, (count.marched,), TOTAL))]
    else:
        losses = of_seats(seats, count.losers, -max(count.points))
        lines = [BreakdownLine(Message("most points"), losses)]
        if count.without_trick:
            lines.append(BreakdownLine(Message("a player has no trick"), losses))
    written = tuple(sum(int(line.amounts[seat] or 0) for line in lines) for seat in range(seats))
    return count.points, written, detail, Breakdown(score=counting(*lines))


def can_score(amounts: Sequence[Number]) -> bool:
    """Whether a Ramsch can be written so: each one's losses, or the gain of a seat with every trick.

    >>> can_score((0, -57, 0)), can_score((-120, 0, -120)), can_score((0, 120, 0)), can_score((0, -40, 0))
    (True, True, True, False)
    """
    losses = [-amount for amount in amounts if amount]
    half = TOTAL // 2
    if len(losses) == 1:
        [most] = losses
        doubled = most % 2 == 0 and half < most // 2 <= TOTAL
        return most == -TOTAL or LEAST <= most <= TOTAL or doubled
    return len(losses) == 2 and losses[0] == losses[1] and (LEAST <= losses[0] <= half or losses[0] == TOTAL)
