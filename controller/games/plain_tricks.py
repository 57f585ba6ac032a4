"""Plain tricks with 52 cards, in which a suit is not led before it was broken."""

from collections.abc import Callable
from functools import cache
from typing import Final

from controller.record.cards import DECKS, Card
from controller.rules.deal import AnyDeal, Trick
from controller.rules.duty import Duty, avoid

DECK: Final = DECKS["whist52"]
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Weakest first."""


@cache
def other_suits(suit: str, rule: str) -> Duty:
    """What the hand owes that leads a suit which may not be led yet: any card of another."""
    return avoid([card for card in DECK if card.suit != suit], rule, lead=True)


def may_be_broken(deal: AnyDeal, breaks: Callable[[Card], bool]) -> bool:
    """Whether a card that breaks the suit may have been played already, in sight or where something went unseen."""
    seen = (*(card for trick in deal.tricks for card in trick.cards), *(play.card for play in deal.exposed))
    return any(map(breaks, seen)) or not all(_is_whole(deal, trick) for trick in deal.tricks)


def _is_whole(deal: AnyDeal, trick: Trick) -> bool:
    return {*deal.seats} <= {*trick.seats} and not any(play.told for play in trick.plays)
