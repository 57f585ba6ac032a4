"""The sentences of the voice for events and matches; pure, without speaking them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.games.vocabularies import uttered
from controller.language.catalogues import of_game
from controller.language.commands import command_name
from controller.language.translate import StyledCards, called, elided, translated
from controller.live.session import Update
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

FALLBACK: Final[Lang] = "en"
"""The language of verdicts if the voice cannot read out its own."""

UNREADABLE: Final = ("ja",)
"""Languages that espeak-ng cannot read out: it reads kana, but only spells Chinese characters."""


def event_phrases(update: Update, lang: Lang, says: Collection[Says], suits: Suits = "french") -> tuple[Phrase, ...]:
    """Return the phrases of a new event: its verdicts, and the score when a deal is over.

    Args:
        update: the event with its results.
        lang: the language of the voice.
        says: the subjects that it speaks of.
        suits: of the pack, for the names of cards.
    """
    spoken = [*_verdicts(update, lang, suits)] if "verdict" in says else []
    if isinstance(update.event, Question) and "verdict" in says:
        spoken.append((lang, voice_words(lang).question))
    deals = [result for result in update.results if isinstance(result, DealResult)]
    if deals and "score" in says:
        spoken.append((lang, voice_words(lang).deal.format(number=deals[-1].deal)))
        spoken += score(update.match, lang)
    return tuple(spoken)


def _verdicts(update: Update, lang: Lang, suits: Suits) -> Iterator[Phrase]:
    """Yield verdicts in the language of the voice, or in English if it cannot read them out."""
    readable = FALLBACK if lang in UNREADABLE else lang
    locale = replace(of_game(update.match.game, readable, suits), style="words")
    for announcement in update.announcements:
        if announcement.withdrawn:
            yield lang, voice_words(lang).withdrawn
        yield readable, translated(announcement.verdict.text, locale)


def score(match: AnyMatch, lang: Lang) -> tuple[Phrase, ...]:
    """Return the phrase with the total score of each player."""
    words = voice_words(lang)
    sums = zip(match.names, match.total, strict=True)
    return ((lang, " ".join(words.score.format(name=name, score=_number(own, lang)) for name, own in sums)),)


def turn(match: AnyMatch, lang: Lang) -> tuple[Phrase, ...]:
    """Return the phrase that names the player to play, speak or deal; empty if several may."""
    words = voice_words(lang)
    if match.ended:
        return ((lang, words.over),)
    seat, sentence = (match.acting, words.turn) if match.running else (match.dealer, words.dealer)
    return () if seat is None else ((lang, sentence.format(name=match.names[seat])),)


def arbiter(lang: Lang) -> tuple[Phrase, ...]:
    """Return the phrase that calls the arbiter."""
    return ((lang, voice_words(lang).arbiter),)


def code(text: str, lang: Lang) -> tuple[Phrase, ...]:
    """Return the phrase of a pairing code, digit by digit; empty for a text without digits."""
    digits = [letter for letter in text if letter.isdecimal()]
    return ((lang, voice_words(lang).code.format(code=", ".join(digits))),) if digits else ()


def unsaved(lang: Lang) -> tuple[Phrase, ...]:
    """Return the warning that the following phrases are not on the disk."""
    return ((lang, voice_words(lang).unsaved),)


def _number(value: Number, lang: Lang) -> str:
    """Write a number as the language does, with its sign as a word: a voice reads a dash as a pause."""
    words = voice_words(lang)
    return f"{words.minus if value < 0 else ''}{abs(value):g}".replace(".", words.point)


# Play by ear: the sentences for every card, and the answers about the cards on the table; pure.

_KANA: Final = {"切り札": "きりふだ ", "騎士": "きし", "盾": "たて", "鈴": "すず", "葉": "は"}
"""The reading in kana of card words that are written with Chinese characters."""
_LyingCard = tuple[Seat, Card, bool]
"""The seat, its card, and whether the card lies outside the trick."""


class CardVoice:
    """The sentences of one table in one language."""

    def __init__(self, lang: Lang, suits: Suits = "french") -> None:
        self._lang: Final = lang
        self._suits: Final = suits
        self._words: Final = voice_words(lang)

    def event_phrases(self, before: AnyMatch, update: Update) -> tuple[Phrase, ...]:
        """Return the phrases for all that an event changed on the table, so that listeners know every card.

        Args:
            before: the match before the event.
            update: the event, with the match after it.
        """
        return tuple((self._lang, text) for text in self._changes(before, update)) + tuple(self._announcements(update))

    def describe_table(self, match: AnyMatch) -> tuple[Phrase, ...]:
        """Describe the cards on the table: the open trick with its players, and the cards outside it."""
        deal = match.deal if match.running else None
        plays = (*deal.open.plays, *_cards_beside(deal)) if deal else ()
        sentence = self._words.lies.format(cards=self._list_plays(match, plays)) if plays else self._words.nothing
        return ((self._lang, sentence),)

    def describe_last_trick(self, match: AnyMatch) -> tuple[Phrase, ...]:
        """Describe the newest closed trick and who took it."""
        tricks = match.deal.tricks if match.deal else ()
        if not tricks:
            return ((self._lang, self._words.no_last),)
        sentence = self._words.last.format(cards=self._list_plays(match, tricks[-1].plays))
        return ((self._lang, sentence), *self._winner(match, tricks[-1]))

    def describe_trump(self, match: AnyMatch) -> tuple[Phrase, ...]:
        """Name the trump suit, or say that there is no trump."""
        suit = _trump(match)
        cards = self._cards(match)
        return ((self._lang, self._words.trump.format(suit=cards.suit(suit)) if suit else self._words.no_trump),)

    def _winner(self, match: AnyMatch, trick: Trick) -> Iterator[Phrase]:
        if trick.winner is not None:
            yield self._lang, self._words.trick.format(name=match.names[trick.winner])

    def _cards(self, match: AnyMatch) -> StyledCards:
        names = of_game(match.game, self._lang, self._suits).shown
        return StyledCards(names.lang, names.suits, names.jass, "words")

    def spoken_name(self, match: AnyMatch, card: Card) -> str:
        """Return a card's name as it is spoken."""
        name = elided(self._cards(match).name(card), self._lang)
        if self._lang in UNREADABLE:
            for written, sound in _KANA.items():
                name = name.replace(written, sound)
        return name

    def _list_plays(self, match: AnyMatch, plays: Sequence[Play]) -> str:
        return ", ".join(f"{_name(match, play.seat)} {self.spoken_name(match, play.card)}" for play in plays)

    def _changes(self, before: AnyMatch, update: Update) -> Iterator[str]:
        """Yield sentences for changes of the deal, its cards, its trump and its tricks."""
        match, words = update.match, self._words
        deal, previous = match.deal, before.deal
        if deal is None or not _is_same_deal(previous, deal):
            if deal is not None and (previous is None or deal.number > previous.number):
                yield words.dealer.format(name=match.names[deal.dealer])
                yield from self._card_changes(match, None, deal)
            elif previous is not None:
                yield words.undone
            return
        yield from self._card_changes(match, previous, deal)
        if (trump := _trump(match)) and trump != _trump(before):
            yield words.trump.format(suit=self._cards(match).suit(trump))
        yield from self._trick_changes(match, previous, deal)
        if isinstance(update.event, Gap) and deal.holes:
            yield words.gap
        if isinstance(update.event, Void) and not _is_refused(update):
            yield words.void

    def _card_changes(self, match: AnyMatch, previous: AnyDeal | None, deal: AnyDeal) -> Iterator[str]:
        """Yield sentences for removed cards, the newest first, and for new ones."""
        words, old, new = self._words, _cards_on_table(previous) if previous else [], _cards_on_table(deal)
        for seat, card, _ in [one for one in reversed(old) if one not in new]:
            yield words.back.format(name=_name(match, seat), card=self.spoken_name(match, card))
        newest = {play.card for play in deal.open.plays[-1:] or (deal.tricks[-1].plays[-1:] if deal.tricks else ())}
        for seat, card, is_beside in [one for one in new if one not in old]:
            name, card_name = _name(match, seat), self.spoken_name(match, card)
            number = next((n for n, trick in enumerate((*deal.tricks, deal.open), 1) if card in trick.cards), 0)
            if is_beside:
                yield words.beside.format(name=name, card=card_name)
            elif card in newest:
                yield words.card.format(name=name, card=card_name)
            else:
                yield words.placed.format(name=name, card=card_name, number=number)

    def _trick_changes(self, match: AnyMatch, previous: AnyDeal | None, deal: AnyDeal) -> Iterator[str]:
        """Yield sentences for newly closed tricks, and for older ones whose winner changed."""
        old = [trick.winner for trick in previous.tricks] if previous else []
        for number, trick in enumerate(deal.tricks, 1):
            is_known = number <= len(old)
            if trick.winner is None or (is_known and old[number - 1] == trick.winner):
                continue
            name = match.names[trick.winner]
            is_newest = number == len(deal.tricks) and not is_known
            yield (
                self._words.trick.format(name=name) if is_newest else self._words.goes.format(name=name, number=number)
            )

    def _announcements(self, update: Update) -> Iterator[Phrase]:
        """Yield the spoken words and open cards outside the play, in a language that the voice can read."""
        names, event = update.match.names, update.event
        if _is_refused(update):
            return
        readable: Lang = FALLBACK if self._lang in UNREADABLE else self._lang
        if isinstance(event, Bid | Call | Choose | Declare | Discard | Exchange | Moved):
            words = ", ".join(self._word_name(update.match, word, readable) for word in uttered(event))
            seat = -1 if event.seat is None else event.seat
            who = names[seat] if update.match.rules.has(seat) else ""
            if words:
                yield readable, voice_words(readable).card.format(name=who, card=words)
        elif opened := _exposed_cards(event):
            cards = ", ".join(self.spoken_name(update.match, card) for card in opened)
            yield self._lang, self._words.open.format(cards=cards)

    def _word_name(self, match: AnyMatch, word: str, lang: Lang) -> str:
        if isinstance(word, Card):
            return CardVoice(lang, self._suits).spoken_name(match, word)
        name = called(word, of_game(match.game, lang, self._suits))
        return (name or command_name(word, lang)).removesuffix("…").strip()


def _is_refused(update: Update) -> bool:
    """Whether the match refused an event."""
    return any(isinstance(result, ErrorResult) for result in update.results)


def _name(match: AnyMatch, seat: Seat) -> str:
    return match.names[seat] if match.rules.has(seat) else str(seat)


def _trump(match: AnyMatch) -> str:
    trump = match.deal.trump if match.deal and match.running else None
    return trump if trump in SUITS else ""


def _is_same_deal(was: AnyDeal | None, deal: AnyDeal) -> bool:
    return was is not None and was.number == deal.number


def _cards_beside(deal: AnyDeal) -> tuple[Play, ...]:
    played = {play.card for play in deal.plays()}
    return tuple(play for play in deal.exposed if play.card not in played)


def _cards_on_table(deal: AnyDeal) -> list[_LyingCard]:
    """List every card of the deal that lies on the table."""
    return [(play.seat, play.card, False) for play in deal.plays()] + [
        (play.seat, play.card, True) for play in _cards_beside(deal)
    ]


def _exposed_cards(event: Event) -> tuple[Card, ...]:
    """Return the cards that an event lays open outside the play."""
    match event:
        case Dog():
            return tuple(map(Card, event.cards))
        case Upcard() | Draw():
            return (Card(event.card),)
        case Duel():
            return tuple(map(Card, event.cards.values()))
        case _:
            return ()
