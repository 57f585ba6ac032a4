"""The command cards and shown cards of one seat whose words have not become events yet."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from controller.record.cards import Card
from controller.rules.speech import Waiting
from vision.base.observation import CardSeen, Laid

_SHOWN: Final = 2
"""Cards beside a word that make a show; a single one is the card that the seat plays."""

Name = tuple[int, str]
"""Deck and card."""


def name_of(seen: CardSeen) -> Name:
    """Deck and card of an observation."""
    return seen.deck, seen.card


@dataclass(slots=True)
class ShownCard:
    """A card that lies, or lay, in a seat's area and was not played so far."""

    seen: Laid
    here: bool = True

    @property
    def card(self) -> Card:
        """The card without its deck."""
        return Card(self.seen.card)


@dataclass(slots=True)
class PendingSeat:
    """The words of one seat that are not said yet, and the cards laid beside them, the newest last."""

    words: list[str] = field(default_factory=list[str])
    cards: list[ShownCard] = field(default_factory=list[ShownCard])
    waiting: Waiting | None = None
    is_said: bool = False
    """Whether the words were said; their cards still lie on the mat, and one of them may be a play."""

    @property
    def is_open(self) -> bool:
        """Whether the words can be said as they stand."""
        return bool(self.words and self.waiting and self.waiting.events)

    @property
    def is_over(self) -> bool:
        """Whether the seat's next card begins new words: these were said, or all their cards were taken back."""
        return self.is_said or (self.is_open and len(self.cards) >= _SHOWN and not any(one.here for one in self.cards))

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards that are shown with the words; a single card beside words that need none is not."""
        return () if self.is_open and len(self.cards) < _SHOWN else tuple(one.card for one in self.cards)

    def played(self, *, next_has_played: bool) -> tuple[Laid, ...]:
        """The card that was played, if nothing more is said.

        It is a single one beside an open word, and the only one that lies there still when the next player has played.
        """
        if self.is_open and len(self.cards) < _SHOWN:
            return tuple(one.seen for one in self.cards)
        here = [one.seen for one in self.cards if one.here]
        return tuple(here) if next_has_played and len(here) == 1 else ()

    def find(self, name: Name) -> ShownCard | None:
        """The card of that name that lies here."""
        return next((one for one in self.cards if one.here and name_of(one.seen) == name), None)

    def names(self) -> Iterable[Name]:
        """The cards that lie here."""
        return [name_of(one.seen) for one in self.cards if one.here]
