"""The shared rules of Jass games: orders, points, and the duties of following (JASS-1 to JASS-8)."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, Literal

from controller.games import follow_rule
from controller.games.follow_rule import (
    Demanding,
    FollowRule,
    NamedDemand,
    exempt,
    follow,
    follow_or_trump,
    must_beat,
    must_trump,
    no_trump,
    no_undertrump,
    plain_led,
    printed_suit,
    trump_led,
    trumped,
    where,
)
from controller.record.cards import DECKS, Card
from controller.record.message import Message
from controller.rules.deal import AnyDeal
from controller.rules.duty import FREE, Duty
from controller.rules.results import BreakdownLine

DECK: Final = DECKS["jass36"]

PLAIN: Final = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Weakest first (JASS-2)."""

TRUMP: Final = ("6", "7", "8", "10", "Q", "K", "A", "9", "J")
"""Weakest first (JASS-3)."""

POINTS: Final = {"A": 11, "K": 4, "Q": 3, "J": 2, "10": 10}
"""Points of a plain suit (JASS-4); the ranks not named count nothing."""

TRUMP_POINTS: Final = POINTS | {"J": 20, "9": 14}

LAST_TRICK: Final = 5
"""The bonus of the last trick (JASS-6)."""

TOTAL: Final = 157
"""The points of a whole deal (JASS-6)."""


FOLLOW_SAYS: Final = (
    Message("Who can follow suit follows or trumps; who cannot may throw anything but a trump that is too low."),
    Message("Who can follow suit follows, and beats the trick if able; who cannot trumps if able."),
    Message("Who can follow suit follows; who cannot may throw anything."),
)
"""The house rule ``follow`` as a sentence for each of its values: jass, head, plain (PAR-1, HAN-F)."""


OnlyTrumps = Literal["under", "free", "over"]
"""The duty of a hand of nothing but trumps on a trumped plain lead (COI-F4c)."""


@cache
def suit_cards(suit: str) -> tuple[Card, ...]:
    """Return all cards of a suit, strongest in plain order first."""
    return follow_rule.suit_cards(DECK, suit)


def order(card: Card, trump: str | None) -> int:
    """Rank a card within its suit; a higher number is stronger."""
    return (TRUMP if card.suit == trump else PLAIN).index(card.rank)


def strength(card: Card, led: str, trump: str | None) -> int:
    """Rank a card in a trick: trumps above the suit led above the rest (JASS-8)."""
    if card.suit == trump:
        return 100 + order(card, trump)
    return order(card, trump) if card.suit == led else -1


def strength_turned(card: Card, led: str, trump: str | None, *, turned: bool) -> int:
    """Rank a card in a trick; ``turned``: there is no trump, and the six is the strongest of its suit."""
    strong = strength(card, led, trump)
    return len(PLAIN) - strong if turned and strong >= 0 else strong


def is_turned(play: str | None, start: str | None, trick: int, first: int) -> bool:
    """Whether the six is the strongest card in the trick of this number, from 1.

    Args:
        play: the contract: ``reverse``; ``slalom``, by turns; ``gustav``, one way and then the other; any other: never.
        start: ``up``, or ``down`` if the six is the strongest in trick 1 of slalom or gustav.
        trick: the trick's number.
        first: the tricks of gustav before the order turns.
    """
    if play == "slalom":
        return (start == "down") == bool(trick % 2)
    if play == "gustav":
        return (start == "down") == (trick <= first)
    return play == "reverse"


def points(card: Card, trump: str | None, *, eights: bool) -> int:
    """Return the points of a card; ``eights``: the deal has no trump, and every eight counts 8 (JASS-4, JASS-5)."""
    if eights and card.rank == "8":
        return 8
    return (TRUMP_POINTS if card.suit == trump else POINTS).get(card.rank, 0)


def points_won(deal: AnyDeal, worth: Callable[[Card], int]) -> tuple[int, ...]:
    """Return the points of each seat's tricks, the last one with its bonus (JASS-6)."""
    return follow_rule.points_won(deal, worth, LAST_TRICK)


def points_told(deal: AnyDeal, points: Sequence[int]) -> tuple[BreakdownLine, ...]:
    """Split the points of each seat's tricks into those of its cards and the bonus of the last trick (JASS-6)."""
    return follow_rule.points_told(deal, points, LAST_TRICK)


JACKS: Final = tuple(card for card in DECK if card.rank == "J")
"""The jacks, of which trump led need not draw the one of trump from a hand (COI-F2, MIT-F4)."""


def follow_plain(deal: AnyDeal, card: Card, rule: str) -> Duty:
    """Follow the suit led if able, else any card; of a Jass deck."""
    return follow_rule.follow_suit(DECK, deal, card, rule)


def follow_jass(
    deal: AnyDeal, card: Card, *, puur_exempt: bool, only_trumps: OnlyTrumps, rule: str | None = None
) -> Duty:
    """Return the duty of a card by the usual rule of Jass."""
    usual = usual_rule(puur_exempt=puur_exempt, only_trumps=only_trumps, rule=rule)
    return FREE if deal.led is None else usual.duty(deal.open, deal.trump, card)


def follow_head(deal: AnyDeal, card: Card) -> Duty:
    """Follow and beat the best card if able; without the suit any trump if able (HAN-FP, PAR-1)."""
    return FREE if deal.led is None else head_rule().duty(deal.open, deal.trump, card)


@cache
def head_rule() -> FollowRule:
    """Build the rule to follow and beat the best card (HAN-FP, PAR-1)."""
    return FollowRule(DECK, printed_suit, order, follow("HAN-FP"), must_trump("HAN-FP"), must_beat("HAN-FP"))


@cache
def usual_rule(*, puur_exempt: bool, only_trumps: OnlyTrumps, rule: str | None = None) -> FollowRule:
    """Build the usual rule: follow or trump, and undertrump only without a plain card (COI-F1 to COI-F4, HAN-F).

    ``rule`` is cited in place of the ids of Coiffeur.
    """
    drawn = follow(rule or "COI-F2")
    nothing_but_trumps = {"free": (), "over": (_overtrump,), "under": (_undertrump,)}[only_trumps]
    return FollowRule(
        DECK,
        printed_suit,
        order,
        where(no_trump, follow(rule or "COI-F1")),
        where(trump_led, exempt(JACKS, drawn) if puur_exempt else drawn),
        where(plain_led, follow_or_trump(rule or "COI-F3")),
        where(trumped, follow_or_trump(rule or "COI-F4a", under=False)),
        no_undertrump(rule or "COI-F4b"),
        *(demanding(rule or "COI-F4c") for demanding in nothing_but_trumps),
    )


def _overtrump(rule: str) -> Demanding:
    """Demand of a hand of trumps alone one above the winning trump, if able (COI-F4c)."""
    return where(trumped, NamedDemand(rule, "above", "all -under"))


def _undertrump(rule: str) -> Demanding:
    """Demand of a hand of trumps alone one below the winning trump, if able (COI-F4c)."""
    return where(trumped, NamedDemand(rule, "under", "all -above", excuse="all -trumps"))
