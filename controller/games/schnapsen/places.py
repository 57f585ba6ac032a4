"""Where the cards of a Schnapsen deal can lie: two hands and the talon, from which both draw (SCN-D1, SCN-P2)."""

from typing import Final

from controller.games.schnapsen.state import SchnapsenDeal, drawing, last_drawer, talon_left
from controller.record.cards import Card
from controller.record.message import Message
from controller.rules.deal import Play
from controller.rules.layout import Layout, Somewhere, UnseenPlace, hands, shown

THE_TALON: Final = Message("the talon")


def layout(deal: SchnapsenDeal) -> Layout:
    """The hands, and the talon as long as it lies there; what was turned up or taken has its own place.

    Marriages are words of who declares them, and prove nothing against the other (SCN-M1).
    """
    left, closed = talon_left(deal), deal.own.closed
    places = (*hands(deal, left // 2 if drawing(deal) else 0), UnseenPlace(THE_TALON, left))
    where = shown(deal, places)
    gone = {play.card for play in deal.seen()}

    def lies(card: Card, number: int) -> None:
        if card not in gone:
            here: Somewhere = frozenset({number})
            where[card] = where.get(card, here) & here

    if deal.doubtful or deal.doubt is not None or (closed and not closed.sure):
        return Layout(places, where)
    for card, seat in deal.own.taken:
        lies(card, seat)
    drawer = last_drawer(deal)
    if left:
        lies(deal.own.under, len(places) - 1)
    elif drawer is not None:
        lies(deal.own.under, drawer)
    return Layout(places, where)


def undrawn(deal: SchnapsenDeal, play: Play) -> Message | None:
    """Why a seat cannot have drawn this card yet; None if it can have."""
    beneath = play.card == deal.own.under and drawing(deal)
    return Message("lies face up beneath the talon") if beneath else None


def misplaced(deal: SchnapsenDeal, play: Play) -> Message | None:
    """Why a seat can never have had this card; None if it can have had it."""
    own, names = deal.own, deal.rules.names
    taker = dict(own.taken).get(play.card, play.seat)
    if taker != play.seat:
        return Message("{name} took for the trump jack", name=names[taker])
    if play.card != own.under:
        return None
    if own.closed and own.closed.sure:
        return Message("lies beneath the closed talon")
    drawer = last_drawer(deal)
    if drawer is None or drawer == play.seat:
        return None
    return Message("{name} has drawn last from the talon", name=names[drawer])
