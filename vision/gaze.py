"""Watching a mat whose place in the picture is known: look where something changed, track, forget what is explained."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2

from vision.attention import Attention
from vision.change import Ground, Mask
from vision.observation import Laid, Observation
from vision.picture import Gray
from vision.reading import Reader, Reading
from vision.sight import Glimpse, glimpses
from vision.track import Lying, Strictness, Tracks, matches, step
from vision.view import RIM_MM, View

_LEARN_EVERY: Final = 16
"""Idle frames between two touches to the reference of the mat."""
_LEARN_SHARE: Final = 0.1
_BARE: Final = 0.15
"""The mat shows where at most this share of a card's place differs from it."""
_MARK_MM: Final = 12.0
"""Side of the square round a mark's centre that tells whether the mark is still there."""


@dataclass(slots=True)
class Gaze:
    """The eyes once the mat is known."""

    view: View
    ground: Ground
    attention: Attention
    reader: Reader
    strictness: Strictness
    tracks: Tracks = field(default_factory=Tracks)
    moving: bool = False

    def open(self, gray: Gray) -> None:
        """Look at the whole picture once: what lies there already is no mat."""
        for card in glimpses(self.reader.read_all(gray), self.view.calibration):
            place = self.view.place(card, RIM_MM)
            self.ground.bridge(place)
            self.attention.wake(place)

    def feed(self, seconds: float, gray: Gray) -> tuple[Observation, ...]:
        """Take in one frame; what it settled, oldest first."""
        moved = self.ground.moved(gray)
        self.moving = moved is not None
        if moved is None and not self.attention.busy:
            self._idle()
            return ()
        covered = self.ground.covered()
        regions = self.attention.regions(self.attention.notice(moved, covered))
        readings = self.reader.read(gray, regions)
        seen = glimpses((mark for reading in readings for mark in reading.marks), self.view.calibration)
        ours = [card for card in seen if card.deck in self.reader.decks]
        picture = _Picture(self.view, self.attention, covered, moved)
        self.tracks, said = step(self.tracks, seconds, ours, picture, self.strictness)
        self._account(seen)
        self._count_vain(readings, said)
        if moved is None:
            self.attention.rest(len(regions))
        return said

    def _account(self, seen: Sequence[Glimpse]) -> None:
        """What is known and wholly seen, or is refused, needs no further look; what lands on it does."""
        places = [self.view.place(card, RIM_MM) for card in seen if self._is_explained(card)]
        landing = [self.view.place(card, RIM_MM) for card in self.tracks.landing]
        for place in places:
            for other in landing:
                place &= ~other
            self.attention.account(place)

    def _is_explained(self, seen: Glimpse) -> bool:
        if seen.deck not in self.reader.decks:
            return True
        return any(matches(card, seen) and len(seen.spots) >= card.marks for card in self.tracks.laid)

    def _count_vain(self, readings: Sequence[Reading], said: Sequence[Observation]) -> None:
        """A still thing that tells nothing new becomes mat, but not where a card lies: a hand may rest on it."""
        news = {(card.deck, card.card) for card in self.tracks.landing}
        news |= {(new.deck, new.card) for new in said if isinstance(new, Laid)}
        for region, marks in ((reading.region, reading.marks) for reading in readings):
            fresh = any((m.deck, m.card) in news and self.attention.owns(region, *m.centre) for m in marks)
            if not fresh and self.attention.tried_in_vain(region):
                self.reader.counts.unread += not marks
        if cv2.countNonZero(self.attention.given_up):
            for card in (*self.tracks.laid, *self.tracks.landing):
                self.attention.given_up &= ~self.view.place(card, RIM_MM)
            self.ground.learn(self.attention.given_up, 1.0)

    def _idle(self) -> None:
        counts = self.reader.counts
        counts.idle += 1
        if counts.idle % _LEARN_EVERY == 0:
            self.ground.learn(~self.ground.covered(), _LEARN_SHARE)


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    """What the tracker may ask about the last frame."""

    view: View
    attention: Attention
    covered: Mask
    moved: Mask | None

    def shows_mat(self, card: Lying) -> bool:
        place = self.view.place(card)
        other = self.covered if self.moved is None else self.covered | self.moved
        return cv2.countNonZero(place & other) <= _BARE * cv2.countNonZero(place)

    def untouched(self, card: Lying) -> bool:
        return any(self._keeps(self.view.square(spot.centre, _MARK_MM)) for spot in card.spots)

    def _keeps(self, mark: Mask) -> bool:
        """Nothing has happened at the mark, and it is not the mat that is seen there."""
        return not self.attention.waits_at(mark) and 2 * cv2.countNonZero(mark & self.covered) > cv2.countNonZero(mark)
