"""The course of a match: the lines of its record, and the match that follows from them; it never changes."""

from dataclasses import dataclass

from controller.games import vocabularies
from controller.record.corrections import StandingEvent
from controller.record.events import Correction, Event, Moved, Seat
from controller.referee import announce
from controller.referee.fold import FoldStep, fold, stood
from controller.rules.deal import AnyDeal
from controller.rules.match import AnyMatch
from controller.rules.movements.telling import moved_by
from controller.rules.results import ErrorResult
from schiri.errors import OrderError


@dataclass(frozen=True, slots=True)
class TableCourse:
    """A record so far, and what follows from it."""

    events: tuple[Event, ...]
    match: AnyMatch

    @classmethod
    def of(cls, *events: Event) -> "TableCourse":
        """The course of a record, corrections and all; raises MatchError if no match starts with its first line."""
        return cls(events, _last(events).match)

    def then(self, event: Event, typed: str) -> "TableCourse":
        """The course one event on.

        Args:
            event: what happens next.
            typed: what was asked for, as the error quotes it.

        Raises:
            OrderError: it cannot be part of the match now.
        """
        events = (*self.events, event)
        line = StandingEvent(len(events), event)
        step = _last(events) if isinstance(event, Correction) else stood(self.match, line, event)
        if step.match.objection:
            step = _last(events)
        for result in step.results:
            if isinstance(result, ErrorResult) and result.event == line.number:
                raise OrderError(f"{typed}: {result.text}")
        return TableCourse(events, step.match)

    @property
    def playing(self) -> AnyDeal:
        """The deal to which a card can be played now.

        Raises:
            OrderError: there is none, and why.
        """
        match, deal = self.match, self.match.deal
        if deal is None or not match.running:
            raise OrderError("no card can be played: no deal is under way; begin one with deal()")
        if deal.phase == "before":
            begun = match.game.begin_play(deal)
            if isinstance(begun, str):
                raise OrderError(f"no card can be played yet: {begun}")
            return begun
        if deal.phase == "after":
            raise OrderError(f"no card can be played any more: {match.awaited}")
        return deal

    @property
    def speaker(self) -> Seat | None:
        """Whose word is awaited, or None."""
        return vocabularies.load(self.match.game.name).speaker(self.match) if self.match.running else None

    @property
    def turn(self) -> Seat | None:
        """Who must speak or play next; None where nobody or several may, or where it is not known."""
        match, deal = self.match, self.match.deal
        if match.turn is not None or deal is None or not match.running or deal.phase != "before":
            return match.turn
        if (speaker := self.speaker) is not None:
            return speaker
        begun = match.game.begin_play(deal)
        return None if isinstance(begun, str) else to_play(begun)

    @property
    def moves(self) -> tuple[Moved, ...]:
        """The movements of cards in the newest deal, oldest first, by whatever events its record tells of them."""
        found: list[Moved] = []
        before: AnyDeal | None = None
        for step in fold(self.events):
            deal = step.match.deal
            if deal is not None and (before is None or before.number != deal.number):
                found.clear()
            found += moved_by(step.match.game, before, deal, step.event)
            before = deal
        return tuple(found)

    @property
    def public(self) -> AnyMatch:
        """The match without the hands that were shown to nobody but the record."""
        if self.match.deal is None or self.match.deal.hands is None:
            return self.match
        return announce.taken_up("training", self.events)[1].public


def to_play(deal: AnyDeal) -> Seat | None:
    """Who must play the next card; None where nobody knows who leads, as only a card in some hand says it."""
    return deal.to_play


def _last(events: tuple[Event, ...]) -> FoldStep:
    *_, last = fold(events)
    return last
