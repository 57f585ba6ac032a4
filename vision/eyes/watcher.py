"""Watches a mat whose place is known: reads where something changed, tracks cards, forgets explained changes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from typing import Final

import cv2
import numpy as np

from vision.base.observation import CardSeen, Laid, Mark, Point, Strictness
from vision.base.picture import MARKED, Gray, Mask, u8
from vision.base.thresholds import THRESHOLDS
from vision.eyes.areas import Areas, FrameLooks
from vision.eyes.attention import Arrivals, Attention, Region, TileSweep
from vision.eyes.cold_start import doubt, trust
from vision.eyes.grid import Looks, MatView
from vision.eyes.landings import FaceLandings
from vision.eyes.reader import Reader, RegionReading, is_flat
from vision.eyes.recognition import Recognition
from vision.eyes.tracker import CardGlimpse, PlacedMark, TrackedCard, Tracks, TrackState, glimpses, shows, step
from vision.ground.background import STRIDE, Background
from vision.ground.emptiness import Bareness
from vision.ground.pattern import Continuation

# The tracker's queries about the last frame that need no marks read.

_QUERY: Final = THRESHOLDS.mat_query


@dataclass(slots=True, eq=False)
class MatQuery:
    """The last frame as looks."""

    view: MatView
    ground: Background
    arrivals: Arrivals
    bareness: Bareness
    covered: Mask
    """Looks that show something else than the mat."""
    hidden: Mask
    """The covered looks, and those that differ from the frame before."""
    patient: bool
    """Whether nothing has moved for long, so that looks like the mat's are the mat in another light."""
    recognises: Callable[[TrackedCard], bool]
    """Whether the mat's own texture is seen round a card's place, as far as it has one: a cloth may be as bright."""
    reads: Callable[[TrackedCard], bool]
    """Whether a mark of a card is read where it lay: on white paper, in grain, a white card looks like the mat."""

    def shows_mat(self, card: TrackedCard) -> bool:
        """The bare mat is seen where the card lay, or where its marks were: another card may lie there still."""
        if not self.ground.visibility.cards:
            return False
        looks = self.view.looks_of(card)
        covered = self.covered.take(looks.few).tobytes()
        middles = covered[: looks.middles]
        if 2 * covered.count(MARKED, looks.middles) > len(covered) - looks.middles:
            # Two of its marks that have become mat: a card is stiff, so that it is not there.
            shown = len(middles) - middles.count(MARKED)
            return shown >= _QUERY.enough and self._shows_mat_for_marks(card, looks.marks)
        place = self.view.place(card)
        return self._is_bare(place) and (self.patient or self._is_mat(card, place)) and self._has_left(card)

    def _shows_mat_for_marks(self, card: TrackedCard, marks: Sequence[Looks]) -> bool:
        """Whether two of its marks have become mat, looked at closely."""
        hidden = self.hidden.ravel()
        bare = [spot for spot, looks in zip(card.spots, marks, strict=True) if _shows_mat(hidden.take(looks))]
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
        return self.ground.is_mat(place, far & ~(near | self.covered))

    def shows_mat_beside(self, card: TrackedCard, others: Sequence[TrackedCard]) -> bool:
        """The bare mat is seen where the card lay, as far as the other cards do not hide it."""
        whole = self.view.place(card)
        rest = reduce(lambda left, other: left & ~self.view.place(other, _QUERY.edge_mm), others, whole)
        if not self.ground.visibility.cards or cv2.countNonZero(rest) < _QUERY.rest * cv2.countNonZero(whole):
            return False
        return self._is_bare(rest) and self._is_mat(card, rest) and self._has_left(card)

    def covers(self, card: TrackedCard, spot: PlacedMark) -> bool:
        """A mark at this place would be wholly under the card."""
        return self.view.covers(card, spot)

    def bare_at(self, spots: Sequence[PlacedMark]) -> float | None:
        """Seconds of the last frame that showed the bare mat where marks are read now, if there was one."""
        return self.bareness.since(np.concatenate(self.view.mark_looks(spots)))

    def origin(self, card: TrackedCard) -> Point | None:
        """Find where the hand that brought a card came over the edge of the mat, mm; None: that cannot be told."""
        return self.arrivals.origin(card.first)


def _shows_mat(hidden: Mask) -> bool:
    """Whether so few of some looks are hidden that the mat shows there."""
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
    said: Sequence[CardSeen]


def account(attention: Attention, view: MatView, decks: frozenset[int], found: FrameFindings) -> int:
    """Strike off what is explained; how many still things are given up, read in vain too often to be cards."""
    landing = [view.place(card, _RIM_MM) for card in found.tracks.landing]
    for card in found.seen:
        if _is_explained(card, decks, found.tracks):
            # What lands on it is not explained by it.
            attention.account(reduce(lambda rest, other: rest & ~other, landing, view.place(card, _RIM_MM)))
    _ask_for_twins(attention, view, found)
    return sum(1 for _ in _given_up(attention, found))


def _is_explained(seen: CardGlimpse, decks: frozenset[int], tracks: Tracks) -> bool:
    """Whether a card is known and wholly seen, or of another deck.

    By a single mark it may lie a centimetre off and a quarter turn askew: what sticks out of there is the rest of it.
    """
    return seen.deck not in decks or any(
        shows(seen, card) and len(seen.spots) >= card.marks and len(card.spots) > 1 for card in tracks.laid
    )


def _ask_for_twins(attention: Attention, view: MatView, found: FrameFindings) -> None:
    """Look again where an equal card lay before one that has just come: either it is read there or it has moved.

    A look that was taken in vain before it came says nothing: a hand may have rested there.
    """
    new = {card.name for card in found.tracks.landing if card.first == found.seconds}
    for card in found.tracks.laid:
        if card.name in new and card.seen < found.seconds:
            attention.wake(view.place(card))


def _given_up(attention: Attention, found: FrameFindings) -> Iterator[Region]:
    """Still things without a sure mark that are left alone from now on; those that tell something new are not."""
    news = {card.name for card in found.tracks.landing if card.is_sure}
    news |= {(new.deck, new.card) for new in found.said if isinstance(new, Laid)}
    for reading in found.readings:
        region, marks = reading.region, reading.marks
        if region.restless or _is_news(attention, region, marks, news):
            continue
        if attention.tried_in_vain(region) and not any(mark.is_sure for mark in marks):
            yield region


def _is_news(attention: Attention, region: Region, marks: Iterable[Mark], news: set[tuple[int, str]]) -> bool:
    return any((mark.deck, mark.card) in news and attention.owns(region, *mark.centre) for mark in marks)


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
    recognition: Recognition
    landings: FaceLandings | None = None
    """Reads cards that bear no marks, if any are played."""
    tracks: Tracks = field(default_factory=Tracks)
    moving: bool = False
    _still: int = 0
    """Frames since something was looked at."""
    _watched: float = -_LIMITS.watch_s
    """Seconds when the seats' areas were looked at last."""
    _trusted: float = 0.0
    """Seconds when what is doubted was looked at last."""
    _trust_s: float = _LIMITS.trust_s
    """From that look to the next."""
    _card: int = field(init=False)
    """Looks from the middle of a card to its marks: asked for in every look, and the same while the view is."""

    def __post_init__(self) -> None:
        """Measure a card in looks."""
        self._card = round(self.view.px_on(_LIMITS.paper_mm) / STRIDE)

    def open(self, frames: Sequence[Gray]) -> None:
        """Look at the whole picture once: what lies there already is no mat.

        Args:
            frames: the first that show the mat, the last of them the one to look at.
        """
        told = self._wake(self.reader.read_all(frames[-1]), frames[-1])
        doubt(self.view, self.ground, told, self._pattern(frames[-1], self.ground.unsure))
        self.recognition.open(frames, told)

    def rests(self, gray: Gray) -> bool:
        """Whether no full look is due and a quick one finds nothing moved: then `idle` is all there is to do."""
        return not self._busy and (self._still + 1) % _LIMITS.tick > 0 and self.ground.at_rest(gray)

    @property
    def _busy(self) -> bool:
        """Whether something is to be read, moving or not."""
        return self.attention.busy or (self.landings is not None and self.landings.busy)

    def feed(self, seconds: float, gray: Gray) -> tuple[CardSeen, ...]:
        """Take in one frame that shows the mat in its place; what it settled, oldest first."""
        moved = self.ground.moved(gray)
        self.moving = moved is not None
        if moved is None and not self._busy:
            return self.idle(seconds, gray)
        self._still, self._trust_s = 0, _LIMITS.trust_s
        self.recognition.is_stirred |= self.moving
        self.reader.counts.relit = self.ground.relit
        return self._look(seconds, gray, moved)

    def _is_to_watch(self, seconds: float, moved: Mask | None) -> bool:
        """Whether the seats' areas are looked at in a frame: not in each where only a hand moves."""
        if self.areas.hidden or seconds >= self._watched + _LIMITS.busy_s:
            return True
        return moved is not None and cv2.countNonZero(moved) > _LIMITS.much * moved.size

    def _watch(self, seconds: float, gray: Gray, covered: Mask, hidden: Mask, moved: Mask | None) -> None:
        """See what lies in the seats' areas of a frame: what is covered, what is covered or moves, and what moves."""
        self._watched = seconds
        if moved is None and self._is_to_trust(seconds):
            self._trust(seconds, gray)
        ground = self.ground
        strange = ground.occupied(covered)
        if strange is not covered:
            hidden = strange if moved is None else strange | moved
        looks = FrameLooks(
            strange,
            moved,
            hidden,
            unlike=ground.unlike(),
            known=self.tracks.laid,
            veils=self.recognition.veils,
            visibility=ground.visibility,
        )
        self.areas.note(seconds, looks)
        # Together with what is looked at already it would be given up with it.
        if not self.attention.busy and (unread := self.areas.unread()) is not None:
            self.attention.wake_faint(unread)

    def _recognise(self, seconds: float, gray: Gray, covered: Mask) -> None:
        """See whether it is the mat that is seen in the areas; where it is not no card can be seen to come."""
        if self.recognition.look(seconds, self.cards, gray, covered) and self.ground.visibility.bare_looks:
            everywhere = np.full(self.view.shape, MARKED, np.uint8)
            self.bareness.last = self.recognition.attested
            self.bareness.note(seconds, everywhere, everywhere)

    def _is_to_trust(self, seconds: float) -> bool:
        """Whether to look again at what lay on the mat when it was seen first."""
        due = seconds >= self._trusted + self._trust_s
        return due and self.ground.is_unsure and self.ground.visibility.moves

    def _trust(self, seconds: float, gray: Gray) -> None:
        """Look at it; the later again the longer nothing has moved."""
        places = (self.view.place(card, _RIM_MM) for card in self.tracks.laid)
        held = u8(reduce(np.bitwise_or, places, np.zeros(self.view.shape, np.uint8)))
        trust(self.view, self.ground, held, self._pattern(gray, held))
        self._trusted, self._trust_s = seconds, min(2 * self._trust_s, _LIMITS.trust_most_s)

    @property
    def _beyond(self) -> int:
        """Looks round what is no mat that may be the paper of the same card: where that cannot be told from the mat."""
        return 0 if self.ground.visibility.whole_cards else self._card

    def states(self) -> list[tuple[TrackedCard, TrackState]]:
        """Every card on the mat, and how it lies."""
        return self.tracks.states(self.view)

    def _look(self, seconds: float, gray: Gray, moved: Mask | None) -> tuple[CardSeen, ...]:
        """One full look: changes to regions, regions to marks, marks to cards, cards to beliefs."""
        self.ground.follow_light()
        glance = self._glance(gray, moved)
        if self.ground.visibility.bare_looks:
            self.bareness.note(seconds, glance.hidden, self._doubtful(glance.covered, glance.hidden))
        still = self.attention.notice(moved, glance.covered, self.ground.motion)
        regions = self.attention.regions(still, moved, self._beyond, self._card)
        readings = self.reader.read(gray, regions) if regions else []
        marks = [mark for reading in readings for mark in reading.marks]
        seen = glimpses(marks, self.view.calibration) if marks else ()
        self.arrivals.note(seconds, moved)
        ours = [card for card in seen if card.deck in self.reader.decks]
        if self.landings is not None:
            faces = self.landings.look(gray, moved, glance.covered, self.tracks.laid)
            ours, seen = [*ours, *faces], (*seen, *faces)
        self.tracks, said = step(self.tracks, seconds, ours, glance, self.strictness)
        if readings:
            found = FrameFindings(seconds, readings, seen, self.tracks, said)
            self._give_up(account(self.attention, self.view, self.reader.decks, found))
        if moved is None:
            if not regions and self._beyond:
                # Of what came nothing may be noticed: its marks are looked for wherever it may lie.
                self.survey.hurry()
            self.attention.rest(len(regions))
        if said or self._is_to_watch(seconds, moved):
            self._watch_look(seconds, gray, glance, moved)
        elif moved is not None:
            self.areas.pass_over()
        return said

    def _watch_look(self, seconds: float, gray: Gray, glance: MatQuery, moved: Mask | None) -> None:
        """See what lies in the seats' areas of a frame that is looked at, and whether it is the mat that is seen."""
        is_asked = moved is None or self.recognition.is_due
        if is_asked:
            self._recognise(seconds, gray, glance.covered)
        self._watch(seconds, gray, glance.covered, glance.hidden, moved)
        if not is_asked and self.areas.begins:
            # What is as bright as the mat may have come over what lay there, and move still.
            self._recognise(seconds, gray, glance.covered)
            if self.recognition.veils:
                self._watch(seconds, gray, glance.covered, glance.hidden, moved)

    def _glance(self, gray: Gray, moved: Mask | None) -> MatQuery:
        """Gather what the tracker may ask about a frame."""
        covered = self.ground.covered()
        hidden = covered if moved is None else covered | moved
        return MatQuery(
            self.view,
            self.ground,
            self.arrivals,
            self.bareness,
            covered,
            hidden,
            patient=self._still >= _LIMITS.patient,
            recognises=lambda card: self.recognition.shows_mat_for(card, self.cards, gray, hidden),
            reads=partial(self._reads, gray),
        )

    @property
    def cards(self) -> tuple[TrackedCard, ...]:
        """The cards that lie on the mat, and those that land."""
        return (*self.tracks.laid, *self.tracks.landing)

    def _doubtful(self, covered: Mask, hidden: Mask) -> Mask:
        """Mark where a frame may show something else than the mat; `hidden`: what is covered, and what moves."""
        if self.recognition.is_veiled:
            return np.full_like(covered, MARKED)
        doubtful = self.ground.hardly_bare(covered)
        return hidden if doubtful is covered else doubtful | hidden

    def _reads(self, gray: Gray, card: TrackedCard) -> bool:
        """Whether a mark of a known card is read where it lies: at its marks if all of them are known."""
        boxes, symbology = [self.view.box_of(card)], self.reader.symbology
        if len(card.spots) == len(symbology.corners):
            beside = self.view.boxes(card, symbology.mark_mm + 2 * _LIMITS.beside_mm)
            boxes = [box for box in beside if not is_flat(gray, *box)]
        marks = [mark for box in boxes for mark in self.reader.part(gray, *box)]
        return any(shows(glimpse, card) for glimpse in glimpses(marks, self.view.calibration))

    def idle(self, seconds: float, gray: Gray) -> tuple[CardSeen, ...]:
        """Take in a frame in which nothing moved: now and then learn the light, and look where nothing was noticed."""
        self.moving = False
        self.reader.counts.idle += 1
        self._still += 1
        self._watch_still(seconds, gray)
        if self._still % _LIMITS.tick and not self.survey.hurried:
            return ()
        if not self.reader.late:
            self._wake(self.reader.tile(gray, *self.survey.tile()), gray)
        if self._still % _LIMITS.tick:
            return ()
        if self.landings is not None:
            self.landings.look(gray, None, self.ground.covered(), self.tracks.laid)
        if not self.recognition.veils:
            self.ground.grow_used([self.view.place(card, _RIM_MM) for card in self.cards])
        self.recognition.rest(seconds, self.cards, gray)
        self.tracks, said = step(self.tracks, seconds, (), self._glance(gray, None), self.strictness)
        return said

    def _watch_still(self, seconds: float, gray: Gray) -> None:
        """See what lies in a frame in which nothing moved, as far as that can be told."""
        ground, areas = self.ground, self.areas
        due = areas.rest(seconds) or seconds >= self._watched + _LIMITS.watch_s
        if ground.visibility.moves:
            self.bareness.last = seconds
            if not due:
                return
        ground.follow_light()
        covered, veils = ground.covered(), self.recognition.veils
        if not ground.visibility.moves and ground.visibility.bare_looks:
            self.bareness.note(seconds, covered, self._doubtful(covered, covered))
        is_wrong = not ground.visibility.moves and areas.is_contradicted(ground.unlike(), covered)
        if due:
            self._watched = seconds
            # What is as bright as the mat may have come without a movement that was noticed.
            self._recognise(seconds, gray, covered)
            is_wrong = is_wrong or bool(veils or self.recognition.veils)
            is_wrong = is_wrong or areas.is_changed(ground.unlike()) or self._is_to_trust(seconds)
        if is_wrong:
            self._watch(seconds, gray, covered, covered, None)

    def _give_up(self, things: int) -> None:
        """Still regions could not be read: read the whole picture, a tile a frame."""
        self.reader.counts.unread += things
        if things:
            self.survey.hurry()

    def _wake(self, marks: Iterable[Mark], gray: Gray) -> Mask:
        """Cards found by the sweep: their places are no mat, and are to be read again.

        Returns the looks of them in which the pattern of the mat tells what lies below.
        """
        cards, laid = self.cards, self.tracks.laid
        seen = glimpses(marks, self.view.calibration)
        # One that lands still has been lost sight of, or it were read in its place and not by the sweep.
        places = [self.view.place(card, _RIM_MM) for card in seen if not any(shows(card, known) for known in laid)]
        told = np.zeros(self.view.shape, np.uint8)
        if not places:
            return told
        held = reduce(np.bitwise_or, [*places, *(self.view.place(card, _RIM_MM) for card in cards)])
        mat = self._pattern(gray, u8(held))
        for place in places:
            below = mat.under(place)
            if below is not None:
                told |= place
            self.ground.bridge(place, below)
            if self._beyond:
                # A mark was read there, whatever its card looks like beside the mat, and whatever was read in vain
                # there before, with an arm in the same region.
                self.attention.wake_faint(place, THRESHOLDS.attention.tries)
            else:
                self.attention.wake(place)
        return told

    def _pattern(self, gray: Gray, held: Mask) -> Continuation:
        """Continue the mat's pattern as far as it is seen beside such looks."""
        return Continuation(gray, self.view.bare() & ~held, STRIDE, self.view.calibration, self.ground.strange)
