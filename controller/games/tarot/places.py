"""Where the cards of a Tarot deal can lie, as far as everybody knows (TAR-D1, TAR-X1, TAR-X2)."""

from collections.abc import Iterable

from controller.games.tarot.cards import DECK, DOG_SIZES
from controller.games.tarot.state import Said, TarotDeal, TarotState
from controller.record.cards import Card
from controller.record.message import Message
from controller.rules.deal import Play
from controller.rules.game import Fault
from controller.rules.layout import Layout, UnseenPlace, hands, shown, with_declared


def layout(deal: TarotDeal) -> Layout:
    """The places of a deal, with what was shown of the dog, of the discard and for poignées."""
    said, refuted = deal.own.said, deal.own.refuted
    standing = [one for one in said if one.event not in refuted]
    doubted = (one for one in said if one.event in refuted and one.cards)
    return with_declared(DECK, deal, standing, doubted, lambda believed: _layout(deal, believed))


def _layout(deal: TarotDeal, announced: Iterable[Said]) -> Layout:
    """The hands, and the cards that no hand plays: the closed dog, or what was laid away for it (TAR-X1, TAR-X2)."""
    own, aside = deal.own, len(deal.seats)
    places = (*hands(deal), UnseenPlace(Message("the dog"), DOG_SIZES[deal.rules.seats]))
    known = shown(deal, places)
    gone = {play.card for play in deal.plays()}

    def lie(cards: Iterable[Card], where: Iterable[int]) -> None:
        for card in cards:
            if card not in gone:
                known[card] = known.get(card, frozenset(range(len(places)))) & frozenset(where)

    for said in announced:
        lie(said.cards, (said.seat, aside) if _may_lay_away_yet(own, said) else (said.seat,))
    if own.best:
        lie((*(own.dog or ()), *own.dealt), (own.best.seat, aside))
    if own.laid:
        lie(own.laid.cards or own.laid.shown, (aside,))
    return Layout(places, known)


def _may_lay_away_yet(own: TarotState, said: Said) -> bool:
    """Whether the cards shown in a poignée may have been laid away since: the taker announced it before that."""
    takes = own.dog_taken and own.best is not None and own.best.seat == said.seat
    return takes and (own.laid is None or said.event < own.laid.event)


def impossible(deal: TarotDeal, play: Play) -> Fault | None:
    """Why this seat cannot hold this card: it was laid away, or is another seat's by what was shown."""
    own, card, seat, names = deal.own, play.card, play.seat, deal.rules.names
    best, name = own.best.seat if own.best else seat, names[seat]
    holder = next((said.seat for said in own.said if card in said.cards and said.event not in own.refuted), seat)
    hands = deal.hands or {}
    if own.laid and card in (own.laid.cards or own.laid.shown):
        text = Message("{name} played {card}, which {other} had laid away.", name=name, card=card, other=names[best])
    elif card in (own.dog or ()) and seat != best:
        text = Message(
            "{name} played {card}, which lay in the dog, which {other} took.", name=name, card=card, other=names[best]
        )
    elif holder != seat:
        text = Message("{name} played {card}, which {other} has shown.", name=name, card=card, other=names[holder])
    elif card in own.dealt and seat != best:
        text = Message("{name} played {card}, which {other} was dealt.", name=name, card=card, other=names[best])
    elif (other := next((one for one, hand in hands.items() if card in hand), seat)) != seat:
        text = Message("{name} played {card}, which {other} was dealt.", name=name, card=card, other=names[other])
    else:
        return None
    return Fault("impossible-card", seat, "CARD", text, card)
