"""Following suit with any deck: what a play owes, how strong a card is, and how many tricks each seat has won."""

from collections.abc import Sequence
from functools import cache

from controller.record.cards import Card
from controller.rules.deal import AnyDeal, Trick
from controller.rules.duty import FREE, Duty, avoid


@cache
def suit_cards(deck: Sequence[Card], suit: str) -> tuple[Card, ...]:
    """All cards of a suit in a deck, in the deck's order."""
    return tuple(card for card in deck if card.suit == suit)


def follow_suit(deck: Sequence[Card], deal: AnyDeal, card: Card, rule: str) -> Duty:
    """Follow the suit led if able, else any card.

    Args:
        deck: the game's, all of it: a card that is not in it is never owed.
        deal: the deal.
        card: the card that is played.
        rule: the id of the rule that it would break.
    """
    led = deal.led
    return FREE if led is None or card.suit == led.suit else avoid(suit_cards(deck, led.suit), rule)


def strength(deck: Sequence[Card], trick: Trick, card: Card, trump: str | None) -> int:
    """How strong a card is in a trick: trumps above the suit led above the rest, each in the order of the deck.

    Decks have their strongest cards first: aces high in those of :data:`controller.record.cards.DECKS`.
    """
    if card.suit not in (trump, trick.cards[0].suit):
        return -1
    return len(deck) * (1 + (card.suit == trump)) - deck.index(card)


def tricks_won(deal: AnyDeal) -> tuple[int, ...]:
    """How many tricks each seat has won."""
    winners = [trick.winner for trick in deal.tricks]
    return tuple(winners.count(seat) for seat in range(deal.rules.seats))
