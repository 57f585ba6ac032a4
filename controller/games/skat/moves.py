"""The skat as movements of cards: it is taken up, and two cards are laid away for it (SKA-X1)."""

from collections.abc import Iterator
from typing import Final

from controller.games.skat.auction import auction
from controller.games.skat.cards import SKAT
from controller.games.skat.state import HAND, SkatDeal
from controller.record.events import Discard, Event, Moved
from controller.rules.movements.description import Movement

DISCARD: Final = "discard"
PLACE: Final = "skat"
"""Where the two cards lie before and after."""


def offered(deal: SkatDeal) -> Iterator[Movement]:
    """The declarer lays two cards away, and has taken up the skat by that."""
    own, declarer = deal.own, auction(deal).declarer
    if declarer is not None and own.game is None and own.laid is None and HAND not in own.announced:
        yield Movement(DISCARD, declarer, PLACE, SKAT)


def as_moved(deal: SkatDeal, event: Event) -> tuple[Moved, ...]:
    """The skat goes to the declarer, unseen, and as many cards from the declarer to its place."""
    del deal
    if not isinstance(event, Discard):
        return ()
    known = event.cards or event.shown or None
    return (
        Moved(what="take", from_=PLACE, to=event.seat, count=SKAT),
        Moved(what=DISCARD, from_=event.seat, to=PLACE, count=event.count, cards=known),
    )


def as_told(deal: SkatDeal, move: Moved) -> Event:
    """The discard; the skat that was taken is told with it."""
    del deal
    return Discard(seat=move.seat or 0, count=move.count, cards=move.cards)
