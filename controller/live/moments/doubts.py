"""Doubts at a table: something unread, a candidate, a card that a person corrected, a gap."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import Final

from controller.live.moments.moment import DoubtfulTime
from controller.live.moments.reading import CardName
from controller.live.session import News
from controller.record.events import Amend, Event, Gap, Insert, Played, Seen
from vision.eyes.pipeline import Eyes

UNREAD_S: Final = 1.0
"""So long something must lie still, and be looked at in vain, before it is doubtful: most often it is a hand."""
CANDIDATE_S: Final = 1.0
"""A card that is read where it lies is believed long before."""
SAME_PLACE_MM: Final = 40.0
"""Two readings of a card that lies lie no farther apart: a single mark leaves its middle open by two centimetres."""
LOOK_BACK_S: Final = 8.0
"""A card that was entered by hand was laid before, at most so long ago."""
_SHOWN: Final = frozenset(("frozen", "mat", "dark", "load"))
"""Gaps of which frames show anything: in the others no picture came, or no program ran."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A card that is read and not believed, as it was read first."""

    card: str
    began: float
    """Seconds since the match event."""
    place: tuple[float, float]
    """Millimetres from the left and from the top of the mat."""
    is_told: bool = False


class DoubtWatch:
    """Watches the eyes and the record of one table for doubts, and tells each once."""

    def __init__(self) -> None:
        """Begin with no doubt told."""
        self._told_unread = dict[int, float]()
        """By seat: since when what was told of lies there."""
        self._given_up: float | None = None
        """When a thing was taken for no card last."""
        self._unread = 0
        self._candidates = dict[CardName, _Candidate]()

    def look(self, eyes: Eyes, seconds: float, since: float) -> Iterator[DoubtfulTime]:
        """The doubts that the newest frame gives.

        Args:
            eyes: that have looked at it.
            seconds: when it was taken, since the match event.
            since: the match event's time at which the eyes began to count theirs.
        """
        if eyes.counts.unread > self._unread:
            self._given_up = seconds
        self._unread = eyes.counts.unread
        if self._given_up is not None:
            yield from self._unread_in(eyes, seconds, since, self._given_up)
        if eyes.landing or self._candidates:
            yield from self._poor(eyes, seconds, since)

    def _unread_in(self, eyes: Eyes, seconds: float, since: float, given_up: float) -> Iterator[DoubtfulTime]:
        """Areas in which something lies that the eyes have taken for no card."""
        for seat, area in enumerate(eyes.sight().areas):
            if area.unread_since is None:
                self._told_unread.pop(seat, None)
                continue
            began = area.unread_since + since
            if seat not in self._told_unread and seconds - began >= UNREAD_S and given_up >= began:
                self._told_unread[seat] = began
                yield DoubtfulTime("unread", began, seconds, str(seat))

    def _poor(self, eyes: Eyes, seconds: float, since: float) -> Iterator[DoubtfulTime]:
        """Cards that are read where they lie, and still are not believed."""
        there = {
            (card.deck, card.card): _Candidate(card.card, card.first + since, (card.x_mm, card.y_mm))
            for card in eyes.landing
        }
        # Where its place is not sure, the eyes begin to count its readings anew: it lies there since the first.
        for name, before in self._candidates.items():
            if name in there and dist(before.place, there[name].place) <= SAME_PLACE_MM:
                there[name] = before
        for name, one in there.items():
            if not one.is_told and seconds - one.began >= CANDIDATE_S:
                there[name] = replace(one, is_told=True)
                yield DoubtfulTime("candidate", one.began, seconds, one.card)
        self._candidates = there


def doubts_of_line(news: News, events: Sequence[Event]) -> Iterator[DoubtfulTime]:
    """The doubts that a new line of the record gives; ``events`` are all lines, this one among them."""
    match news.event:
        case Gap(why=why, from_=began, t=ended) if why in _SHOWN and ended is not None:
            yield DoubtfulTime("gap", began, ended, why)
        case Seen(unread=seats, t=at) if seats and at is not None:
            yield DoubtfulTime("unread", at, at, str(seats[0]))
        case Amend(of=number) if number < news.number:
            yield from _of_play(events[number - 1])
        case Insert(event={"e": "play"}, before=number) if number < news.number:
            yield from _entered(news.event.event.get("card", ""), events, number)
        case Played(src=source, card=card) if source not in (None, "camera"):
            yield from _entered(card, events, news.number)
        case _:
            pass


def _of_play(event: Event) -> Iterator[DoubtfulTime]:
    """The doubt about a card that the camera read and a person changed."""
    if isinstance(event, Played) and event.t is not None and event.src == "camera":
        since = event.t if event.since is None else event.since
        yield DoubtfulTime("corrected", max(since, event.t - LOOK_BACK_S), event.t, str(event.card))


def _entered(card: object, events: Sequence[Event], number: int) -> Iterator[DoubtfulTime]:
    """The doubt about a card that a person entered as event ``number``, or before it: it was not read."""
    at = next((event.t for event in events[number - 1 :] if event.t is not None), None)
    before = [event.t for event in events[: number - 1] if event.t is not None]
    if at is not None:
        began = max([at - LOOK_BACK_S, *(time for time in before[-1:] if time <= at)])
        yield DoubtfulTime("corrected", began, at, str(card))
