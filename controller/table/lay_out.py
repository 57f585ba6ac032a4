"""What a table lays down to play a card or to say any other event: command cards and cards shown (docs/commands.md)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.record.cards import Card
from controller.record.events import (
    Agree,
    Bid,
    Call,
    Choose,
    DealStart,
    Declare,
    Discard,
    Dog,
    Draw,
    Duel,
    End,
    Event,
    Exchange,
    Played,
    Ruling,
    Seat,
    Undo,
    Upcard,
    Void,
)
from controller.rules.match import AnyMatch
from controller.table.asides import Desk
from vision.base.observation import Laid
from vision.film.script.script import Lay, Where
from vision.film.script.spread import area_of
from vision.marks.identity import COMMANDS, NO_DECK
from vision.mat.geometry import AREAS
from vision.mat.places import PLACES

SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_COURTS: Final = "KQN"
_FOR_TURNED: Final[tuple[Where, ...]] = ("upcard", "blind")


def laid(match: AnyMatch, event: Event) -> tuple[Lay, ...]:
    """What is laid, in this order, so that the table takes the event in; nothing for what cards cannot say.

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
    return lays if _heard(match, lays) == (_plain(event),) else ()


def seen(lay: Lay, seats: int) -> Laid:
    """What the eyes tell of it, in the middle of its place."""
    return Laid(lay.deck, lay.card, *area_of(lay.where, lay.seat, seats).centre, 0.0, 0.0, 3, 1.0)


def _heard(match: AnyMatch, lays: Sequence[Lay]) -> tuple[Event, ...]:
    """The first event that a table takes from it; a declaration may have others follow."""
    desk = Desk()
    found = [one for lay in lays for one in desk.take(match, seen(lay, match.rules.seats), 0.0)]
    found = [*found, *desk.finish(match)]
    return tuple(_plain(one) for one in found if isinstance(one, Event))[:1]


def _plain(event: Event) -> Event:
    """An event without where it is known from."""
    plain = replace(event, t=None, src=None, conf=None, img=None)
    return replace(plain, by=None) if isinstance(plain, Ruling) else plain


def _words(match: AnyMatch, event: Event) -> Iterator[Lay]:
    """What would be laid, whether it makes sense or not."""
    match event:
        case Played() | Draw():
            yield Lay(event.seat, event.card)
        case Bid() | Choose() | Exchange() | Declare() | Call() | Discard():
            yield from _before_a_seat(event)
        case DealStart():
            yield _word(event.dealer, "new-deal")
            if event.turned:
                yield Lay(event.dealer, event.turned, where=_place(match, _FOR_TURNED))
        case Dog():
            yield from (Lay(match.dealer or 0, name, where=_place(match, ("dog",))) for name in event.cards)
        case Upcard():
            yield Lay(match.dealer or 0, event.card, where=_place(match, ("upcard",)))
        case Duel():
            yield from (Lay(seat, name, where="beside") for seat, name in event.cards.items())
        case _:
            yield from (Lay(match.dealer or 0, name, NO_DECK, "place-commands") for name in _for_all(event))


def _for_all(event: Event) -> list[str]:
    """The word that is laid in the place for commands."""
    match event:
        case Agree():
            return ["agree"]
        case Undo():
            return ["undo"]
        case End():
            return ["end"]
        case Void():
            return ["misdeal"]
        case Ruling():
            return ["uphold" if event.decision == "upheld" else "dismiss"]
        case _:
            return []


def _before_a_seat(event: Bid | Choose | Exchange | Declare | Call | Discard) -> Iterator[Lay]:
    match event:
        case Bid():
            said = ("chelem" if event.chelem else None, event.call, event.as_, event.start)
            yield from (_word(event.seat, name) for name in said if name)
        case Choose():
            yield _word(event.seat, "take" if event.take else "leave")
        case Exchange():
            yield _word(event.seat, "exchange")
            yield from _shown(event.seat, (event.gives, event.takes))
        case Declare():
            names = {"weis": f"weis-{event.points}", "poignee": f"poignee-{event.size}"}
            yield _word(event.seat, names.get(event.what, event.what))
            yield from _shown(event.seat, event.cards or ())
        case Call():
            yield from _called(event)
        case Discard():
            yield from _shown(event.seat, event.cards or event.shown)
            yield _word(event.seat, "laid-away")


def _called(event: Call) -> Iterator[Lay]:
    """The courts above the card that is called lie beside the word."""
    if event.card is None:
        yield _word(event.seat, "nobody")
    elif event.card.suit in SUITS and event.card.rank in _COURTS:
        yield _word(event.seat, "call")
        above = _COURTS[: _COURTS.index(event.card.rank)]
        yield from _shown(event.seat, tuple(Card(event.card.suit + rank) for rank in above))
        yield _word(event.seat, SUITS[event.card.suit])


def _word(seat: Seat, name: str) -> Lay:
    return Lay(seat, name, NO_DECK, "beside")


def _shown(seat: Seat, cards: Sequence[Card]) -> Iterator[Lay]:
    return (Lay(seat, name, where="beside") for name in cards)


def _place(match: AnyMatch, kinds: Sequence[Where]) -> Where:
    """The first of these places that this mat has; else before a seat."""
    there = [kind for place in PLACES[match.rules.seats] for kind in place.kinds]
    for kind in kinds:
        if kind in there:
            return kind
    return "beside"
