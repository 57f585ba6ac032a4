"""Translation of the referee's messages into the language of the players.

A message (:mod:`controller.record.message`) is translated by its template, each field by its kind; cards are named as
the medium can show them.
Records hold the English. Any other text, such as a name or an operating system's reason, is shown as it is.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from gettext import NullTranslations
from typing import Final, Literal, Self

from controller.games import vocabularies
from controller.language import commands
from controller.language.kinds import KINDS, OPTIONS
from controller.record.message import Field, Listed, Message, Separator, in_english, kind_of
from firmware_bridge.face.face import Face
from vision.words.cards import COPY, CardWords, Lang

# The styles of a card within a sentence, as the medium can show it.

CardStyle = Literal["symbols", "words", "codes"]
"""``♥7`` on pages and displays that have the symbols, ``Herz-7`` in a voice and on others, ``H7`` in data."""

SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
"""Symbols of the French suits, by their letter; other suits, trumps of the Tarot and cards of no suit have none."""


_ELIDED: Final = {"fr": ("As", "Ober", "Under", "Unter", "Excuse"), "it": ("Asso", "Ober", "Under", "Unter", "8")}
_FEMININE: Final = {"fr": ("Dame", "Bannière"), "it": ("Donna", "Bandiera")}
_MASCULINE: Final = {"fr": "le", "it": "il"}
_NAMES: Final = ("Ober", "Under", "Unter", "Excuse", "Petit", "Joker", "Bagatto", "Matto", "Jolly")
"""Cards that are written with a capital letter within a sentence, too."""


@dataclass(frozen=True, slots=True)
class StyledCards(CardWords):
    """The words for the cards of one pack, and the style of a card among other words."""

    style: CardStyle = "words"

    def name(self, card: str) -> str:
        """Return the card in its style; its name where there is no symbol of its suit.

        >>> StyledCards("de", style="symbols").name("HJ"), StyledCards("de", "swiss", style="symbols").name("HJ")
        ('♥B', 'Schellen-Under')
        """
        if self.style == "codes":
            return card.partition(COPY)[0]
        if self.style == "symbols" and self.suits == "french" and card[:1] in SYMBOLS:
            return f"{SYMBOLS[card[0]]}{self.index(card)}"
        return CardWords.name(self, card)

    def suit_shown(self, suit: str) -> str:
        """Return a suit, given by its letter, in its style; a suit in words, such as the one led, stays as it is.

        >>> [StyledCards("en", style=style).suit_shown("D") for style in ("symbols", "words", "codes")]
        ['♦', 'diamonds', 'D']
        >>> StyledCards("en", "swiss", style="symbols").suit_shown("D"), StyledCards("en").suit_shown("hearts")
        ('shields', 'hearts')
        """
        if suit not in SYMBOLS or self.style == "codes":
            return suit
        return SYMBOLS[suit] if self.style == "symbols" and self.suits == "french" else self.suit(suit)

    def definite(self, card: str) -> str:
        """Return the card with its article, if its name is shown and the language has articles; else as it is shown.

        >>> StyledCards("fr").definite("C9"), StyledCards("fr").definite("DA"), StyledCards("it").definite("HQ")
        ('le 9 de trèfle', "l'as de carreau", 'la donna di cuori')
        >>> StyledCards("fr").definite("T21"), StyledCards("fr", style="symbols").definite("C9")
        ("le 21 d'atout", '♣9')
        """
        name = self.name(card)
        if self.lang not in _MASCULINE or name != CardWords.name(self, card):
            return name
        if self.lang == "fr" and card[0] == "T" and card != "T1":
            return f"le {card[1:]} d'atout"
        rank = name.partition(" ")[0]
        low = name if rank in _NAMES else name[:1].lower() + name[1:]
        if rank in _ELIDED[self.lang]:
            return f"l'{low}"
        return f"{'la' if rank in _FEMININE[self.lang] else _MASCULINE[self.lang]} {low}"


# The fields of a message in a language: cards, suits, contracts, games, kinds, corners.

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
    """Return the words of command cards that stand for themselves in sentences."""
    choices = ("game-", "seats-")
    return frozenset(word for word in commands.wordings() if word not in _NO_CALLS and not word.startswith(choices))


def alone(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    """Translate a single word: a game, contract, suit, card, house rule or its value, or kind; None: none of these."""
    for kind in (_game, _call, _suit, _card, _option, _translated_kind):
        if (translation := kind(text, cards, text_of)) is not None:
            return translation
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
    """Return a suit, given by its letter, as short as the medium can show it."""
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
    """Translate a kind of verdict, event or declaration, in English its name in words; another text stays as it is."""
    del cards
    kind_text = text_of(text) if text in KINDS else text
    return text.replace("-", " ") if kind_text == text and text in KINDS else kind_text


def _translated_kind(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    return _kind(text, cards, text_of) if text in KINDS else None


def _option(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    del cards
    return text_of(text) if text in OPTIONS else None


def _corner(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    """Translate a corner of the mat."""
    del cards
    corners = {
        "top left": text_of("top left"),
        "top right": text_of("top right"),
        "bottom right": text_of("bottom right"),
        "bottom left": text_of("bottom left"),
    }
    return corners.get(text)


def _kind_or_card(text: str, cards: CardWords, text_of: Gettext) -> str | None:
    """Translate a kind of cards, such as ``spades``, or a single card."""
    return _card(text, cards, text_of) or _suit(text, cards, text_of)


ONE: Final[Mapping[str, Callable[[str, CardWords, Gettext], str | None]]] = {
    "card": _card,
    "cards": _card,
    "suit": _suit,
    "suits": _kind_or_card,
    "sign": _sign,
    "call": _call,
    "calls": _call,
    "game": _game,
    "kind": _kind,
    "corners": _corner,
}
"""Translators of one thing in a field of a message, by the kind of the field; other kinds stay as they are."""


_ELISION: Final = re.compile(r"\b(de|que) (?=[aeiouàâéèêëîïôûœ])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Locale:
    """A language, and the names of the cards of the pack on the table in it."""

    catalogue: NullTranslations = field(default_factory=NullTranslations)
    cards: CardWords = field(default_factory=CardWords)
    style: CardStyle | None = None
    """The style of cards in sentences; None for codes in English and names in other languages."""
    game: str = ""
    """The name of the game that is played; empty: any."""

    @property
    def shown(self) -> StyledCards:
        """The cards' names as sentences have them."""
        style = self.style or ("codes" if self.lang == "en" else "words")
        return StyledCards(self.cards.lang, self.cards.suits, self.cards.jass, style)

    @property
    def lang(self) -> Lang:
        """The language."""
        return self.cards.lang


ENGLISH: Final = Locale()


def translated(text: str, locale: Locale) -> str:
    """Translate a text: a message by its template and fields; any other text stays as it is."""
    return elided(_message(text, locale), locale.lang) if isinstance(text, Message) else text


def word(text: str, locale: Locale) -> str:
    """Translate a single word: a game, a bid, a suit, a house rule; another text as :func:`said` does."""
    if locale.lang == "en" or isinstance(text, Message):
        return translated(text, locale)
    return alone(text, locale.cards, locale.catalogue.gettext) or text


def called(text: str, locale: Locale) -> str | None:
    """Return the word of the game's players for a word, a suit by the name in their pack; None: the usual word."""
    wording = vocabularies.load(locale.game).called.get(text) if locale.game else None
    suit = SUIT_LETTERS.get(text)
    if wording is None and suit is None:
        return None
    spoken = wording.said(locale.lang) if wording else "{suit}"
    if suit is None:
        return spoken
    spoken = spoken.replace("{suit}", locale.cards.suit(suit))
    return spoken[:1].upper() + spoken[1:]


def elided(text: str, lang: Lang) -> str:
    """Elide a French text: leave out the vowels that French drops before other vowels.

    >>> elided("9 de écus, que Anna a joué", "fr")
    "9 d'écus, qu'Anna a joué"
    """
    return _ELISION.sub(lambda word: f"{word[1][:-1]}'", text) if lang == "fr" else text


def on_face(face: Face, locale: Locale, spelled: Mapping[int, str] | None = None) -> Face:
    """Translate a face: all but names, figures and the address.

    Args:
        face: its texts are messages, or plain texts that stay as they are.
        locale: the language, and how cards are shown.
        spelled: letters that the display lacks, as :meth:`str.translate` takes them.
    """

    def told(text: str) -> str:
        return translated(text, locale).translate(spelled or {})

    return replace(
        face,
        title=told(face.title),
        status=told(face.status),
        alert=replace(face.alert, text=told(face.alert.text)),
        contract=told(face.contract),
        trick=told(face.trick),
        lead=told(face.lead),
        check=told(face.check),
    )


class NamedCard(str):
    """A card's name; a translation gets it with its article by ``{card:the}``."""

    __slots__ = ("definite",)

    definite: str
    """The name with its article."""

    @classmethod
    def of(cls, plain: str, definite: str) -> Self:
        """Make a name from its forms without and with the article."""
        named = cls(plain)
        named.definite = definite
        return named

    def __format__(self, spec: str) -> str:
        return self.definite if spec == "the" else str(self)


def _message(message: Message, locale: Locale) -> str:
    fields = {name: _field(name, value, locale) for name, value in message.fields.items()}
    catalogue = locale.catalogue
    template = catalogue.ngettext(*message.forms) if message.forms else message.template
    if template and not message.forms:
        template = catalogue.gettext(template)
    return template.format_map(fields)


def _field(name: str, value: Field, locale: Locale) -> str:
    """Translate the value of a field."""
    if isinstance(value, Listed):
        return _listed([_translated_field(name, item, locale) for item in value.items], value.how, locale)
    if isinstance(value, str):
        return _translated_field(name, value, locale)
    return in_english(name, value) if locale.lang == "en" else str(value)


def _translated_field(name: str, value: str, locale: Locale) -> str:
    """Translate one thing in a field; a text that is nothing of the field's kind stays as it is."""
    kind = kind_of(name)
    if isinstance(value, Message):
        return _message(value, locale)
    if kind in ("call", "calls") and (players_word := _players_word(value, locale)) is not None:
        return players_word
    if locale.lang == "en" and kind in ("suit", "suits", "sign"):
        return locale.shown.suit_shown(value)
    if locale.lang == "en" and kind not in ("card", "cards"):
        return value
    how = ONE.get(kind)
    said_so = how(value, locale.shown, locale.catalogue.gettext) if how else None
    plain = value if said_so is None else said_so
    if kind != "card":
        return plain
    return NamedCard.of(plain, plain if said_so is None else locale.shown.definite(value))


def _players_word(value: str, locale: Locale) -> str | None:
    """Return the word of the game's own players, if it differs from the card's, as it stands within a sentence."""
    is_own = locale.game and value in vocabularies.load(locale.game).called
    text = called(value, locale) if is_own else None
    # Records have their words in small letters, and so have English sentences.
    return text[:1].lower() + text[1:] if text and locale.lang == "en" else text


def _listed(words: Sequence[str], how: Separator, locale: Locale) -> str:
    if locale.lang == "en":
        return str(Listed(tuple(words), how))
    comma = " " if how == " " else "、" if locale.lang == "ja" else ", "
    if how in (", ", " ") or len(words) < 2:
        return comma.join(words)
    text_of = locale.catalogue.gettext
    both = text_of("{one} or {other}") if how.strip() == "or" else text_of("{one} and {other}")
    return both.format(one=comma.join(words[:-1]), other=words[-1])
