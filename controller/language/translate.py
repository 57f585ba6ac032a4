"""What the referee says, in the language of the players.

The referee writes English sentences, and they stand in records as they are. Each has a shape, a sentence with slots
(:mod:`controller.language.shapes`), and the catalogues translate whole shapes. What has no shape stays English: half a
sentence is never translated.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from gettext import NullTranslations
from typing import Final

from controller.language import slots
from controller.language.shapes import SHAPES
from firmware_bridge.face.face import Face
from vision.words.cards import CardWords, Lang

_SLOT: Final = re.compile(r"\{([a-z]+)(\d?)\}")
_ELISION: Final = re.compile(r"\b(de|que) (?=[aeiouàâéèêëîïôûœ])", re.IGNORECASE)
_BETWEEN: Final = ("; ", ". ", ", ")
"""What stands between sentences and parts of a status, the strongest first."""


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language, and how the cards of the pack on the table are called in it."""

    catalogue: NullTranslations = field(default_factory=NullTranslations)
    cards: CardWords = field(default_factory=CardWords)

    @property
    def lang(self) -> Lang:
        """The language."""
        return self.cards.lang


ENGLISH: Final = Tongue()


def said(text: str, tongue: Tongue) -> str:
    """A text of the referee in a language; one that cannot be translated as it is."""
    return translated(text, tongue) or text


def translated(text: str, tongue: Tongue) -> str | None:
    """A text of the referee in a language, or None if it cannot be translated."""
    if tongue.lang == "en" or not text:
        return text
    return _translated(text, tongue)


def elided(text: str, lang: Lang) -> str:
    """A text with the vowels left out that French leaves out before others.

    >>> elided("9 de écus, que Anna a joué", "fr")
    "9 d'écus, qu'Anna a joué"
    """
    return _ELISION.sub(lambda word: f"{word[1][:-1]}'", text) if lang == "fr" else text


def on_face(face: Face, tongue: Tongue, spelled: Mapping[int, str] | None = None) -> Face:
    """A face in a language: all but names, figures and the address.

    Args:
        face: in English.
        tongue: the language.
        spelled: letters that the display lacks, as :meth:`str.translate` takes them.
    """
    if tongue.lang == "en":
        return face
    known = face.leader is not None and face.leader < len(face.rows)
    lead = face.phrases[-2 if face.check else -1] if known else face.lead

    def told(text: str) -> str:
        return said(text, tongue).translate(spelled or {})

    return replace(
        face,
        title=told(face.title),
        status=told(face.status),
        alert=told(face.alert),
        contract=told(face.contract),
        trick=told(face.trick),
        led=told(face.led),
        check=told(face.check),
        lead=told(lead),
    )


@lru_cache(maxsize=2048)
def _translated(text: str, tongue: Tongue) -> str | None:
    for shape, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found is None:
            continue
        values = {slot: _filled(slot, value, tongue) for slot, value in found.groupdict().items()}
        told = {slot: value for slot, value in values.items() if value is not None}
        if len(told) == len(values):
            return elided(tongue.catalogue.gettext(shape).format(**told), tongue.lang)
    return slots.alone(text, tongue.cards, tongue.catalogue.gettext) or _apart(text, tongue)


def _apart(text: str, tongue: Tongue) -> str | None:
    """Several sentences, or the parts of a status, each by itself."""
    for mark in _BETWEEN:
        parts = text.split(mark)
        if len(parts) > 1:
            ends = [f"{part}." if mark == ". " else part for part in parts[:-1]]
            done = [_translated(part, tongue) for part in (*ends, parts[-1])]
            told = [part for part in done if part is not None]
            if len(told) == len(done):
                return (" " if mark == ". " else mark).join(told)
    return None


def _filled(slot: str, value: str, tongue: Tongue) -> str | None:
    """What stands in a slot, in a language; None if it cannot be said there."""
    kind = slot.rstrip("0123456789")
    if kind == "why":
        return _translated(value, tongue)
    how: Callable[..., str | None] = slots.KINDS[kind].said
    return how(value, tongue.cards, tongue.catalogue.gettext)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The shapes as patterns, those with the most words of their own first."""
    return tuple((shape, _pattern(shape)) for shape in sorted(SHAPES, key=_words_of_its_own, reverse=True))


def _words_of_its_own(shape: str) -> int:
    return len(_SLOT.sub("", shape))


def _pattern(shape: str) -> re.Pattern[str]:
    def parts() -> Iterator[str]:
        end = 0
        for slot in _SLOT.finditer(shape):
            yield re.escape(shape[end : slot.start()])
            pattern = r".+" if slot[1] == "why" else slots.KINDS[slot[1]].pattern
            yield f"(?P<{slot[1]}{slot[2]}>{pattern})"
            end = slot.end()
        yield re.escape(shape[end:])

    return re.compile("".join(parts()))
