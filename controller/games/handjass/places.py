"""Where the cards of a Handjass deal can lie: hands, blind, stock, what is out (HAN-D, HAN-B)."""

from collections.abc import Iterable, Iterator
from typing import Final

from controller.games.handjass.state import FULL, HAND, HandjassDeal, known
from controller.games.jass import DECK
from controller.games.weis.claims import HandClaim
from controller.record.cards import Card
from controller.record.events import Seat
from controller.record.message import Message
from controller.rules.deal import Play
from controller.rules.game import Fault
from controller.rules.layout import Layout, UnseenPlace, hands, shown, with_declared

THE_BLIND: Final = Message("the blind")
THE_DISCARD: Final = Message("the hand laid away")
STOCK: Final = Message("the stock")


def layout(deal: HandjassDeal) -> Layout:
    """All places of a deal; what was turned up, exchanged or shown for a Weis has its own."""
    claims, refuted = deal.own.claims, deal.own.refuted
    standing = [claim for claim in claims if claim.event not in refuted]
    doubted = (claim for claim in claims if claim.event in refuted and claim.cards)
    return with_declared(DECK, deal, standing, doubted, lambda believed: _layout(deal, believed))


def _layout(deal: HandjassDeal, claims: Iterable[HandClaim]) -> Layout:
    """All places of a deal; what was turned up, exchanged or shown for one of these claims has its own."""
    places = (*hands(deal), *_unplayed(deal))
    where = shown(deal, places)
    gone = {play.card for play in deal.plays()}
    for card, seat in _facts(deal, claims):
        if card not in gone:
            here = frozenset(_numbers(deal, places, seat, card))
            where[card] = where.get(card, here) & here
    return Layout(places, where)


def _unplayed(deal: HandjassDeal) -> Iterator[UnseenPlace]:
    """The hands of those who are out, the blind or the hand laid away for it, the stock."""
    table, names = deal.own, deal.rules.names
    for seat in table.players:
        if seat not in deal.seats:
            yield UnseenPlace(Message("{name}'s hand", name=names[seat]), HAND, seat)
    if len(table.players) < FULL:
        yield UnseenPlace(THE_BLIND if table.blind is None else THE_DISCARD, HAND)
    if len(table.players) < FULL - 1:
        yield UnseenPlace(STOCK, HAND)


def _facts(deal: HandjassDeal, claims: Iterable[HandClaim]) -> Iterator[tuple[Card, Seat | None]]:
    """Cards that are known to be in a hand, or in none."""
    yield from known(deal).items()
    for claim in claims:
        if claim.what == "weis":
            yield from ((card, claim.seat) for card in claim.cards)


def _numbers(deal: HandjassDeal, places: Iterable[UnseenPlace], seat: Seat | None, card: Card) -> Iterator[int]:
    """The place a card lies in: a seat's hand, or one on the table."""
    for number, place in enumerate(places):
        if place.seat == seat and (seat is not None or place.name == _on_table(deal, card)):
            yield number


def _on_table(deal: HandjassDeal, card: Card) -> Message:
    """Where a card lies that is in no hand: with the stock, if there is one, unless it was laid away (HAN-D3)."""
    stock = len(deal.own.players) < FULL - 1 and card not in deal.own.laid_away
    return STOCK if stock else THE_DISCARD if deal.own.blind is not None else THE_BLIND


def impossible(deal: HandjassDeal, play: Play) -> Fault | None:
    """The card turned up, the exchanged 6, a hand laid away or shown, a Weis another seat has shown."""
    at, names = known(deal), deal.rules.names
    owner = at.get(play.card, play.seat)
    shown_by = [claim.seat for claim in deal.own.claims if claim.what == "weis" and play.card in claim.cards]
    if owner == play.seat and set(shown_by) <= {play.seat}:
        return None
    owner = shown_by[0] if owner == play.seat else owner
    out = Message("is known to be out of play")
    why = out if owner is None else Message("is known to be with {name}", name=names[owner])
    name = names[play.seat]
    text = Message("{name} played {card}, which {why}; please check that card.", name=name, card=play.card, why=why)
    return Fault("impossible-card", play.seat, "CARD", text, play.card)
