"""Answers of all-knowing people at a table to each hole of a record that an eye with faults wrote."""

from collections.abc import Sequence
from dataclasses import dataclass

from controller.record.cards import Card
from controller.record.events import Collect, Event, Gap, Missed, Seat
from controller.record.events import Played as PlayEvent
from controller.referee import fold
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, ErrorResult, Result, Verdict
from tests.support.disturbed import Played
from tests.support.eye import Lying, Seeing

Plays = tuple[tuple[Seat, Card], ...]


@dataclass(frozen=True)
class Told:
    """A record with answers, and what the referee says of it."""

    events: tuple[Event, ...]
    results: tuple[Result, ...]
    seen: int
    """Lines of the record before the answers."""

    @property
    def errors(self) -> list[str]:
        """What is said against answers."""
        errors = (result for result in self.results if isinstance(result, ErrorResult))
        return [str(result.text) for result in errors if result.event > self.seen]

    @property
    def deals(self) -> list[DealResult]:
        """The deals."""
        return [result for result in self.results if isinstance(result, DealResult)]

    @property
    def verdicts(self) -> set[tuple[object, ...]]:
        """The accusations."""
        return {result.accusation for result in self.results if isinstance(result, Verdict)}


def told(seeing: Seeing, answers: Sequence[Missed]) -> Told:
    """The record with answers at its end."""
    events = (*seeing.events, *answers)
    results = tuple(result for stage in fold.fold(events) for result in stage.results)
    return Told(events, results, len(seeing.events))


def open_holes(match: AnyMatch) -> list[int]:
    """The lines of all holes that are open, oldest first."""
    found = [hole for entry in match.ledger for hole in entry.result.detail.get("holes", ())]
    return sorted({*found, *(match.deal.holes if match.deal and match.running else ())})


def true_answers(played: Played, seeing: Seeing) -> list[Missed]:
    """The true answer to each hole, the oldest first; the holes that are left are looked up anew after each."""
    answers: list[Missed] = []
    known: set[int] = set()
    while True:
        done = {answer.of for answer in answers}
        holes = [hole for hole in open_holes(fold.outcome((*seeing.events, *answers))) if hole not in done]
        if not holes:
            return answers
        cards = [card for card in _unrecorded(played, seeing, holes[0]) if card.event not in known]
        known |= {card.event for card in cards}
        plays = tuple((card.seat, card.card) for card in cards)
        answers.append(Missed(of=holes[0], plays=plays, src="console"))


def _unrecorded(played: Played, seeing: Seeing, hole: int) -> list[Lying]:
    """The cards that were laid by then and are not in the record, up to those of a trick that was gathered."""
    event = seeing.events[hole - 1]
    lines = {seeing.of[line]: line for line, one in enumerate(seeing.events, 1) if isinstance(one, PlayEvent)}
    cards = {card.event: card for card in played.table.cards}
    laid = [card for card in cards.values() if card.part and lines.get(card.event, len(seeing.events) + 1) > hole]
    laid = [card for card in laid if card.begin <= (event.t or 0)]
    if isinstance(event, Gap):
        return laid
    newest = max((cards[of].trick for of, line in lines.items() if line < hole), default=1)
    if isinstance(event, Collect):
        return [card for card in laid if card.trick <= newest or card.end <= (event.t or 0)]
    return [card for card in laid if card.trick < cards[seeing.of[hole]].trick]
