"""Where the cards of a Skat deal can lie, as far as everybody knows (SKA-D1, SKA-X2)."""

from collections.abc import Iterable

from controller.games.skat.auction import auction
from controller.games.skat.cards import SKAT
from controller.games.skat.state import SkatDeal
from controller.record.cards import Card
from controller.record.message import Message
from controller.rules.deal import Play
from controller.rules.game import Fault
from controller.rules.layout import Layout, UnseenPlace, hands, shown


def layout(deal: SkatDeal) -> Layout:
    """The hands and the skat, of which the table knows nothing before the end."""
    places = (*hands(deal), UnseenPlace(Message("the skat"), SKAT))
    aside, known = len(deal.seats), shown(deal, places)
    gone = {play.card for play in deal.seen()}
    declarer = auction(deal).declarer

    def lie(cards: Iterable[Card], where: Iterable[int]) -> None:
        for card in cards:
            if card not in gone:
                known[card] = known.get(card, frozenset(range(len(places)))) & frozenset(where)

    if declarer is not None:
        lie(deal.own.dealt, (declarer, aside))
    lie(deal.own.laid or (), (aside,))
    return Layout(places, known)


def impossible(deal: SkatDeal, play: Play) -> Fault | None:
    """Why this seat cannot hold this card: it was laid away open, or is another's by what was shown."""
    own, card, seat, names = deal.own, play.card, play.seat, deal.rules.names
    declarer = auction(deal).declarer
    other = seat if declarer is None else declarer
    dealt = next((one for one, hand in (deal.hands or {}).items() if card in hand), seat)
    if card in (own.laid or ()):
        text = Message(
            "{name} played {card}, which {other} had laid away.", name=names[seat], card=card, other=names[other]
        )
    elif card in own.dealt and seat != other:
        text = Message(
            "{name} played {card}, which {other} was dealt.", name=names[seat], card=card, other=names[other]
        )
    elif dealt != seat:
        text = Message(
            "{name} played {card}, which {other} was dealt.", name=names[seat], card=card, other=names[dealt]
        )
    else:
        return None
    return Fault("impossible-card", seat, "CARD", text, card)
