"""The sentences of the voice for news and match; pure, nothing is spoken here."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.games.vocabularies import uttered
from controller.language.catalogues import of_game
from controller.language.commands import command_name
from controller.language.translate import StyledCards, called, elided, said
from controller.live.session import News
from controller.peripherals.voice_words import voice_words
from controller.record.cards import SUITS, Card
from controller.record.events import (
    Bid,
    Call,
    Choose,
    Declare,
    Discard,
    Dog,
    Draw,
    Duel,
    Event,
    Exchange,
    Gap,
    Moved,
    Question,
    Seat,
    Upcard,
    Void,
)
from controller.rules.deal import AnyDeal, Play, Trick
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, ErrorResult, Number
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
    if isinstance(news.event, Question) and "verdict" in says:
        spoken.append((lang, voice_words(lang).question))
    over = [result for result in news.results if isinstance(result, DealResult)]
    if over and "score" in says:
        spoken.append((lang, voice_words(lang).deal.format(number=over[-1].deal)))
        spoken += score(news.match, lang)
    return tuple(spoken)


def _verdicts(news: News, lang: Lang, suits: Suits) -> Iterator[Phrase]:
    """Verdicts in the language of the voice, cards by their names; in English where it cannot read them out."""
    readable = VERDICTS if lang in UNREAD else lang
    locale = replace(of_game(news.match.game, readable, suits), style="words")
    for one in news.told:
        if one.withdrawn:
            yield lang, voice_words(lang).withdrawn
        yield readable, said(one.verdict.text, locale)


def score(match: AnyMatch, lang: Lang) -> tuple[Phrase, ...]:
    """The sums of all players."""
    words = voice_words(lang)
    sums = zip(match.names, match.total, strict=True)
    return ((lang, " ".join(words.score.format(name=name, score=_number(own, lang)) for name, own in sums)),)


def turn(match: AnyMatch, lang: Lang) -> tuple[Phrase, ...]:
    """Who is to play, to speak or to deal; nothing where several may."""
    words = voice_words(lang)
    if match.ended:
        return ((lang, words.over),)
    seat, sentence = (match.acting, words.turn) if match.running else (match.dealer, words.dealer)
    return () if seat is None else ((lang, sentence.format(name=match.names[seat])),)


def arbiter(lang: Lang) -> tuple[Phrase, ...]:
    """The phrase that calls the arbiter."""
    return ((lang, voice_words(lang).arbiter),)


def code(text: str, lang: Lang) -> tuple[Phrase, ...]:
    """A pairing code, digit by digit; nothing where the text holds none."""
    digits = [letter for letter in text if letter.isdecimal()]
    return ((lang, voice_words(lang).code.format(code=", ".join(digits))),) if digits else ()


def unsaved(lang: Lang) -> tuple[Phrase, ...]:
    """The warning that what follows is not on the disk."""
    return ((lang, voice_words(lang).unsaved),)


def _number(value: Number, lang: Lang) -> str:
    """A number as the language has it; the sign in a word, for a voice reads a dash as a pause."""
    words = voice_words(lang)
    return f"{words.minus if value < 0 else ''}{abs(value):g}".replace(".", words.point)


# Play by ear: the sentences with which a voice tells every card, and answers what lies there; pure.

_KANA: Final = {"切り札": "きりふだ ", "騎士": "きし", "盾": "たて", "鈴": "すず", "葉": "は"}
"""The words of cards that a voice without Chinese characters cannot read, as they sound."""
_Lying = tuple[Seat, Card, bool]
"""Whose card, which, and whether it lies beside the trick."""


class CardVoice:
    """The sentences of one table in one language."""

    def __init__(self, lang: Lang, suits: Suits = "french") -> None:
        self._lang: Final = lang
        self._suits: Final = suits
        self._words: Final = voice_words(lang)

    def of_news(self, before: AnyMatch, news: News) -> tuple[Phrase, ...]:
        """Tell what an event has changed on the table, so that whoever only listens knows of every card.

        Args:
            before: the match before the event.
            news: the event and the match after it.
        """
        return tuple((self._lang, text) for text in self._changes(before, news)) + tuple(self._said(news))

    def lying(self, match: AnyMatch) -> tuple[Phrase, ...]:
        """Tell what lies there: the open trick with who played what, and the cards beside it."""
        deal = match.deal if match.running else None
        plays = (*deal.open.plays, *_beside(deal)) if deal else ()
        told = self._words.lies.format(cards=self._row(match, plays)) if plays else self._words.nothing
        return ((self._lang, told),)

    def last_trick(self, match: AnyMatch) -> tuple[Phrase, ...]:
        """The newest trick that is closed, and who took it."""
        tricks = match.deal.tricks if match.deal else ()
        if not tricks:
            return ((self._lang, self._words.no_last),)
        told = self._words.last.format(cards=self._row(match, tricks[-1].plays))
        return ((self._lang, told), *self._taken(match, tricks[-1]))

    def trump(self, match: AnyMatch) -> tuple[Phrase, ...]:
        """Name the trump suit, or say that there is none."""
        suit = _trump(match)
        cards = self._cards(match)
        return ((self._lang, self._words.trump.format(suit=cards.suit(suit)) if suit else self._words.no_trump),)

    def _taken(self, match: AnyMatch, trick: Trick) -> Iterator[Phrase]:
        if trick.winner is not None:
            yield self._lang, self._words.trick.format(name=match.names[trick.winner])

    def _cards(self, match: AnyMatch) -> StyledCards:
        shown = of_game(match.game, self._lang, self._suits).shown
        return StyledCards(shown.lang, shown.suits, shown.jass, "words")

    def called(self, match: AnyMatch, card: Card) -> str:
        """A card's name as it sounds."""
        name = elided(self._cards(match).name(card), self._lang)
        if self._lang in UNREAD:
            for written, sound in _KANA.items():
                name = name.replace(written, sound)
        return name

    def _row(self, match: AnyMatch, plays: Sequence[Play]) -> str:
        return ", ".join(f"{_name(match, play.seat)} {self.called(match, play.card)}" for play in plays)

    def _changes(self, before: AnyMatch, news: News) -> Iterator[str]:
        """The deal, the cards that are gone and that have come, the tricks and the trump."""
        match, words = news.match, self._words
        deal, was = match.deal, before.deal
        if deal is None or not _is_same(was, deal):
            if deal is not None and (was is None or deal.number > was.number):
                yield words.dealer.format(name=match.names[deal.dealer])
                yield from self._moved(match, None, deal)
            elif was is not None:
                yield words.undone
            return
        yield from self._moved(match, was, deal)
        if (trump := _trump(match)) and trump != _trump(before):
            yield words.trump.format(suit=self._cards(match).suit(trump))
        yield from self._tricks(match, was, deal)
        if isinstance(news.event, Gap) and deal.holes:
            yield words.gap
        if isinstance(news.event, Void) and not _is_refused(news):
            yield words.void

    def _moved(self, match: AnyMatch, was: AnyDeal | None, deal: AnyDeal) -> Iterator[str]:
        """Cards that do not lie there any more, the newest first, and those that have come."""
        words, old, new = self._words, _lying(was) if was else [], _lying(deal)
        for seat, card, _ in [one for one in reversed(old) if one not in new]:
            yield words.back.format(name=_name(match, seat), card=self.called(match, card))
        newest = {play.card for play in deal.open.plays[-1:] or (deal.tricks[-1].plays[-1:] if deal.tricks else ())}
        for seat, card, is_beside in [one for one in new if one not in old]:
            name, told = _name(match, seat), self.called(match, card)
            number = next((n for n, trick in enumerate((*deal.tricks, deal.open), 1) if card in trick.cards), 0)
            if is_beside:
                yield words.beside.format(name=name, card=told)
            elif card in newest:
                yield words.card.format(name=name, card=told)
            else:
                yield words.placed.format(name=name, card=told, number=number)

    def _tricks(self, match: AnyMatch, was: AnyDeal | None, deal: AnyDeal) -> Iterator[str]:
        """Who takes the tricks that are newly closed, and older ones that go to somebody else now."""
        old = [trick.winner for trick in was.tricks] if was else []
        for number, trick in enumerate(deal.tricks, 1):
            is_known = number <= len(old)
            if trick.winner is None or (is_known and old[number - 1] == trick.winner):
                continue
            name = match.names[trick.winner]
            is_newest = number == len(deal.tricks) and not is_known
            yield (
                self._words.trick.format(name=name) if is_newest else self._words.goes.format(name=name, number=number)
            )

    def _said(self, news: News) -> Iterator[Phrase]:
        """Words and open cards that are no plays, in the language in which the voice can read them."""
        names, event = news.match.names, news.event
        if _is_refused(news):
            return
        readable: Lang = VERDICTS if self._lang in UNREAD else self._lang
        if isinstance(event, Bid | Call | Choose | Declare | Discard | Exchange | Moved):
            said = ", ".join(self._utterance(news.match, one, readable) for one in uttered(event))
            seat = -1 if event.seat is None else event.seat
            who = names[seat] if news.match.rules.has(seat) else ""
            if said:
                yield readable, voice_words(readable).card.format(name=who, card=said)
        elif opened := _opened(event):
            cards = ", ".join(self.called(news.match, card) for card in opened)
            yield self._lang, self._words.open.format(cards=cards)

    def _utterance(self, match: AnyMatch, word: str, lang: Lang) -> str:
        if isinstance(word, Card):
            return CardVoice(lang, self._suits).called(match, word)
        own = called(word, of_game(match.game, lang, self._suits))
        return (own or command_name(word, lang)).removesuffix("…").strip()


def _is_refused(news: News) -> bool:
    """Whether an event could be no part of the match."""
    return any(isinstance(result, ErrorResult) for result in news.results)


def _name(match: AnyMatch, seat: Seat) -> str:
    return match.names[seat] if match.rules.has(seat) else str(seat)


def _trump(match: AnyMatch) -> str:
    trump = match.deal.trump if match.deal and match.running else None
    return trump if trump in SUITS else ""


def _is_same(was: AnyDeal | None, deal: AnyDeal) -> bool:
    return was is not None and was.number == deal.number


def _beside(deal: AnyDeal) -> tuple[Play, ...]:
    lying = {play.card for play in deal.plays()}
    return tuple(play for play in deal.exposed if play.card not in lying)


def _lying(deal: AnyDeal) -> list[_Lying]:
    """Every card of the deal that was laid."""
    return [(play.seat, play.card, False) for play in deal.plays()] + [
        (play.seat, play.card, True) for play in _beside(deal)
    ]


def _opened(event: Event) -> tuple[Card, ...]:
    """The cards that an event lays open beside the play."""
    match event:
        case Dog():
            return tuple(map(Card, event.cards))
        case Upcard() | Draw():
            return (Card(event.card),)
        case Duel():
            return tuple(map(Card, event.cards.values()))
        case _:
            return ()
