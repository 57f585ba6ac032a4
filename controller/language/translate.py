"""Translation of the referee's messages into the language of the players.

A message (:mod:`controller.record.message`) is said by its template's translation, each field by its kind; cards are
called as the medium can show them.
Records hold the English. Any other text, such as a name or an operating system's reason, is shown as it is.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from gettext import NullTranslations
from typing import Final, Self

from controller.games import vocabularies
from controller.language import slots
from controller.language.card_style import CardStyle, StyledCards
from controller.record.message import Field, Listed, Message, Separator, in_english, kind_of
from firmware_bridge.face.face import Face
from vision.words.cards import CardWords, Lang

_ELISION: Final = re.compile(r"\b(de|que) (?=[aeiouàâéèêëîïôûœ])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Locale:
    """A language, and how the cards of the pack on the table are called in it."""

    catalogue: NullTranslations = field(default_factory=NullTranslations)
    cards: CardWords = field(default_factory=CardWords)
    style: CardStyle | None = None
    """How cards are shown in sentences; None: by their codes in English, by their names in other languages."""
    game: str = ""
    """The game that is played, by its name; empty: any."""

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


def said(text: str, locale: Locale) -> str:
    """A text in a language: a message by its template and fields, any other as it is."""
    return elided(_message(text, locale), locale.lang) if isinstance(text, Message) else text


def word(text: str, locale: Locale) -> str:
    """A word that stands alone in a language: a game, a bid, a suit, a house rule; another text as :func:`said`."""
    if locale.lang == "en" or isinstance(text, Message):
        return said(text, locale)
    return slots.alone(text, locale.cards, locale.catalogue.gettext) or text


def called(text: str, locale: Locale) -> str | None:
    """What players of the game on the table call a word; a suit as their pack has it. None: as everywhere."""
    own = vocabularies.load(locale.game).called.get(text) if locale.game else None
    suit = slots.SUIT_LETTERS.get(text)
    if own is None and suit is None:
        return None
    told = own.said(locale.lang) if own else "{suit}"
    if suit is None:
        return told
    told = told.replace("{suit}", locale.cards.suit(suit))
    return told[:1].upper() + told[1:]


def elided(text: str, lang: Lang) -> str:
    """A text with the vowels left out that French leaves out before others.

    >>> elided("9 de écus, que Anna a joué", "fr")
    "9 d'écus, qu'Anna a joué"
    """
    return _ELISION.sub(lambda word: f"{word[1][:-1]}'", text) if lang == "fr" else text


def on_face(face: Face, locale: Locale, spelled: Mapping[int, str] | None = None) -> Face:
    """A face in a language: all but names, figures and the address.

    Args:
        face: its texts are messages, or plain texts that stay as they are.
        locale: the language, and how cards are shown.
        spelled: letters that the display lacks, as :meth:`str.translate` takes them.
    """

    def told(text: str) -> str:
        return said(text, locale).translate(spelled or {})

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
    """A card's name; a translation asks for it with its article by ``{card:the}``."""

    __slots__ = ("definite",)

    definite: str
    """The name with its article."""

    @classmethod
    def of(cls, plain: str, definite: str) -> Self:
        """The name without its article, and with it."""
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
    """What stands in a field, in a language."""
    if isinstance(value, Listed):
        return _listed([_one(name, item, locale) for item in value.items], value.how, locale)
    if isinstance(value, str):
        return _one(name, value, locale)
    return in_english(name, value) if locale.lang == "en" else str(value)


def _one(name: str, value: str, locale: Locale) -> str:
    """One thing in a field; what is nothing of its kind is said as it is."""
    kind = kind_of(name)
    if isinstance(value, Message):
        return _message(value, locale)
    if kind in ("call", "calls") and (own := _own_call(value, locale)) is not None:
        return own
    if locale.lang == "en" and kind in ("suit", "suits", "sign"):
        return locale.shown.suit_shown(value)
    if locale.lang == "en" and kind not in ("card", "cards"):
        return value
    how = slots.ONE.get(kind)
    said_so = how(value, locale.shown, locale.catalogue.gettext) if how else None
    plain = value if said_so is None else said_so
    if kind != "card":
        return plain
    return NamedCard.of(plain, plain if said_so is None else locale.shown.definite(value))


def _own_call(value: str, locale: Locale) -> str | None:
    """A word that players of the game on the table call otherwise than its card does, within a sentence."""
    is_own = locale.game and value in vocabularies.load(locale.game).called
    told = called(value, locale) if is_own else None
    # Records have their words in small letters, and so have English sentences.
    return told[:1].lower() + told[1:] if told and locale.lang == "en" else told


def _listed(words: Sequence[str], how: Separator, locale: Locale) -> str:
    if locale.lang == "en":
        return str(Listed(tuple(words), how))
    comma = " " if how == " " else "、" if locale.lang == "ja" else ", "
    if how in (", ", " ") or len(words) < 2:
        return comma.join(words)
    text_of = locale.catalogue.gettext
    both = text_of("{one} or {other}") if how.strip() == "or" else text_of("{one} and {other}")
    return both.format(one=comma.join(words[:-1]), other=words[-1])
