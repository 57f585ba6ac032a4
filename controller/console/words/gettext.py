"""Gettext for pages: every text of the console is translated here into the language of the request.

Babel finds the texts by the names ``_`` and ``ngettext``; the language is that of the visit being answered.
"""

import re
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Final

from babel.numbers import format_decimal

from controller.language import translate
from controller.language.catalogues import RULES, catalogue
from controller.language.translate import ENGLISH, Locale, translated
from vision.words.cards import LANGS, CardWords

_FRENCH_MARK: Final = re.compile(r" (?=[:;?!»])|(?<=«) ")
_speaking: Final = ContextVar[Locale]("speaking", default=ENGLISH)


def _(text: str) -> str:
    """Return the text in the language of this request."""
    return _with_hard_spaces(_speaking.get().catalogue.gettext(text))


def ngettext(one: str, many: str, count: int) -> str:
    """Return the text for this number of things, in the language of this request."""
    return _with_hard_spaces(_speaking.get().catalogue.ngettext(one, many, count))


def core(text: str) -> str:
    """Return a text of the referee (a verdict, a status), in the language of this request."""
    return _with_hard_spaces(translated(text, _speaking.get()))


def rule(text: str) -> str:
    """Return the text of a rule in the language of this request; empty if there is none."""
    return _with_hard_spaces(catalogue(_speaking.get().lang, RULES).gettext(text)) if text else ""


def _with_hard_spaces(text: str) -> str:
    """Return a French text of which no line begins with a mark that stands behind a space; any other as it is."""
    return _FRENCH_MARK.sub("\N{NO-BREAK SPACE}", text) if _speaking.get().cards.lang == "fr" else text


def word(text: str) -> str:
    """Return a word that stands alone (a game, a bid, a house rule), in the language of this request.

    It is translated as far as it is known.
    """
    return translate.word(text, _speaking.get())


def called(text: str) -> str | None:
    """Return what players of the game on the table call a word, in this request's language; None: as everywhere."""
    return translate.called(text, _speaking.get())


def aloud(text: str) -> str:
    """Return a text that the referee has made, for the ear: cards by their names."""
    return translated(text, replace(_speaking.get(), style="words"))


@contextmanager
def by_names() -> Generator[None]:
    """Call cards by their names within the block, as for the ear."""
    with speaking(replace(_speaking.get(), style="words")):
        yield


def is_by_names() -> bool:
    """Whether cards are called by their names now, not by their signs."""
    return _speaking.get().style == "words"


def decimal(value: float) -> str:
    """Return a number as readers of this language write it, without needless zeros.

    >>> decimal(9.5), decimal(12.0)
    ('9.5', '12')
    """
    return format_decimal(value, "0.######", locale=_speaking.get().lang)


def load_numbers() -> None:
    """Load how each language writes numbers, so that no page does it while a match is played."""
    for lang in LANGS:
        format_decimal(0, locale=lang)


def card_words() -> CardWords:
    """Return the names of the cards of the pack on the table, in the language of this request."""
    return _speaking.get().cards


@contextmanager
def speaking(locale: Locale) -> Generator[None]:
    """Translate into this language within the block."""
    before = _speaking.set(locale)
    try:
        yield
    finally:
        _speaking.reset(before)
