"""The pipeline of the eyes: frames in, observations of cards and of blindness out."""

import time
from collections.abc import Callable, Collection, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.observation import USUAL_STRICTNESS, AreaSight, BlindWhy, Observation, Sight, Strictness, Trouble
from vision.base.picture import MARKED, Colouring, Gray, Mask, Matrix, StillPicture, mask_of, no_colour
from vision.base.thresholds import THRESHOLDS
from vision.decks.reader import FaceReader
from vision.eyes import attention
from vision.eyes.areas import Areas
from vision.eyes.attention import Attention, TileSweep, tiles
from vision.eyes.grid import MatView
from vision.eyes.landings import FaceLandings
from vision.eyes.reader import Counts, Reader
from vision.eyes.recognition import Recognition
from vision.eyes.tracker import TrackedCard, TrackState
from vision.eyes.watcher import Watcher
from vision.ground.background import STRIDE, Background
from vision.ground.emptiness import Bareness, Emptiness
from vision.ground.texture import MatTexture
from vision.health.monitor import BlindnessTracker, Freshness, Health
from vision.marks.identity import NO_DECK
from vision.marks.symbology import Symbology
from vision.mat import finder
from vision.mat.geometry import Calibration, MatNotSeenError
from vision.mat.layout import AREAS, Area, Mat
from vision.mat.lens import Lens

_LIMITS: Final = THRESHOLDS.pipeline


# Going on with the same cards after the camera was knocked.


def ground_at(before: Watcher, calibration: Calibration, gray: Gray) -> Background:
    """The background of the mat in its new place, carried over from the old one without the things that lie on it."""
    rows, columns = gray.shape
    y, x = np.mgrid[STRIDE // 2 : rows : STRIDE, STRIDE // 2 : columns : STRIDE]
    looks = np.stack((x.ravel(), y.ravel()), axis=1).astype(np.float64)
    return _Carried(gray, before.ground, before.view.calibration.px(calibration.mm(looks)))


def take_over(before: Watcher, now: Watcher, gray: Gray) -> None:
    """Go on with the cards that lay on the mat; every look that is not mat is read again."""
    now.tracks = before.tracks
    covered = now.ground.covered()
    now.attention.wake(covered)
    now.recognition.begin(gray, covered, now.cards)


class _Carried(Background):
    """The background of a mat that was seen elsewhere before."""

    def __init__(self, gray: Gray, before: Background, places: Matrix) -> None:
        """Carry over what was learned; `places`: where each look's spot was seen before, pixels, row by row."""
        super().__init__(gray)
        self.threshold, self.noise = before.threshold, before.noise
        at = ((places - STRIDE // 2) / STRIDE).astype(np.float32).reshape(*self.shape, 2)
        self._bare = _carried(before.mat, at)
        self._empty, self._doubted = Emptiness(_carried(before.empty, at)), True
        # What lay there from the first may lie there still.
        self._unsure, self._guessed = (_carried_looks(where, at) for where in (before.unsure, before.guessed))
        self.hold(_carried_looks(before.held, at))
        if not before.visibility.first_cards:
            self.doubt_all(np.full(self.shape, MARKED, np.uint8))
        # Another part of the table is seen now, in the same light.
        self._first_light = self._bare.mean() / before.light
        self._remember()


def _carried(mat: NDArray[np.uint8] | NDArray[np.float32], at: NDArray[np.float32]) -> NDArray[np.float32]:
    """The looks of a mat, each taken from where its spot was seen before."""
    seen = cv2.remap(mat, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _carried_looks(where: Mask, at: NDArray[np.float32]) -> Mask:
    """The looks that see some of what these looks have seen."""
    return mask_of(_carried(where, at) > 0)


_UNSEEN: Final = AreaSight(None, None, seen=False)


def _tile_px(view: MatView) -> int:
    """Side of the tiles in which the whole picture is read."""
    return min(max(round(view.px_on(_LIMITS.tile_mm)), _LIMITS.tile_least_px), _LIMITS.tile_most_px)


class Eyes:
    """Watches one table; feed it every frame."""

    moving = False
    """Whether the last frame differed from the one before."""
    still: StillPicture | None = None
    """The newest picture in which nothing moved."""
    before: StillPicture | None = None
    """The newest one from before the last movement: what lay there when a card came."""
    trouble: Trouble | None = Trouble("no-frame")
    """Why nothing, or not everything, can be observed; None where nothing is wrong."""
    _ground: Background | None = None
    _settled = 0
    """Frames since the mat came into view."""
    _watcher: Watcher | None = None
    _before: Watcher | None = None
    """The watcher of pictures of another size, until the mat is found in those of this one."""
    _health: Health | None = None
    _shape: tuple[int, ...] = ()
    """Rows and columns of the pictures."""
    _is_passed_over = False
    """Whether the last picture was passed over, as it showed no mat."""
    _seconds = 0.0
    """Media time of the last frame."""
    _fresh = 0.0
    """Media time of the last one that was a new picture."""
    _dropped = 0
    """Pictures dropped before it."""
    _hurried = 0
    """Frames in which to hurry still because pictures were dropped."""
    _blind: Trouble | None = None
    """Why the mat was not seen in the last frame that was looked at."""
    _has_moved = False
    """Whether something moved since the newest still picture."""
    _why: BlindWhy | None = None
    """Why no area is watched now; None if one is, or the mat was not found yet."""

    def __init__(
        self,
        symbology: Symbology,
        mat: Mat,
        seats: int,
        decks: Collection[int],
        strictness: Strictness = USUAL_STRICTNESS,
        budget_ms: float | None = None,
        lens: Lens | None = None,
        knock_mm: float = THRESHOLDS.health.knock_mm,
        areas: Sequence[Area] | None = None,
        clock: Callable[[], float] = time.perf_counter,
        dropped: Callable[[], int] = int,
        colour: Callable[[], Colouring] = lambda: no_colour,
        faces: FaceReader | None = None,
    ) -> None:
        """Watch a table of 2 to 5 seats, and raise a `KeyError` for any other number.

        Args:
            symbology: kind of mark on the cards.
            mat: what lies on the table.
            seats: how many players there are.
            decks: deck numbers of this table; marks of others are counted and refused.
            strictness: when to believe a card.
            budget_ms: for reading one frame of a live camera; the rest waits. None: a film, always read alike.
            lens: what bends the camera's pictures, if that was measured.
            knock_mm: by so much a corner mark is off when camera or mat were knocked.
            areas: where the seats lay their cards, in order of play; None: as printed on the mat.
            clock: seconds by which the time for reading is counted.
            dropped: tells how many pictures their source has dropped so far because nobody asked for them in time.
            colour: gives the way to the colour of the picture that their source gave last.
            faces: reads the cards by their faces; marks of cards are then of other decks.
        """
        self.seats, self.counts = len(AREAS[seats]), Counts()
        self.dropped, self._colour = dropped, colour
        self._mat, self._mark_mm, self._strictness = mat, symbology.mark_mm, strictness
        self._reader = Reader(symbology, frozenset((*decks, NO_DECK)), self.counts, budget_ms, clock)
        self._lens, self._knock_mm, self._faces = lens, knock_mm, faces
        self._areas = AREAS[seats] if areas is None else tuple(areas)
        self._freshness, self._blindness = Freshness(), BlindnessTracker()
        self._first = list[Gray]()
        """The frames from which the mat is learned."""

    @property
    def view(self) -> MatView | None:
        """The view of the mat; None until it has been found."""
        return None if self._watcher is None else self._watcher.view

    @property
    def laid(self) -> tuple[TrackedCard, ...]:
        """The cards believed to lie on the mat."""
        return () if self._watcher is None else self._watcher.tracks.laid

    @property
    def landing(self) -> tuple[TrackedCard, ...]:
        """The cards that were read where they lie, and not often enough to be believed."""
        return () if self._watcher is None else self._watcher.tracks.landing

    @property
    def states(self) -> list[tuple[TrackedCard, TrackState]]:
        """Every card known and how it lies: landing, lying, covered, or just gathered."""
        return [] if self._watcher is None else self._watcher.states()

    @property
    def faint(self) -> Trouble | None:
        """Why cards can look like the mat, if they can, whatever else is wrong; None until the mat has been found."""
        return None if self._watcher is None else self._watcher.ground.visibility.trouble

    def sight(self) -> Sight:
        """The sight of the seats' areas in the last new picture; no area is seen while the mat is not."""
        late = self._seconds - self._fresh > THRESHOLDS.health.gap_s
        if self._watcher is None or late or self._blind is not None:
            return Sight(self._seconds, (_UNSEEN,) * self.seats, stray=False)
        return self._watcher.areas.sight

    def feed(self, seconds: float, gray: Gray) -> tuple[Observation, ...]:
        """Take in one frame; what it settled, oldest first."""
        dropped = self.dropped()
        self._seconds, late, self._dropped = seconds, dropped - self._dropped, dropped
        if not self._freshness.is_new(gray) and not self._is_passed_over:
            self._stand_still(late)
            return ()
        if gray.shape != self._shape:
            self._begin_anew(gray)
        if late or self._hurried:
            self._hurry(late)
        seen = self._look(seconds, gray)
        if seen is None:
            return ()
        self._fresh = seconds
        blind = self._blindness.update(seconds, self._why, late)
        return seen if blind is None else (blind, *seen)

    def _hurry(self, dropped: int) -> None:
        """Look at fewer pixels for a while once pictures were dropped, so that fewer will be."""
        self._hurried = _LIMITS.hurried if dropped else max(0, self._hurried - 1)
        self._reader.late = self._hurried > 0

    def _stand_still(self, dropped: int) -> None:
        """Take in the last picture once more: it shows nothing, least of all that nothing has happened."""
        self._why = self._why or "frozen"
        self._blindness.update(self._seconds, self._why, dropped)
        if self._blind is None and self._seconds - self._fresh > THRESHOLDS.health.gap_s:
            self.trouble = self._blind = Trouble("frozen")

    def _begin_anew(self, gray: Gray) -> None:
        """Look for the mat in pictures of another size, which another camera has taken; the cards on it are kept."""
        self._shape, self._before = gray.shape, self._watcher or self._before
        self._ground, self._settled, self._watcher, self._health, self._blind = None, 0, None, None, None
        self.still = self.before = None

    def _look(self, seconds: float, gray: Gray) -> tuple[Observation, ...] | None:
        """Take in one frame that is a new picture; None if it is passed over."""
        self.counts.frames += 1
        if self._watcher is None or self._health is None:
            self._settle_in(gray)
            self._why = "mat"
            return ()
        if self.counts.frames % _LIMITS.check_up and not self._why and self._watcher.rests(gray):
            self.moving = False
            self._keep(seconds, gray)
            self._freshness.learn_grain()
            return self._watcher.idle(seconds, gray)
        # One picture without the mat between two that show it tells of the camera, not of the table.
        self._is_passed_over = not self._is_passed_over and self._blind is None and self._health.has_lost_mat(gray)
        if self._is_passed_over:
            return None
        # In the dark all would look like the bare mat: nothing is learned from a frame before the mat is seen in it.
        steadiness = self._health.check(seconds, gray)
        self._blind = steadiness.blind
        self.trouble = steadiness.blind or steadiness.warning or self._watcher.ground.visibility.trouble
        if steadiness.blind is not None:
            self.moving, self._why = True, "dark" if steadiness.blind.kind == "dark" else "mat"
            return ()
        if steadiness.moved_mm is not None:
            self._watcher = self._moved(gray, self._watcher, self._health.calibration)
            self.still = self.before = None
        seen = self._watcher.feed(seconds, gray)
        self.moving = self._watcher.moving
        self._keep(seconds, gray)
        self._why = "mat" if self._watcher.areas.hidden else None
        return seen

    def _keep(self, seconds: float, gray: Gray) -> None:
        """Keep a picture that may be asked for its colour, if nothing moved in it."""
        if self.moving:
            self._has_moved = True
            return
        if self._has_moved:
            self.before, self._has_moved = self.still, False
        self.still = StillPicture(seconds, gray, self._colour())

    def _moved(self, gray: Gray, watcher: Watcher, calibration: Calibration) -> Watcher:
        """The watcher of the mat in its new place, with the cards that lay on it."""
        ground = ground_at(watcher, calibration, gray)
        now = self._gaze_at(gray, MatView(calibration, self._mat, ground.shape), ground)
        take_over(watcher, now, gray)
        return now

    def _settle_in(self, gray: Gray) -> None:
        """Find the mat and learn what it looks like; cards that lie there already are read next."""
        if self._ground is None:
            self._ground, self._first = Background(gray), []
        self._ground.settle_in(gray)
        try:
            lens = self._lens and self._lens.scaled_to(gray.shape[1], gray.shape[0])
            calibration = finder.find(self._mat, gray, lens)
        except MatNotSeenError as error:
            # What was learned of whatever lay there instead would make the mat look like grain.
            self.trouble, self._ground, self._settled = error.trouble, None, 0
            return
        self.trouble, self._settled = None, self._settled + 1
        self._first.append(gray.copy())
        if self._settled < _LIMITS.settle_in:
            return
        if self._before is None:
            self._watcher = self._gaze_at(gray, MatView(calibration, self._mat, self._ground.shape), self._ground)
            self._watcher.open(self._first)
        else:
            self._watcher, self._before = self._moved(gray, self._before, calibration), None
        self._first = []
        self._health = Health(self._mat, calibration, gray, self._knock_mm)

    def _gaze_at(self, gray: Gray, view: MatView, ground: Background) -> Watcher:
        """A watcher of the mat in the place where it is seen."""
        self._reader.expect(view.px_on(self._mark_mm) * _LIMITS.smallest)
        ground.know_paper(view.corners(), STRIDE / view.px_on(1))
        ground.know_marks(view.corners(_LIMITS.rimmed))
        rim = view.rim(_LIMITS.rim_mm, THRESHOLDS.attention.rim_step_mm)
        squares = view.squares(gray.shape)
        return Watcher(
            view,
            ground,
            Attention(view.field(), smallest=view.looks_on(self._mark_mm) * THRESHOLDS.attention.smallest),
            attention.Arrivals(rim, view.looks_at(rim)),
            TileSweep(tiles(view.box(), _tile_px(view), round(view.px_on(_LIMITS.overlap_mm)))),
            self._reader,
            self._strictness,
            Areas(view, self._areas),
            Bareness(view.shape),
            Recognition(view, ground, MatTexture(squares), view.middles(self._areas), view.pairs(squares, self._areas)),
            None if self._faces is None else FaceLandings(self._faces, view, gray, self._colour),
        )
