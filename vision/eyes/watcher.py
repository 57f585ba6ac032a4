"""Watching of a mat whose place is known: reads where something changed, tracks cards, forgets explained changes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from typing import Final

import cv2
import numpy as np

from groundwork.picture import MARKED, Gray, Mask, u8
from vision.base.observation import CardSeen, Laid, Mark, Point, StickerDoubt, Strictness
from vision.base.thresholds import THRESHOLDS
from vision.eyes.areas import Areas, FrameSamples
from vision.eyes.attention import Arrivals, Attention, Region, TileSweep
from vision.eyes.cold_start import accept_mat, distrust_first_picture
from vision.eyes.face_checks import FaceChecks
from vision.eyes.grid import MatView, SampleIndices
from vision.eyes.landings import FaceLandings
from vision.eyes.reader import Reader, RegionReading, is_flat
from vision.eyes.recognition import Recognition
from vision.eyes.tracker import CardGlimpse, PlacedMark, TrackedCard, Tracks, TrackState, glimpses, matches, step
from vision.ground.background import STRIDE, Background
from vision.ground.emptiness import BareHistory
from vision.ground.pattern import PatternExtrapolation

# The tracker's queries about the last frame that need no marks read.

_QUERY: Final = THRESHOLDS.mat_query


@dataclass(slots=True, eq=False)
class MatQuery:
    """Queries of the tracker about the last frame."""

    view: MatView
    ground: Background
    arrivals: Arrivals
    bareness: BareHistory
    foreign: Mask
    """Samples that show something else than the mat."""
    hidden: Mask
    """Foreign samples, and those that differ from the frame before."""
    patient: bool
    """Whether nothing has moved for long, so that looks like the mat's are the mat in another light."""
    recognises: Callable[[TrackedCard], bool]
    """Whether the mat's own texture is seen round a card's place, as far as it has one: a cloth may be as bright."""
    reads: Callable[[TrackedCard], bool]
    """Whether a mark of a card is read where it lay: on white paper, in grain, a white card looks like the mat."""

    def shows_mat(self, card: TrackedCard) -> bool:
        """Whether the bare mat is seen where the card lay, or where its marks were; another card may lie there."""
        if not self.ground.visibility.cards:
            return False
        samples = self.view.samples_of(card)
        foreign = self.foreign.take(samples.few).tobytes()
        middles = foreign[: samples.middles]
        if 2 * foreign.count(MARKED, samples.middles) > len(foreign) - samples.middles:
            # Two of its marks that have become mat: a card is stiff, so that it is not there.
            shown = len(middles) - middles.count(MARKED)
            return shown >= _QUERY.enough and self._shows_mat_for_marks(card, samples.marks)
        place = self.view.place(card)
        return self._is_bare(place) and (self.patient or self._is_mat(card, place)) and self._has_left(card)

    def _shows_mat_for_marks(self, card: TrackedCard, marks: Sequence[SampleIndices]) -> bool:
        """Whether two of its marks have become mat, looked at closely."""
        hidden = self.hidden.ravel()
        bare = [spot for spot, samples in zip(card.spots, marks, strict=True) if _shows_mat(hidden.take(samples))]
        if len(bare) < _QUERY.enough:
            return False
        places = reduce(np.bitwise_or, (self.view.square(spot.centre, THRESHOLDS.grid.mark_mm) for spot in bare))
        return self._is_mat(card, places) and self._has_left(card)

    def _is_bare(self, place: Mask) -> bool:
        return cv2.countNonZero(place & self.hidden) <= _QUERY.bare * cv2.countNonZero(place)

    def _has_left(self, card: TrackedCard) -> bool:
        """Whether nothing speaks against it where what is seen is as bright as the mat."""
        return self.recognises(card) and not self.reads(card)

    def _is_mat(self, card: TrackedCard, place: Mask) -> bool:
        near, far = (self.view.place(card, rim) for rim in (_QUERY.near_mm, _QUERY.far_mm))
        return self.ground.is_mat(place, far & ~(near | self.foreign))

    def shows_mat_beside(self, card: TrackedCard, others: Sequence[TrackedCard]) -> bool:
        """Whether the bare mat is seen where the card lay, as far as the other cards do not hide it."""
        whole = self.view.place(card)
        rest = reduce(lambda left, other: left & ~self.view.place(other, _QUERY.edge_mm), others, whole)
        if not self.ground.visibility.cards or cv2.countNonZero(rest) < _QUERY.rest * cv2.countNonZero(whole):
            return False
        return self._is_bare(rest) and self._is_mat(card, rest) and self._has_left(card)

    def covers(self, card: TrackedCard, spot: PlacedMark) -> bool:
        """Whether the card would cover all of a mark at this place."""
        return self.view.covers(card, spot)

    def bare_at(self, spots: Sequence[PlacedMark]) -> float | None:
        """Seconds of the last frame that showed the bare mat where marks are read now, if there was one."""
        return self.bareness.last_absent(np.concatenate(self.view.mark_samples(spots)))

    def origin(self, card: TrackedCard) -> Point | None:
        """Find where the hand that brought a card came over the edge of the mat, mm; None: that cannot be known."""
        return self.arrivals.origin(card.first)


def _shows_mat(hidden: Mask) -> bool:
    """Whether so few of some samples are hidden that the mat shows there."""
    return bool(np.count_nonzero(hidden) <= _QUERY.bare * len(hidden))


_LIMITS: Final = THRESHOLDS.watcher
_RIM_MM: Final = THRESHOLDS.grid.rim_mm


# Accounts for changes by readings: known cards and things read in vain are not read again until they move.


@dataclass(frozen=True, slots=True, eq=False)
class FrameFindings:
    """The marks, cards and observations found in one frame."""

    seconds: float
    readings: Sequence[RegionReading]
    seen: Sequence[CardGlimpse]
    """The cards that the readings show, those of other decks too."""
    tracks: Tracks
    """The cards as they are believed to lie after it."""
    observations: Sequence[CardSeen]


def explain_changes(attention: Attention, view: MatView, decks: frozenset[int], found: FrameFindings) -> int:
    """Forget explained changes; return how many still things are given up, unread too often to be cards."""
    landing = [view.place(card, _RIM_MM) for card in found.tracks.landing]
    for card in found.seen:
        if _is_explained(card, decks, found.tracks):
            # What lands on it is not explained by it.
            attention.mark_explained(reduce(lambda rest, other: rest & ~other, landing, view.place(card, _RIM_MM)))
    _reread_twins(attention, view, found)
    return sum(1 for _ in _abandoned(attention, found))


def _is_explained(seen: CardGlimpse, decks: frozenset[int], tracks: Tracks) -> bool:
    """Whether a card is known and wholly seen, or of another deck.

    By a single mark it may lie a centimetre off and a quarter turn askew: what sticks out of there is the rest of it.
    """
    return seen.deck not in decks or any(
        matches(seen, card) and len(seen.spots) >= card.marks and len(card.spots) > 1 for card in tracks.laid
    )


def _reread_twins(attention: Attention, view: MatView, found: FrameFindings) -> None:
    """Read an equal card's place again when one has just come: either it is read there or it has moved.

    A failed reading from before it came is no proof: a hand may have rested there.
    """
    new = {card.name for card in found.tracks.landing if card.first == found.seconds}
    for card in found.tracks.laid:
        if card.name in new and card.seen < found.seconds:
            attention.mark_changed(view.place(card))


def _abandoned(attention: Attention, found: FrameFindings) -> Iterator[Region]:
    """Yield still things without a sure mark that are left alone from now on, except those with something new."""
    news = {card.name for card in found.tracks.landing if card.is_sure}
    news |= {(new.deck, new.card) for new in found.observations if isinstance(new, Laid)}
    for reading in found.readings:
        region, marks = reading.region, reading.marks
        if region.restless or _is_new(attention, region, marks, news):
            continue
        if attention.count_failure(region) and not any(mark.is_sure for mark in marks):
            yield region


def _is_new(attention: Attention, region: Region, marks: Iterable[Mark], news: set[tuple[int, str]]) -> bool:
    return any((mark.deck, mark.card) in news and attention.contains(region, *mark.centre) for mark in marks)


@dataclass(slots=True)
class Watcher:
    """Reader and tracker of the cards on a mat whose place in the picture is known."""

    view: MatView
    ground: Background
    attention: Attention
    arrivals: Arrivals
    survey: TileSweep
    reader: Reader
    strictness: Strictness
    areas: Areas
    bareness: BareHistory
    recognition: Recognition
    landings: FaceLandings | None = None
    """Reads cards that bear no marks, if any are played."""
    checks: FaceChecks | None = None
    """Holds the faces of marked cards against their marks, if these are known."""
    doubts: tuple[StickerDoubt, ...] = ()
    """The stickers in the last frame that was looked at of which something is found to be wrong."""
    tracks: Tracks = field(default_factory=Tracks)
    moving: bool = False
    _still: int = 0
    """Frames since the last full pass."""
    _watched: float = -_LIMITS.watch_s
    """Seconds at the last update of the seats' areas."""
    _rechecked: float = 0.0
    """Seconds at the last check of what was distrusted."""
    _recheck_s: float = _LIMITS.recheck_s
    """Time until the next such check."""
    _card: int = field(init=False)
    """Samples from the middle of a card to its marks: used in every pass, and constant while the view is."""

    def __post_init__(self) -> None:
        """Measure a card in samples."""
        self._card = round(self.view.px_on(_LIMITS.paper_mm) / STRIDE)

    def start(self, frames: Sequence[Gray]) -> None:
        """Read the whole picture once: what lies there already is no mat.

        Args:
            frames: the first that show the mat, the last of them the one to look at.
        """
        known = self._requeue(self.reader.read_all(frames[-1]), frames[-1])
        distrust_first_picture(self.view, self.ground, known, self._pattern(frames[-1], self.ground.unsure))
        self.recognition.learn(frames, known)

    def is_at_rest(self, gray: Gray) -> bool:
        """Whether no full pass is due and nothing moved: then `idle` is all there is to do."""
        return not self._busy and (self._still + 1) % _LIMITS.tick > 0 and self.ground.at_rest(gray)

    @property
    def _busy(self) -> bool:
        """Whether something is to be read, moving or not."""
        return self.attention.busy or any(one is not None and one.busy for one in (self.landings, self.checks))

    def feed(self, seconds: float, gray: Gray) -> tuple[CardSeen, ...]:
        """Process one frame that shows the mat in its place; return what it settled, oldest first."""
        moved = self.ground.moved(gray)
        self.moving = moved is not None
        if moved is None and not self._busy:
            return self.idle(seconds, gray)
        self._still, self._recheck_s = 0, _LIMITS.recheck_s
        self.recognition.has_moved |= self.moving
        self.reader.counts.relit = self.ground.relit
        return self._process(seconds, gray, moved)

    def _is_watch_due(self, seconds: float, moved: Mask | None) -> bool:
        """Whether to update the seats' areas in a frame: not in each where only a hand moves."""
        if self.areas.hidden or seconds >= self._watched + _LIMITS.busy_s:
            return True
        return moved is not None and cv2.countNonZero(moved) > _LIMITS.much * moved.size

    def _update_areas(self, seconds: float, gray: Gray, foreign: Mask, hidden: Mask, moved: Mask | None) -> None:
        """Update the seats' areas by a frame: what is foreign, what is foreign or moves, and what moves."""
        self._watched = seconds
        if moved is None and self._is_recheck_due(seconds):
            self._recheck_initial(seconds, gray)
        ground = self.ground
        occupied = ground.occupied(foreign)
        if occupied is not foreign:
            hidden = occupied if moved is None else occupied | moved
        samples = FrameSamples(
            occupied,
            moved,
            hidden,
            foreign_patches=ground.foreign_patches(),
            known=self.tracks.laid,
            camouflaged=self.recognition.camouflaged,
            visibility=ground.visibility,
        )
        self.areas.update(seconds, samples)
        # Together with what is looked at already it would be given up with it.
        if not self.attention.busy and (unread := self.areas.unread_samples()) is not None:
            self.attention.mark_faint(unread)

    def _update_recognition(self, seconds: float, gray: Gray, foreign: Mask) -> None:
        """Check whether the areas show the mat; where one does not, no card can be seen to come."""
        if self.recognition.update(seconds, self.cards, gray, foreign) and self.ground.visibility.bare_samples:
            everywhere = np.full(self.view.shape, MARKED, np.uint8)
            self.bareness.last = self.recognition.attested
            self.bareness.update(seconds, everywhere, everywhere)

    def _is_recheck_due(self, seconds: float) -> bool:
        """Whether to check again what lay on the mat when it was first seen."""
        due = seconds >= self._rechecked + self._recheck_s
        return due and self.ground.is_unsure and self.ground.visibility.moves

    def _recheck_initial(self, seconds: float, gray: Gray) -> None:
        """Check what was distrusted; ever more rarely the longer nothing has moved."""
        places = (self.view.place(card, _RIM_MM) for card in self.tracks.laid)
        held = u8(reduce(np.bitwise_or, places, np.zeros(self.view.shape, np.uint8)))
        accept_mat(self.view, self.ground, held, self._pattern(gray, held))
        self._rechecked, self._recheck_s = seconds, min(2 * self._recheck_s, _LIMITS.recheck_most_s)

    @property
    def _beyond(self) -> int:
        """Samples round a thing that may be the paper of the same card, where paper is like the mat."""
        return 0 if self.ground.visibility.whole_cards else self._card

    def states(self) -> list[tuple[TrackedCard, TrackState]]:
        """Every card on the mat, and how it lies."""
        return self.tracks.states(self.view)

    def _process(self, seconds: float, gray: Gray, moved: Mask | None) -> tuple[CardSeen, ...]:
        """Run one full pass: changes to regions, regions to marks, marks to cards, cards to beliefs."""
        self.ground.follow_light()
        glance = self._query(gray, moved)
        if self.ground.visibility.bare_samples:
            self.bareness.update(seconds, glance.hidden, self._uncertain(glance.foreign, glance.hidden))
        still = self.attention.find_still(moved, glance.foreign, self.ground.motion)
        regions = self.attention.regions(still, moved, self._beyond, self._card)
        readings = self.reader.read(gray, regions) if regions else []
        marks = [mark for reading in readings for mark in reading.marks]
        seen = glimpses(marks, self.view.calibration) if marks else ()
        self.arrivals.update(seconds, moved)
        ours = [card for card in seen if card.deck in self.reader.decks]
        if self.landings is not None:
            faces = self.landings.update(gray, moved, glance.foreign, self.tracks.laid)
            ours, seen = [*ours, *faces], (*seen, *faces)
        if self.checks is not None:
            self.doubts = self.checks.update(seconds, gray, moved, glance.foreign, seen)
        self.tracks, said = step(self.tracks, seconds, ours, glance, self.strictness)
        if readings:
            found = FrameFindings(seconds, readings, seen, self.tracks, said)
            self._schedule_full_scan(explain_changes(self.attention, self.view, self.reader.decks, found))
        if moved is None:
            if not regions and self._beyond:
                # Of what came nothing may be noticed: its marks are looked for wherever it may lie.
                self.survey.hurry()
            self.attention.settle(len(regions))
        if said or self._is_watch_due(seconds, moved):
            self._watch_areas(seconds, gray, glance, moved)
        elif moved is not None:
            self.areas.skip_frame()
        return said

    def _watch_areas(self, seconds: float, gray: Gray, glance: MatQuery, moved: Mask | None) -> None:
        """Update the seats' areas in a full pass, and whether they show the mat."""
        is_asked = moved is None or self.recognition.is_due
        if is_asked:
            self._update_recognition(seconds, gray, glance.foreign)
        self._update_areas(seconds, gray, glance.foreign, glance.hidden, moved)
        if not is_asked and self.areas.begins:
            # What is as bright as the mat may have come over what lay there, and move still.
            self._update_recognition(seconds, gray, glance.foreign)
            if self.recognition.camouflaged:
                self._update_areas(seconds, gray, glance.foreign, glance.hidden, moved)

    def _query(self, gray: Gray, moved: Mask | None) -> MatQuery:
        """Gather what the tracker may ask about a frame."""
        foreign = self.ground.foreign()
        hidden = foreign if moved is None else foreign | moved
        return MatQuery(
            self.view,
            self.ground,
            self.arrivals,
            self.bareness,
            foreign,
            hidden,
            patient=self._still >= _LIMITS.patient,
            recognises=lambda card: self.recognition.shows_mat_for(card, self.cards, gray, hidden),
            reads=partial(self._reads, gray),
        )

    @property
    def cards(self) -> tuple[TrackedCard, ...]:
        """The cards that lie on the mat, and those that land."""
        return (*self.tracks.laid, *self.tracks.landing)

    def _uncertain(self, foreign: Mask, hidden: Mask) -> Mask:
        """Mark where a frame may show something else than the mat; `hidden`: what is foreign or moves."""
        if self.recognition.is_camouflaged:
            return np.full_like(foreign, MARKED)
        uncertain = self.ground.maybe_foreign(foreign)
        return hidden if uncertain is foreign else uncertain | hidden

    def _reads(self, gray: Gray, card: TrackedCard) -> bool:
        """Whether a mark of a known card is read where it lies: at its marks if all of them are known."""
        boxes, symbology = [self.view.box_of(card)], self.reader.symbology
        if len(card.spots) == len(symbology.corners):
            beside = self.view.boxes(card, symbology.mark_mm + 2 * _LIMITS.beside_mm)
            boxes = [box for box in beside if not is_flat(gray, *box)]
        marks = [mark for box in boxes for mark in self.reader.part(gray, *box)]
        return any(matches(glimpse, card) for glimpse in glimpses(marks, self.view.calibration))

    def idle(self, seconds: float, gray: Gray) -> tuple[CardSeen, ...]:
        """Process a frame in which nothing moved: now and then learn the light and read a tile."""
        self.moving = False
        self.reader.counts.idle += 1
        self._still += 1
        self._watch_still_areas(seconds, gray)
        if self._still % _LIMITS.tick and not self.survey.hurried:
            return ()
        if not self.reader.late:
            self._requeue(self.reader.tile(gray, *self.survey.next_tile()), gray)
        if self._still % _LIMITS.tick:
            return ()
        if self.landings is not None:
            self.landings.update(gray, None, self.ground.foreign(), self.tracks.laid)
        if not self.recognition.camouflaged:
            self.ground.update([self.view.place(card, _RIM_MM) for card in self.cards])
        self.recognition.follow(seconds, self.cards, gray)
        self.tracks, said = step(self.tracks, seconds, (), self._query(gray, None), self.strictness)
        return said

    def _watch_still_areas(self, seconds: float, gray: Gray) -> None:
        """Update the areas by a frame in which nothing moved, as far as they can be seen."""
        ground, areas = self.ground, self.areas
        due = areas.update_still(seconds) or seconds >= self._watched + _LIMITS.watch_s
        if ground.visibility.moves:
            self.bareness.last = seconds
            if not due:
                return
        ground.follow_light()
        foreign, camouflaged = ground.foreign(), self.recognition.camouflaged
        if not ground.visibility.moves and ground.visibility.bare_samples:
            self.bareness.update(seconds, foreign, self._uncertain(foreign, foreign))
        is_wrong = not ground.visibility.moves and areas.is_contradicted(ground.foreign_patches(), foreign)
        if due:
            self._watched = seconds
            # What is as bright as the mat may have come without a movement that was noticed.
            self._update_recognition(seconds, gray, foreign)
            is_wrong = is_wrong or bool(camouflaged or self.recognition.camouflaged)
            is_wrong = is_wrong or areas.is_changed(ground.foreign_patches()) or self._is_recheck_due(seconds)
        if is_wrong:
            self._update_areas(seconds, gray, foreign, foreign, None)

    def _schedule_full_scan(self, things: int) -> None:
        """Read the whole picture, a tile a frame, because still regions could not be read."""
        self.reader.counts.unread += things
        if things:
            self.survey.hurry()

    def _requeue(self, marks: Iterable[Mark], gray: Gray) -> Mask:
        """Queue the places of cards that the sweep found for reading; they are no mat.

        Returns the samples of them in which the pattern of the mat shows what lies below.
        """
        cards, laid = self.cards, self.tracks.laid
        seen = glimpses(marks, self.view.calibration)
        # One that lands still has been lost sight of, or it were read in its place and not by the sweep.
        places = [self.view.place(card, _RIM_MM) for card in seen if not any(matches(card, known) for known in laid)]
        known = np.zeros(self.view.shape, np.uint8)
        if not places:
            return known
        held = reduce(np.bitwise_or, [*places, *(self.view.place(card, _RIM_MM) for card in cards)])
        mat = self._pattern(gray, u8(held))
        for place in places:
            below = mat.fill(place)
            if below is not None:
                known |= place
            self.ground.inpaint(place, below)
            if self._beyond:
                # A mark was read there, whatever its card looks like beside the mat, and whatever was read in vain
                # there before, with an arm in the same region.
                self.attention.mark_faint(place, THRESHOLDS.attention.tries)
            else:
                self.attention.mark_changed(place)
        return known

    def _pattern(self, gray: Gray, held: Mask) -> PatternExtrapolation:
        """Extrapolate the mat's pattern from beside such samples."""
        return PatternExtrapolation(
            gray, self.view.bare() & ~held, STRIDE, self.view.calibration, self.ground.foreign_limit
        )
