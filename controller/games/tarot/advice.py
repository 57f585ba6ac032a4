"""Advice on the bid of a hand: the sum of its points (TAR-A1)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from controller.games.advisers import Advice, AdviceError, Adviser, HandFactor
from controller.games.tarot.state import ALL_TRUMPS, BOUTS, DECK, PETIT
from controller.record.cards import EXCUSE, SUITS, Card
from controller.record.message import Field, Message

HAND_SIZES: Final = (15, 18, 24)
"""Cards of a hand with five, four and three seats (TAR-D1)."""

BIDS: Final = ((81, "garde-contre"), (71, "garde-sans"), (56, "garde"), (40, "prise"))
"""The points from which each bid is advised, highest first."""

WITH_SHORT_SUITS: Final = ("garde-sans", "garde-contre")
"""Bids for which voids and singletons count."""

HIGH: Final = ALL_TRUMPS[:6]
"""T21 to T16."""

PETIT_WITH: Final = {4: 5, 5: 7}
"""The value of T1 by number of trumps; with fewer nothing, with more :data:`PETIT_AT_BEST`."""
PETIT_AT_BEST: Final = 9

COURT_POINTS: Final = {"K": 6, "Q": 3, "N": 2, "J": 1}
KING_AND_QUEEN: Final = 10

LENGTHS: Final = {5: 5, 6: 7}
"""The value of a suit by its length; a longer one :data:`LONGEST`."""
LONGEST: Final = 9

SHORT: Final = {0: ("void", 6), 1: ("singleton", 3)}


def tarot(hand: Sequence[Card]) -> Advice:
    """Advise a bid for a Tarot hand (TAR-A1); raises AdviceError for cards that cannot be one."""
    _check(hand)
    cards = frozenset(hand)
    strong = (*_trumps(cards), *(reason for suit in SUITS for reason in _suit(cards, suit)))
    wild = (*strong, *(reason for suit in SUITS for reason in _short(cards, suit)))
    # Voids and singletons count for the two highest bids only, so these are tried first.
    for reasons, bids in ((wild, WITH_SHORT_SUITS), (strong, ("garde", "prise"))):
        points = sum(reason.points for reason in reasons)
        if bid := next((bid for least, bid in BIDS if bid in bids and points >= least), None):
            return Advice(bid, reasons)
    return Advice("pass", strong)


ADVISER: Final[Adviser] = tarot


def _check(hand: Sequence[Card]) -> None:
    """Raise AdviceError unless these cards can be a hand."""
    if foreign := [card for card in hand if card not in DECK]:
        raise AdviceError(f"{', '.join(foreign)}: no card of Tarot")
    if twice := [card for card, count in Counter(hand).items() if count > 1]:
        raise AdviceError(f"{', '.join(twice)}: named more than once, and there is one of each")
    if len(hand) not in HAND_SIZES:
        raise AdviceError(f"{len(hand)} cards are no hand; with 5, 4 and 3 seats it has 15, 18 and 24")


def _trumps(cards: frozenset[Card]) -> Iterator[HandFactor]:
    trumps = [card for card in ALL_TRUMPS if card in cards]
    if ALL_TRUMPS[0] in cards:
        yield HandFactor("T21", 10)
    if EXCUSE in cards:
        yield HandFactor("EX", 8)
    if PETIT in cards and len(trumps) >= min(PETIT_WITH):
        yield HandFactor(f"T1 with {len(trumps)} trumps", PETIT_WITH.get(len(trumps), PETIT_AT_BEST))
    if len(trumps) >= 4 and BOUTS & cards:
        yield HandFactor(f"{len(trumps)} trumps with a bout", 2 * len(trumps))
    if high := [card for card in trumps if card in HIGH]:
        yield HandFactor(f"high trumps {_named(high)}", 2 * len(high))
    if near := [card for card in high if any(abs(int(card.rank) - int(other.rank)) == 1 for other in high)]:
        yield HandFactor(f"next to each other {_named(near)}", len(near))


def _suit(cards: frozenset[Card], suit: str) -> Iterator[HandFactor]:
    ranks = [rank for rank in COURT_POINTS if Card(suit + rank) in cards]
    if {"K", "Q"} <= {*ranks}:
        yield HandFactor(_write("{card} and {card2}", card=Card(f"{suit}K"), card2=Card(f"{suit}Q")), KING_AND_QUEEN)
        ranks = [rank for rank in ranks if rank not in ("K", "Q")]
    for rank in ranks:
        yield HandFactor(_write("{card}", card=Card(suit + rank)), COURT_POINTS[rank])
    length = _length(cards, suit)
    if length >= min(LENGTHS):
        yield HandFactor(_write("{n} cards of {suit}", n=length, suit=suit), LENGTHS.get(length, LONGEST))


def _short(cards: frozenset[Card], suit: str) -> Iterator[HandFactor]:
    if short := SHORT.get(_length(cards, suit)):
        text, points = short
        yield HandFactor(_write(f"{text} in {{suit}}", suit=suit), points)


def _write(template: str, **fields: Field) -> Message:
    """Write a reason whose suits a reader can have as signs; advice is in English."""
    return Message.of(template, fields)


def _length(cards: frozenset[Card], suit: str) -> int:
    return sum(card.suit == suit for card in cards)


def _named(cards: Iterable[Card]) -> str:
    return " ".join(cards)
