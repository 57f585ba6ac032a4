"""Ties settled by drawing cards (games.md, section 0): plain rank order, A high, equal ranks draw again."""

from collections.abc import Iterator, Sequence
from typing import Final

from controller.record.cards import JOKER, Card
from controller.record.events import Seat

HIGH_TO_LOW: Final = ["A", "K", "Q", "N", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1"]

Drawn = Sequence[tuple[Seat, Card]]
"""Cards drawn so far, oldest first."""


def order(level: tuple[Seat, ...], drawn: Drawn) -> tuple[tuple[Seat, ...], ...]:
    """Sort the level seats by their draws, strongest first; seats still level stand together.

    >>> order((0, 1, 2), [(0, Card("SA")), (1, Card("H6")), (2, Card("C6"))])
    ((0,), (1, 2))
    """
    return tuple(_split(level, list(drawn)))


def _split(level: tuple[Seat, ...], drawn: list[tuple[Seat, Card]]) -> Iterator[tuple[Seat, ...]]:
    """Order seats by their first draw, and those that drew equal ranks by the draws after it."""
    first = {seat: next((card for who, card in drawn if who == seat), None) for seat in level}
    if len(level) == 1 or None in first.values():
        yield level
        return
    rest = list(drawn)
    for seat in level:
        rest.remove(next(pair for pair in rest if pair[0] == seat))
    for strength in sorted({_strength(card) for card in first.values() if card}):
        yield from _split(tuple(seat for seat, card in first.items() if card and _strength(card) == strength), rest)


def _strength(card: Card) -> int:
    """Return the card's place from the top; a joker is drawn again like any equal card, below all others."""
    return HIGH_TO_LOW.index(card.rank) if card != JOKER and card.rank in HIGH_TO_LOW else len(HIGH_TO_LOW)
