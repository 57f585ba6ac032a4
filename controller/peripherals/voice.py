"""What the voice says of the news and of the match; pure, nothing is spoken here."""

import re
from collections.abc import Collection, Iterator
from typing import Final

from controller.language.catalogues import of_game
from controller.language.translate import translated
from controller.live.session import News
from controller.peripherals.voice_words import WORDS
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, Number
from controller.settings.peripherals import Says
from vision.words.cards import CardWords, Lang, Suits

Phrase = tuple[str, str]
"""A language, and what is said in it."""

VERDICTS: Final = "en"
"""The language in which verdicts are written."""

UNREAD: Final = ("ja",)
"""Languages whose writing espeak-ng cannot read out: it knows kana, and spells Chinese characters as such."""

_CARD: Final = re.compile(r"\b(?:[SHDC](?:10|[AKQNJ1-9])|T(?:1\d|2[01]|[1-9])|EX|JO)\b")


def of_news(news: News, lang: Lang, says: Collection[Says], suits: Suits = "french") -> tuple[Phrase, ...]:
    """What is said of an event that was taken in: verdicts in their sentences, the score when a deal is over.

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
    """Verdicts in the language of the voice; in English where they are not translated or it cannot read them out."""
    tongue = of_game(news.match.game, lang, suits)
    for one in news.told:
        if one.withdrawn:
            yield lang, WORDS[lang].withdrawn
        own = None if lang in (VERDICTS, *UNREAD) else translated(one.verdict.text, tongue)
        yield (lang, own) if own else (VERDICTS, spelled(one.verdict.text))


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
    seat, sentence = (match.turn, words.turn) if match.running else (match.dealer, words.dealer)
    return () if seat is None else ((lang, sentence.format(name=match.names[seat])),)


def arbiter(lang: Lang) -> tuple[Phrase, ...]:
    """Somebody asks for the arbiter."""
    return ((lang, WORDS[lang].arbiter),)


def unsaved(lang: Lang) -> tuple[Phrase, ...]:
    """What follows is not on the disk."""
    return ((lang, WORDS[lang].unsaved),)


def spelled(text: str) -> str:
    """A text of the referee as it is spoken: cards by their names.

    >>> spelled("Berta revoked in trick 3: DQ on H7")
    'Berta revoked in trick 3: Queen of diamonds on 7 of hearts'
    """
    return _CARD.sub(lambda found: CardWords(VERDICTS).name(found[0]), text)


def _number(value: Number, lang: Lang) -> str:
    """A number as the language has it; the sign in a word, for a voice reads a dash as a pause."""
    words = WORDS[lang]
    return f"{words.minus if value < 0 else ''}{abs(value):g}".replace(".", words.point)
