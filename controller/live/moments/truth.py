"""The truth of a moment: which cards lay there, as people have corrected what the camera read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from controller.live.moments.moment import CardSpan, KeptMoment
from controller.record.corrections import Rejected, StandingEvent, corrected
from controller.record.events import Collect, DealStart, Event, MatchStart, Played, Ruling

_LATE_S: Final = 0.1
"""A play is dated by the first reading of its card; so much later it may be written."""
_BELIEVED_S: Final = 20.0
"""So long after it was doubtful a candidate may be believed after all."""
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
    found += [one for one in _candidates(moment, events, standing) if all(one.card != other.card for other in found)]
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
    """The plays that people entered and the moment may show, with their lines.

    One without a time was laid after the play or trick before it, and before the next event. That the moment shows it
    is certain if the latter is in it, or if it is the card that was doubtful.
    """
    decks, doubted, before = moment.table.decks, {doubt.about for doubt in moment.doubts}, 0.0
    for seconds, one in dated(events):
        event = one.event
        earliest = before if event.t is None else event.t
        if isinstance(event, Played | Collect) and event.t is not None:
            before = event.t
        if not isinstance(event, Played) or event.src == "camera":
            continue
        if earliest <= moment.ended and seconds >= moment.began:
            frame = _frame(moment, seconds)
            is_certain = moment.began <= seconds <= moment.ended or str(event.card) in doubted
            deck = decks[0] if len(decks) == 1 else None
            yield one.number, TrueLanding(frame, str(event.card), deck, None, None, is_certain)


def _candidates(
    moment: KeptMoment, events: Sequence[Event], standing: Mapping[int, StandingEvent]
) -> Iterator[TrueLanding]:
    """The cards that were not read for certain: to read one is right or wrong only if somebody said what lay there."""
    for doubt in moment.doubts:
        if doubt.kind == "candidate":
            believed = (
                standing.get(number)
                for number, event in enumerate(events, 1)
                if isinstance(event, Played) and str(event.card) == doubt.about
                if event.t is not None and doubt.began - _LATE_S <= event.t <= doubt.ended + _BELIEVED_S
            )
            one = next(believed, None)
            card = str(one.event.card) if one is not None and isinstance(one.event, Played) else doubt.about
            yield TrueLanding(_frame(moment, doubt.began), card, None, None, None, is_certain=False)


def _frame(moment: KeptMoment, seconds: float) -> int:
    """The last frame that was taken by then, or the first."""
    return max((number for number, at in enumerate(moment.times) if at <= seconds), default=0)


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
