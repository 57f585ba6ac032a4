"""Numbers of marks: deck and card, for every deck of every game, or a command.

The list of cards is universal on purpose: a Tarot card on a Jass table must be readable, so that the referee can call
it foreign. The order is part of every printed card and must never change; new names go to the end.
"""

from typing import Final

# Codes of square marks beside those of AprilTag 36h11, for words that the family has no number left for.

# fmt: off
MORE_CODES: Final = (
    0xc03c0b240, 0xcdfb84ffd, 0x6fab2bfc8, 0x0a9b040b2, 0x0eff3e386, 0xd27d66fba, 0x06093c308, 0x4d3f2dd8e,
    0xbe209e4b2, 0x6a4196144, 0xedb7edd25, 0xfd153cf7b, 0xf18c8f480, 0xf25b21809, 0x200c0d05a, 0xf4f3d5bbc,
    0x38e8a0ac1, 0x980c63680, 0xefb6437a3, 0x20c322f62, 0x5c5ffc1d8, 0x7ff49e1af, 0xe094be8e3, 0xf26986977,
    0x0c2116d0a, 0xfe88794c3, 0x7cdf60c9e, 0x381660f30, 0xc70c8a61c, 0xfb6797f64, 0xe2befe601, 0xf88cbe397,
    0x62afb2494, 0x14d36c659, 0x14147400f,
)
# fmt: on
"""Codes of 36 cells each, row by row from the mark's own top left, the highest bit first, 1 white.

They differ from every code of the family, from one another and from themselves, at any quarter turn, in 11 cells or
more, as the family's own do. From plain shapes such as halves, corners, stripes and squares they differ in nine. They
were found by climbing from random words, a cell or two at a time. Their order is part of every printed card: new codes
go to the end.
"""


SUITS: Final = ("S", "H", "D", "C")
RANKS: Final = ("A", "K", "Q", "N", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1")

CARDS: Final[tuple[str, ...]] = (
    *(suit + rank for suit in SUITS for rank in RANKS),
    *(f"T{number}" for number in range(1, 22)),
    "EX",
    "JO",
)
"""Names as in the game rules; a card's place here is its number: SA is 0, C1 59, T1 60, EX 81, JO 82."""

DECKS: Final = 6
"""Decks that marks can tell apart: 6 x 83 = 498 of the 587 numbers."""

DICTIONARY_SIZE: Final = 587
"""Numbers in AprilTag 36h11 (E. Olson, AprilTag, ICRA 2011)."""

NUMBERS: Final = DICTIONARY_SIZE + len(MORE_CODES)
"""Numbers that a mark can have: those of the family, and of the codes that were found beside them."""

COMMANDS: Final[tuple[str, ...]] = (
    *("pass", "yes", "no", "undo", "new-deal", "misdeal", "new-match", "end"),
    *("arbiter", "uphold", "dismiss", "score", "repeat"),
    *("spades", "hearts", "diamonds", "clubs", "no-trump", "reverse", "slalom", "gustav", "joker1", "joker2"),
    *("up", "down", "in", "out", "blind", "agree", "exchange"),
    *("weis-20", "weis-50", "weis-100", "weis-150", "weis-200", "stock"),
    *("petite", "pousse", "prise", "garde", "garde-sans", "garde-contre", "chelem"),
    *("poignee-single", "poignee-double", "poignee-triple", "misere", "petit-sec", "call", "nobody", "laid-away"),
    *("take", "leave"),
    *("game-coiffeur", "game-condor", "game-handjass", "game-middler-joker"),
    *("game-mittlere", "game-molotow", "game-plus-minus", "game-tarot"),
    *("seats-2", "seats-3", "seats-4", "seats-5"),
    *("missed", "void-hand"),
    "game-hearts",
    *("game-schieber", "push", "thanks", "weis-250", "weis-300"),
    *("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
    "game-spades",
    "game-whist",
    *("game-bridge", "double", "redouble", "dummy"),
    *("game-skat", "grand", "null", "hand", "schneider", "schwarz", "ouvert"),
    *("game-euchre", "order-up", "alone"),
    *("game-schnapsen", "marriage", "close", "enough"),
    *("game-belote", "all-trump", "capot", "generale", "belote"),
    "game-differenzler",
    *("game-doppelkopf", "re", "queens", "jacks"),
    *("claim", "concede", "accept", "contest"),
    *("reservation", "pigs", "poverty"),
)
"""Words of command cards: bids as the record names them, declarations, and words to the referee.

A command's place is part of every printed card, as a card's is. New names go to the end, one for each number of
:data:`COMMAND_NUMBERS` at most.
"""

COMMAND_NUMBERS: Final = (*range(DECKS * len(CARDS), 583), *range(DICTIONARY_SIZE, NUMBERS))
"""Numbers 498 to 582, and all from 587 on, are commands; they belong to no deck."""

NO_DECK: Final = -1
"""The deck number of commands' marks."""

CORNERS: Final = (583, 584, 585, 586)
"""Numbers of the mat's corner marks: top left, top right, bottom right, bottom left, as the camera sees them."""

_PLACES: Final = {card: place for place, card in enumerate(CARDS)}
_COMMANDS: Final[dict[str, int]] = dict(zip(COMMANDS, COMMAND_NUMBERS, strict=False))
_COMMAND_OF: Final = {number: command for command, number in _COMMANDS.items()}


COPY: Final = "@"
"""The sign behind a card's name, before the number of its copy, in a deck that has each card twice."""


class UnknownCardError(ValueError):
    """A card, deck or command that no mark stands for."""


def number_of(deck: int, card: str) -> int:
    """Return the number of a card's mark.

    Raises:
        UnknownCardError: the deck is not 0 to 5, or no game has a card of that name.

    >>> number_of(0, "SA"), number_of(1, "SA"), number_of(5, "JO"), number_of(0, "SA@2")
    (0, 83, 497, 83)
    """
    deck, card = printed(deck, card)
    if not 0 <= deck < DECKS:
        raise UnknownCardError(f"deck {deck}: marks tell decks 0 to {DECKS - 1} apart")
    if card not in _PLACES:
        raise UnknownCardError(f"card {card!r}: no game has a card of that name")
    return deck * len(CARDS) + _PLACES[card]


def printed(deck: int, card: str) -> tuple[int, str]:
    """Deck number and name on a card; the second copies of a deck with each card twice carry the next number.

    >>> printed(2, "H10@1"), printed(2, "H10@2"), printed(2, "H10")
    ((2, 'H10'), (3, 'H10'), (2, 'H10'))
    """
    name, _, copy = card.partition(COPY)
    return (deck + int(copy) - 1, name) if copy.isdecimal() else (deck, card)


def card_of(number: int) -> tuple[int, str] | None:
    """Deck and card of a mark's number; None for a number that no card carries.

    >>> card_of(83), card_of(498)
    ((1, 'SA'), None)
    """
    if not 0 <= number < DECKS * len(CARDS):
        return None
    deck, place = divmod(number, len(CARDS))
    return deck, CARDS[place]


def mark_of(deck: int, name: str) -> int:
    """Return the number of the mark of a card, or with :data:`NO_DECK` of a command.

    Raises:
        UnknownCardError: there is no such deck, card or command.

    >>> mark_of(1, "SA"), mark_of(NO_DECK, "pass")
    (83, 498)
    """
    return command_number(name) if deck == NO_DECK else number_of(deck, name)


def named(number: int) -> tuple[int, str] | None:
    """Deck and card of a mark's number, or :data:`NO_DECK` and the command; None for any other number.

    >>> named(83), named(498), named(583)
    ((1, 'SA'), (-1, 'pass'), None)
    """
    command = command_of(number)
    return card_of(number) if command is None else (NO_DECK, command)


def command_number(command: str) -> int:
    """Return the number of a command card's mark.

    Raises:
        UnknownCardError: there is no such command.

    >>> command_number("pass"), command_number("undo")
    (498, 501)
    """
    if command not in _COMMANDS:
        raise UnknownCardError(f"command {command!r}: no command card is called so")
    return _COMMANDS[command]


def command_of(number: int) -> str | None:
    """Return the command of a mark's number; None for the number of another mark.

    >>> command_of(501), command_of(0)
    ('undo', None)
    """
    return _COMMAND_OF.get(number)
