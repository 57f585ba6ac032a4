"""When each look showed the bare mat last: what tells since when a card can have lain where it is read."""

from math import isfinite
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.base.picture import Mask

Times: TypeAlias = NDArray[np.float64]

_FEWEST: Final = 3
"""Looks at the marks of a card that must differ from the mat to tell when they did not."""
_NEVER: Final = -np.inf


class Bareness:
    """Remembers, look by look, the last frame in which it was like the mat."""

    def __init__(self, shape: tuple[int, int]) -> None:
        """Nothing was seen yet."""
        self._hidden: Mask = np.full(shape, 255, np.uint8)
        """Where the last frame showed something else than the mat, or something that moved."""
        self._bare_at: Times = np.full(shape, _NEVER)
        """Media time of the last frame in which a hidden look was bare."""
        self.last = _NEVER
        """Media time of the last frame; of one that shows what the one before showed only this is taken in."""

    def note(self, seconds: float, hidden: Mask) -> None:
        """Take in a frame, with where it shows something else than the mat, or something that moves."""
        np.copyto(self._bare_at, self.last, where=hidden > self._hidden)
        self._hidden, self.last = hidden, seconds

    def since(self, marks: NDArray[np.intp]) -> float | None:
        """The last time at which a card was not there whose marks are read in these looks; None: that was never seen.

        A look that shows something else than the mat where a mark is read shows the mark: whenever it showed the mat,
        no such card lay there. Of all such looks the middle one counts, as a few may have been wrong.

        Args:
            marks: indices into the flattened looks.
        """
        times = self._bare_at.ravel()[marks[self._hidden.ravel()[marks] > 0]]
        if len(times) < _FEWEST:
            return None
        times.sort()
        middle = float(times[(len(times) - 1) // 2] + times[len(times) // 2]) / 2
        return middle if isfinite(middle) else None
