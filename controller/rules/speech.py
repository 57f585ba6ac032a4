"""Speech by cards that are no plays, and its meaning as events."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from controller.record.cards import Card
from controller.record.events import Event, Seat
from controller.record.message import Message


class Wording(NamedTuple):
    """A word in each language, as on its command card; each field is named as its language."""

    en: str
    de: str
    fr: str
    it: str
    ja: str

    def said(self, lang: str) -> str:
        """Return the word in a language; raise KeyError for an unknown one."""
        return str(self._asdict()[lang])


def everywhere(latin: str, japanese: str) -> Wording:
    """Make a name that is the same in all Latin letters.

    >>> everywhere("Slalom", "スラローム").said("it")
    'Slalom'
    """
    return Wording(latin, latin, latin, latin, japanese)


@dataclass(frozen=True, slots=True)
class Speech:
    """The command cards of one speaker that have not been said yet, with the cards that were laid beside them."""

    seat: Seat | None
    """The seat that speaks; None: the table, from the place for commands."""
    words: tuple[str, ...]
    """Names in `vision.marks.identity.COMMANDS`, the newest last."""
    cards: tuple[Card, ...] = ()
    """Cards laid in the speaker's area meanwhile, the newest last."""
    placed: tuple[Card, ...] = ()
    """The cards that lie in a place of the mat and have a meaning there: turned up, or the dog."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Words that are not said yet."""

    text: Message
    """The cards or words still missing, in one sentence for the table."""
    events: tuple[Event, ...] = ()
    """The events of the words if they are taken back or another seat acts; none where a part is missing."""
    whole: bool = False
    """Whether the shown cards are complete, so that a card that does not belong to them is not shown."""
    plays: bool = False
    """Whether the one card beside the words is the play that they go with, so that both count at once."""


Meaning: TypeAlias = tuple[Event, ...] | Waiting | Message
"""The events that words stand for, words that wait, or in one sentence why they mean nothing now."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Cards that lie open and are no plays."""

    placed: tuple[Card, ...] = ()
    """Cards in a place of the mat, the newest last."""
    shown: tuple[tuple[Seat, Card], ...] = ()
    """Cards in a seat's area without a word, the newest last."""


@dataclass(frozen=True, slots=True)
class SpreadMeaning:
    """The events of a spread."""

    events: tuple[Event, ...]
    cards: tuple[Card, ...]
    """The cards whose meaning these events are."""


def contract_words(call: str, suit: str | None, name: str) -> Message:
    """Write a contract and the player who has named it; one with a trump by its suit.

    >>> str(contract_words("hearts", "H", "Dora")), str(contract_words("slalom", None, "Dora"))
    ('trump H (Dora)', 'slalom (Dora)')
    """
    if suit is None:
        return Message.laid_out("{call} ({name})", call=call, name=name)
    return Message("trump {suit} ({name})", suit=suit, name=name)
