"""Where the cards of Condor Whist can lie during the play: hands and piles (CON-A5, CON-P1, CON-P2, CON-K1)."""

from controller.games.condor.auction import ROUNDS, CondorDeal
from controller.games.condor.suits import BIDDING, DECK
from controller.record.cards import Card
from controller.record.message import Message
from controller.rules.deal import Play
from controller.rules.layout import Layout, UnseenPlace, hands, shown

HAND = 7
"""Cards of the first hand: those of the last seven rounds (CON-P1)."""

USED = frozenset(card for card in DECK if card.suit in BIDDING)
"""The bidding cards, used up in the auction."""


def drawn_by(trick: int) -> range:
    """The rounds whose cards are drawn when a trick, from 1, is played: 13 to 7, then one more a trick (CON-P2).

    >>> list(drawn_by(1)), list(drawn_by(2))[0], list(drawn_by(9))[0]
    ([7, 8, 9, 10, 11, 12, 13], 6, 1)
    """
    return range(max(ROUNDS - HAND + 2 - trick, 1), ROUNDS + 1)


def layout(deal: CondorDeal) -> Layout:
    """The cards drawn and not played, and those in the piles still; up-cards are with who took them."""
    auction, drawn = deal.own, drawn_by(deal.number_of_trick)
    waiting = ROUNDS - len(drawn)
    drawn_hands = hands(deal, waiting)
    piles = tuple(UnseenPlace(Message("{name}'s pile", name=place.name), waiting) for place in drawn_hands)
    where = shown(deal, drawn_hands)
    gone = {play.card for play in deal.plays()}
    for number, one in enumerate(auction.rounds, 1):
        card = auction.taken(number)
        if card not in gone and one.taker is not None:
            here = frozenset({one.taker + (0 if number in drawn else len(drawn_hands))})
            where[card] = where.get(card, here) & here
    return Layout((*drawn_hands, *piles), where, USED | {auction.indicator})


def misplaced(deal: CondorDeal, play: Play) -> Message | None:
    """Why a seat can never have drawn this card; None if it can (CON-K1)."""
    auction, card = deal.own, play.card
    if card == auction.indicator:
        return Message("is laid aside to show trump")
    number = _turned_up(deal).get(card)
    taker = None if number is None else auction.rounds[number - 1].taker
    if number is None or taker is None or taker == play.seat:
        return None
    return Message("{name} took in round {n}", name=deal.rules.names[taker], n=number)


def undrawn(deal: CondorDeal, play: Play) -> Message | None:
    """Why a seat cannot have drawn this card yet after so many tricks; None if it can (CON-K1)."""
    auction, card, drawn = deal.own, play.card, drawn_by(deal.number_of_trick)
    up = _turned_up(deal)
    if card in up:
        in_pile = Message("is in the pile still, taken in round {n}", n=up[card])
        return None if up[card] in drawn else in_pile
    unseen = sum(auction.rounds[number - 1].taker != play.seat for number in drawn)
    mine = {one.card for one in (*deal.plays(), *deal.exposed) if one.seat == play.seat}
    others = mine - up.keys() - {card, auction.indicator}
    if len(others) < unseen:
        return None
    return Message.counted(
        "cannot be drawn yet: {n} card was drawn that nobody had seen",
        "cannot be drawn yet: {n} cards were drawn that nobody had seen",
        unseen,
        n=unseen,
    )


def _turned_up(deal: CondorDeal) -> dict[Card, int]:
    """The up-cards that were taken, and their rounds."""
    return {deal.own.taken(number): number for number in range(1, ROUNDS + 1)}
