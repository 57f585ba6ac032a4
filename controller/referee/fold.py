"""The fold: a match is the result of its events, one after the other (record.md).

``step`` is total: every event has a next state and results; an event that cannot be part of the match is an error.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller import games
from controller.record.corrections import Rejected, StandingEvent, corrected
from controller.record.events import Answered, Event, MatchStart, Question, Ruling
from controller.record.message import Listed, Message, reason_of
from controller.referee import bidding, questions, rulings
from controller.referee.rulings import Accusation, RulingMeanings
from controller.referee.step import FoldStep, StepResult, error
from controller.referee.unseen.record import (
    AccountObjections,
    fold_unobjected,
    open_sight,
    refused_accounts,
    with_accounts,
)
from controller.referee.unseen.step import advance
from controller.rules.deal import S
from controller.rules.match import AnyMatch, Match
from controller.rules.options import OptionError, resolve
from controller.rules.parts import B
from controller.rules.results import ErrorResult

# The start of a match, and why it can fail.


class MatchError(ValueError):
    """A match line that no match can start with: an unknown game, profile, option or number of seats.

    Attributes:
        place: The wrong part: ``game``, ``profile``, ``option`` or ``seats``; empty where it is none of them.
        option: The name of the wrong option; empty where it is none.
    """

    def __init__(self, reason: str, place: str = "", option: str = "") -> None:
        super().__init__(reason)
        self.place, self.option = place, option


def start(event: MatchStart) -> AnyMatch:
    """Start a match, before its first deal; raise MatchError for a line that no match can start with."""
    try:
        game = games.load(event.game)
        names = tuple(_printable(name) or Message("seat {n}", n=seat) for seat, name in enumerate(event.seats))
        rules = resolve(game.options, names, event.profile, event.options)
    except OptionError as error:
        raise MatchError(reason_of(error), error.place, error.option) from None
    except LookupError as error:
        raise MatchError(reason_of(error), "game") from None
    if rules.seats not in game.seats:
        raise MatchError(_other_seats(event.game, game.seats, rules.seats), "seats")
    accuses = event.cards is None
    return Match(game, rules, game.open_book(rules), (0,) * rules.seats, accuses=accuses, unseen=open_sight(event))


def _other_seats(game: str, seats: Sequence[int], named: int) -> Message:
    numbers = Listed(tuple(map(str, seats)), " or ")
    return Message("{code} has {numbers} seats, and the match names {n}", code=game, numbers=numbers, n=named)


def cannot_start(event: MatchStart) -> Message | None:
    """Return why no match can start with this line, or None."""
    try:
        start(event)
    except MatchError as error:
        return reason_of(error)
    return None


LONGEST_NAME: Final = 100


def _printable(name: str) -> str:
    """Make a name printable on sheets and displays, and shorten one that would fill each sentence of a match."""
    return "".join(letter if letter.isprintable() else " " for letter in name[:LONGEST_NAME]).strip()


def fold(events: Sequence[Event], read_as: Callable[[Event], Event] = lambda event: event) -> Iterator[FoldStep]:
    """Yield every step of a record as corrected by its last line.

    People's account of a hole that an observation contradicts is left out.

    Args:
        events: the lines of a record.
        read_as: replaces each standing event before its step, to ask for other worlds.

    Raises:
        MatchError: the record's first event starts no match.
    """
    yield from _fold(events, read_as, _find_meanings)


def _fold(
    events: Sequence[Event], read_as: Callable[[Event], Event], meant_in: Callable[[Sequence[Event]], RulingMeanings]
) -> Iterator[FoldStep]:
    """Yield every step of a record, with the meanings of its rulings from ``meant_in``."""
    return fold_unobjected(events, lambda objections: _folded(events, read_as, objections, meant_in))


def _folded(
    events: Sequence[Event],
    read_as: Callable[[Event], Event],
    objections: AccountObjections,
    meant_in: Callable[[Sequence[Event]], RulingMeanings],
) -> Iterator[FoldStep]:
    """Yield every step of a record, without the accounts that observations contradict."""
    first, *rest = corrected(events, cannot_start)
    if isinstance(first, Rejected) or not isinstance(first.event, MatchStart):
        raise MatchError("a record starts with its match line, and this one does not")
    meanings = meant_in(events)
    match = with_accounts(_with_amended(start(first.event), rest), events, rest, objections)
    yield FoldStep(first.number, first.event, match, ())
    for line in rest:
        if isinstance(line, Rejected):
            yield FoldStep(line.number, None, match, (ErrorResult(line.number, line.text),))
            continue
        event = read_as(bidding.as_recorded(match.game, _renumber_ruling(line.event, match, meanings.get(line.number))))
        stage = advance_line(match, line, event, objections)
        match = stage.match
        yield stage


def advance_line(match: AnyMatch, line: StandingEvent, event: Event, objections: AccountObjections = ()) -> FoldStep:
    """Apply a line that stands, with the event that it is read as."""
    after, results = step(match, line.number, event)
    refused = refused_accounts(match, after, line, objections)
    return FoldStep(line.number, event, after, (*results, *refused), line.missed)


def _with_amended(match: AnyMatch, lines: Sequence[StandingEvent | Rejected]) -> AnyMatch:
    """Note the corrected cards of a match whose cards are read by their faces."""
    if match.accuses:
        return match
    return replace(
        match, amended={line.number: line.amended for line in lines if isinstance(line, StandingEvent) and line.amended}
    )


def _find_meanings(events: Sequence[Event]) -> RulingMeanings:
    """Find the meaning of each ruling when it was made; later corrections may have changed the numbers."""
    return rulings.meanings(events, _after, _ahead)


def _after(events: Sequence[Event], meanings: RulingMeanings) -> AnyMatch:
    """Return the match after a record whose rulings' meanings are known."""
    *_, last = _fold(events, lambda event: event, lambda _: meanings)
    return last.match


def _ahead(match: AnyMatch, number: int, event: Event) -> AnyMatch:
    """Return the match after one more line, which corrects nothing."""
    return advance_line(match, StandingEvent(number, event), bidding.as_recorded(match.game, event)).match


def _renumber_ruling(event: Event, match: AnyMatch, accusation: Accusation) -> Event:
    """Renumber a ruling by its verdict's present number, or one past the last where the verdict no longer stands."""
    if accusation is None or not isinstance(event, Ruling):
        return event
    numbers = (number for number, verdict in enumerate(match.verdicts, 1) if verdict.accusation == accusation)
    return replace(event, verdict=next(numbers, len(match.verdicts) + 1))


def outcome(events: Sequence[Event], read_as: Callable[[Event], Event] = lambda event: event) -> AnyMatch:
    """Return the match after a record; raise MatchError as :func:`fold` does."""
    *_, last = fold(events, read_as)
    return last.match


def step(match: Match[S, B], number: int, event: Event) -> StepResult[S, B]:
    """Return the match after the event of this line number, and the results that it makes true.

    If an earlier account cannot stand after it, the match has an ``objection``, and the record must be folded anew.
    Where cards are read by their faces nobody is accused: a proven verdict becomes a question.
    """
    if isinstance(event, Question | Answered):
        return _apply_question(match, number, event)
    after, results = advance(match, number, event)
    return (after, results) if match.accuses else questions.withhold_verdicts(match, after, number, results)


def _apply_question(match: Match[S, B], number: int, event: Question | Answered) -> StepResult[S, B]:
    """Apply a question to the table, or an answer; both exist only where cards are read by their faces."""
    if match.accuses:
        return error(match, number, Message("cards of this match are not read by their faces: nothing is asked"))
    return (
        questions.ask(match, number, event) if isinstance(event, Question) else questions.answer(match, number, event)
    )
