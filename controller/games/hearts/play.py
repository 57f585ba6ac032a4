"""Leads and discards of Hearts: the two of clubs first, no heart before one was played (HEA-P, HEA-F)."""

from functools import cache
from typing import Final

from controller.games import plain_tricks
from controller.games.plain_tricks import DECK, other_suits
from controller.record.cards import Card
from controller.rules.deal import AnyDeal
from controller.rules.duty import FREE, Duty, avoid

OPENER: Final = Card("C2")
"""Its holder leads it to the first trick (HEA-P1)."""
QUEEN: Final = Card("SQ")
HEARTS: Final = "H"


def is_penalty(card: Card) -> bool:
    """Whether nobody wants to take a card (HEA-H1)."""
    return card.suit == HEARTS or card == QUEEN


def lead(deal: AnyDeal, card: Card) -> Duty:
    """The duty of who leads (HEA-P1, HEA-P2)."""
    if deal.number_of_trick == 1:
        return FREE if card == deal.opener else avoid([deal.opener or OPENER], "HEA-P1", lead=True)
    if card.suit != HEARTS or not deal.rules["break_hearts"] or may_be_broken(deal):
        return FREE
    return other_suits(HEARTS, "HEA-P2")


def follow(deal: AnyDeal, led: Card, card: Card) -> Duty:
    """The duty of who does not lead (HEA-F1, HEA-F2)."""
    if card.suit == led.suit:
        return FREE
    clean = deal.number_of_trick == 1 and is_penalty(card) and not deal.rules["first_trick_points"]
    return _not_following(led.suit, clean=clean)


@cache
def _not_following(led: str, *, clean: bool) -> Duty:
    owed = {card: "HEA-F1" for card in DECK if card.suit == led}
    if clean:
        owed = {**{card: "HEA-F2" for card in DECK if not is_penalty(card)}, **owed}
    return Duty(owed)


def may_be_broken(deal: AnyDeal) -> bool:
    """Whether a heart may have been played already, in sight or where something went unseen."""
    breaking = {QUEEN} if deal.rules["queen_breaks"] else set[Card]()
    return plain_tricks.may_be_broken(deal, lambda card: card.suit == HEARTS or card in breaking)
