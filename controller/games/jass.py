"""What Jass games share: orders, points, and the duties of following (JASS-1 to JASS-8)."""

from typing import Any, Final

from controller.cards import DECKS, Card
from controller.deal import Deal, Trick
from controller.duty import FREE, Duty, avoid

DECK: Final = DECKS["jass36"]

PLAIN: Final = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Weakest first (JASS-2)."""

TRUMP: Final = ("6", "7", "8", "10", "Q", "K", "A", "9", "J")
"""Weakest first (JASS-3)."""

POINTS: Final = {"A": 11, "K": 4, "Q": 3, "J": 2, "10": 10}
"""Points of a plain suit (JASS-4); the ranks not named count nothing."""

TRUMP_POINTS: Final = POINTS | {"J": 20, "9": 14}

LAST_TRICK: Final = 5
"""What the last trick counts more (JASS-6)."""

TOTAL: Final = 157
"""What a deal counts in all (JASS-6)."""

AnyDeal = Deal[Any]


def suit_cards(suit: str) -> tuple[Card, ...]:
    """All cards of a suit, strongest in plain order first."""
    return tuple(card for card in DECK if card.suit == suit)


def order(card: Card, trump: str | None) -> int:
    """How strong a card is among those of its suit."""
    return (TRUMP if card.suit == trump else PLAIN).index(card.rank)


def strength(card: Card, led: str, trump: str | None) -> int:
    """How strong a card is in a trick: trumps above the suit led above the rest (JASS-8)."""
    if card.suit == trump:
        return 100 + order(card, trump)
    return order(card, trump) if card.suit == led else -1


def points(card: Card, trump: str | None, *, eights: bool) -> int:
    """Points of a card; ``eights``: the deal has no trump, and every eight counts 8 (JASS-4, JASS-5)."""
    if eights and card.rank == "8":
        return 8
    return (TRUMP_POINTS if card.suit == trump else POINTS).get(card.rank, 0)


def best(trick: Trick, trump: str | None) -> Card:
    """The card that is winning a trick."""
    led = trick.plays[0].card.suit
    return max(trick.cards, key=lambda card: strength(card, led, trump))


def highest_trump(trick: Trick, trump: str | None) -> Card | None:
    """The highest trump in a trick, or None."""
    trumps = [card for card in trick.cards if card.suit == trump]
    return max(trumps, key=lambda card: order(card, trump)) if trumps else None


def follow_plain(deal: AnyDeal, card: Card, rule: str) -> Duty:
    """Follow the suit led if able, else any card."""
    led = deal.led
    return FREE if led is None or card.suit == led.suit else avoid(suit_cards(led.suit), rule)


def follow_trump(trump: str, card: Card, rule: str, *, exempt: bool) -> Duty:
    """Trump was led: a seat holding trump plays one; ``exempt``: but for the bare jack (COI-F2, MIT-F4)."""
    if card.suit == trump:
        return FREE
    return avoid([held for held in suit_cards(trump) if not (exempt and held.rank == "J")], rule)


def follow_head(deal: AnyDeal, card: Card, rule: str = "HAN-FP") -> Duty:
    """Follow and beat the best card if able; without the suit trump, and beat if able (HAN-FP, PAR-1)."""
    if deal.led is None:
        return FREE
    led, trump, top = deal.led.suit, deal.trump, best(deal.open, deal.trump)

    def beats(held: Card) -> bool:
        return strength(held, led, trump) > strength(top, led, trump)

    if card.suit == led:
        owed = [] if beats(card) else [held for held in suit_cards(led) if beats(held)]
    elif trump is None or led == trump:
        owed = list(suit_cards(led))
    else:
        above = [held for held in suit_cards(trump) if card.suit != trump or (beats(held) and not beats(card))]
        owed = [*suit_cards(led), *above]
    return avoid(owed, rule) if owed else FREE
