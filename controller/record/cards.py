"""Cards, their names and the decks of all games (games.md, section 0).

A card has no strength and no points of its own: both belong to the game.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, Literal, Self, TypeAlias, cast

from controller.record.message import Message
from groundwork.errors import CardError

SUITS: Final = ("S", "H", "D", "C")
"""Spades, hearts, diamonds, clubs; Swiss: acorns, bells, shields, roses; German: leaves, hearts, bells, acorns."""

TRUMPS: Final = "T"
"""The suit letter of the 21 Tarot trumps."""

COPY: Final = "@"
"""The sign before the number of a copy."""

_ALONE: Final = frozenset(("EX", "JO"))
"""The cards without a suit."""


class Card(str):
    """One card; its value is its name, such as ``SA``, ``H10``, ``DN``, ``T21``, ``EX`` or ``JO``.

    In a deck that has each card twice, the name says behind ``@`` which copy it is; without ``@`` the copy is unknown.
    A name that is on no card of any deck raises CardError.

    >>> Card("H10").suit, Card("H10").rank
    ('H', '10')
    >>> Card("T21")
    'T21'
    >>> Card("H10@2").suit, Card("H10@2").rank, Card("H10@2").face, Card("H10@2").copy, Card("H10").copy
    ('H', '10', 'H10', 2, None)
    """

    __slots__ = ("copy", "rank", "suit")

    suit: str
    """Suit letter; ``T`` for a Tarot trump; the Excuse and the joker are a suit each, named as they are."""
    rank: str
    """Rank within the suit, ``A`` to ``1`` or ``21`` to ``1``; of the Excuse and the joker their name."""
    copy: int | None
    """Number of the copy among the cards of this face, from 1; None: there is only one, or the copy is unknown."""

    def __new__(cls, name: object) -> Self:
        """Find the card of a name in the decks; raise CardError where none has it."""
        card = CARDS.get(name) if isinstance(name, str) else None
        if card is None:
            fault = "{reason} names no card; a card is a suit and a rank such as SA, H10, DN, T21, EX or JO"
            raise CardError(Message(fault, reason=repr(name)))
        return cast("Self", card)

    @property
    def face(self) -> "Card":
        """The card without its copy."""
        return self if self.copy is None else Card(self.partition(COPY)[0])


CARDS: Final[dict[str, Card]] = {}
"""Every card of every deck by its name, both copies of each among them."""


def _make(name: str) -> Card:
    """Make a card of the decks, and both of its copies."""
    for copy, full in ((None, name), *((number, f"{name}{COPY}{number}") for number in (1, 2))):
        if full not in CARDS:
            card = CARDS[full] = str.__new__(Card, full)
            card.suit, card.rank = (name, name) if name in _ALONE else (name[:1], name[1:])
            card.copy = copy
    return CARDS[name]


EXCUSE: Final = _make("EX")
JOKER: Final = _make("JO")


def _suited(ranks: str) -> tuple[Card, ...]:
    return tuple(_make(suit + rank) for suit in SUITS for rank in ranks.split())


def twice(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Make a deck that has each of these cards twice, the copies side by side.

    >>> twice((Card("H10"),))
    ('H10@1', 'H10@2')
    """
    return tuple(Card(f"{card}{COPY}{copy}") for card in cards for copy in (1, 2))


DECKS: Final[dict[str, tuple[Card, ...]]] = {
    "jass36": _suited("A K Q J 10 9 8 7 6"),
    "skat32": _suited("A K Q J 10 9 8 7"),
    "euchre24": _suited("A K Q J 10 9"),
    "joker33": (*_suited("A K Q J 10 9 8 7"), JOKER),
    "whist52": _suited("A K Q J 10 9 8 7 6 5 4 3 2"),
    "whist53": (*_suited("A K Q J 10 9 8 7 6 5 4 3 2"), JOKER),
    "doppelkopf48": twice(_suited("A K Q J 10 9")),
    "tarot78": (
        *_suited("K Q N J 10 9 8 7 6 5 4 3 2 1"),
        *(_make(f"T{rank}") for rank in range(21, 0, -1)),
        EXCUSE,
    ),
    "schnaps20": _suited("A K Q J 10"),
}
"""Every deck by name, its cards in printing order (JASS-1, MJO-1, HEA-D1, CON-D1, TAR-D1, SKA-D1, EUC-D1, SCN-D1)."""

DeckCountry: TypeAlias = Literal["french", "swiss", "german"]
"""The country whose suits a deck may have in place of the French ones; ``french``: none."""
_COUNTRIES: Final[dict[tuple[Card, ...], DeckCountry]] = {
    DECKS["jass36"]: "swiss",
    DECKS["joker33"]: "swiss",
    DECKS["skat32"]: "german",
    DECKS["doppelkopf48"]: "german",
    DECKS["schnaps20"]: "german",
}


def country_of(deck: tuple[Card, ...]) -> DeckCountry:
    """Return the country whose suits a deck usually has where it has no French ones.

    >>> country_of(DECKS["jass36"]), country_of(DECKS["skat32"]), country_of(DECKS["whist52"])
    ('swiss', 'german', 'french')
    """
    return _COUNTRIES.get(deck, "french")


@cache
def faces(deck: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the faces of a deck, each once, in the deck's order; the deck itself where no card exists twice.

    >>> faces(twice((Card("HA"), Card("H10"))))
    ('HA', 'H10')
    """
    return tuple(dict.fromkeys(card.face for card in deck))


def is_of(deck: tuple[Card, ...], card: Card) -> bool:
    """Whether a deck has a card, which is given with or without its copy.

    >>> is_of(DECKS["doppelkopf48"], Card("H10")), is_of(DECKS["skat32"], Card("H10@1"))
    (True, False)
    """
    return card in deck or card in faces(deck)
