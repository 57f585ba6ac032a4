"""Leads and discards of Hearts: the two of clubs first, no heart before one was played (HEA-P, HEA-F)."""

from dataclasses import replace
from typing import Final

from controller.games import follow_rule
from controller.games.follow_rule import Demand, Following, follow, other_suits
from controller.record.cards import Card
from controller.rules.deal import AnyDeal
from controller.rules.duty import FREE, Duty

OPENER: Final = Card("C2")
"""Its holder leads it to the first trick (HEA-P1)."""
QUEEN: Final = Card("SQ")
HEARTS: Final = "H"


def is_penalty(card: Card) -> bool:
    """Whether nobody wants to take a card (HEA-H1)."""
    return card.suit == HEARTS or card == QUEEN


def _points_are_spared(trick: Following) -> Demand:
    """Who cannot follow to the first trick and holds a card that does not count plays one (HEA-F2)."""
    clean = tuple(card for card in trick.deck if not is_penalty(card))
    return Demand(clean, frozenset((*trick.suit, *clean)), "HEA-F2")


FOLLOW: Final = (follow("HEA-F1"),)
FIRST_TRICK: Final = (*FOLLOW, _points_are_spared)


def lead(deal: AnyDeal, card: Card) -> Duty:
    """The duty of who leads (HEA-P1, HEA-P2)."""
    is_early = card.suit == HEARTS and deal.rules["break_hearts"] and not may_be_broken(deal)
    duty = other_suits(HEARTS, "HEA-P2") if is_early else FREE
    if deal.number_of_trick == 1 and card != deal.opener:
        return replace(duty, avoid={**duty.avoid, deal.opener or OPENER: "HEA-P1"}, lead=True)
    return duty


def may_be_broken(deal: AnyDeal) -> bool:
    """Whether a heart may have been played already, in sight or where something went unseen."""
    breaking = {QUEEN} if deal.rules["queen_breaks"] else set[Card]()
    return follow_rule.may_be_broken(deal, lambda card: card.suit == HEARTS or card in breaking)
