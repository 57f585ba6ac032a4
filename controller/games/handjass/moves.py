"""The exchange of the trump 6 and the blind as movements of cards (HAN-B2, HAN-X1)."""

from collections.abc import Iterator
from typing import Final

from controller.games.handjass.state import FULL, HAND, HandjassDeal, six, turned_at
from controller.record.events import Bid, CardPlace, Event, Exchange, Moved
from controller.rules.movements.description import Movement

EXCHANGE: Final = "exchange"
BLIND: Final = "blind"
"""The movement of a hand for the blind, and the place of the blind."""
LAID_AWAY: Final = "discard"


def offered(deal: HandjassDeal) -> Iterator[Movement]:
    """Who is in can give the trump 6 for the card turned up, once all have spoken and before the first lead."""
    own = deal.own
    can = len(own.players) < FULL and own.to_say is None and not own.exchanged and own.turned != six(deal)
    if can and deal.phase == "before":
        holder = _holder(deal)
        yield from (Movement(EXCHANGE, seat, holder, 1, owed=False) for seat in own.staying if seat != holder)


def as_moved(deal: HandjassDeal, event: Event) -> tuple[Moved, ...]:
    """The two cards of an exchange; the hand that is laid away, and the blind for it."""
    match event:
        case Exchange():
            holder = _holder(deal)
            return (
                Moved(what=EXCHANGE, from_=event.seat, to=holder, count=1, cards=(event.gives,)),
                Moved(what="take", from_=holder, to=event.seat, count=1, cards=(event.takes,)),
            )
        case Bid(call=call) if call == BLIND:
            laid = deal.own.laid_away or None
            return (
                Moved(what=BLIND, from_=event.seat, to=LAID_AWAY, count=HAND, cards=laid),
                Moved(what="take", from_=BLIND, to=event.seat, count=HAND),
            )
        case _:
            return ()


def as_told(deal: HandjassDeal, move: Moved) -> Event:
    """The exchange, of which both cards are known."""
    return Exchange(seat=move.seat or 0, gives=six(deal), takes=deal.own.turned)


def _holder(deal: HandjassDeal) -> CardPlace:
    """Where the card turned up lay: in a hand, on the blind that nobody took, or with the stock (HAN-D1 to HAN-D3)."""
    seat = turned_at(deal)
    if seat is not None:
        return seat
    return BLIND if len(deal.own.players) == FULL - 1 else "stock"
