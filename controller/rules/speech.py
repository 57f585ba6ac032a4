"""What is said by cards that are no plays, and what it comes to."""

from dataclasses import dataclass
from typing import TypeAlias

from controller.record.cards import Card
from controller.record.events import Event, Seat


@dataclass(frozen=True, slots=True)
class Speech:
    """The command cards of one speaker that have not been said yet, with the cards that were laid beside them."""

    seat: Seat | None
    """Who speaks; None: the table, from the place for commands."""
    words: tuple[str, ...]
    """Names in `vision.marks.identity.COMMANDS`, the newest last."""
    cards: tuple[Card, ...] = ()
    """Laid in the speaker's area meanwhile, the newest last."""
    placed: tuple[Card, ...] = ()
    """Those that lie in a place of the mat and have a meaning there: turned up, or the dog."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Words that are not said yet."""

    text: str
    """What is waited for, in one sentence for the table."""
    events: tuple[Event, ...] = ()
    """What they come to when they are taken back or somebody else acts; none where a part is missing."""
    whole: bool = False
    """The cards beside them are all that must be shown: one that does not go with them is none of them."""


Meaning: TypeAlias = tuple[Event, ...] | Waiting | str
"""The events that words stand for, words that wait, or in one sentence why they mean nothing now."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Cards that lie open and are no plays."""

    placed: tuple[Card, ...] = ()
    """In a place of the mat, the newest last."""
    shown: tuple[tuple[Seat, Card], ...] = ()
    """In a seat's area without a word, the newest last."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a spread stands for."""

    events: tuple[Event, ...]
    cards: tuple[Card, ...]
    """The cards that have had their say by it."""
