"""Watches a mat whose place is known: reads where something changed, tracks cards, forgets explained changes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import cv2

from vision.base.belief import Strictness
from vision.base.observation import CardSeen, Mark
from vision.base.picture import Gray, Mask
from vision.eyes.accounting import FrameFindings, account
from vision.eyes.areas import Areas, FrameLooks
from vision.eyes.arrivals import Arrivals
from vision.eyes.attention import Attention
from vision.eyes.cold_start import doubt, trust
from vision.eyes.grid import RIM_MM, MatView
from vision.eyes.mat_query import MatQuery
from vision.eyes.reader import Reader
from vision.eyes.sweep import TileSweep
from vision.eyes.track_state import TrackedCard, TrackState, shows
from vision.eyes.tracker import Tracks, step
from vision.ground.background import Background
from vision.ground.bareness import Bareness
from vision.mat.placed_cards import glimpses

_TICK: Final = 16
"""Still frames between two looks at what seems to need none: about a second."""
_WATCH_S: Final = 0.4
"""Between two looks at the seats' areas while nothing moves: something may have slid in so slowly that nothing did."""
_BUSY_S: Final = 0.09
"""The same while something moves: a gap's ends are right to a tenth of a second."""
_MUCH: Final = 0.2
"""Share of all looks that a hand does not move: something comes over the whole mat, or leaves it."""
_TRUST_S: Final = 0.3
"""Between two looks at what lay on the mat when it was seen first, until it has left."""
_PATIENT: Final = 2 * _TICK
"""Still frames after which a place that looks much like the mat is the mat."""


@dataclass(slots=True)
class Watcher:
    """Reads and tracks the cards on a mat whose place in the picture is known."""

    view: MatView
    ground: Background
    attention: Attention
    arrivals: Arrivals
    survey: TileSweep
    reader: Reader
    strictness: Strictness
    areas: Areas
    bareness: Bareness
    tracks: Tracks = field(default_factory=Tracks)
    moving: bool = False
    _still: int = 0
    """Frames since something was looked at."""
    _watched: float = -_WATCH_S
    """Seconds when the seats' areas were looked at last."""
    _trusted: float = 0.0
    """Seconds when what had been doubted was looked at last."""

    def open(self, gray: Gray) -> None:
        """Look at the whole picture once: what lies there already is no mat."""
        self._wake(self.reader.read_all(gray))
        doubt(self.view, self.ground)

    def rests(self, gray: Gray) -> bool:
        """Whether nothing waits and a quick look finds nothing moved: then `idle` is all there is to do."""
        return not self.attention.busy and self.ground.at_rest(gray)

    @property
    def ticks(self) -> bool:
        """Whether the next still frame gets a full look, as one in every second does."""
        return (self._still + 1) % _TICK == 0

    def feed(self, seconds: float, gray: Gray) -> tuple[CardSeen, ...]:
        """Take in one frame that shows the mat in its place; what it settled, oldest first."""
        moved = self.ground.moved(gray)
        self.moving = moved is not None
        if moved is None and not self.attention.busy:
            return self.idle(seconds, gray)
        self._still = 0
        self.reader.counts.relit = self.ground.relit
        return self._look(seconds, gray, moved)

    def _is_to_watch(self, seconds: float, moved: Mask | None) -> bool:
        """Whether the seats' areas are looked at in a frame: not in each where only a hand moves."""
        if self.areas.hidden or seconds >= self._watched + _BUSY_S:
            return True
        return moved is not None and cv2.countNonZero(moved) > _MUCH * moved.size

    def _watch(self, seconds: float, covered: Mask, moved: Mask | None) -> None:
        """See what lies in the seats' areas."""
        self._watched = seconds
        if moved is None and seconds >= self._trusted + _TRUST_S:
            self._trusted = seconds
            trust(self.view, self.ground, [self.view.place(card, RIM_MM) for card in self.tracks.laid])
        ground = self.ground
        occupied, laid = ground.occupied(covered), self.tracks.laid
        hides = ground.hides_white_cards
        self.areas.note(seconds, FrameLooks(occupied, moved, ground.unlike(), laid, hides_white_cards=hides))
        # Together with what is looked at already it would be given up with it.
        if self.areas.unread is not None and not self.attention.busy:
            self.attention.wake_faint(self.areas.unread)

    @property
    def needs_light(self) -> bool:
        """Whether there is so little light that a card can look like the mat."""
        return self.ground.hides_cards or self.ground.hides_white_cards

    def states(self) -> list[tuple[TrackedCard, TrackState]]:
        """Every card on the mat, and how it lies."""
        return self.tracks.states(self._glance(None, None))

    def _look(self, seconds: float, gray: Gray, moved: Mask | None) -> tuple[CardSeen, ...]:
        """One full look: changes to regions, regions to marks, marks to cards, cards to beliefs."""
        glance = self._glance(moved, gray)
        if not self.ground.hides_cards:
            self.bareness.note(seconds, glance.covered if moved is None else glance.covered | moved)
        regions = self.attention.regions(self.attention.notice(moved, glance.covered), moved)
        readings = self.reader.read(gray, regions) if regions else []
        marks = [mark for reading in readings for mark in reading.marks]
        seen = glimpses(marks, self.view.calibration) if marks else ()
        self.arrivals.note(seconds, moved)
        ours = [card for card in seen if card.deck in self.reader.decks]
        self.tracks, said = step(self.tracks, seconds, ours, glance, self.strictness)
        if readings:
            found = FrameFindings(seconds, readings, seen, self.tracks, said)
            self._give_up(account(self.attention, self.view, self.reader.decks, found))
        if moved is None:
            self.attention.rest(len(regions))
        if said or self._is_to_watch(seconds, moved):
            self._watch(seconds, glance.covered, moved)
        return said

    def _glance(self, moved: Mask | None, gray: Gray | None) -> MatQuery:
        covered, patient = self.ground.covered(), self._still >= _PATIENT

        def reads(card: TrackedCard) -> bool:
            return gray is not None and self._reads(gray, card)

        return MatQuery(self.view, self.ground, self.arrivals, self.bareness, covered, moved, patient, reads)

    def _reads(self, gray: Gray, card: TrackedCard) -> bool:
        """Whether a mark of a known card is read where it lies."""
        marks = self.reader.part(gray, *self.view.box_of(card))
        return any(shows(glimpse, card) for glimpse in glimpses(marks, self.view.calibration))

    def idle(self, seconds: float, gray: Gray) -> tuple[CardSeen, ...]:
        """Take in a frame in which nothing moved: now and then learn the light, and look where nothing was noticed."""
        self.moving = False
        self.reader.counts.idle += 1
        self._still += 1
        self.areas.rest(seconds)
        if self.areas.is_new or seconds >= self._watched + _WATCH_S:
            self._watched = seconds
            if self.areas.is_changed(self.ground.unlike()) or self.ground.is_unsure:
                self._watch(seconds, self.ground.covered(), None)
        self.bareness.rest(seconds)
        if self._still % _TICK and not self.survey.hurried:
            return ()
        if not self.reader.late:
            self._wake(self.reader.tile(gray, *self.survey.tile()))
        if self._still % _TICK:
            return ()
        self.ground.grow_used([self.view.place(card, RIM_MM) for card in (*self.tracks.laid, *self.tracks.landing)])
        self.tracks, said = step(self.tracks, seconds, (), self._glance(None, gray), self.strictness)
        return said

    def _give_up(self, things: int) -> None:
        """Still regions could not be read: read the whole picture, a tile a frame."""
        self.reader.counts.unread += things
        if things:
            self.survey.hurry()

    def _wake(self, marks: Iterable[Mark]) -> None:
        """Cards found by the sweep: their places are no mat, and are to be read again."""
        for card in glimpses(marks, self.view.calibration):
            if any(shows(card, known) for known in (*self.tracks.laid, *self.tracks.landing)):
                continue
            place = self.view.place(card, RIM_MM)
            self.ground.bridge(place)
            self.attention.wake(place)
