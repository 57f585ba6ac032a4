"""Where the cards of a Differenzler deal can lie: hands, the stock, the six that is out (DIF-D1, DIF-D2, DIF-T1)."""

from typing import Final

from controller.games.differenzler.options import DEALERS
from controller.games.differenzler.state import DifferenzlerDeal
from controller.record.cards import Card
from controller.record.message import Message
from controller.rules.deal import Play
from controller.rules.game import Fault
from controller.rules.layout import Layout, UnseenPlace, hands, shown

STOCK: Final = Message("the stock")
TAKEN_OUT: Final = Message("the six that was taken out")
FEWEST, MOST = 2, 5
"""Players; with so few there is a stock, with so many a six is taken out (DIF-D2)."""
SIX: Final = "6"


def layout(deck: tuple[Card, ...], deal: DifferenzlerDeal) -> Layout:
    """The hands, and the place of the cards that were dealt to nobody."""
    own = hands(deal)
    rest = len(deck) - deal.size * len(deal.seats)
    aside = (UnseenPlace(TAKEN_OUT if deal.rules.seats == MOST else STOCK, rest),) if rest else ()
    places = (*own, *aside)
    known = shown(deal, places)
    if deal.rules.seats == MOST:
        in_hands = frozenset(range(len(own)))
        unseen = set(deck) - {play.card for play in deal.seen()}
        known |= {card: known.get(card, in_hands) & in_hands for card in unseen if card.rank != SIX}
    turned = deal.own.turned
    if deal.rules["turned"] == DEALERS and not deal.find(turned):
        here = frozenset(number for number, place in enumerate(places) if place.seat == _holder(deal))
        if here:
            known[turned] = known.get(turned, here) & here
    return Layout(places, known)


def _holder(deal: DifferenzlerDeal) -> int | None:
    """Whose card was turned up; None: it lies on the stock (DIF-T1)."""
    return None if deal.rules.seats == FEWEST else deal.dealer


def impossible(deal: DifferenzlerDeal, play: Play) -> Fault | None:
    """The card turned up, played by another than its holder (DIF-T1)."""
    holder = _holder(deal)
    if play.card != deal.own.turned or deal.rules["turned"] != DEALERS or play.seat == holder:
        return None
    names = deal.rules.names
    why = (
        Message("is known to be out of play")
        if holder is None
        else Message("is known to be with {name}", name=names[holder])
    )
    name = names[play.seat]
    text = Message("{name} played {card}, which {why}; please check that card.", name=name, card=play.card, why=why)
    return Fault("impossible-card", play.seat, "CARD", text, play.card)
