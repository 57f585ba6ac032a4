"""The pad of cards to tap: the cards of the deck by suit, each in its own place all through the deal."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from controller.record.cards import EXCUSE, TRUMPS, Card, faces
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
    is_led: bool = False
    """Whether it belongs to the suit that was led."""


@dataclass(frozen=True, slots=True)
class PadSuit:
    """The cards of a suit."""

    suit: str
    """The suit's letter; the Excuse is among the trumps."""
    keys: tuple[PadKey, ...]

    @property
    def is_led(self) -> bool:
        """Whether all of it was led; else the cards that were are marked one by one."""
        return all(key.is_led for key in self.keys)

    @property
    def is_wide(self) -> bool:
        """Whether it has more cards than a phone's row."""
        return len(self.keys) > FEW_RANKS


def card_pad(match: AnyMatch, free: Collection[Card]) -> tuple[PadSuit, ...]:
    """Return the pad of a match's deck.

    Nothing on it depends on what anybody may hold: a player may lay any card, and whoever reads it may be a player.

    Args:
        match: the match as it stands.
        free: the cards that can be tapped.
    """
    return by_suit(faces(match.game.deck), free, _led(match))


def by_suit(deck: Sequence[Card], free: Collection[Card], led: Collection[Card] = ()) -> tuple[PadSuit, ...]:
    """Cards by suit, in the order of the deck, the trumps of the Tarot first.

    >>> deck = (Card("SA"), Card("SK"), Card("HA"))
    >>> [(suit.suit, [key.card for key in suit.keys if key.is_free]) for suit in by_suit(deck, deck[1:])]
    [('S', ['SK']), ('H', ['HA'])]
    """
    suits = sorted(dict.fromkeys(map(_suit, deck)), key=lambda suit: suit != TRUMPS)
    ordered = sorted(deck, key=lambda card: suits.index(_suit(card)))
    keys = (PadKey(card, card in free, card in led) for card in ordered)
    return tuple(PadSuit(suit, tuple(group)) for suit, group in groupby(keys, lambda key: _suit(key.card)))


def unplayed(match: AnyMatch) -> tuple[Card, ...]:
    """Return the cards that nobody has been seen to play in this deal, in the deck's order.

    Of two that are equal it has one.
    """
    deal = match.deal
    cards = (card for card in match.game.deck if deal is None or not match.running or deal.find(card) is None)
    return faces(tuple(cards))


def can_lay(match: AnyMatch) -> bool:
    """Whether a card that is laid now is played to a trick."""
    deal = match.deal
    if deal is None or not match.running or deal.phase == "after":
        return False
    return match.game.auction.playable(deal) is not None


def seats_in_turn(match: AnyMatch) -> tuple[Seat, ...]:
    """Return the seats that take part in the deal, in the order in which they lay to the trick that lies there."""
    deal = match.deal
    if deal is None or not match.running:
        return tuple(range(match.rules.seats))
    plays = deal.open.plays or (deal.tricks[-1].plays if deal.tricks else ())
    turn = deal.seats[0] if deal.to_play is None else deal.to_play
    first = plays[0].seat if plays else turn
    return tuple(sorted(deal.seats, key=lambda seat: (seat - first) % match.rules.seats))


def _led(match: AnyMatch) -> frozenset[Card]:
    """Return the faces of the cards that belong to the suit that was led."""
    deal = match.deal
    led = deal.led if deal and match.running else None
    if deal is None or led is None:
        return frozenset()
    suit = _among_trumps(match.game.suit_of(deal, led))
    return frozenset(card.face for card in match.game.deck if _among_trumps(match.game.suit_of(deal, card)) == suit)


def _suit(card: Card) -> str:
    return _among_trumps(card.suit)


def _among_trumps(suit: str) -> str:
    return TRUMPS if suit == EXCUSE else suit
