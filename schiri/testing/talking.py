"""Words of a game that players find by trying them: what may be said now without fault."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from controller.games import vocabularies
from controller.record.events import Bid, Event
from controller.referee.fold import step
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Verdict
from controller.rules.speech import Speech, Waiting
from schiri.testing.breach import UnplayableError, home


def words(match: AnyMatch, number: int, random: Random, waits: str) -> Sequence[Event]:
    """Choose bids of the game that somebody may say now without fault.

    Args:
        match: the match before them.
        number: of the event that comes next.
        random: the choice among them.
        waits: what the match waits for, in words.

    Raises:
        UnplayableError: no word leads on.
    """
    known = [*_speeches(match)]
    random.shuffle(known)
    for speech in known:
        for events in _meant(match, speech, random):
            if faultless(match, number, events):
                return events
    told = ", ".join(sorted({speech.words[0] for speech in known})) or "none"
    raise UnplayableError(
        f"the play does not begin ({waits}), and no single word of VOCABULARY leads on; it has {told}\n"
        f"  look at act() and begin_play() of GAME, and at said() of VOCABULARY, in {home(match.game)}\n"
        "  a game whose words go with cards says what a hand lets its players say in honest() of VOCABULARY, or brings "
        "PLAYERS of its own (docs/adding.md)"
    )


def faultless(match: AnyMatch, number: int, events: Sequence[Event]) -> bool:
    """Whether these are bids alone that can come now, and nobody is accused for them."""
    # Any other word says or moves what only the game knows of the hands.
    if not all(isinstance(event, Bid) for event in events):
        return False
    after = match
    for at, event in enumerate(events, number):
        after, results = step(after, at, event)
        if any(isinstance(result, ErrorResult | Verdict) for result in results):
            return False
    return after != match


def _meant(match: AnyMatch, speech: Speech, random: Random) -> Iterator[Sequence[Event]]:
    """List what a word comes to alone, or with each one word beside it that it waits for, such as a bid's suit."""
    vocabulary = vocabularies.load(match.game.name)
    said = vocabulary.said(match, speech)
    # What waits only for more that may be laid beside it, such as a digit, can be said as it is.
    events = said.events if isinstance(said, Waiting) else said
    if isinstance(events, tuple) and events:
        yield events
    elif isinstance(said, Waiting):
        more = sorted(vocabulary.bids - {*speech.words})
        random.shuffle(more)
        for word in more:
            both = vocabulary.said(match, replace(speech, words=(*speech.words, word)))
            if isinstance(both, tuple) and both:
                yield both


def _speeches(match: AnyMatch) -> Iterator[Speech]:
    """Every word of the game by whom it may be said now, as command cards would say it."""
    vocabulary, deal = vocabularies.load(match.game.name), match.deal
    speaker = vocabulary.speaker(match)
    for word in sorted(vocabulary.bids):
        yield from (Speech(seat, (word,)) for seat in {speaker, None, *match.untold_now})
    for word in sorted(vocabulary.words - vocabulary.bids):
        yield from (Speech(seat, (word,)) for seat in (deal.seats if deal else ()))
    for word in sorted(vocabulary.shared):
        yield Speech(None, (word,))
