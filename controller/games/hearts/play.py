"""Leads and discards of Hearts: the two of clubs first, no heart before one was played (HEA-P, HEA-F)."""

from functools import cache
from typing import Final

from controller.record.cards import DECKS, Card
from controller.rules.deal import AnyDeal, Trick
from controller.rules.duty import FREE, Duty, avoid

DECK: Final = DECKS["whist52"]
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
    return _other_than_hearts()


@cache
def _other_than_hearts() -> Duty:
    return avoid([card for card in DECK if card.suit != HEARTS], "HEA-P2", lead=True)


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
    seen = (*(card for trick in deal.tricks for card in trick.cards), *(play.card for play in deal.exposed))
    if any(card.suit == HEARTS or card in breaking for card in seen):
        return True
    return not all(_is_whole(deal, trick) for trick in deal.tricks)


def _is_whole(deal: AnyDeal, trick: Trick) -> bool:
    return {*deal.seats} <= {*trick.seats} and not any(play.told for play in trick.plays)
