"""The pipeline of the eyes: frames in, observations of cards and of blindness out."""

import time
from collections.abc import Callable, Collection, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import MARKED, Colouring, Gray, Mask, Matrix, StillPicture, mask_of, no_colour
from vision.base.observation import (
    USUAL_STRICTNESS,
    AreaSight,
    BlindWhy,
    Observation,
    Sight,
    StickerDoubt,
    Strictness,
    Trouble,
)
from vision.base.thresholds import THRESHOLDS
from vision.decks.reader import FaceReader
from vision.eyes import attention
from vision.eyes.areas import Areas
from vision.eyes.attention import Attention, TileSweep, tiles
from vision.eyes.face_checks import FaceChecks
from vision.eyes.grid import MatView
from vision.eyes.landings import FaceLandings
from vision.eyes.reader import Counts, Reader
from vision.eyes.recognition import Recognition
from vision.eyes.tracker import TrackedCard, TrackState
from vision.eyes.watcher import Watcher
from vision.ground.background import STRIDE, Background
from vision.ground.emptiness import BareHistory, EmptyMat
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


def move_background(before: Watcher, calibration: Calibration, gray: Gray) -> Background:
    """Move the background to the mat's new place, without the things that lie on it."""
    rows, columns = gray.shape
    y, x = np.mgrid[STRIDE // 2 : rows : STRIDE, STRIDE // 2 : columns : STRIDE]
    samples = np.stack((x.ravel(), y.ravel()), axis=1).astype(np.float64)
    return _MovedBackground(gray, before.ground, before.view.calibration.px(calibration.mm(samples)))


def transfer_cards(before: Watcher, now: Watcher, gray: Gray) -> None:
    """Transfer the cards to the watcher of the mat's new place; every foreign sample is read again."""
    now.tracks = before.tracks
    foreign = now.ground.foreign()
    now.attention.mark_changed(foreign)
    now.recognition.learn_new(gray, foreign, now.cards)


class _MovedBackground(Background):
    """Background of a mat that was elsewhere before."""

    def __init__(self, gray: Gray, before: Background, places: Matrix) -> None:
        """Carry over what was learned; `places`: where each sample's spot was seen before, pixels, row by row."""
        super().__init__(gray)
        self.threshold, self.noise = before.threshold, before.noise
        at = ((places - STRIDE // 2) / STRIDE).astype(np.float32).reshape(*self.shape, 2)
        self._bare = _warp(before.mat, at)
        self._empty, self._may_hide_things = EmptyMat(_warp(before.empty, at)), True
        # What lay there from the first may lie there still.
        self._unsure, self._inpainted = (_warp_mask(where, at) for where in (before.unsure, before.inpainted))
        self.exclude(_warp_mask(before.excluded, at))
        if not before.visibility.first_cards:
            self.mark_unsure(np.full(self.shape, MARKED, np.uint8))
        # Another part of the table is seen now, in the same light.
        self._first_light = self._bare.mean() / before.light
        self._refresh()


def _warp(mat: NDArray[np.uint8] | NDArray[np.float32], at: NDArray[np.float32]) -> NDArray[np.float32]:
    """Sample a mat at the places where its samples were before."""
    seen = cv2.remap(mat, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _warp_mask(where: Mask, at: NDArray[np.float32]) -> Mask:
    """Mark the samples that show some of what the marked samples showed before."""
    return mask_of(_warp(where, at) > 0)


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
    """Reason why nothing, or not everything, can be observed; None where nothing is wrong."""
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
    """Reason why the mat was not seen in the last processed frame."""
    _has_moved = False
    """Whether something moved since the newest still picture."""
    _why: BlindWhy | None = None
    """Reason why no area is watched now; None if one is, or the mat was not found yet."""

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
        checks: FaceReader | None = None,
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
            checks: reads the faces of marked cards, whose labels it leaves out: each must say what the marks say.
        """
        self.seats, self.counts = len(AREAS[seats]), Counts()
        self.dropped, self._colour = dropped, colour
        self._mat, self._mark_mm, self._strictness = mat, symbology.mark_mm, strictness
        self._reader = Reader(symbology, frozenset((*decks, NO_DECK)), self.counts, budget_ms, clock)
        self._lens, self._knock_mm, self._faces, self._checks = lens, knock_mm, faces, checks
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
        """Reason why cards can look like the mat, whatever else is wrong; None until the mat has been found."""
        return None if self._watcher is None else self._watcher.ground.visibility.trouble

    def take_doubts(self) -> tuple[StickerDoubt, ...]:
        """Return the stickers found wrong since the last call, each once."""
        if self._watcher is None:
            return ()
        found, self._watcher.doubts = self._watcher.doubts, ()
        return found

    def sight(self) -> Sight:
        """Return the sight of the seats' areas in the last new picture; while the mat is unseen, no area is."""
        late = self._seconds - self._fresh > THRESHOLDS.health.gap_s
        if self._watcher is None or late or self._blind is not None:
            return Sight(self._seconds, (_UNSEEN,) * self.seats, stray=False)
        return self._watcher.areas.sight

    def feed(self, seconds: float, gray: Gray) -> tuple[Observation, ...]:
        """Process one frame; return what it settled, oldest first."""
        dropped = self.dropped()
        self._seconds, late, self._dropped = seconds, dropped - self._dropped, dropped
        if not self._freshness.is_new(gray) and not self._is_passed_over:
            self._skip_frozen(late)
            return ()
        if gray.shape != self._shape:
            self._restart(gray)
        if late or self._hurried:
            self._set_hurry(late)
        seen = self._process(seconds, gray)
        if seen is None:
            return ()
        self._fresh = seconds
        blind = self._blindness.update(seconds, self._why, late)
        return seen if blind is None else (blind, *seen)

    def _set_hurry(self, dropped: int) -> None:
        """Process fewer pixels for a while once pictures were dropped, so that fewer will be."""
        self._hurried = _LIMITS.hurried if dropped else max(0, self._hurried - 1)
        self._reader.late = self._hurried > 0

    def _skip_frozen(self, dropped: int) -> None:
        """Skip a repeated picture: it shows nothing, least of all that nothing has happened."""
        self._why = self._why or "frozen"
        self._blindness.update(self._seconds, self._why, dropped)
        if self._blind is None and self._seconds - self._fresh > THRESHOLDS.health.gap_s:
            self.trouble = self._blind = Trouble("frozen")

    def _restart(self, gray: Gray) -> None:
        """Find the mat in pictures of another size, from another camera; the cards on it are kept."""
        self._shape, self._before = gray.shape, self._watcher or self._before
        self._ground, self._settled, self._watcher, self._health, self._blind = None, 0, None, None, None
        self.still = self.before = None

    def _process(self, seconds: float, gray: Gray) -> tuple[Observation, ...] | None:
        """Process one frame that is a new picture; None if it is passed over."""
        self.counts.frames += 1
        if self._watcher is None or self._health is None:
            self._find_mat(gray)
            self._why = "mat"
            return ()
        if self.counts.frames % _LIMITS.check_up and not self._why and self._watcher.is_at_rest(gray):
            self.moving = False
            self._keep_still_picture(seconds, gray)
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
            self._watcher = self._relocate(gray, self._watcher, self._health.calibration)
            self.still = self.before = None
        seen = self._watcher.feed(seconds, gray)
        self.moving = self._watcher.moving
        self._keep_still_picture(seconds, gray)
        self._why = "mat" if self._watcher.areas.hidden else None
        return seen

    def _keep_still_picture(self, seconds: float, gray: Gray) -> None:
        """Keep a picture whose colour may be needed, if nothing moved in it."""
        if self.moving:
            self._has_moved = True
            return
        if self._has_moved:
            self.before, self._has_moved = self.still, False
        self.still = StillPicture(seconds, gray, self._colour())

    def _relocate(self, gray: Gray, watcher: Watcher, calibration: Calibration) -> Watcher:
        """Make the watcher of the mat in its new place, with the cards that lay on it."""
        ground = move_background(watcher, calibration, gray)
        now = self._make_watcher(gray, MatView(calibration, self._mat, ground.shape), ground)
        transfer_cards(watcher, now, gray)
        return now

    def _find_mat(self, gray: Gray) -> None:
        """Find the mat and learn its background; cards that lie there already are read next."""
        if self._ground is None:
            self._ground, self._first = Background(gray), []
        self._ground.warm_up(gray)
        try:
            lens = self._lens and self._lens.scaled_to(gray.shape[1], gray.shape[0])
            calibration = finder.find(self._mat, gray, lens)
        except MatNotSeenError as error:
            # What was learned of whatever lay there instead would make the mat look like grain.
            self.trouble, self._ground, self._settled = error.trouble, None, 0
            return
        self.trouble, self._settled = None, self._settled + 1
        self._first.append(gray.copy())
        if self._settled < _LIMITS.warm_up:
            return
        if self._before is None:
            self._watcher = self._make_watcher(gray, MatView(calibration, self._mat, self._ground.shape), self._ground)
            self._watcher.start(self._first)
        else:
            self._watcher, self._before = self._relocate(gray, self._before, calibration), None
        self._first = []
        self._health = Health(self._mat, calibration, gray, self._knock_mm)

    def _make_watcher(self, gray: Gray, view: MatView, ground: Background) -> Watcher:
        """Make a watcher of the mat in its present place."""
        self._reader.set_smallest_mark(view.px_on(self._mark_mm) * _LIMITS.smallest)
        ground.learn_paper(view.corners(), STRIDE / view.px_on(1))
        ground.learn_marks(view.corners(_LIMITS.rimmed))
        rim = view.rim(_LIMITS.rim_mm, THRESHOLDS.attention.rim_step_mm)
        squares = view.squares(gray.shape)
        return Watcher(
            view,
            ground,
            Attention(view.field(), smallest=view.samples_on(self._mark_mm) * THRESHOLDS.attention.smallest),
            attention.Arrivals(rim, view.samples_at(rim)),
            TileSweep(tiles(view.box(), _tile_px(view), round(view.px_on(_LIMITS.overlap_mm)))),
            self._reader,
            self._strictness,
            Areas(view, self._areas),
            BareHistory(view.shape),
            Recognition(view, ground, MatTexture(squares), view.middles(self._areas), view.pairs(squares, self._areas)),
            None if self._faces is None else FaceLandings(self._faces, view, gray, self._colour),
            None if self._checks is None else FaceChecks(self._checks, view, gray, self._colour, self._reader.decks),
        )
