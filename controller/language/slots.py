"""The fields of a message in a language: cards, suits, contracts, games, kinds, corners."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from controller.language import commands
from controller.language.card_style import SYMBOLS, StyledCards
from controller.language.kinds import KINDS, OPTIONS
from vision.words.cards import CardWords

Gettext = Callable[[str], str]

_CARD: Final = r"(?:[SHDC](?:10|[AKQNJ1-9])|T(?:1\d|2[01]|[1-9])|EX|JO)"
SUIT_LETTERS: Final = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
"""The suits by their English names, which records write."""
_SUITS: Final[Mapping[str, str]] = {
    **{letter: letter for letter in "SHDC"},
    **SUIT_LETTERS,
    "a spade": "S",
    "a heart": "H",
    "a diamond": "D",
    "a club": "C",
}
_TRUMPS: Final = ("trump", "trumps", "a trump")
_ALONE: Final = {"the Excuse": "EX", "the joker": "JO", "JO": "JO"}
_NO_CALLS: Final = frozenset(("yes", "no"))
"""Command cards whose words are too common in sentences."""


@cache
def _calls() -> frozenset[str]:
    """The words of command cards that stand for themselves in sentences."""
    choices = ("game-", "seats-")
    return frozenset(word for word in commands.wordings() if word not in _NO_CALLS and not word.startswith(choices))


def alone(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    """A word that stands alone: a game, a contract, a suit, a card, a house rule or its value, a kind; None: none."""
    for kind in (_game, _call, _suit, _card, _option, _known_kind):
        if (found := kind(text, cards, text_of)) is not None:
            return found
    return None


def _card(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    del text_of
    return cards.name(text) if re.fullmatch(_CARD, text) else None


def _suit(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    if text in _TRUMPS:
        return text_of("trump")
    if text in _ALONE:
        return cards.name(_ALONE[text])
    if text.startswith(("odd ", "even ")):
        odd, suit = text.split()
        odd_of = text_of("odd {suit}") if odd == "odd" else text_of("even {suit}")
        return odd_of.format(suit=cards.suit(_SUITS[suit]))
    return cards.suit(_SUITS[text]) if text in _SUITS else None


def _sign(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    """A suit by its letter, as short as the medium can show it."""
    del text_of
    if text not in SYMBOLS:
        return None
    return cards.suit_shown(text) if isinstance(cards, StyledCards) else cards.suit(text)


def _call(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    del text_of
    calls = _calls()
    word = commands.titles().get(text.lower(), text if text in calls else text.lower())
    if word in _SUITS:
        return cards.suit(_SUITS[word])
    return commands.command_name(word, cards.lang) if word in calls else None


def _game(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    del text_of
    return commands.game_name(text, cards.lang)


def _kind(text: str, cards: CardWords, text_of: Gettext) -> str:
    """A kind of verdict, event or declaration; what is none stays as it is."""
    del cards
    return text_of(text) if text in KINDS else text


def _known_kind(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    return _kind(text, cards, text_of) if text in KINDS else None


def _option(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    del cards
    return text_of(text) if text in OPTIONS else None


def _corner(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    """A corner of the mat."""
    del cards
    corners = {
        "top left": text_of("top left"),
        "top right": text_of("top right"),
        "bottom right": text_of("bottom right"),
        "bottom left": text_of("bottom left"),
    }
    return corners.get(text)


def _which(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    """One kind of cards, such as ``spades``, or a single card."""
    return _card(text, cards, text_of) or _suit(text, cards, text_of)


ONE: Final[Mapping[str, Callable[[str, CardWords, Gettext], str | None]]] = {
    "card": _card,
    "cards": _card,
    "suit": _suit,
    "suits": _which,
    "sign": _sign,
    "call": _call,
    "calls": _call,
    "game": _game,
    "kind": _kind,
    "corners": _corner,
}
"""How one thing in a field of a message is said, by the kind of the field; the others are said as they are."""
