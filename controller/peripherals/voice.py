"""The sentences of the voice for news and match; pure, nothing is spoken here."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from controller.language.catalogues import of_game
from controller.language.translate import said
from controller.live.session import News
from controller.peripherals.voice_words import WORDS
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, Number
from controller.settings.peripherals import Says
from vision.words.cards import Lang, Suits

Phrase = tuple[str, str]
"""A language, and the sentence to speak in it."""

VERDICTS: Final[Lang] = "en"
"""The language of verdicts where the voice cannot read out its own."""

UNREAD: Final = ("ja",)
"""Languages whose writing espeak-ng cannot read out: it knows kana, and spells Chinese characters as such."""


def of_news(news: News, lang: Lang, says: Collection[Says], suits: Suits = "french") -> tuple[Phrase, ...]:
    """The phrases of a new event: its verdicts in their sentences, the score when a deal is over.

    Args:
        news: the event and what it made true.
        lang: the language of the voice.
        says: what it says at all.
        suits: of the pack, for the names of cards.
    """
    spoken = [*_verdicts(news, lang, suits)] if "verdict" in says else []
    over = [result for result in news.results if isinstance(result, DealResult)]
    if over and "score" in says:
        spoken.append((lang, WORDS[lang].deal.format(number=over[-1].deal)))
        spoken += score(news.match, lang)
    return tuple(spoken)


def _verdicts(news: News, lang: Lang, suits: Suits) -> Iterator[Phrase]:
    """Verdicts in the language of the voice, cards by their names; in English where it cannot read them out."""
    readable = VERDICTS if lang in UNREAD else lang
    locale = replace(of_game(news.match.game, readable, suits), style="words")
    for one in news.told:
        if one.withdrawn:
            yield lang, WORDS[lang].withdrawn
        yield readable, said(one.verdict.text, locale)


def score(match: AnyMatch, lang: Lang) -> tuple[Phrase, ...]:
    """The sums of all players."""
    words = WORDS[lang]
    sums = zip(match.names, match.total, strict=True)
    return ((lang, " ".join(words.score.format(name=name, score=_number(own, lang)) for name, own in sums)),)


def turn(match: AnyMatch, lang: Lang) -> tuple[Phrase, ...]:
    """Who is to play, to speak or to deal; nothing where several may."""
    words = WORDS[lang]
    if match.ended:
        return ((lang, words.over),)
    seat, sentence = (match.acting, words.turn) if match.running else (match.dealer, words.dealer)
    return () if seat is None else ((lang, sentence.format(name=match.names[seat])),)


def arbiter(lang: Lang) -> tuple[Phrase, ...]:
    """The phrase that calls the arbiter."""
    return ((lang, WORDS[lang].arbiter),)


def code(text: str, lang: Lang) -> tuple[Phrase, ...]:
    """A pairing code, digit by digit; nothing where the text holds none."""
    digits = [letter for letter in text if letter.isdecimal()]
    return ((lang, WORDS[lang].code.format(code=", ".join(digits))),) if digits else ()


def unsaved(lang: Lang) -> tuple[Phrase, ...]:
    """The warning that what follows is not on the disk."""
    return ((lang, WORDS[lang].unsaved),)


def _number(value: Number, lang: Lang) -> str:
    """A number as the language has it; the sign in a word, for a voice reads a dash as a pause."""
    words = WORDS[lang]
    return f"{words.minus if value < 0 else ''}{abs(value):g}".replace(".", words.point)
