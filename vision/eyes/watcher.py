"""Watching a mat whose place in the picture is known: look where something changed, track, forget what is explained."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Final

import cv2

from vision.base.belief import Strictness
from vision.base.observation import Laid, Mark, Observation
from vision.base.picture import Gray
from vision.eyes.arrivals import Arrivals
from vision.eyes.attention import Attention, Region
from vision.eyes.background import Ground, Mask
from vision.eyes.grid import RIM_MM, View
from vision.eyes.mat_query import Glance
from vision.eyes.reader import Reader, Reading
from vision.eyes.sweep import Survey
from vision.eyes.track_state import Lying, State, shows
from vision.eyes.tracker import Tracks, step
from vision.health.monitor import SHAKEN
from vision.mat.placed_cards import Glimpse, glimpses

_TICK: Final = 16
"""Still frames between two looks at what seems to need none: about a second."""
_PATIENT: Final = 2 * _TICK
"""Still frames after which a place that looks much like the mat is the mat."""


@dataclass(slots=True)
class Gaze:
    """The eyes once the mat is known."""

    view: View
    ground: Ground
    attention: Attention
    arrivals: Arrivals
    survey: Survey
    reader: Reader
    strictness: Strictness
    tracks: Tracks = field(default_factory=Tracks)
    moving: bool = False
    _still: int = 0
    """Frames since something was looked at."""

    def open(self, gray: Gray) -> None:
        """Look at the whole picture once: what lies there already is no mat."""
        self._wake(self.reader.read_all(gray))

    def rests(self, gray: Gray) -> bool:
        """Whether nothing waits and a quick look finds nothing moved: then `idle` is all there is to do."""
        return not self.attention.busy and self.ground.at_rest(gray)

    @property
    def ticks(self) -> bool:
        """Whether the next frame in which nothing moves is one that is looked at nevertheless."""
        return (self._still + 1) % _TICK == 0

    def is_shaken(self, moved: Mask | None) -> bool:
        """Whether something moved at so many corner marks that it may be the camera or the mat itself."""
        if moved is None:
            return False
        return sum(cv2.countNonZero(moved[place]) > 0 for place in self.view.corner_looks) >= SHAKEN

    def feed(self, seconds: float, gray: Gray, moved: Mask | None) -> tuple[Observation, ...]:
        """Take in one frame and where it differs from the last; what it settled, oldest first."""
        self.moving = moved is not None
        self.arrivals.note(seconds, moved)
        if moved is None and not self.attention.busy:
            return self.idle(seconds, gray)
        self._still = 0
        self.reader.counts.relit = self.ground.relit
        return self._look(seconds, gray, moved)

    def states(self) -> list[tuple[Lying, State]]:
        """Every card on the mat, and how it lies."""
        return self.tracks.states(self._glance(None))

    def _look(self, seconds: float, gray: Gray, moved: Mask | None) -> tuple[Observation, ...]:
        glance = self._glance(moved)
        regions = self.attention.regions(self.attention.notice(moved, glance.covered), moved)
        readings = self.reader.read(gray, regions) if regions else []
        marks = [mark for reading in readings for mark in reading.marks]
        seen = glimpses(marks, self.view.calibration) if marks else ()
        ours = [card for card in seen if card.deck in self.reader.decks]
        self.tracks, said = step(self.tracks, seconds, ours, glance, self.strictness)
        if readings:
            self._account(seen)
            self._ask_for_twins(seconds)
            self._count_vain(readings, said)
        if moved is None:
            self.attention.rest(len(regions))
        return said

    def _glance(self, moved: Mask | None) -> Glance:
        covered, patient = self.ground.covered(), self._still >= _PATIENT
        return Glance(self.view, self.ground, self.arrivals, covered, moved, patient)

    def _account(self, seen: Sequence[Glimpse]) -> None:
        """What is known and wholly seen, or is refused, needs no further look; what lands on it does."""
        places = [self.view.place(card, RIM_MM) for card in seen if self._is_explained(card)]
        landing = [self.view.place(card, RIM_MM) for card in self.tracks.landing]
        for place in places:
            self.attention.account(reduce(lambda rest, other: rest & ~other, landing, place))

    def _ask_for_twins(self, seconds: float) -> None:
        """Where an equal card lay before one that has just come, look again: either it is read there or it has moved.

        A look that was taken in vain before it came says nothing: a hand may have rested there.
        """
        new = {card.name for card in self.tracks.landing if card.first == seconds}
        for card in self.tracks.laid:
            if card.name in new and card.seen < seconds:
                self.attention.wake(self.view.place(card))

    def _is_explained(self, seen: Glimpse) -> bool:
        if seen.deck not in self.reader.decks:
            return True
        return any(shows(seen, card) and len(seen.spots) >= card.marks for card in self.tracks.laid)

    def _count_vain(self, readings: Sequence[Reading], said: Sequence[Observation]) -> None:
        """A still thing that tells nothing new is left alone until something moves there."""
        news = {card.name for card in self.tracks.landing}
        news |= {(new.deck, new.card) for new in said if isinstance(new, Laid)}
        tried = ((reading.region, reading.marks) for reading in readings if not reading.region.restless)
        for region, marks in tried:
            if not self._is_news(region, marks, news) and self.attention.tried_in_vain(region) and not marks:
                self.reader.counts.unread += 1
                self.survey.hurry()

    def _is_news(self, region: Region, marks: Iterable[Mark], news: set[tuple[int, str]]) -> bool:
        return any((mark.deck, mark.card) in news and self.attention.owns(region, *mark.centre) for mark in marks)

    def idle(self, seconds: float, gray: Gray) -> tuple[Observation, ...]:
        """Take in a frame in which nothing moved: now and then learn the light, and look where nothing was noticed."""
        self.moving = False
        self.reader.counts.idle += 1
        self._still += 1
        if self._still % _TICK and not self.survey.hurried:
            return ()
        self._wake(self.reader.tile(gray, *self.survey.tile()))
        if self._still % _TICK:
            return ()
        self.ground.grow_used([self.view.place(card, RIM_MM) for card in (*self.tracks.laid, *self.tracks.landing)])
        self.tracks, said = step(self.tracks, seconds, (), self._glance(None), self.strictness)
        return said

    def _wake(self, marks: Iterable[Mark]) -> None:
        """Cards that nobody has noticed: what was taken for mat there is none, look again."""
        for card in glimpses(marks, self.view.calibration):
            if any(shows(card, known) for known in (*self.tracks.laid, *self.tracks.landing)):
                continue
            place = self.view.place(card, RIM_MM)
            self.ground.bridge(place)
            self.attention.wake(place)
