"""Every text that the console shows goes through here, so that it can be said in the reader's language.

Babel finds the texts by the names ``_`` and ``ngettext``; the language is that of the visit being answered.
"""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from controller.language.translate import ENGLISH, Tongue, said
from vision.words.cards import CardWords

_speaking: Final = ContextVar[Tongue]("speaking", default=ENGLISH)


def _(text: str) -> str:
    """The text in the language of this visit."""
    return _speaking.get().catalogue.gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """The text for this number of things, in the language of this visit."""
    return _speaking.get().catalogue.ngettext(one, many, count)


def core(text: str) -> str:
    """A text that the referee has made (a verdict, a status), in the language of this visit as far as it is known."""
    return said(text, _speaking.get())


def card_words() -> CardWords:
    """What the cards of the pack on the table are called in the language of this visit."""
    return _speaking.get().cards


@contextmanager
def speaking(tongue: Tongue) -> Generator[None]:
    """Speak this language within the block."""
    before = _speaking.set(tongue)
    try:
        yield
    finally:
        _speaking.reset(before)
