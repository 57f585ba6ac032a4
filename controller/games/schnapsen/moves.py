"""The exchange of the trump jack for the card beneath the talon, as movements of cards (SCN-X1)."""

from collections.abc import Iterator
from typing import Final

from controller.games.schnapsen.state import SchnapsenDeal, drawing, jack, talon_left
from controller.games.schnapsen.turns import is_entered
from controller.record.events import Event, Exchange, Moved
from controller.rules.movements.description import Movement

EXCHANGE: Final = "exchange"
STOCK: Final = "stock"
"""Where the card beneath the talon lies, as movements name a stock."""


def offered(deal: SchnapsenDeal) -> Iterator[Movement]:
    """Who leads next can give the trump jack for it."""
    can = drawing(deal) and talon_left(deal) >= int(str(deal.rules["talon"])) and deal.own.under != jack(deal)
    if can and deal.leader is not None and is_entered(deal) and not deal.open.plays:
        yield Movement(EXCHANGE, deal.leader, STOCK, 1, owed=False)


def as_moved(deal: SchnapsenDeal, event: Event) -> tuple[Moved, ...]:
    """The card beneath the talon comes to the hand, and the jack goes there."""
    del deal
    if not isinstance(event, Exchange):
        return ()
    return (
        Moved(what="take", from_=STOCK, to=event.seat, count=1, cards=(event.takes,)),
        Moved(what=EXCHANGE, from_=event.seat, to=STOCK, count=1, cards=(event.gives,)),
    )


def as_told(deal: SchnapsenDeal, move: Moved) -> Event:
    """The exchange, of which both cards are known."""
    return Exchange(seat=move.seat or 0, gives=jack(deal), takes=deal.own.under)
