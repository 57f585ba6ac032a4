"""The duty of a hand to a trick: the rules of play as sets of cards."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from controller.record.cards import Card

_NOTHING: Mapping[Card, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Duty:
    """The cards a legal player cannot have held when making a play, each with the rule it would show broken.

    A play from hand h (the played card included) is illegal when h holds a card of ``avoid`` and none of
    ``excuse``. An excuse is needed by one rule only: an overtrump under COI-F4c is forbidden to a hand that
    has nothing but trumps.
    """

    avoid: Mapping[Card, str] = field(default_factory=lambda: _NOTHING)
    excuse: frozenset[Card] = frozenset()
    lead: bool = False
    """Whether it is the duty of a seat that leads; a breach is then an illegal lead, and no revoke."""

    def breaks(self, hand: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards of this hand that make the play illegal; none if it was legal."""
        cards = tuple(hand)
        if not self.excuse.isdisjoint(cards):
            return ()
        return tuple(card for card in cards if card in self.avoid)

    @property
    def rule(self) -> str:
        """The duty's rule, without the sub-letter if there are several.

        >>> Duty({Card("S6"): "COI-F4a", Card("H6"): "COI-F4b"}).rule
        'COI-F4'
        """
        first, *others = dict.fromkeys(self.avoid.values())
        return first.rstrip("abc") if others else first

    def __bool__(self) -> bool:
        return bool(self.avoid)


FREE = Duty()
"""The duty of a play that no hand forbids."""


def avoid(cards: Collection[Card], rule: str, *, lead: bool = False) -> Duty:
    """Make the duty to hold none of these cards; ``lead``: of a seat that leads."""
    return Duty(dict.fromkeys(cards, rule), lead=lead)


@dataclass(frozen=True, slots=True)
class FollowData:
    """The follow rule of a trick as data, which a certificate tells (docs/certificate.md)."""

    suits: Mapping[str, tuple[Card, ...]]
    """All cards of the deck by the suit to which they belong, the strongest first."""
    trump: str | None
    """The suit that is trump."""
    demands: tuple[tuple[str, str, str, tuple[str, ...], str], ...]
    """Each demand: its rule, the cards owed, the cards that meet it, its conditions, the cards that excuse from it."""
