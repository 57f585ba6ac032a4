"""The words of command cards: those to the referee, and those of each game (docs/commands.md)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from controller.games import vocabularies
from controller.record.events import Bid, Correction, End, Event, Ruling, Seat, Undo, Void
from controller.record.message import Message
from controller.record.naming import or_near
from controller.referee.fold import step
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Verdict
from controller.rules.speech import Meaning, Speech
from controller.rules.vocabulary import Vocabulary
from controller.table.dealing import NEW_DEAL, begun, new_deal

CALL: Final = "arbiter"
"""The word that calls the arbiter for as long as its card lies on the mat; it makes no event."""
ASKED: Final = frozenset(("score", "repeat", "lies", "last-trick", "trump"))
"""Words that ask the voice for something; they make no event."""
_TABLE: Final = frozenset(("undo", "misdeal", "end", "uphold", "dismiss"))
"""Words to the referee that speak for the whole table."""
_NEXT: Final = ("new-match", "game-", "seats-")
"""Words about another match than this one."""
PriorVerdicts = Sequence[Verdict]


def speaker(match: AnyMatch, word: str, seat: Seat | None) -> Seat | Message | None:
    """Return who says a word that was laid before a seat, or (None) in the place for commands; a text: nobody can.

    A bid in the place for commands is that of the seat whose turn it is to speak.
    """
    if word in (CALL, *ASKED):
        return seat
    if word == NEW_DEAL:
        return match.dealer if seat is None else seat
    vocabulary = vocabularies.load(match.game.name)
    if word in _TABLE or word in vocabulary.shared:
        for_all = Message("{call} is for the whole table: lay it in the place for commands", call=word)
        return None if seat is None else for_all
    if word.startswith(_NEXT):
        return Message(
            "{call}: what is played next is chosen when this match has ended, and not by cards yet", call=word
        )
    if word not in vocabulary.bids and word not in vocabulary.words:
        message = Message("{call} means nothing in {game}", call=word, game=match.game.title)
        return or_near(message, word, vocabulary.bids | vocabulary.words | vocabulary.shared | _TABLE)
    turn = vocabulary.speaker(begun(match)[0]) if word in vocabulary.bids else None
    if seat is None and turn is None:
        return Message("lay {call} in front of the player who says it", call=word)
    return turn if seat is None else seat


def meaning_of(match: AnyMatch, speech: Speech, prior_verdicts: PriorVerdicts | None = None) -> Meaning:
    """Return the events of a speaker's words, or why they wait or mean nothing.

    For the speaker see :func:`speaker`.

    Args:
        match: the match before them.
        speech: the words that lie there and have not been said yet, at least one.
        prior_verdicts: the verdicts that the table may know of; None: all. What is unknown to it cannot be ruled on.

    Returns:
        Events that are equal to what is said, lawful or not; words that wait for another card; or one sentence why
        they mean nothing now. Nothing is guessed, and no event is made that the match could not take in.
    """
    word = speech.words[-1]
    if word in _TABLE:
        return accepted(
            match, _to_the_referee(match, word, match.verdicts if prior_verdicts is None else prior_verdicts)
        )
    if NEW_DEAL in speech.words:
        return accepted(match, new_deal(match, speech))
    vocabulary = vocabularies.load(match.game.name)
    opened, start = begun(match) if word in vocabulary.bids else (match, ())
    if not opened.running:
        if match.ended:
            return Message("the match is over")
        late = _of_the_last_deal(match, vocabulary, speech)
        return late or Message("no deal is under way; lay new-deal in front of the dealer")
    if speech.seat is not None and _is_secret(opened, speech.seat) and word in vocabulary.bids:
        return Message("{call} would lie open: what is secret is said on a phone, or written down", call=word)
    meaning = vocabulary.said(opened, speech)
    return accepted(match, (*start, *meaning)) if isinstance(meaning, tuple) else meaning


def _of_the_last_deal(match: AnyMatch, vocabulary: Vocabulary, speech: Speech) -> tuple[Event, ...] | None:
    """Return the events of words that count for a deal that is over, such as Stöck with its last card.

    None: they do not count for it.
    """
    if match.deal is None or not vocabulary.words.issuperset(speech.words):
        return None
    meaning = vocabulary.said(match, speech)
    meaning = accepted(match, meaning) if isinstance(meaning, tuple) else meaning
    return meaning if isinstance(meaning, tuple) else None


def _is_secret(match: AnyMatch, seat: Seat) -> bool:
    """Whether what a seat bids now nobody may hear."""
    return match.deal is not None and match.game.auction.cannot_seal(match.deal, seat) is None


def accepted(match: AnyMatch, meaning: Meaning) -> Meaning:
    """Return the meaning, or why the match could not take its events in."""
    for event in meaning if isinstance(meaning, tuple) else ():
        if isinstance(event, Correction):
            break
        after, results = step(match, 0, event)
        if after is match and results and isinstance(results[0], ErrorResult):
            return results[0].text
        match = after
    return meaning


def _to_the_referee(match: AnyMatch, word: str, prior_verdicts: PriorVerdicts) -> Meaning:
    """Return the events of a word to the referee that speaks for the whole table."""
    plain: Mapping[str, Callable[[], Event]] = {
        "undo": lambda: Undo(n=1),
        "misdeal": lambda: Void(why="misdeal"),
        "end": End,
    }
    if word == "undo" and match.deal is None and not match.ended:
        return Message("nothing has happened that could be taken back")
    if word in plain:
        return (plain[word](),)
    accusations = {verdict.accusation for verdict in prior_verdicts}
    for number, verdict in reversed([*enumerate(match.verdicts, 1)]):
        ruling = match.rulings.get(number)
        if verdict.accusation in accusations and (ruling is None or ruling.decision == "open"):
            return (Ruling(verdict=number, decision="upheld" if word == "uphold" else "dismissed"),)
    if word == "uphold":
        return Message("there is no open verdict to uphold")
    return Message("there is no open verdict to dismiss")


def is_secret(match: AnyMatch, seat: Seat | None) -> bool:
    """Whether what a seat bids now nobody may hear; it can still be said."""
    deal = match.deal
    if seat is None or deal is None or not match.running or any(seat == one for one, _ in deal.seals):
        return False
    return match.game.auction.cannot_seal(deal, seat) is None


def are_secret(match: AnyMatch, events: Sequence[Event]) -> bool:
    """Whether these events are bids that nobody may hear."""
    return bool(events) and all(isinstance(event, Bid) and is_secret(match, event.seat) for event in events)


def meaning_on_phone(match: AnyMatch, speech: Speech) -> Meaning:
    """Return the events of what a seat says to its phone alone; what is not secret as it is said by cards."""
    if not is_secret(match, speech.seat):
        return meaning_of(match, speech)
    return vocabularies.load(match.game.name).said(match, speech)
