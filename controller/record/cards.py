"""Cards, their names and the decks of all games (games.md, section 0).

A card has no strength and no points of its own: both belong to the game.
"""

from functools import cache
from typing import Final

from controller.record.message import Message

SUITS: Final = ("S", "H", "D", "C")
"""Spades, hearts, diamonds, clubs; in Swiss decks acorns, bells, shields, roses."""

TRUMPS: Final = "T"
"""The suit letter of the 21 Tarot trumps."""


class CardNameError(ValueError):
    """A text that should name a card does not."""

    def __init__(self, text: object) -> None:
        told = repr(text)
        super().__init__(
            Message(
                "{reason} names no card; a card is a suit and a rank such as SA, H10, DN, T21, EX or JO", reason=told
            )
        )


class Card(str):
    """One card; its value is its name, such as ``SA``, ``H10``, ``DN``, ``T21``, ``EX`` or ``JO``.

    >>> Card("H10").suit, Card("H10").rank
    ('H', '10')
    """

    __slots__ = ()

    @property
    def suit(self) -> str:
        """Suit letter; ``T`` for a Tarot trump; the Excuse and the joker are a suit each, named as they are."""
        return str(self) if self in _ALONE else self[0]

    @property
    def rank(self) -> str:
        """Rank within the suit, ``A`` to ``1`` or ``21`` to ``1``; of the Excuse and the joker their name."""
        return str(self) if self in _ALONE else self[1:]


EXCUSE: Final = Card("EX")
JOKER: Final = Card("JO")
_ALONE: Final = frozenset((EXCUSE, JOKER))


def _suited(ranks: str) -> tuple[Card, ...]:
    return tuple(Card(suit + rank) for suit in SUITS for rank in ranks.split())


DECKS: Final[dict[str, tuple[Card, ...]]] = {
    "jass36": _suited("A K Q J 10 9 8 7 6"),
    "skat32": _suited("A K Q J 10 9 8 7"),
    "euchre24": _suited("A K Q J 10 9"),
    "joker33": (*_suited("A K Q J 10 9 8 7"), JOKER),
    "whist52": _suited("A K Q J 10 9 8 7 6 5 4 3 2"),
    "whist53": (*_suited("A K Q J 10 9 8 7 6 5 4 3 2"), JOKER),
    "tarot78": (
        *_suited("K Q N J 10 9 8 7 6 5 4 3 2 1"),
        *(Card(f"T{rank}") for rank in range(21, 0, -1)),
        EXCUSE,
    ),
    "schnaps20": _suited("A K Q J 10"),
}
"""Every deck by name, its cards in printing order (JASS-1, MJO-1, HEA-D1, CON-D1, TAR-D1, SKA-D1, EUC-D1, SCN-D1)."""


@cache
def _known() -> dict[str, Card]:
    return {str(card): card for deck in DECKS.values() for card in deck}


def parse(text: object) -> Card:
    """The card of this name, of whatever deck; raises CardNameError for anything else.

    >>> parse("T21")
    'T21'
    """
    card = _known().get(text) if isinstance(text, str) else None
    if card is None:
        raise CardNameError(text)
    return card
