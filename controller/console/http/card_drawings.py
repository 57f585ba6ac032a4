"""Cards as pages show them: drawn, with their names for whoever listens."""

import re
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import pairwise
from typing import Final, Literal

from markupsafe import Markup, escape

from controller.console.words.gettext import card_words
from controller.console.words.names import name, symbol
from controller.language.translate import SYMBOLS
from controller.record.cards import EXCUSE, JOKER, Card
from controller.web import card_sheets
from vision.faces.svg import Cut
from vision.words.cards import CardWords

_CARD: Final = Markup(
    '<span class="face face-{cut}"><svg viewBox="0 0 63 88" aria-hidden="true"><use href="{place}"/></svg>'
    '<span class="visually-hidden">{name}</span></span>'
)
_SIGN: Final = Markup(
    '<span class="suit"><svg viewBox="-56 -56 112 112" aria-hidden="true"><use href="{place}"/></svg>{name}</span>'
)
_NAME: Final = Markup('<span class="visually-hidden">{}</span>')
_MARKS: Final = re.compile(r"[,.;:!?)\]»”、。\uff09]+")
"""Marks that stand close to what is before them."""
_TOGETHER: Final = Markup('<span class="text-nowrap">{}{}</span>')

Piece = tuple[Literal["text", "card", "suit"], str]
"""A part of a sentence: plain text, a card, or a suit by its letter."""
_in_page: Final = ContextVar("in_page", default=False)


@contextmanager
def embedded() -> Generator[None]:
    """Draw cards within the block as symbols of the page itself, which carries its own drawings."""
    before = _in_page.set(True)
    try:
        yield
    finally:
        _in_page.reset(before)


def address(cut: Cut) -> str:
    """Return the address of the drawings of a cut, with the indices of the request's language.

    It changes with its content.
    """
    if _in_page.get():
        return ""
    words = card_words()
    return f"/static/{card_sheets.address(words.suits, words.lang, cut)}"


def drawn_card(card: Card, cut: Cut = "m") -> Markup:
    """Return a card, drawn; its name is there for screen readers."""
    return _CARD.format(cut=cut, place=f"{address(cut)}#{cut}-{card.face}", name=name(card))


def drawn_suit(suit: str, then: str = "") -> Markup:
    """Return the sign of a suit by its letter, drawn.

    Its name is there for screen readers, unless what follows says it.

    Args:
        suit: letter of the suit.
        then: the text that follows the sign.
    """
    name = card_words().suit(suit)
    is_said = then.lstrip().casefold().startswith(name.casefold())
    return _SIGN.format(place=f"{address('s')}#u{suit}", name="" if is_said else _NAME.format(name))


def drawn(text: str) -> Markup:
    """Return a sentence with every card and every suit sign that it shows drawn; all else is escaped.

    No line begins with the mark that follows a card.
    """
    pieces_drawn: list[Markup] = []
    before = ""
    parts = [*pieces(text), ("text", "")]
    for (kind, part), (_kind, then) in pairwise(parts):
        marks = _MARKS.match(part) if (before, kind) == ("card", "text") else None
        if marks:
            pieces_drawn[-1] = _TOGETHER.format(pieces_drawn[-1], marks[0])
        if kind == "suit":
            pieces_drawn.append(drawn_suit(part, then))
        else:
            pieces_drawn.append(
                drawn_card(Card(part), "s") if kind == "card" else escape(part[marks.end() :] if marks else part)
            )
        before = kind
    return Markup("").join(pieces_drawn)


def pieces(text: str) -> Iterator[Piece]:
    """Yield a sentence in parts: its plain text, and the cards and suit signs that are drawn in it."""
    pictures, suits = _shown(card_words()), {sign: letter for letter, sign in SYMBOLS.items()}
    end = 0
    for match in _pattern(card_words()).finditer(text):
        if match.start() > end:
            yield "text", text[end : match.start()]
        yield ("suit", suits[match[0]]) if match[0] in suits else ("card", pictures[match[0]])
        end = match.end()
    if end < len(text):
        yield "text", text[end:]


@cache
def _shown(words: CardWords) -> Mapping[str, Card]:
    """Return the cards by the signs and names with which sentences show them.

    A word that may mean something else is none.
    """
    cards = card_sheets.cards_of(words.suits)
    named = {words.name(card): card for card in cards if card not in (EXCUSE, JOKER, "T1")}
    return {**(_of_trumps(named) if words.suits == "french" else named), **{symbol(card): card for card in cards}}


def _of_trumps(named: Mapping[str, Card]) -> Mapping[str, Card]:
    return {text: card for text, card in named.items() if card.suit == "T"}


@cache
def _pattern(words: CardWords) -> re.Pattern[str]:
    """Return a pattern for suit signs and what :func:`_shown` knows, the longest first.

    It matches never within a word, number or quotation.
    """
    longest_first = sorted((*_shown(words), *SYMBOLS.values()), key=len, reverse=True)
    return re.compile(rf"(?<![0-9A-Za-z“])(?:{'|'.join(map(re.escape, longest_first))})(?![0-9A-Za-z”])")
