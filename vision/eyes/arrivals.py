"""Over which edge of the mat a card came: where arms crossed the rim while something moved."""

from collections import deque
from functools import reduce
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.base.observation import Point
from vision.base.picture import Mask

STEP_MM: Final = 5.0
"""Between two places of the rim."""
_APART_MM: Final = 150.0
"""A gap between crossings as wide as this lies between two arms: a forearm is 60 to 100 mm wide."""
_WIDEST_MM: Final = 400.0
"""What crosses the rim on more than this is no arm: a shadow, or somebody who leans over the table."""
_NARROWEST: Final = 4
"""Places that an arm crosses at least; fewer are a blinking lamp."""
_WINDOW_S: Final = 0.6
"""Crossings within so long belong to one movement of an arm; the arm of the player before has left by then."""
_REMEMBERED: Final = 64
"""Frames with crossings in which a card that is believed now can have come."""
_MOVED: Final = 255
"""What a look of a mask is that moved."""


class Arrivals:
    """Remembers where the rim of the mat was crossed."""

    def __init__(self, rim_mm: NDArray[np.float64], looks: NDArray[np.intp]) -> None:
        """Watch a rim.

        Args:
            rim_mm: its places on the mat, all the way round, `STEP_MM` apart; rows of x, y.
            looks: for each place the look that sees it, as an index into the flattened looks.
        """
        self._rim_mm, self._looks = rim_mm, looks
        self._crossed: deque[tuple[float, Mask]] = deque(maxlen=_REMEMBERED)

    def note(self, seconds: float, moved: Mask | None) -> None:
        """Take in where a frame moved, which must not change any more."""
        if moved is None:
            return
        # Where exactly is worked out when a card has come: most frames never need it.
        if _MOVED in moved.ravel().take(self._looks).tobytes():
            self._crossed.append((seconds, moved))

    def origin(self, seconds: float) -> Point | None:
        """Where an arm came in, mm, with a card first read then; None where no arm did, or several did."""
        before = [(when, moved) for when, moved in self._crossed if when <= seconds]
        if not before:
            return None
        recent = (moved for when, moved in before if when >= before[-1][0] - _WINDOW_S)
        crossed = reduce(np.bitwise_or, (moved.ravel().take(self._looks) for moved in recent))
        return self._crossing(np.flatnonzero(crossed).tolist())

    def _crossing(self, places: list[int]) -> Point | None:
        """The middle of the places if they are one arm's."""
        if not places:
            return None
        # Of so few the gaps are found before NumPy has looked at its arguments.
        gaps = [(after - place) * STEP_MM for place, after in pairwise((*places, places[0] + len(self._looks)))]
        # The rim is closed: count from behind the widest gap on.
        first = gaps.index(max(gaps)) + 1
        arms: list[list[int]] = [[]]
        for place, gap in zip(places[first:] + places[:first], gaps[first:] + gaps[:first], strict=True):
            arms[-1].append(place)
            if gap > _APART_MM:
                arms.append([])
        arms = [arm for arm in arms if len(arm) >= _NARROWEST]
        if len(arms) != 1 or len(arms[0]) * STEP_MM > _WIDEST_MM:
            return None
        x, y = self._rim_mm[arms[0][len(arms[0]) // 2]]
        return float(x), float(y)
