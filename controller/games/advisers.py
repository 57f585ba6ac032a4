"""Advice on bids for a hand, with reasons; ``ADVISER`` in ``advice`` of each game in which there is advice."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from controller import games
from controller.record.cards import Card
from groundwork.errors import CardError


class AdviceError(ValueError):
    """An error where advice is impossible: the game has no adviser, or the cards are no hand of it."""


@dataclass(frozen=True, slots=True)
class HandFactor:
    """A feature that counts in a hand."""

    text: str
    points: int


@dataclass(frozen=True, slots=True)
class Advice:
    """A bid and the reasons for it."""

    bid: str
    reasons: tuple[HandFactor, ...]

    @property
    def points(self) -> int:
        """The sum of the reasons."""
        return sum(reason.points for reason in self.reasons)


Adviser: TypeAlias = Callable[[Sequence[Card]], Advice]
"""A game's advice for a hand; raises AdviceError for cards that cannot be one."""


def read_hand(text: str) -> tuple[Card, ...]:
    """Parse the cards of a list such as ``T21,EX,SK``; raises AdviceError naming those that are none.

    >>> read_hand("T21, EX")
    ('T21', 'EX')
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    cards: list[Card] = []
    wrong: list[str] = []
    for name in names:
        try:
            cards.append(Card(name))
        except CardError:
            wrong.append(name)
    if wrong:
        raise AdviceError(f"{', '.join(wrong)}: no such card; a hand is written as T21,EX,SK,H10,DN")
    return tuple(cards)


def names() -> tuple[str, ...]:
    """Return the games in which there is advice."""
    return tuple(name for name in games.names() if _find(name))


def load_adviser(game: str) -> Adviser:
    """Load the adviser of a game, as the record or players call it; raises AdviceError listing games with advisers."""
    name = games.id_of(game)
    adviser = _find(name) if name in games.names() else None
    if adviser is None:
        raise AdviceError(f"there is no advice for {game!r}; there is for {', '.join(names())}")
    return adviser


def _find(game: str) -> Adviser | None:
    adviser: Adviser | None = getattr(games.part(game, "advice"), "ADVISER", None)
    return adviser
