"""A record as a film script: which cards are laid where, and when the trick is swept."""

from collections.abc import Iterator, Sequence

from controller.events import Collect, DealStart, Event, Played
from controller.fold import Stage, fold
from controller.results import TrickResult
from vision.film import Lay, Step, Sweep


def steps(events: Sequence[Event]) -> Iterator[Step]:
    """What the players' hands do, in the record's corrected order.

    Cards are swept when their trick is complete, when they were gathered, and before a new deal. A play to a seat
    that is not at this table cannot be drawn and is left out.
    """
    lying = 0
    for stage in fold(events):
        seats = stage.match.rules.seats
        if isinstance(stage.event, DealStart) and lying:
            lying = 0
            yield Sweep(stage.event.dealer % seats)
        if isinstance(stage.event, Played) and 0 <= stage.event.seat < seats:
            lying += 1
            yield Lay(stage.event.seat, stage.event.card)
        if lying and (winner := _gathers(stage, lying)) is not None:
            lying = 0
            yield Sweep(winner)


def _gathers(stage: Stage, lying: int) -> int | None:
    """The seat that gathers the cards now, or None; cards of no trick go when there is one from every seat."""
    for result in stage.results:
        if isinstance(result, TrickResult):
            return result.winner
    stray = not stage.match.running and lying >= stage.match.rules.seats
    return 0 if stray or isinstance(stage.event, Collect) else None
