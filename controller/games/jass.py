"""The shared rules of Jass games: orders, points, and the duties of following (JASS-1 to JASS-8)."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, Literal

from controller.games import following
from controller.record.cards import DECKS, Card
from controller.record.message import Message
from controller.rules.deal import AnyDeal, Trick
from controller.rules.duty import FREE, Duty, avoid
from controller.rules.score.breakdown import BreakdownLine, counting

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
    """All cards of a suit, strongest in plain order first."""
    return following.suit_cards(DECK, suit)


def order(card: Card, trump: str | None) -> int:
    """How strong a card is among those of its suit."""
    return (TRUMP if card.suit == trump else PLAIN).index(card.rank)


def strength(card: Card, led: str, trump: str | None) -> int:
    """How strong a card is in a trick: trumps above the suit led above the rest (JASS-8)."""
    if card.suit == trump:
        return 100 + order(card, trump)
    return order(card, trump) if card.suit == led else -1


def strength_turned(card: Card, led: str, trump: str | None, *, turned: bool) -> int:
    """How strong a card is in a trick; ``turned``: there is no trump, and the six is the strongest of its suit."""
    strong = strength(card, led, trump)
    return len(PLAIN) - strong if turned and strong >= 0 else strong


def is_turned(play: str | None, start: str | None, trick: int, first: int) -> bool:
    """Whether the six is the strongest card in the trick of this number, from 1.

    Args:
        play: the contract: ``reverse``; ``slalom``, by turns; ``gustav``, one way and then the other; any other: never.
        start: ``up``, or ``down`` if the six is the strongest in trick 1 of slalom or gustav.
        trick: its number.
        first: tricks of gustav before the order turns.
    """
    if play == "slalom":
        return (start == "down") == bool(trick % 2)
    if play == "gustav":
        return (start == "down") == (trick <= first)
    return play == "reverse"


def points(card: Card, trump: str | None, *, eights: bool) -> int:
    """Points of a card; ``eights``: the deal has no trump, and every eight counts 8 (JASS-4, JASS-5)."""
    if eights and card.rank == "8":
        return 8
    return (TRUMP_POINTS if card.suit == trump else POINTS).get(card.rank, 0)


def points_won(deal: AnyDeal, worth: Callable[[Card], int], last: int = LAST_TRICK) -> tuple[int, ...]:
    """The points of each seat's tricks, the last one with its bonus (JASS-6)."""
    points = [0] * deal.rules.seats
    for number, trick in enumerate(deal.tricks, 1):
        if trick.winner is not None:
            points[trick.winner] += sum(map(worth, trick.cards)) + (last if number == deal.size else 0)
    return tuple(points)


def points_told(deal: AnyDeal, points: Sequence[int], last: int = LAST_TRICK) -> tuple[BreakdownLine, ...]:
    """The points of each seat's tricks as those of its cards and the bonus of the last trick (JASS-6)."""
    winner = deal.tricks[-1].winner if len(deal.tricks) == deal.size else None
    bonus = tuple(last if seat == winner else 0 for seat in range(len(points)))
    cards = tuple(own - more for own, more in zip(points, bonus, strict=True))
    return counting(BreakdownLine(Message("cards won"), cards), BreakdownLine(Message("last trick won"), bonus))


def best(trick: Trick, trump: str | None) -> Card:
    """The card that is winning a trick."""
    led = trick.plays[0].card.suit
    return max(trick.cards, key=lambda card: strength(card, led, trump))


def highest_trump(trick: Trick, trump: str | None) -> Card | None:
    """The highest trump in a trick, or None."""
    trumps = [card for card in trick.cards if card.suit == trump]
    return max(trumps, key=lambda card: order(card, trump)) if trumps else None


def follow_plain(deal: AnyDeal, card: Card, rule: str) -> Duty:
    """Follow the suit led if able, else any card; of a Jass deck."""
    return following.follow_suit(DECK, deal, card, rule)


def follow_trump(trump: str, card: Card, rule: str, *, exempt: bool) -> Duty:
    """Trump was led: a seat holding trump plays one; ``exempt``: but for the bare jack (COI-F2, MIT-F4)."""
    if card.suit == trump:
        return FREE
    return avoid([held for held in suit_cards(trump) if not (exempt and held.rank == "J")], rule)


def follow_jass(
    deal: AnyDeal, card: Card, *, puur_exempt: bool, only_trumps: OnlyTrumps, rule: str | None = None
) -> Duty:
    """The usual Jass: follow or trump, and never undertrump while a plain card is held (COI-F1 to COI-F4, HAN-F).

    ``rule`` is cited in place of the ids of Coiffeur.
    """
    led, trump = deal.led, deal.trump
    if led is None:
        return FREE
    if trump is None:
        return follow_plain(deal, card, rule or "COI-F1")
    if led.suit == trump:
        return follow_trump(trump, card, rule or "COI-F2", exempt=puur_exempt)
    top = highest_trump(deal.open, trump)
    if top is None:
        return FREE if card.suit == trump else follow_plain(deal, card, rule or "COI-F3")
    return _on_a_trump(card, led.suit, top, only_trumps, rule)


@cache
def _on_a_trump(card: Card, led: str, top: Card, only_trumps: OnlyTrumps, rule: str | None) -> Duty:
    """A plain suit was led and trumped: COI-F4a, COI-F4b, COI-F4c."""
    trump = top.suit
    if card.suit != trump:
        return FREE if card.suit == led else avoid(suit_cards(led), rule or "COI-F4a")
    plain = [held for held in DECK if held.suit != trump]
    if order(card, trump) > order(top, trump):
        lower = [held for held in suit_cards(trump) if order(held, trump) < order(top, trump)]
        below = dict.fromkeys(lower, rule or "COI-F4c")
        return Duty(below, frozenset(plain)) if below and only_trumps == "under" else FREE
    owed = {held: rule or ("COI-F4a" if held.suit == led else "COI-F4b") for held in plain}
    if only_trumps == "over":
        higher = [held for held in suit_cards(trump) if order(held, trump) > order(top, trump)]
        owed |= dict.fromkeys(higher, rule or "COI-F4c")
    return Duty(owed)


def follow_head(deal: AnyDeal, card: Card, rule: str = "HAN-FP") -> Duty:
    """Follow and beat the best card if able; without the suit any trump if able (HAN-FP, PAR-1)."""
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
        owed = [*suit_cards(led), *(() if card.suit == trump else suit_cards(trump))]
    return avoid(owed, rule) if owed else FREE
