"""The utterances of a seat, found by asking the game's own vocabulary: each one whole, in as few taps as words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from controller.console.words.events import said_words
from controller.console.words.gettext import _
from controller.console.words.names import bid_sign, said_name
from controller.games import vocabularies as words
from controller.record.cards import Card
from controller.record.events import Bid, Call, Event, Exchange, Seat
from controller.record.numbers import number_of
from controller.referee.fold import step
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Verdict
from controller.rules.speech import Meaning, Speech, Waiting
from controller.table import command_words
from vision.marks.identity import COMMANDS

_MOST_WORDS = 3
"""Such as: joker 1, slalom, aces high first."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """The command words of one utterance, and the cards shown with them."""

    words: tuple[str, ...]
    """The main word first."""
    events: tuple[Event, ...]
    cards: tuple[Card, ...] = ()
    """The cards beside the words."""
    lawful: bool = True
    """Whether the referee finds nothing wrong with it; what was said unlawfully was said all the same."""
    takes_cards: bool = False
    """Whether cards can be shown with it."""


def label(saying: Utterance) -> str:
    """The label of an utterance: all its words, and its cards where they are its meaning."""
    main, said = saying.events[-1], said_name(saying.words)
    if len(saying.words) == 1 and (suit_sign := bid_sign(saying.words[0])):
        return f"{suit_sign} {said}"
    if isinstance(main, Call | Exchange):
        meaning = said_words((), main) or ""
        return meaning if isinstance(main, Call) else _("{what}: {cards}").format(what=said, cards=meaning)
    return said


def sayings(match: AnyMatch, seat: Seat) -> tuple[Utterance, ...]:
    """Every utterance of a seat that means something now, alone or for the table."""
    match = unseen(match)
    found: dict[tuple[Event, ...], Speech] = {}
    for speech, events in _whole(match, seat):
        if events not in found or (_main_first(speech, events) and not _main_first(found[events], events)):
            found[events] = speech
    # Numbers come last, by their size: found digit by digit, 100 would stand before 18.
    ordered = sorted(found.items(), key=lambda one: number_of(" ".join(one[1].words)) or 0)
    return tuple(_saying(match, speech, events) for events, speech in ordered)


def _main_first(speech: Speech, events: Sequence[Event]) -> bool:
    """Whether the word that names the event comes first, as people say it."""
    main = events[-1]
    return speech.words[0] in (main.e, main.call if isinstance(main, Bid) else "")


def _saying(match: AnyMatch, speech: Speech, events: tuple[Event, ...]) -> Utterance:
    shows = not speech.cards and _takes_cards(match, speech)
    return Utterance(speech.words, events, speech.cards, _is_lawful(match, events), shows)


def unseen(match: AnyMatch) -> AnyMatch:
    """The match as if no hand had been shown: what a page offers must not tell what is in a hand."""
    return replace(match, deal=replace(match.deal, hands=None)) if match.deal and match.running else match


def come_to(meaning: Meaning) -> tuple[Event, ...]:
    """The events of a meaning once nothing more is laid; none if it makes no sense or lacks a part."""
    if isinstance(meaning, Waiting):
        return meaning.events
    return meaning if isinstance(meaning, tuple) else ()


def _whole(match: AnyMatch, seat: Seat) -> Iterator[tuple[Speech, tuple[Event, ...]]]:
    """Every complete utterance, with its events."""
    vocabulary = words.load(match.game.name)
    own = tuple(sorted(vocabulary.bids | vocabulary.words, key=_place))
    for word in own:
        yield from _grown(match, Speech(seat, (word,)), own)
    for word in sorted(vocabulary.shared):
        yield from _grown(match, Speech(None, (word,)), ())


def _place(word: str) -> tuple[int, int, str]:
    """Where a word stands among all; numbers by their size, and those that no card says last."""
    return (COMMANDS.index(word) if word in COMMANDS else len(COMMANDS)), number_of(word) or 0, word


def _grown(match: AnyMatch, speech: Speech, more: Sequence[str]) -> Iterator[tuple[Speech, tuple[Event, ...]]]:
    """An utterance as it is if it is complete, else once with each word that can follow."""
    meaning = command_words.said_to_phone(match, speech)
    if events := come_to(meaning):
        yield speech, events
        yield from _with_more_shown(match, speech, events)
    elif isinstance(meaning, Waiting):
        yield from _always_shown(match, speech)
        if number_of(speech.words[-1]) is not None:
            # A number is said whole: it is cards that have digits to which others are laid.
            more = _no_numbers(tuple(more))
        for word in more:
            if word not in speech.words and len(speech.words) < _MOST_WORDS:
                yield from _grown(match, replace(speech, words=(*speech.words, word)), more)


@lru_cache(maxsize=64)
def _no_numbers(more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in more if number_of(word) is None)


def _with_more_shown(
    match: AnyMatch, speech: Speech, events: tuple[Event, ...]
) -> Iterator[tuple[Speech, tuple[Event, ...]]]:
    """The utterances that one more shown card makes of these words, such as a call below a court that is shown."""
    card = words.load(match.game.name).more_shown(speech, events)
    if card:
        more = replace(speech, cards=(*speech.cards, card))
        if after := come_to(command_words.said_to_phone(match, more)):
            yield more, after
            yield from _with_more_shown(match, more, after)


def _always_shown(match: AnyMatch, speech: Speech) -> Iterator[tuple[Speech, tuple[Event, ...]]]:
    """Words with the cards of which the rules leave no choice, if they come to anything now."""
    cards = words.load(match.game.name).always_shown(match, speech)
    whole = replace(speech, cards=cards)
    if cards and (events := come_to(command_words.said_to_phone(match, whole))):
        yield whole, events


def _takes_cards(match: AnyMatch, speech: Speech) -> bool:
    """Whether cards beside the words change what they come to, and none of them makes a saying of its own."""
    deck = match.game.deck
    plain = come_to(command_words.said_to_phone(match, speech))
    shown = come_to(command_words.said_to_phone(match, replace(speech, cards=(deck[0], deck[1]))))
    return bool(shown) and shown != plain and not words.load(match.game.name).more_shown(speech, plain)


def _is_lawful(match: AnyMatch, events: Sequence[Event]) -> bool:
    if command_words.are_secret(match, events):
        return True
    for event in events:
        match, results = step(match, 0, event)
        if any(isinstance(result, Verdict | ErrorResult) for result in results):
            return False
    return True
