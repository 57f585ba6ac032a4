"""Where the cards of a Handjass deal can lie: hands, blind, stock, what is out (HAN-D, HAN-B)."""

from collections.abc import Iterable, Iterator
from typing import Final

from controller.games.handjass.state import FULL, HAND, Claim, HandjassDeal, known
from controller.games.jass import DECK
from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.deal import Play
from controller.rules.game import Fault
from controller.rules.layout import Layout, Place, hands, shown, with_declared

BLIND: Final = "the blind"
LAID_AWAY: Final = "the hand laid away"
STOCK: Final = "the stock"


def layout(deal: HandjassDeal) -> Layout:
    """All places of a deal; what was turned up, exchanged or shown for a Weis has its own."""
    claims, refuted = deal.own.claims, deal.own.refuted
    standing = [claim for claim in claims if claim.event not in refuted]
    doubted = (claim for claim in claims if claim.event in refuted and claim.cards)
    return with_declared(DECK, deal, standing, doubted, lambda believed: _layout(deal, believed))


def _layout(deal: HandjassDeal, claims: Iterable[Claim]) -> Layout:
    """All places of a deal; what was turned up, exchanged or shown for one of these claims has its own."""
    places = (*hands(deal), *_unplayed(deal))
    where = shown(deal, places)
    gone = {play.card for play in deal.plays()}
    for card, seat in _facts(deal, claims):
        if card not in gone:
            here = frozenset(_numbers(deal, places, seat, card))
            where[card] = where.get(card, here) & here
    return Layout(places, where)


def _unplayed(deal: HandjassDeal) -> Iterator[Place]:
    """The hands of those who are out, the blind or the hand laid away for it, the stock."""
    table, names = deal.own, deal.rules.names
    for seat in table.players:
        if seat not in deal.seats:
            yield Place(f"{names[seat]}'s hand", HAND, seat)
    if len(table.players) < FULL:
        yield Place(BLIND if table.blind is None else LAID_AWAY, HAND)
    if len(table.players) < FULL - 1:
        yield Place(STOCK, HAND)


def _facts(deal: HandjassDeal, claims: Iterable[Claim]) -> Iterator[tuple[Card, Seat | None]]:
    """Cards that are known to be in a hand, or in none."""
    yield from known(deal).items()
    for claim in claims:
        if claim.what == "weis":
            yield from ((card, claim.seat) for card in claim.cards)


def _numbers(deal: HandjassDeal, places: Iterable[Place], seat: Seat | None, card: Card) -> Iterator[int]:
    """The place a card lies in: a seat's hand, or one on the table."""
    for number, place in enumerate(places):
        if place.seat == seat and (seat is not None or place.name == _on_table(deal, card)):
            yield number


def _on_table(deal: HandjassDeal, card: Card) -> str:
    """Where a card lies that is in no hand: with the stock, if there is one, unless it was laid away (HAN-D3)."""
    stock = len(deal.own.players) < FULL - 1 and card not in deal.own.laid_away
    return STOCK if stock else LAID_AWAY if deal.own.blind is not None else BLIND


def impossible(deal: HandjassDeal, play: Play) -> Fault | None:
    """The card turned up, the exchanged 6, a hand laid away or shown, a Weis another seat has shown."""
    at, names = known(deal), deal.rules.names
    owner = at.get(play.card, play.seat)
    shown_by = [claim.seat for claim in deal.own.claims if claim.what == "weis" and play.card in claim.cards]
    if owner == play.seat and set(shown_by) <= {play.seat}:
        return None
    owner = shown_by[0] if owner == play.seat else owner
    where = "out of play" if owner is None else f"with {names[owner]}"
    text = f"{names[play.seat]} played {play.card}, which is known to be {where}; please check that card."
    return Fault("impossible-card", play.seat, "CARD", text, play.card)
