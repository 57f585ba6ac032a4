"""Where to look: what changed, lies still again, and is not the mat."""

from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import STRIDE, Mask
from vision.picture import u8

Labels: TypeAlias = NDArray[np.int32]
"""For each look the number of the region it belongs to, 0 for none."""

TRIES: Final = 8
"""Frames in which a still thing is looked at before it is taken for no card: a hand at rest, a glass."""

_AURA: Final = np.ones((9, 9), np.uint8)
"""Neighbours of a change count as moving: 32 pixels, 1 cm on the mat at 1080p."""
_TOUCH: Final = np.ones((3, 3), np.uint8)
_MARGIN: Final = 4
"""Looks added round a still region before it is read, since its rim counts as moving."""


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the picture worth reading."""

    left: int
    top: int
    right: int
    bottom: int
    tries: int
    """Frames in which it was read in vain."""
    label: int
    """Its number among this frame's regions."""

    @property
    def pixels(self) -> int:
        """Its size."""
        return (self.right - self.left) * (self.bottom - self.top)


class Attention:
    """Remembers what has changed and is not yet accounted for."""

    def __init__(self, field: Mask, smallest: float) -> None:
        """Watch a field (255 inside the mat) for things of at least so many looks."""
        self._field = field
        self._smallest = smallest
        self._pending: Mask = np.zeros(field.shape, np.uint8)
        self._tries: Mask = np.zeros(field.shape, np.uint8)
        self._labels: Labels = np.zeros(field.shape, np.int32)
        self.busy = False
        """Whether anything waits to be accounted for."""

    def notice(self, moved: Mask | None, covered: Mask) -> Mask:
        """Take in a frame's changes; return what is unaccounted for, still, and not the mat."""
        self.busy = True
        if moved is None:
            still = self._pending.copy()
        else:
            self._pending |= u8(cv2.dilate(moved, _TOUCH)) & self._field
            calm = u8(cv2.bitwise_not(cv2.dilate(moved, _AURA)))
            self._tries &= calm
            still = self._pending & calm
        strange = still & covered
        # What lies still and is the mat is forgotten.
        self._pending ^= still ^ strange
        return u8(cv2.morphologyEx(strange, cv2.MORPH_CLOSE, _TOUCH)) if cv2.countNonZero(strange) else strange

    def regions(self, still: Mask) -> list[Region]:
        """Connected still things large enough to carry a mark, the least tried first."""
        if cv2.countNonZero(still) < self._smallest:
            return []
        self._labels = np.zeros(still.shape, np.int32)
        x, y, width, height = cv2.boundingRect(still)
        part = np.s_[y : y + height, x : x + width]
        _, labels, stats, _ = cv2.connectedComponentsWithStats(still[part], connectivity=8)
        self._labels[part] = labels
        # As plain numbers: taking them out of an array one by one costs as much as finding the things.
        boxes = enumerate(np.asarray(stats).tolist())
        found = [self._region(label, x, y, *box) for label, (*box, area) in boxes if label and area >= self._smallest]
        return sorted(found, key=lambda region: (region.tries, region.left, region.top))

    def _region(self, label: int, x: int, y: int, left: int, top: int, wide: int, high: int) -> Region:
        """The region of a label whose box is counted in looks from x, y."""
        rows, columns = self._labels.shape
        left, top = x + left, y + top
        own = np.s_[top : top + high, left : left + wide]
        return Region(
            max(left - _MARGIN, 0) * STRIDE,
            max(top - _MARGIN, 0) * STRIDE,
            min(left + wide + _MARGIN, columns) * STRIDE,
            min(top + high + _MARGIN, rows) * STRIDE,
            tries=int(self._tries[own][self._labels[own] == label].max()),
            label=label,
        )

    def owns(self, region: Region, x_px: float, y_px: float) -> bool:
        """Whether a point of the picture is in the region, not only in the margin round it."""
        x, y = int(x_px) // STRIDE, int(y_px) // STRIDE
        return bool((self._labels[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2] == region.label).any())

    def tried_in_vain(self, region: Region) -> bool:
        """Count a reading that found nothing; whether it was the last and the thing is taken for no card."""
        part = np.s_[region.top // STRIDE : region.bottom // STRIDE, region.left // STRIDE : region.right // STRIDE]
        inside = self._labels[part] == region.label
        self._tries[part] += inside
        if region.tries + 1 < TRIES:
            return False
        self._pending[part][inside] = 0
        return True

    def account(self, place: Mask) -> None:
        """What is there is known."""
        self._pending &= ~place

    def wake(self, place: Mask) -> None:
        """Look there although nothing has moved."""
        self._pending |= place & self._field
        self.busy = True

    def waits_at(self, place: Mask) -> bool:
        """Whether something there is not accounted for."""
        return bool(cv2.countNonZero(self._pending & place))

    def rest(self, regions: int) -> None:
        """Nothing moves: when no region was left either, what is unaccounted for is specks, and forgotten."""
        if not regions:
            self._pending[:] = 0
        self.busy = bool(cv2.countNonZero(self._pending))
