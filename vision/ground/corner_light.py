"""The light on the mat's corner marks: it tells a change of light from a cloth or paper that comes over the mat."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.picture import Gray, Mask
from vision.ground.light import EVEN, Gain

_CLIPPED: Final = 250
"""Grey level from which a look does not get brighter with the light."""
_SHARE: Final = 0.5
"""Of a change of light by which a corner mark may miss it, either way."""


class CornerLight:
    """The looks that see each corner mark, as witnesses of a change of light."""

    def __init__(self, corners: Mask) -> None:
        """Know the marks.

        Args:
            corners: the looks that see one, each mark apart from the others.
        """
        count, labels = cv2.connectedComponents(corners, connectivity=8)
        order = np.argsort(labels, axis=None, kind="stable")
        ends = np.cumsum(np.bincount(labels.ravel(), minlength=count))
        self._looks: NDArray[np.intp] = order[ends[0] :]
        """Mark by mark."""
        self._starts: NDArray[np.intp] = (ends[:-1] - ends[0]).astype(np.intp)
        """Where each begins among them."""

    def agrees(self, before: Gray | NDArray[np.float32], now: Gray, change: Gain | float, limit: float) -> bool:
        """Whether the marks have become as much brighter or darker as a change of light that is supposed.

        What comes over the mat leaves the marks as they were, or hides them; hands hide two of the four at most.
        Where no mark is known nothing is said against it.

        Args:
            before: looks under the light before.
            now: looks under the light now.
            change: how many times brighter it is, for all looks or each.
            limit: grey levels by which a mark's looks may differ from what is supposed, on average.
        """
        if not len(self._starts):
            return True
        old, new = (looks.ravel()[self._looks].astype(np.float32) for looks in (before, now))
        supposed = old * (change.ravel()[self._looks] if isinstance(change, np.ndarray) else np.float32(change))
        tells = (old < _CLIPPED) & (new < _CLIPPED)
        were, are, should, apart, looks = (
            np.add.reduceat(levels * tells, self._starts)
            for levels in (old, new, supposed, np.abs(new - supposed), np.ones_like(old))
        )
        asked = np.abs(should - were) > EVEN * were / 2
        agree = asked & (np.abs(are - should) <= _SHARE * np.abs(should - were)) & (apart <= limit * looks)
        return bool(2 * int(np.count_nonzero(agree)) >= max(int(np.count_nonzero(asked)), 1))
