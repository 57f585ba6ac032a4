"""A record as a film script: which cards are laid where, what is said by them, and when the trick is swept."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from controller.record.events import Amend, Collect, DealStart, Event, Insert, MatchStart, Played, Seat, Undo
from controller.referee.fold import MatchError, fold, outcome, start, step
from controller.rules.copies import has_copies
from controller.rules.match import AnyMatch
from controller.rules.results import Result, TrickResult
from controller.table.lay_out import cards_to_lay
from vision.film.script.script import Lay, PickUp, ScriptStep, Sweep


@dataclass(frozen=True, slots=True)
class RecordedScene:
    """One event of a record with the match before and after it."""

    event: Event
    before: AnyMatch
    after: AnyMatch
    results: tuple[Result, ...] = ()


def steps(events: Sequence[Event], *, commands: bool = False) -> Iterator[ScriptStep]:
    """Yield the film's steps: cards laid, taken back and swept.

    Cards are swept when their trick is complete, when they were gathered, and before a new deal. A play to a seat that
    is not at this table cannot be drawn and is left out.

    Args:
        events: a record.
        commands: whether what is no play is said too, by command cards and cards shown, which are taken back at once;
            otherwise there is nothing but the plays, in corrected order.
    """
    hands = _Hands()
    for scene in scenes(events) if commands else _corrected(events):
        seats = scene.after.rules.seats
        if isinstance(scene.event, DealStart):
            yield from hands.sweep(scene.event.dealer % seats)
        if isinstance(scene.event, Played):
            yield from hands.play(scene)
        elif commands:
            yield from _word_steps(scene)
            yield from hands.undone(scene)
        if (winner := hands.gathering(scene)) is not None:
            yield from hands.sweep(winner)


def scenes(events: Sequence[Event]) -> Iterator[RecordedScene]:
    """Yield the scenes of a record, in order and without the opening, at a table that says everything by cards.

    Undo is said by a card, one for each event that it takes back. Other corrections are made by hand and later: then
    all happens as it was corrected.

    Raises:
        MatchError: the first event starts no match.
    """
    if any(isinstance(event, Amend | Insert) for event in events):
        yield from _corrected(events)
        return
    single_events = [one for event in events for one in _single_undos(event)]
    if not single_events or not isinstance(single_events[0], MatchStart):
        raise MatchError("a record starts with its match line, and this one does not")
    match = start(single_events[0])
    for number, event in enumerate(single_events[1:], 2):
        if isinstance(event, Undo):
            scene = RecordedScene(event, match, outcome(single_events[:number]))
        else:
            scene = RecordedScene(event, match, *step(match, number, event))
        yield scene
        match = scene.after


def _single_undos(event: Event) -> Sequence[Event]:
    return [replace(event, n=1)] * event.n if isinstance(event, Undo) else [event]


def _corrected(events: Sequence[Event]) -> Iterator[RecordedScene]:
    for last, stage in pairwise(fold(events)):
        if stage.event is not None:
            yield RecordedScene(stage.event, last.match, stage.match, stage.results)


def _word_steps(scene: RecordedScene) -> Iterator[ScriptStep]:
    """Yield the steps that say an event: its cards are laid, then each seat takes its own back."""
    lays = cards_to_lay(scene.before, scene.event)
    yield from lays
    for seat in dict.fromkeys(lay.seat for lay in lays):
        yield PickUp(seat, tuple((lay.deck, lay.card) for lay in lays if lay.seat == seat))


class _Hands:
    """The cards of plays that lie on the mat."""

    def __init__(self) -> None:
        self._lying: list[tuple[Seat, str]] = []

    def play(self, scene: RecordedScene) -> Iterator[ScriptStep]:
        event = scene.event
        if isinstance(event, Played) and 0 <= event.seat < scene.after.rules.seats:
            card = drawn_card(scene.after, event)
            self._lying.append((event.seat, card))
            yield Lay(event.seat, card)

    def undone(self, scene: RecordedScene) -> Iterator[ScriptStep]:
        """Yield the steps by which a card that was played and undone goes back to its hand."""
        for seat, card in sorted(_open(scene.before) - _open(scene.after)) if isinstance(scene.event, Undo) else ():
            if (seat, card) in self._lying:
                self._lying.remove((seat, card))
                yield PickUp(seat, ((0, card),))

    def sweep(self, seat: Seat) -> Iterator[ScriptStep]:
        if self._lying:
            self._lying.clear()
            yield Sweep(seat)

    def gathering(self, scene: RecordedScene) -> Seat | None:
        """Return the seat that gathers the cards now, or None.

        Cards of no trick go when there is one from every seat.
        """
        for result in scene.results:
            if isinstance(result, TrickResult):
                return result.winner
        stray = not scene.after.running and len(self._lying) >= scene.after.rules.seats
        return 0 if stray or isinstance(scene.event, Collect) else None


def drawn_card(match: AnyMatch, event: Played) -> str:
    """Return the card to draw; of cards that exist twice the copy that it is taken for, told or not."""
    deal = match.deal
    if deal is None or not has_copies(match.game.deck):
        return event.card
    laid = [play.card for play in (*deal.plays(), *deal.exposed) if play.seat == event.seat]
    return next((card for card in reversed(laid) if card.face == event.card.face), event.card)


def _open(match: AnyMatch) -> set[tuple[Seat, str]]:
    plays = match.deal.open.plays if match.deal and match.running else ()
    return {(play.seat, play.card) for play in plays}
