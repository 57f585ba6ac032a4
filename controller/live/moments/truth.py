"""The truth of a moment: which cards lay there, as people have corrected what the camera read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from controller.live.moments.moment import CardSpan, KeptMoment
from controller.record.corrections import Rejected, StandingEvent, corrected
from controller.record.events import DealStart, Event, MatchStart, Played, Ruling

_LATE_S: Final = 0.1
"""A play is dated by the first reading of its card; so much later it may be written."""
_LETTERS: Final = "ABCDE"


@dataclass(frozen=True, slots=True)
class TrueLanding:
    """A card that lay on the mat in a moment."""

    frame: int
    """The first frame in which it lay there; of one that a person entered, by when it did."""
    card: str
    deck: int | None
    """None: a person entered it, and the table has several decks."""
    place: tuple[float, float, float] | None
    """Millimetres from the left and from the top of the mat, degrees clockwise; None: nobody measured it."""
    read: str | None
    """What it was read as then; None: it was not read."""
    is_certain: bool = True
    """Whether it counts; not where a person took the play back: nobody knows whether the card lay there."""


def landings(moment: KeptMoment, events: Sequence[Event]) -> tuple[TrueLanding, ...]:
    """The cards that lay there, in the order of their frames; ``events`` are the record's lines, corrections too."""
    standing = {one.number: one for one in corrected(events) if not isinstance(one, Rejected)}
    found: list[TrueLanding] = []
    told: set[int] = set()
    for span in moment.cards:
        number = _line(events, span)
        if number is not None:
            told.add(number)
        found.append(_landing(span, number, standing))
    found += [entered for number, entered in _entered(moment, events) if number not in told]
    return tuple(sorted(found, key=lambda one: one.frame))


def _line(events: Sequence[Event], span: CardSpan) -> int | None:
    """The line by which the camera said that this card was laid: the newest of it; None where it is no play."""
    for number, event in reversed([*enumerate(events, 1)]):
        if event.t is None or event.t > span.lay.first + _LATE_S:
            continue
        if isinstance(event, DealStart):
            return None
        if isinstance(event, Played) and event.src == "camera" and str(event.card) == span.lay.card:
            return number
    return None


def _landing(span: CardSpan, number: int | None, standing: Mapping[int, StandingEvent]) -> TrueLanding:
    lay = span.lay
    place = lay.x_mm, lay.y_mm, lay.turn
    read = TrueLanding(span.frame, lay.card, lay.deck, place, lay.card)
    if number is None:
        return read
    one = standing.get(number)
    if one is None or not isinstance(one.event, Played):
        return replace(read, is_certain=False)
    return replace(read, card=str(one.event.card))


def _entered(moment: KeptMoment, events: Sequence[Event]) -> Iterator[tuple[int, TrueLanding]]:
    """The plays of a moment that people entered, with their lines."""
    decks = moment.table.decks
    for seconds, one in dated(events):
        event = one.event
        if isinstance(event, Played) and event.src != "camera" and moment.began <= seconds <= moment.ended:
            frame = max((n for n, at in enumerate(moment.times) if at <= seconds), default=0)
            yield one.number, TrueLanding(frame, str(event.card), decks[0] if len(decks) == 1 else None, None, None)


def dated(events: Sequence[Event]) -> tuple[tuple[float, StandingEvent], ...]:
    """The events that stand, in corrected order, with their times; one without is as late as the next one with."""
    every = [one for one in corrected(events) if not isinstance(one, Rejected)]
    times: list[float] = []
    later = max((one.event.t for one in every if one.event.t is not None), default=0.0)
    for one in reversed(every):
        later = float(later if one.event.t is None else one.event.t)
        times.append(later)
    return tuple(zip(reversed(times), every, strict=True))


def story(moment: KeptMoment, events: Sequence[Event]) -> tuple[Event, ...]:
    """The events of a moment's time that stand, after the match line; nobody's name is in them."""
    opening = next((event for event in events if isinstance(event, MatchStart)), None)
    within = [
        one.event
        for seconds, one in dated(events)
        if moment.began <= seconds <= moment.ended and not isinstance(one.event, MatchStart)
    ]
    return tuple(_nameless(event) for event in ([opening] if opening else []) + within)


def _nameless(event: Event) -> Event:
    if isinstance(event, MatchStart):
        return replace(event, seats=tuple(_LETTERS[: len(event.seats)]), img=None)
    return replace(event, by=None, img=None) if isinstance(event, Ruling) else replace(event, img=None)


def rate(moment: KeptMoment) -> float:
    """Frames a second, by the middle distance between two."""
    apart = sorted(late - early for early, late in pairwise(moment.times))
    return round(1 / apart[len(apart) // 2], 3) if apart else 15.0
