"""The cards that a table lays down for an event: the play, command cards and cards shown (docs/commands.md)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.games import vocabularies
from controller.record.cards import Card
from controller.record.events import (
    DealStart,
    Dog,
    Draw,
    Duel,
    End,
    Event,
    Played,
    Ruling,
    Seat,
    Undo,
    Upcard,
    Void,
)
from controller.record.naming import number_of
from controller.rules.match import AnyMatch
from controller.table.asides import Asides
from controller.table.dealing import NEW_DEAL
from vision.base.observation import Laid
from vision.film.script.script import Lay, LayPlace
from vision.film.script.spread import area_of
from vision.marks.identity import COMMANDS, NO_DECK
from vision.mat.layout import AREAS, PLACES

_FOR_TURNED: Final[tuple[LayPlace, ...]] = ("upcard", "blind")


def cards_to_lay(match: AnyMatch, event: Event) -> tuple[Lay, ...]:
    """Return the cards to lay, in order, for the table to take an event in; none for an event that cards cannot say.

    The name of the arbiter is left out of a ruling.

    Args:
        match: the match before the event.
        event: any.
    """
    seats = match.rules.seats
    lays = tuple(_words(match, event)) if seats in AREAS else ()
    drawable = all(0 <= lay.seat < seats and (lay.deck != NO_DECK or lay.card in COMMANDS) for lay in lays)
    if not drawable or isinstance(event, Played):
        return lays if drawable else ()
    return lays if _read(match, lays) == (_plain(event),) else ()


def observation_of(lay: Lay, seats: int) -> Laid:
    """Return the observation of a card laid in the middle of its area or place."""
    return Laid(lay.deck, lay.card, *area_of(lay.where, lay.seat, seats).centre, 0.0, 0.0, 3, 1.0, first=0.0)


def _read(match: AnyMatch, lays: Sequence[Lay]) -> tuple[Event, ...]:
    """Return the first event that a table takes from it; a declaration may have others follow."""
    asides = Asides()
    facts = [one for lay in lays for one in asides.interpret(match, observation_of(lay, match.rules.seats), 0.0)]
    facts = [*facts, *asides.finish(match)]
    return tuple(_plain(one) for one in facts if isinstance(one, Event))[:1]


def _plain(event: Event) -> Event:
    """Return an event without its source."""
    plain = replace(event, t=None, src=None, conf=None, img=None)
    return replace(plain, by=None) if isinstance(plain, Ruling) else plain


def _words(match: AnyMatch, event: Event) -> Iterator[Lay]:
    """Yield the command cards and shown cards of an event, whether the match can take it in or not."""
    match event:
        case Played() | Draw():
            yield Lay(event.seat, event.card)
        case DealStart():
            yield _word(event.dealer, NEW_DEAL)
            if event.turned:
                yield Lay(event.dealer, event.turned, where=_place(match, _FOR_TURNED))
        case Dog():
            yield from (Lay(match.dealer or 0, name, where=_place(match, ("dog",))) for name in event.cards)
        case Upcard():
            yield Lay(match.dealer or 0, event.card, where=_place(match, ("upcard",)))
        case Duel():
            yield from (Lay(seat, name, where="beside") for seat, name in event.cards.items())
        case Undo() | End() | Void(why="misdeal") | Ruling():
            yield _for_all(match, _to_the_referee(event))
        case _:
            yield from _uttered(match, event)


def _to_the_referee(event: Undo | End | Void | Ruling) -> str:
    """Return the word for the whole table."""
    match event:
        case Void():
            return "misdeal"
        case Ruling():
            return "uphold" if event.decision == "upheld" else "dismiss"
        case _:
            return event.e


def _uttered(match: AnyMatch, event: Event) -> Iterator[Lay]:
    """List what a seat lays before it, or the table in the place for commands, to say what only a game knows."""
    utterance = vocabularies.load(match.game.name).uttered(event)
    seat: Seat | None = getattr(event, "seat", None)
    for one in utterance:
        if seat is None:
            yield _for_all(match, one)
        elif isinstance(one, Card):
            yield Lay(seat, one, where="beside")
        else:
            yield from (_word(seat, word) for word in (one if number_of(one) is not None else (one,)))


def _for_all(match: AnyMatch, word: str) -> Lay:
    return Lay(match.dealer or 0, word, NO_DECK, "place-commands")


def _word(seat: Seat, name: str) -> Lay:
    return Lay(seat, name, NO_DECK, "beside")


def _place(match: AnyMatch, kinds: Sequence[LayPlace]) -> LayPlace:
    """Return the first of these places that this mat has; else before a seat."""
    kinds_here = [kind for place in PLACES[match.rules.seats] for kind in place.kinds]
    for kind in kinds:
        if kind in kinds_here:
            return kind
    return "beside"
