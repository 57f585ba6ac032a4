"""The places where the cards of a Euchre deal can lie, as far as everybody knows (EUC-D2, EUC-X2)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from controller.games.euchre import state
from controller.games.euchre.state import EuchreDeal
from controller.record.cards import Card
from controller.record.message import Message
from controller.rules.deal import Play
from controller.rules.layout import Layout, Somewhere, UnseenPlace, hands, shown
from controller.rules.parts import Fault


def layout(deal: EuchreDeal) -> Layout:
    """The hands, those of partners who do not play among them, the kitty, and the card that the dealer laid away."""
    places = (*hands(deal), *_aside(deal))
    known, gone = shown(deal, places), {play.card for play in deal.seen()}
    for card, where in _lying(deal, places):
        if card not in gone:
            known[card] = known.get(card, where) & where
    return Layout(places, known)


def _lying(deal: EuchreDeal, places: Sequence[UnseenPlace]) -> Iterator[tuple[Card, Somewhere]]:
    """The card turned up, the dealer's cards as they were dealt and what was laid away, with the places they can be in.

    The last place is the kitty, or what was laid away.
    """
    own, last = deal.own, frozenset({len(places) - 1})
    if not own.is_ordered_up:
        yield own.turned, last
        return
    taken = last | {number for number, place in enumerate(places) if place.seat == deal.dealer}
    yield from ((card, taken) for card in (own.turned, *own.dealt))
    yield from ((card, last) for card in own.laid or ())


def _aside(deal: EuchreDeal) -> Iterator[UnseenPlace]:
    """The places of cards that nobody plays; the kitty has the card turned up until it is taken."""
    names, taken = deal.rules.names, deal.own.is_ordered_up
    for seat in range(deal.rules.seats):
        if seat not in deal.seats:
            yield UnseenPlace(Message("{name}'s hand", name=names[seat]), deal.size, seat)
    yield UnseenPlace(Message("the kitty"), state.KITTY - taken)
    if taken:
        yield UnseenPlace(Message("the card laid away"), 1)


def may_be_laid(deal: EuchreDeal, card: Card) -> bool:
    """Whether the dealer can have laid this card away."""
    own = deal.own
    if card not in state.DECK or (len(own.dealt) == deal.size and card not in (*own.dealt, own.turned)):
        return False
    if not own.is_ordered_up:
        return True
    there = layout(replace(deal, own=replace(own, laid=None)))
    return card not in there.known or len(there.places) - 1 in there.known[card]


def impossible(deal: EuchreDeal, play: Play) -> Fault | None:
    """Why this seat cannot hold this card: it is out of play, or the dealer's by the card turned up or a hand shown."""
    own, card, names = deal.own, play.card, deal.rules.names
    out = card in (own.laid or ()) or (card == own.turned and not own.is_ordered_up)
    dealers = own.is_ordered_up and card in (own.turned, *own.dealt)
    if not out and (not dealers or play.seat == deal.dealer):
        return None
    gone = Message("is known to be out of play")
    why = gone if out else Message("is known to be with {name}", name=names[deal.dealer])
    name = names[play.seat]
    text = Message("{name} played {card}, which {why}; please check that card.", name=name, card=card, why=why)
    return Fault("impossible-card", play.seat, "CARD", text, card)
