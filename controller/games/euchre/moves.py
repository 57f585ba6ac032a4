"""The card turned up and the one laid away for it, as movements of cards (EUC-B1, EUC-X1)."""

from collections.abc import Iterator
from typing import Final

from controller.games.euchre.state import ORDER_UP, EuchreDeal
from controller.record.events import Bid, Discard, Event, Moved
from controller.rules.movements.description import Movement

DISCARD: Final = "discard"
"""The movement of the card that is laid away, and its place."""


def offered(deal: EuchreDeal) -> Iterator[Movement]:
    """The dealer who has the card turned up lays one away."""
    if deal.own.is_ordered_up and deal.own.laid is None and not any(deal.plays()):
        yield Movement(DISCARD, deal.dealer, DISCARD, 1)


def as_moved(deal: EuchreDeal, event: Event) -> tuple[Moved, ...]:
    """Ordered up, the card turned up goes from the kitty to the dealer; then the dealer's goes away."""
    match event:
        case Bid(call=call) if call == ORDER_UP:
            return (Moved(what="take", from_="kitty", to=deal.dealer, count=1, cards=(deal.own.turned,)),)
        case Discard():
            known = event.cards or event.shown or None
            return (Moved(what=DISCARD, from_=event.seat, to=DISCARD, count=event.count, cards=known),)
        case _:
            return ()


def as_told(deal: EuchreDeal, move: Moved) -> Event:
    """The discard; the card turned up is taken by the word alone."""
    del deal
    return Discard(seat=move.seat or 0, count=move.count, cards=move.cards)
