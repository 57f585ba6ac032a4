"""The movements that a game has, as data: what is moved from where to where, and how many cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol

from controller.record.cards import Card
from controller.record.events import CardPlace, Seat
from controller.record.message import Message
from controller.rules.deal import AnyDeal

NAMES: Final[Mapping[str, Message]] = {
    "stock": Message("the stock"),
    "discard": Message("the cards laid away"),
    "table": Message("the cards that lie open"),
    "dog": Message("the dog"),
    "kitty": Message("the kitty"),
    "blind": Message("the blind"),
}
"""What sentences call the places of many games; another name is told as it is."""


@dataclass(frozen=True, slots=True)
class Movement:
    """A movement of cards that can happen now."""

    what: str
    """Its name in records and in the game's words, such as ``give``."""
    source: CardPlace
    target: CardPlace
    """Where the cards come to lie; the source itself where they are shown and stay."""
    count: int
    owed: bool = True
    """Whether it happens before the next card is played, told or not; False: only if it is told."""
    at_once: bool = False
    """Whether cards are chosen before any that others move by this name are taken up, as in a pass."""


def of_hand(offered: Sequence[Movement], what: str, seat: Seat) -> Movement | None:
    """The movement of this name out of a seat's hand, else the one into it; None where there is neither."""
    mine = [one for one in offered if one.what == what and seat in (one.source, one.target)]
    return min(mine, key=lambda one: one.source != seat, default=None)


class Moving(Protocol):
    """A game, as far as cards move in it beside the play."""

    title: ClassVar[str]
    deck: ClassVar[tuple[Card, ...]]

    def places(self, deal: AnyDeal) -> Mapping[CardPlace, int]:
        """The hands and other places, with how many cards were dealt to each."""
        ...

    def movements(self, deal: AnyDeal) -> Sequence[Movement]:
        """What can be moved now, in the order in which it happens."""
        ...


def place_name(names: Sequence[str], place: CardPlace) -> Message:
    """What a sentence calls a place: the player's name, or that of the place.

    >>> place_name(("Anna", "Berta"), 1), place_name(("Anna", "Berta"), "stock")
    ('Berta', 'the stock')
    """
    if isinstance(place, str):
        return NAMES.get(place) or Message.plain(place)
    return Message.plain(names[place])
