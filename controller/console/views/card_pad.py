"""The pad of cards to tap: the cards of the deck by suit, each in its own place all through the deal."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from controller.record.cards import EXCUSE, TRUMPS, Card
from controller.record.events import Seat
from controller.rules.match import AnyMatch

FEW_RANKS: Final = 9
"""Cards of a suit that fit on one row of a phone held across."""


@dataclass(frozen=True, slots=True)
class PadKey:
    """A card's place on the pad."""

    card: Card
    is_free: bool
    """Whether the card can still come; else its place is empty."""


@dataclass(frozen=True, slots=True)
class PadSuit:
    """The cards of a suit."""

    suit: str
    """Its letter; the Excuse stands among the trumps."""
    is_led: bool
    keys: tuple[PadKey, ...]

    @property
    def is_wide(self) -> bool:
        """Whether it has more cards than a phone's row."""
        return len(self.keys) > FEW_RANKS


def card_pad(match: AnyMatch, free: Collection[Card]) -> tuple[PadSuit, ...]:
    """The pad of a match's deck.

    Nothing on it depends on what anybody may hold: a player may lay any card, and whoever reads it may be a player.

    Args:
        match: the match as it stands.
        free: the cards that can be tapped.
    """
    return by_suit(match.game.deck, free, _led(match))


def by_suit(deck: Sequence[Card], free: Collection[Card], led: str = "") -> tuple[PadSuit, ...]:
    """Cards by suit, in the order of the deck, the trumps of the Tarot first.

    >>> deck = (Card("SA"), Card("SK"), Card("HA"))
    >>> [(suit.suit, [key.card for key in suit.keys if key.is_free]) for suit in by_suit(deck, deck[1:])]
    [('S', ['SK']), ('H', ['HA'])]
    """
    suits = sorted(dict.fromkeys(map(_suit, deck)), key=lambda suit: suit != TRUMPS)
    ordered = sorted(deck, key=lambda card: suits.index(_suit(card)))
    groups = ((suit, tuple(PadKey(card, card in free) for card in cards)) for suit, cards in groupby(ordered, _suit))
    return tuple(PadSuit(suit, suit == led, keys) for suit, keys in groups)


def unplayed(match: AnyMatch) -> tuple[Card, ...]:
    """The cards that nobody has been seen to play in this deal, in the deck's order."""
    deal = match.deal
    return tuple(card for card in match.game.deck if deal is None or not match.running or deal.find(card) is None)


def can_lay(match: AnyMatch) -> bool:
    """Whether a card that is laid now is played to a trick."""
    deal = match.deal
    if deal is None or not match.running or deal.phase == "after":
        return False
    return deal.phase == "play" or not isinstance(match.game.begin_play(deal), str)


def seats_in_turn(match: AnyMatch) -> tuple[Seat, ...]:
    """The seats that take part in the deal, in the order in which they lay to the trick that lies there."""
    deal = match.deal
    if deal is None or not match.running:
        return tuple(range(match.rules.seats))
    shown = deal.open.plays or (deal.tricks[-1].plays if deal.tricks else ())
    turn = deal.seats[0] if deal.to_play is None else deal.to_play
    first = shown[0].seat if shown else turn
    return tuple(sorted(deal.seats, key=lambda seat: (seat - first) % match.rules.seats))


def _led(match: AnyMatch) -> str:
    deal = match.deal
    led = deal.led if deal and match.running else None
    return _among_trumps(match.game.suit_of(deal, led)) if deal and led else ""


def _suit(card: Card) -> str:
    return _among_trumps(card.suit)


def _among_trumps(suit: str) -> str:
    return TRUMPS if suit == EXCUSE else suit
