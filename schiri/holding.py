"""Possible hands: the cards that a player may hold, and those that everybody can know to be there.

Only facts are counted, so both hold whoever broke a rule: a card that a player holds is always among those that may be
held, and a card that must be held is. Where nothing can be counted (before the play, over a misread card or one that
went unseen) every card may be held that was not played, and none must.
"""

from dataclasses import dataclass

from controller.explain.holdings import Holding, Holdings, holdings
from controller.record.cards import Card, faces
from controller.record.events import Seat
from controller.rules.match import AnyMatch


@dataclass(frozen=True, slots=True)
class HeldCards:
    """The cards that a player may hold, and those of them that must be there, in the order of the deck."""

    may: tuple[Card, ...]
    must: tuple[Card, ...]


def held_cards(match: AnyMatch, seat: Seat, *, lawful: bool) -> HeldCards:
    """What everybody can know of a hand of the deal in play.

    Args:
        match: the match as everybody has seen it.
        seat: whose hand.
        lawful: whether to take it that every play so far kept the rules.
    """
    deal = match.deal
    if deal is None or not match.running or deal.phase == "after" or seat not in deal.seats:
        return HeldCards((), ())
    found = Holdings(()) if deal.doubtful else holdings(match)
    mine = next((one for one in found.places if one.seat == seat), None)
    if mine is None:
        # Where a card came from where it cannot have been, any of those that were read may have been another one.
        played = set[Card]() if deal.impossible else {play.card for play in deal.seen()}
        return HeldCards(_in_order(match, frozenset(match.game.deck) - played), ())
    may, must = _by_rule(mine) if lawful and found.lawful else _by_facts(mine)
    return HeldCards(_in_order(match, may), _in_order(match, must))


def _by_facts(mine: Holding) -> tuple[frozenset[Card], frozenset[Card]]:
    return frozenset((*mine.must, *mine.ruled, *mine.may, *mine.against)), frozenset(mine.must)


def _by_rule(mine: Holding) -> tuple[frozenset[Card], frozenset[Card]]:
    must = frozenset((*mine.must, *mine.ruled))
    return must | frozenset(mine.may), must


def _in_order(match: AnyMatch, cards: frozenset[Card]) -> tuple[Card, ...]:
    return faces(tuple(card for card in match.game.deck if card in cards))
