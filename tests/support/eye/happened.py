"""The true course of a table, in seconds: hands that lay cards, tricks that lie and are gathered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from controller.record.cards import Card
from controller.record.events import DealStart, Event, MatchStart, Played, Seat
from controller.referee import fold
from controller.referee.fold import start

Span = tuple[float, float]
GAP: Final = 0.5
"""Blindness that is longer is a hole."""


@dataclass(frozen=True)
class Lying:
    """A card that lies on the mat."""

    event: int
    """Line of the play in the record of what really happened."""
    seat: Seat
    card: Card
    begin: float
    end: float
    part: bool = True
    """Whether it is a card of a trick; False: a second card, which is taken back."""
    trick: int = 0
    """Number of the trick over all deals."""


@dataclass(frozen=True)
class Table:
    """The true course of a table, in seconds."""

    opening: MatchStart
    cards: tuple[Lying, ...]
    words: tuple[tuple[float, int, Event], ...]
    """Words, which are never lost: their time, their line in the true record, and the event."""
    hands: tuple[tuple[Seat, Span], ...]
    """Hands over an area."""
    end: float


def acted(
    opening: MatchStart, events: Sequence[Event], random: Random, *, haste: float = 0.1, sweeping: float = 0.0
) -> Table:
    """Let a true record happen: hands that lay cards, tricks that lie and are gathered, deals that take their time.

    Args:
        opening: the match line.
        events: what happens, the match line left out; each trick is gathered once it is full.
        random: for the times.
        haste: the share of cards that come at once after the one before.
        sweeping: the share of tricks that are gathered in the motion that lays their last card.
    """
    clock, match = 1.0, start(opening)
    cards: list[Lying] = []
    words: list[tuple[float, int, Event]] = []
    hands: list[tuple[Seat, Span]] = []
    trick: list[int] = []
    tricks = 1
    for number, event in enumerate(events, 2):
        before = len(match.deal.tricks) if match.deal and match.running else 0
        was = match.deal
        match, _ = fold.step(match, number, event)
        if not isinstance(event, Played):
            clock += random.uniform(16, 30) if isinstance(event, DealStart) else random.uniform(0.5, 2)
            words.append((clock, number, event))
            continue
        clock += 0.05 if random.random() < haste and trick else random.uniform(0.7, 4)
        hands.append((event.seat, (clock - random.uniform(0.1, 0.5), clock + random.uniform(0.05, 0.4))))
        second = was is not None and event.seat in was.open.seats
        cards.append(
            Lying(number, event.seat, event.card, clock, clock + 2.5 if second else float("inf"), not second, tricks)
        )
        if second:
            clock += 2.6
            continue
        trick.append(len(cards) - 1)
        if not match.running or (match.deal and len(match.deal.tricks) > before):
            clock = _gathered(cards, hands, trick, clock, random, sweeping)
            trick, tricks = [], tricks + 1
    return Table(opening, tuple(cards), tuple(words), tuple(hands), clock + 3)


def _gathered(
    cards: list[Lying], hands: list[tuple[Seat, Span]], trick: list[int], clock: float, random: Random, sweeping: float
) -> float:
    """Take a trick away, in one grip or two; sometimes in the motion that laid its last card."""
    when = clock + (0.1 if random.random() < sweeping else random.uniform(1, 3))
    when = max(when, cards[trick[0]].begin + GAP + 0.1)
    grips = [trick] if random.random() < 0.7 else [trick[:1], trick[1:]]
    for grip in grips:
        for place in grip:
            cards[place] = replace(cards[place], end=when)
            hands.append((cards[place].seat, (when - random.uniform(0.1, 0.4), when + random.uniform(0, 0.2))))
        when += random.uniform(0.4, 0.9)
    return when
