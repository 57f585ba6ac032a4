"""Frames in, observations out: what changed, where to look, how hard."""

from collections.abc import Collection
from typing import Final

from vision.base.belief import Strictness
from vision.base.observation import Observation
from vision.base.picture import Gray
from vision.eyes import arrivals
from vision.eyes.attention import Attention
from vision.eyes.background import Ground
from vision.eyes.grid import View
from vision.eyes.reader import Counts, Reader
from vision.eyes.relocate import ground_at, take_over
from vision.eyes.sweep import Survey, tiles
from vision.eyes.track_state import Lying, State
from vision.eyes.watcher import Gaze
from vision.health.monitor import TOO_DIM, Health, Limits
from vision.marks.identity import NO_DECK
from vision.marks.symbology import Symbology
from vision.mat import finder
from vision.mat.geometry import AREAS, Mat, MatNotSeenError
from vision.mat.lens import Lens

_SETTLE_IN: Final = 4
"""Frames that show the mat, from which it and the grain of the camera are learned."""
_CHECK_UP: Final = 8
"""Frames after which the camera's health is asked about although nothing moves."""
_RIM_MM: Final = 8.0
"""So far inside the mat's edge arms are noticed that cross it."""
_TILE_MM: Final = 150.0
_OVERLAP_MM: Final = 30.0
"""Of two tiles, so that every mark is whole in one."""
_SMALLEST: Final = 0.6
"""Share of its side at the middle of the mat below which no mark of a tilted picture comes."""


class Eyes:
    """Watches one table; feed it every frame."""

    def __init__(
        self,
        symbology: Symbology,
        mat: Mat,
        seats: int,
        decks: Collection[int],
        strictness: Strictness = Strictness(),  # noqa: B008  frozen
        budget_ms: float | None = None,
        lens: Lens | None = None,
        limits: Limits = Limits(),  # noqa: B008  frozen
    ) -> None:
        """Watch a table.

        Args:
            symbology: kind of mark on the cards.
            mat: what lies on the table.
            seats: 2 to 5.
            decks: deck numbers of this table; marks of others are counted and refused.
            strictness: when to believe a card.
            budget_ms: time for reading in one frame of a live camera; what is left over waits for the next frame.
                None for a film: as long as it takes, so that it gives the same observations every time.
            lens: what bends the camera's pictures, if that was measured.
            limits: what counts as a knocked camera, too little light or a lost focus.

        Raises:
            KeyError: the number of seats is not 2 to 5.
        """
        self.seats = len(AREAS[seats])
        self.counts = Counts()
        self.moving = False
        """Whether the last frame differed from the one before."""
        self.trouble: str | None = "no frame has been seen yet"
        """Why nothing can be observed, in one sentence, or None."""
        self._mat = mat
        self._mark_mm = symbology.mark_mm
        self._strictness = strictness
        self._reader = Reader(symbology, frozenset((*decks, NO_DECK)), self.counts, budget_ms)
        self._ground: Ground | None = None
        self._settled = 0
        """Frames since the mat came into view."""
        self._gaze: Gaze | None = None
        self._health: Health | None = None
        self._steady = True
        self._lens, self._limits = lens, limits

    @property
    def view(self) -> View | None:
        """Where the mat is seen; None until it has been found."""
        return None if self._gaze is None else self._gaze.view

    @property
    def laid(self) -> tuple[Lying, ...]:
        """The cards believed to lie on the mat."""
        return () if self._gaze is None else self._gaze.tracks.laid

    @property
    def states(self) -> list[tuple[Lying, State]]:
        """Every card known and how it lies: landing, lying, covered, or just gathered."""
        return [] if self._gaze is None else self._gaze.states()

    def feed(self, seconds: float, gray: Gray) -> tuple[Observation, ...]:
        """Take in one frame; what it settled, oldest first."""
        self.counts.frames += 1
        if self._gaze is None or self._health is None:
            self._settle_in(gray)
            return ()
        due = self.counts.frames % _CHECK_UP == 0 or self._gaze.ticks
        if not due and self._gaze.rests(gray):
            self.moving = False
            return self._gaze.idle(seconds, gray)
        # In the dark all would look like the bare mat: nothing is learned from a frame before the mat is seen in it.
        unsure = due or not self._steady or not self._health.sees(gray)
        if unsure and not self._is_steady(seconds, gray, self._health, self._gaze):
            return ()
        gaze = self._gaze
        moved = gaze.ground.moved(gray)
        # A camera that was knocked sees everything move, the corner marks too.
        if not unsure and gaze.is_shaken(moved):
            if not self._is_steady(seconds, gray, self._health, gaze):
                if moved is not None:
                    gaze.attention.wake(moved)
                return ()
            if self._gaze is not gaze:
                gaze, moved = self._gaze, self._gaze.ground.moved(gray)
        seen = gaze.feed(seconds, gray, moved)
        self.moving = gaze.moving
        return seen

    def _is_steady(self, seconds: float, gray: Gray, health: Health, gaze: Gaze) -> bool:
        """Whether the frame may be read; the gaze is then at the mat where it is now."""
        self._gaze = self._checked(seconds, gray, health, gaze)
        self.moving = self.moving or not self._steady
        return self._steady

    def _checked(self, seconds: float, gray: Gray, health: Health, gaze: Gaze) -> Gaze:
        """Ask about the camera's health; the gaze at the mat where it is now."""
        state = health.look(seconds, gray)
        self.trouble, self._steady = state.trouble or (TOO_DIM if gaze.ground.is_dim else None), state.steady
        if state.moved_mm is None:
            return gaze
        ground = ground_at(gaze, health.calibration, gray)
        now = self._gaze_at(View(health.calibration, self._mat, ground.shape), ground)
        take_over(gaze, now)
        return now

    def _settle_in(self, gray: Gray) -> None:
        """Find the mat and learn what it looks like; cards that lie there already are read next."""
        if self._ground is None:
            self._ground = Ground(gray)
        self._ground.settle_in(gray)
        try:
            lens = self._lens and self._lens.fitting(gray.shape[1], gray.shape[0])
            calibration = finder.find(self._mat, gray, lens)
        except MatNotSeenError as error:
            # What was learned of whatever lay there instead would make the mat look like grain.
            self.trouble, self._ground, self._settled = str(error), None, 0
            return
        self.trouble, self._settled = None, self._settled + 1
        if self._settled < _SETTLE_IN:
            return
        self._gaze = self._gaze_at(View(calibration, self._mat, self._ground.shape), self._ground)
        self._gaze.open(gray)
        self._health = Health(self._mat, calibration, gray, self._limits)

    def _gaze_at(self, view: View, ground: Ground) -> Gaze:
        """What is needed to watch the mat where it is seen."""
        self._reader.symbology.expect(view.px_on(self._mark_mm) * _SMALLEST)
        rim = view.rim(_RIM_MM, arrivals.STEP_MM)
        return Gaze(
            view,
            ground,
            Attention(view.field(), smallest=view.looks_on(self._mark_mm) * 0.6),
            arrivals.Arrivals(rim, view.looks_at(rim)),
            Survey(tiles(view.box(), round(view.px_on(_TILE_MM)), round(view.px_on(_OVERLAP_MM)))),
            self._reader,
            self._strictness,
        )
