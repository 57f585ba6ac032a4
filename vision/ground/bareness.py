"""When each look showed the bare mat last: what tells since when a card can have lain where it is read."""

from math import isfinite
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.picture import MARKED, Mask, u8
from vision.base.thresholds import THRESHOLDS

_LIMITS: Final = THRESHOLDS.bareness


Times: TypeAlias = NDArray[np.float64]

_NEVER: Final = -np.inf
_MOST: Final = int(np.iinfo(np.uint8).max)
"""Moments that a byte counts."""


class Bareness:
    """Remembers, look by look, the last frame in which it was like the mat."""

    def __init__(self, shape: tuple[int, int]) -> None:
        """Nothing was seen yet."""
        self._hidden: Mask = np.full(shape, MARKED, np.uint8)
        """Where the last frame showed something else than the mat, or something that moved."""
        self._doubtful: Mask = self._hidden
        """Where it may have."""
        self._moments: list[float] = [_NEVER]
        """Media times of the newest frames in which looks were bare that the frame after them hid."""
        self._newest: NDArray[np.uint8] = np.zeros(shape, np.uint8)
        """For a hidden look that of them in which it was bare; 0: none. Bytes, for every frame goes over all looks."""
        self._bare_at: Times = np.full(shape, _NEVER)
        """For looks of which those tell nothing the media time itself."""
        self.last = _NEVER
        """Media time of the last frame; of one that shows what the one before showed only this is taken in."""

    def note(self, seconds: float, hidden: Mask, doubtful: Mask) -> None:
        """Take in a frame.

        Args:
            seconds: its media time.
            hidden: where it shows something else than the mat, or something that moves.
            doubtful: where it may: a card's look that is as bright as what counts comes and goes with the grain.
        """
        fresh = u8(cv2.subtract(doubtful, self._doubtful))
        if cv2.countNonZero(fresh):
            if len(self._moments) > _MOST:
                self._bare_at, self._moments = self._times(), [_NEVER]
                self._newest[:] = 0
            fresh &= np.uint8(len(self._moments))
            np.maximum(self._newest, fresh, out=self._newest)
            self._moments.append(self.last)
        self._hidden, self._doubtful, self.last = hidden, doubtful, seconds

    def _times(self) -> Times:
        """When each look was bare last."""
        return np.where(self._newest > 0, np.array(self._moments)[self._newest], self._bare_at)

    def since(self, marks: NDArray[np.intp]) -> float | None:
        """The last time at which a card was not there whose marks are read in these looks; None: that was never seen.

        A look that shows something else than the mat where a mark is read shows the mark: whenever it showed the mat,
        no such card lay there. Of all such looks the middle one counts, as a few may have been wrong.

        Args:
            marks: indices into the flattened looks.
        """
        hidden = marks[self._hidden.ravel()[marks] > 0]
        if len(hidden) < _LIMITS.fewest:
            return None
        newest: list[int] = self._newest.ravel()[hidden].tolist()
        older: list[float] = self._bare_at.ravel()[hidden].tolist()
        times = sorted(self._moments[new] if new else old for new, old in zip(newest, older, strict=True))
        middle = (times[(len(times) - 1) // 2] + times[len(times) // 2]) / 2
        return middle if isfinite(middle) else None
