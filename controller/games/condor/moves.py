"""The cards of Condor's auction as movements: one is turned up, then both of the round are taken (CON-A1 to CON-A4)."""

from typing import Final

from controller.games.condor.auction import CondorDeal
from controller.record.events import Choose, Duel, Event, Moved, Upcard

STOCK: Final = "stock"


def as_moved(deal: CondorDeal, event: Event) -> tuple[Moved, ...]:
    """The card turned up is shown; who takes it has it, in round 1 the joker, and the other the next one unseen."""
    rounds = deal.own.rounds
    match event:
        case Upcard():
            return (Moved(what="upcard", from_=STOCK, to=STOCK, count=1, cards=(event.card,)),)
        case Duel() | Choose() if rounds and (taker := rounds[-1].taker) is not None:
            taken = deal.own.taken(len(rounds))
            return (
                Moved(what="take", from_=STOCK, to=taker, count=1, cards=(taken,)),
                Moved(what="draw", from_=STOCK, to=1 - taker, count=1),
            )
        case _:
            return ()
