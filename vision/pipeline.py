"""Frames in, observations out: what changed, where to look, how hard."""

from collections.abc import Collection
from typing import Final

from vision import corners
from vision.attention import Attention
from vision.change import Ground
from vision.gaze import Gaze
from vision.mat import AREAS, Mat, MatNotSeenError
from vision.observation import Observation
from vision.picture import Gray
from vision.reading import Counts, Reader
from vision.symbology import Symbology
from vision.track import Lying, Strictness
from vision.view import View

_SETTLE_IN: Final = 4
"""Frames from which the empty mat and the grain of the camera are learned."""


class Eyes:
    """Watches one table; feed it every frame."""

    def __init__(
        self,
        symbology: Symbology,
        mat: Mat,
        seats: int,
        decks: Collection[int],
        strictness: Strictness = Strictness(),  # noqa: B008  frozen
    ) -> None:
        """Watch a table.

        Args:
            symbology: kind of mark on the cards.
            mat: what lies on the table.
            seats: 2 to 5.
            decks: deck numbers of this table; marks of others are counted and refused.
            strictness: when to believe a card.

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
        self._reader = Reader(symbology, frozenset(decks), self.counts)
        self._ground: Ground | None = None
        self._gaze: Gaze | None = None

    @property
    def view(self) -> View | None:
        """Where the mat is seen; None until it has been found."""
        return None if self._gaze is None else self._gaze.view

    @property
    def laid(self) -> tuple[Lying, ...]:
        """The cards believed to lie on the mat."""
        return () if self._gaze is None else self._gaze.tracks.laid

    def feed(self, seconds: float, gray: Gray) -> tuple[Observation, ...]:
        """Take in one frame; what it settled, oldest first."""
        self.counts.frames += 1
        if self._gaze is None:
            self._settle_in(gray)
            return ()
        seen = self._gaze.feed(seconds, gray)
        self.moving = self._gaze.moving
        return seen

    def _settle_in(self, gray: Gray) -> None:
        """Find the mat and learn what it looks like; cards that lie there already are read next."""
        if self._ground is None:
            self._ground = Ground(gray)
        self._ground.settle_in(gray)
        try:
            calibration = corners.find(self._mat, gray)
        except MatNotSeenError as error:
            self.trouble = str(error)
            return
        self.trouble = None
        if self.counts.frames < _SETTLE_IN:
            return
        view = View(calibration, self._mat, self._ground.shape)
        attention = Attention(view.field(), smallest=view.looks_on(self._mark_mm) * 0.6)
        self._gaze = Gaze(view, self._ground, attention, self._reader, self._strictness)
        self._gaze.open(gray)
