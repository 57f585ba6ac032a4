"""Follow rules as data: who holds some cards must play one of others, each such demand with the rule that makes it.

A hand breaks a demand if it holds a card that is owed and plays none that meets it; a follow rule is a few of them.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Final

from controller.record.cards import Card
from controller.rules.deal import Trick
from controller.rules.duty import FREE, Duty

SuitOf = Callable[[Card, str | None], str]
"""The suit that a card belongs to while this one is trump."""
Order = Callable[[Card, str | None], int]
"""How strong a card is among those of its suit while this one is trump."""


@dataclass(frozen=True, slots=True)
class Demand:
    """Whoever holds one of some cards must play one of others."""

    owed: tuple[Card, ...]
    met_by: frozenset[Card]
    rule: str
    excuse: frozenset[Card] = frozenset()
    """Nothing is demanded of a hand that holds one of these."""


@dataclass(frozen=True)
class Following:
    """The trick as a seat finds it that does not lead: what was led, what is trump, what wins so far."""

    deck: tuple[Card, ...]
    suit_of: SuitOf
    order: Order
    led: str
    """The suit led."""
    trump: str | None
    top: Card
    """The card that wins so far."""

    @cached_property
    def suit(self) -> tuple[Card, ...]:
        """The cards of the suit led."""
        return self.cards(self.led)

    @cached_property
    def trumps(self) -> tuple[Card, ...]:
        """The trumps; none where trump itself was led, for then they are the suit."""
        return () if self.trump in (None, self.led) else self.cards(self.trump or "")

    @property
    def is_trumped(self) -> bool:
        """Whether a trump wins, and another suit was led."""
        return self.top in self.trumps

    @cached_property
    def above(self) -> tuple[Card, ...]:
        """The cards that beat what wins so far by being of its suit and higher."""
        return tuple(card for card in self.cards(self.suit_of(self.top, self.trump)) if self._is_above(card))

    @cached_property
    def undertrumps(self) -> tuple[Card, ...]:
        """The trumps below the one that wins; none while none does."""
        if not self.is_trumped:
            return ()
        return tuple(card for card in self.trumps if card != self.top and not self._is_above(card))

    def cards(self, suit: str) -> tuple[Card, ...]:
        """All cards of a suit, in the deck's order."""
        return tuple(card for card in self.deck if self.suit_of(card, self.trump) == suit)

    def but(self, cards: Iterable[Card]) -> frozenset[Card]:
        """The deck without these cards."""
        return frozenset(self.deck).difference(cards)

    def _is_above(self, card: Card) -> bool:
        return self.order(card, self.trump) > self.order(self.top, self.trump)


_TRICKS: Final = 16_384
"""Tricks, each with a card that is played to it, whose duties are kept."""

Demanding = Callable[[Following], Demand | None]
"""What a rule demands in a trick; None: nothing."""


class FollowRule:
    """The duties of a hand that does not lead, from the demands that its game makes."""

    def __init__(self, deck: tuple[Card, ...], suit_of: SuitOf, order: Order, *demands: Demanding) -> None:
        """A rule of these demands; where two are owed the same card, the first one's id is cited."""
        self._deck, self._suit_of, self._order, self._demands = deck, suit_of, order, demands
        # Counting asks the same trick about many cards, again and again; only what wins of it decides.
        self._of_trick = lru_cache(maxsize=_TRICKS)(self._find)
        self._of_winner = cache(self._found)

    def duty(self, trick: Trick, trump: str | None, card: Card) -> Duty:
        """The duty of the hand that plays this card to a trick that was led."""
        return self._of_trick(trick.cards, trump, card)

    def _find(self, cards: tuple[Card, ...], trump: str | None, card: Card) -> Duty:
        led = self._suit_of(cards[0], trump)
        trumps = [lying for lying in cards if trump is not None and self._suit_of(lying, trump) == trump]
        winning = trumps or [lying for lying in cards if self._suit_of(lying, trump) == led]
        return self._of_winner(led, trump, max(winning, key=lambda lying: self._order(lying, trump)), card)

    def _found(self, led: str, trump: str | None, top: Card, card: Card) -> Duty:
        trick = Following(self._deck, self._suit_of, self._order, led, trump, top)
        made = (demand(trick) for demand in self._demands)
        return _together([one for one in made if one is not None and card not in one.met_by])


def _together(broken: Collection[Demand]) -> Duty:
    owed: dict[Card, str] = {}
    for demand in broken:
        owed = {**owed, **{card: demand.rule for card in demand.owed if card not in owed}}
    if not owed:
        return FREE
    excuses = {demand.excuse for demand in broken if demand.owed}
    if len(excuses) > 1:
        # A duty has one excuse for all that is owed; two demands with different ones need two duties.
        raise ValueError(f"demands that one card breaks have different excuses: {[one.rule for one in broken]}")
    return Duty(owed, excuses.pop())


def own_suit(card: Card, trump: str | None) -> str:
    """The suit that is printed on a card, whatever is trump."""
    del trump
    return card.suit


def follow(rule: str) -> Demanding:
    """Who holds the suit led plays it."""
    return lambda trick: Demand(trick.suit, frozenset(trick.suit), rule)


def follow_or_trump(rule: str, *, under: bool = True) -> Demanding:
    """Who holds the suit led plays it or a trump; ``under=False``: a trump that is not below the one that wins."""

    def demand(trick: Following) -> Demand:
        good = (*trick.suit, *trick.trumps)
        return Demand(trick.suit, frozenset(good).difference(() if under else trick.undertrumps), rule)

    return demand


def must_trump(rule: str) -> Demanding:
    """Who cannot follow and holds a trump plays one."""
    return lambda trick: Demand(trick.trumps, frozenset((*trick.suit, *trick.trumps)), rule)


def must_overtrump(rule: str) -> Demanding:
    """Who cannot follow and holds a trump above the one that wins plays such a one."""

    def demand(trick: Following) -> Demand | None:
        return Demand(trick.above, frozenset((*trick.suit, *trick.above)), rule) if trick.is_trumped else None

    return demand


def must_beat(rule: str) -> Demanding:
    """Who follows and can beat what wins by the suit led does so; nothing where a trump wins another suit."""

    def demand(trick: Following) -> Demand | None:
        low = {*trick.suit}.difference(trick.above)
        return None if trick.is_trumped else Demand(trick.above, trick.but(low), rule)

    return demand


def no_undertrump(rule: str) -> Demanding:
    """Who holds any card but trumps plays no trump below the one that wins."""

    def demand(trick: Following) -> Demand | None:
        others = tuple(card for card in trick.deck if card not in trick.trumps)
        return Demand(others, trick.but(trick.undertrumps), rule) if trick.is_trumped else None

    return demand


def exempt(cards: Collection[Card] | Callable[[Following], Collection[Card]], demanding: Demanding) -> Demanding:
    """A demand by which some cards are never owed, such as the bare trump jack of Jass."""

    def demand(trick: Following) -> Demand | None:
        free, made = cards(trick) if callable(cards) else cards, demanding(trick)
        return made and replace(made, owed=tuple(card for card in made.owed if card not in free))

    return demand


def where(holds: Callable[[Following], bool], demanding: Demanding) -> Demanding:
    """A demand that is made in some tricks only, such as those to which trump was led."""
    return lambda trick: demanding(trick) if holds(trick) else None


def no_trump(trick: Following) -> bool:
    """Whether no suit is trump."""
    return trick.trump is None


def any_trump(trick: Following) -> bool:
    """Whether some suit is trump."""
    return trick.trump is not None


def trump_led(trick: Following) -> bool:
    """Whether trump was led."""
    return trick.led == trick.trump


def plain_led(trick: Following) -> bool:
    """Whether another suit than trump was led, and nobody has trumped yet."""
    return trick.trump not in (None, trick.led) and not trick.is_trumped


def trumped(trick: Following) -> bool:
    """Whether another suit than trump was led, and a trump wins."""
    return trick.is_trumped
