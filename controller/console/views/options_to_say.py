"""What a seat can say now, found by asking the game's own vocabulary: every saying whole, in as few taps as words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from controller.games import vocabularies as words
from controller.record.cards import Card
from controller.record.events import Call, Event, Exchange, Seat
from controller.referee.fold import step
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Verdict
from controller.rules.speech import Meaning, Speech, Waiting
from controller.table import command_words as spoken
from vision.marks.identity import COMMANDS

_MOST_WORDS = 3
"""Such as: joker 1, slalom, aces high first."""


@dataclass(frozen=True, slots=True)
class Saying:
    """Words that come to events."""

    words: tuple[str, ...]
    """The main word first."""
    events: tuple[Event, ...]
    cards: tuple[Card, ...] = ()
    """That lie beside the words."""
    lawful: bool = True
    """Whether the referee finds nothing wrong with it; what was said unlawfully was said all the same."""
    takes_cards: bool = False
    """Whether cards can be shown with it."""


def sayings(match: AnyMatch, seat: Seat) -> tuple[Saying, ...]:
    """Everything that this seat can say now, alone or for the table; what makes no sense now is not among it."""
    match = unseen(match)
    found: dict[tuple[Event, ...], Speech] = {}
    for speech, events in _whole(match, seat):
        if events not in found or (_main_first(speech, events) and not _main_first(found[events], events)):
            found[events] = speech
    return tuple(_saying(match, speech, events) for events, speech in found.items())


def _main_first(speech: Speech, events: Sequence[Event]) -> bool:
    """Whether the word that names the event comes first, as people say it."""
    return speech.words[0] in (events[-1].e, getattr(events[-1], "call", ""))


def _saying(match: AnyMatch, speech: Speech, events: tuple[Event, ...]) -> Saying:
    shows = not speech.cards and _takes_cards(match, speech)
    return Saying(speech.words, events, speech.cards, _is_lawful(match, events), shows)


def unseen(match: AnyMatch) -> AnyMatch:
    """The match as if no hand had been shown: what a page offers must not tell what is in a hand."""
    return replace(match, deal=replace(match.deal, hands=None)) if match.deal and match.running else match


def come_to(meaning: Meaning) -> tuple[Event, ...]:
    """The events of a meaning once nothing more is laid; none if it makes no sense or lacks a part."""
    if isinstance(meaning, Waiting):
        return meaning.events
    return meaning if isinstance(meaning, tuple) else ()


def _whole(match: AnyMatch, seat: Seat) -> Iterator[tuple[Speech, tuple[Event, ...]]]:
    """Every whole saying, with the events that it comes to."""
    vocabulary = words.load(match.game.name)
    own = [word for word in COMMANDS if word in vocabulary.bids | vocabulary.words]
    for word in own:
        yield from _grown(match, Speech(seat, (word,)), own)
    for word in sorted(vocabulary.shared):
        yield from _grown(match, Speech(None, (word,)), ())


def _grown(match: AnyMatch, speech: Speech, more: Sequence[str]) -> Iterator[tuple[Speech, tuple[Event, ...]]]:
    """A saying that begins so: as it is if it is whole, else with each word that can go with it."""
    meaning = spoken.said(match, speech)
    if events := come_to(meaning):
        yield speech, events
        yield from _with_courts(match, speech, events)
    elif isinstance(meaning, Waiting):
        yield from _exchanged(match, speech)
        for word in more:
            if word not in speech.words and len(speech.words) < _MOST_WORDS:
                yield from _grown(match, replace(speech, words=(*speech.words, word)), more)


def _with_courts(
    match: AnyMatch, speech: Speech, events: tuple[Event, ...]
) -> Iterator[tuple[Speech, tuple[Event, ...]]]:
    """A lower court card that can be called when the taker shows the one above it (TAR-C1)."""
    called = events[-1]
    if isinstance(called, Call) and called.card:
        above = replace(speech, cards=(*speech.cards, called.card))
        if lower := come_to(spoken.said(match, above)):
            yield above, lower
            yield from _with_courts(match, above, lower)


def _exchanged(match: AnyMatch, speech: Speech) -> Iterator[tuple[Speech, tuple[Event, ...]]]:
    """The exchange of the trump 6: the rules leave no choice of cards (HAN-X1)."""
    turned: Card | None = getattr(match.deal.own, "turned", None) if match.deal else None
    if turned is None:
        return
    both = replace(speech, cards=(Card(turned.suit + "6"), turned))
    events = come_to(spoken.said(match, both))
    if events and isinstance(events[-1], Exchange):
        yield both, events


def _takes_cards(match: AnyMatch, speech: Speech) -> bool:
    """Whether cards beside the words change what they come to; of a call each card is a saying of its own."""
    deck = match.game.deck
    plain = come_to(spoken.said(match, speech))
    shown = come_to(spoken.said(match, replace(speech, cards=(deck[0], deck[1]))))
    return bool(shown) and shown != plain and not isinstance(plain[-1], Call)


def _is_lawful(match: AnyMatch, events: Sequence[Event]) -> bool:
    for event in events:
        match, results = step(match, 0, event)
        if any(isinstance(result, Verdict | ErrorResult) for result in results):
            return False
    return True
