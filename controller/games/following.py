"""Tricks with any deck: what a play owes, how strong a card is, and what each seat has won."""

from collections.abc import Callable, Sequence
from functools import cache

from controller.record.cards import Card
from controller.record.message import Message
from controller.rules.deal import AnyDeal, Trick
from controller.rules.duty import FREE, Duty, avoid
from controller.rules.score.breakdown import BreakdownLine, counting


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


def points_won(deal: AnyDeal, worth: Callable[[Card], int], last: int) -> tuple[int, ...]:
    """The points of each seat's tricks, the last one with its bonus."""
    points = [0] * deal.rules.seats
    for number, trick in enumerate(deal.tricks, 1):
        if trick.winner is not None:
            points[trick.winner] += sum(map(worth, trick.cards)) + (last if number == deal.size else 0)
    return tuple(points)


def points_told(deal: AnyDeal, points: Sequence[int], last: int) -> tuple[BreakdownLine, ...]:
    """The points of each seat's tricks as those of its cards and the bonus of the last trick."""
    winner = deal.tricks[-1].winner if len(deal.tricks) == deal.size else None
    bonus = tuple(last if seat == winner else 0 for seat in range(len(points)))
    cards = tuple(own - more for own, more in zip(points, bonus, strict=True))
    return counting(BreakdownLine(Message("cards won"), cards), BreakdownLine(Message("last trick won"), bonus))
