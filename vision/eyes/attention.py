"""The regions to read: places that changed, lie still again, and do not look like the mat."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import MARKED, Mask, Window, u8, widen, window
from vision.base.observation import Point
from vision.base.thresholds import THRESHOLDS
from vision.ground.background import STRIDE

_LIMITS: Final = THRESHOLDS.attention


# Over which edge of the mat a card came: where arms crossed the rim while something moved.


class Arrivals:
    """Remembers where the rim of the mat was crossed."""

    def __init__(self, rim_mm: NDArray[np.float64], samples: NDArray[np.intp]) -> None:
        """Watch the rim of the mat.

        Args:
            rim_mm: its places on the mat, all the way round, `rim_step_mm` apart; rows of x, y.
            samples: for each place the sample that sees it, as an index into the flattened samples.
        """
        self._rim_mm, self._samples = rim_mm, samples
        self._crossed: deque[tuple[float, Mask]] = deque(maxlen=_LIMITS.remembered)

    def update(self, seconds: float, moved: Mask | None) -> None:
        """Remember where something moves on the rim."""
        if moved is None:
            return
        # Where exactly is worked out when a card has come: most frames never need it.
        if MARKED in moved.ravel().take(self._samples).tobytes():
            self._crossed.append((seconds, moved))

    def origin(self, seconds: float) -> Point | None:
        """Find where an arm came in, mm, with a card first read then; None where no arm did, or several did."""
        before = [(when, moved) for when, moved in self._crossed if when <= seconds]
        if not before:
            return None
        recent = (moved for when, moved in before if when >= before[-1][0] - _LIMITS.window_s)
        crossed = reduce(np.bitwise_or, (moved.ravel().take(self._samples) for moved in recent))
        return self._crossing(np.flatnonzero(crossed).tolist())

    def _crossing(self, places: list[int]) -> Point | None:
        """Return the middle of the places if they are one arm's."""
        if not places:
            return None
        # Of so few the gaps are found before NumPy has looked at its arguments.
        neighbours = pairwise((*places, places[0] + len(self._samples)))
        gaps = [(right - left) * _LIMITS.rim_step_mm for left, right in neighbours]
        # The rim is closed: count from behind the widest gap on.
        first = gaps.index(max(gaps)) + 1
        arms: list[list[int]] = [[]]
        for place, gap in zip(places[first:] + places[:first], gaps[first:] + gaps[:first], strict=True):
            arms[-1].append(place)
            if gap > _LIMITS.apart_mm:
                arms.append([])
        arms = [arm for arm in arms if len(arm) >= _LIMITS.narrowest]
        if len(arms) != 1 or len(arms[0]) * _LIMITS.rim_step_mm > _LIMITS.widest_mm:
            return None
        x, y = self._rim_mm[arms[0][len(arms[0]) // 2]]
        return float(x), float(y)


# Goes over the whole picture, a tile a frame: finds what attention has missed without ever making a frame late.

SweepTile: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom, pixels."""


@dataclass(slots=True)
class TileSweep:
    """The order of the tiles."""

    tiles: tuple[SweepTile, ...]
    hurried: int = 0
    """Tiles to be read in the next frames, one in each, because something could not be read."""
    _next: int = 0

    def hurry(self) -> None:
        """Read every tile once, one a frame, because a region could not be read."""
        self.hurried = len(self.tiles)

    def next_tile(self) -> SweepTile:
        """Return the tile to read now."""
        self.hurried = max(self.hurried - 1, 0)
        self._next = (self._next + 1) % len(self.tiles)
        return self.tiles[self._next]


def tiles(field: SweepTile, side: int, overlap: int) -> tuple[SweepTile, ...]:
    """Squares of about a side that cover the field; what is no larger than the overlap is whole in one of them.

    >>> tiles((0, 0, 300, 100), 200, 20)
    ((0, 0, 160, 100), (140, 0, 300, 100))
    """
    left, top, right, bottom = field
    return tuple(
        (x, y, x_end, y_end)
        for y, y_end in _spans(top, bottom, side, overlap)
        for x, x_end in _spans(left, right, side, overlap)
    )


def _spans(start: int, end: int, side: int, overlap: int) -> Iterator[tuple[int, int]]:
    count = max(1, -(-(end - start - overlap) // (side - overlap)))
    step = (end - start - overlap) / count
    for number in range(count):
        yield start + round(number * step), start + round((number + 1) * step) + overlap


Labels: TypeAlias = NDArray[np.uint16]
"""Number of each sample's region in a part, 0 for none."""


_AURA: Final = np.ones((_LIMITS.aura, _LIMITS.aura), np.uint8)
"""Neighbours of a change count as moving: 32 pixels, 1 cm on the mat at 1080p."""
_TOUCH: Final = np.ones((_LIMITS.touch, _LIMITS.touch), np.uint8)


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
    """Number of the region in this frame."""
    restless: bool = False
    """Whether something moves close by."""

    @property
    def pixels(self) -> int:
        """The size of the region in pixels."""
        return (self.right - self.left) * (self.bottom - self.top)


class StillSamples(NamedTuple):
    """A mask of the samples that lie still and are not the mat, cut out of all samples."""

    samples: Mask
    left: int
    """Column of the first of them among all samples."""
    top: int
    """Row of the first of them."""


_NOTHING: Final = StillSamples(np.zeros((0, 0), np.uint8), 0, 0)


class Attention:
    """Changed samples that no card explains yet."""

    def __init__(self, field: Mask, smallest: float) -> None:
        """Watch a field (255 inside the mat) for things of at least so many samples."""
        self._field = field
        self._smallest = smallest
        self._pending: Mask = np.zeros(field.shape, np.uint8)
        self._tries: Mask = np.zeros(field.shape, np.uint8)
        self._labels: Labels = np.zeros((0, 0), np.uint16)
        self._part = 0, 0
        """Column and row of the first sample that has a label."""
        self._faint: Mask | None = None
        """Samples that differ from the mat too little for one sample to tell, once there were any."""
        self.busy = False
        """Whether anything waits to be accounted for."""

    def find_still(self, moved: Mask | None, foreign: Mask, within: Window | None = None) -> StillSamples:
        """Update the changes by a frame; return the unexplained samples that are still and not the mat.

        Args:
            moved: what moves.
            foreign: what shows something else than the mat.
            within: rows and columns beyond which nothing moves, if they are known.
        """
        self.busy = True
        if moved is None:
            still = self._pending.copy()
        else:
            part = widen(within or window(moved, 0), _AURA.shape[0] // 2)
            motion = moved[part]
            self._pending[part] |= u8(cv2.dilate(motion, _TOUCH)) & self._field[part]
            calm = ~u8(cv2.dilate(motion, _AURA))
            self._tries[part] &= calm
            if self._faint is not None:
                self._faint[part] &= calm
            still = self._pending.copy()
            still[part] &= calm
        unexplained = still & (foreign if self._faint is None else foreign | self._faint)
        # What lies still and is the mat is forgotten.
        self._pending ^= still ^ unexplained
        if not cv2.countNonZero(unexplained):
            return _NOTHING
        rows, columns = window(unexplained, 2)
        whole = u8(cv2.morphologyEx(unexplained[rows, columns], cv2.MORPH_CLOSE, _TOUCH))
        return StillSamples(whole, columns.start, rows.start)

    def regions(self, still: StillSamples, moved: Mask | None = None, beyond: int = 0, later: int = 0) -> list[Region]:
        """Find connected still things large enough to carry a mark, the least tried first.

        Args:
            still: what lies still and is no mat, as `notice` tells it.
            moved: what moves.
            beyond: samples round each thing that may belong to it although they look like the mat.
            later: the same for a thing that was read in vain and is smaller than that.
        """
        if cv2.countNonZero(still.samples) < self._smallest:
            return []
        x, y, width, height = cv2.boundingRect(still.samples)
        self._part = still.left + x, still.top + y
        part = still.samples[y : y + height, x : x + width]
        _, labels, stats, _ = cv2.connectedComponentsWithStats(part, connectivity=8, ltype=cv2.CV_16U)
        self._labels = np.asarray(labels, np.uint16)
        # As plain numbers: taking them out of an array one by one costs as much as finding the things.
        boxes = enumerate(np.asarray(stats).tolist())
        large = ((label, box) for label, (*box, area) in boxes if label and area >= self._smallest)
        found = [self._region(label, moved, (beyond, max(beyond, later)), *box) for label, box in large]
        return sorted(found, key=lambda region: (region.tries, region.left, region.top))

    def _region(
        self, label: int, moved: Mask | None, beyond: tuple[int, int], left: int, top: int, wide: int, high: int
    ) -> Region:
        """Return the region of a label whose box is counted in samples from the part's first one, with a margin.

        Args:
            label: its number.
            moved: what moves.
            beyond: samples added to the margin, at first and once it was tried in vain.
            left: of its box.
            top: of its box.
            wide: how many samples.
            high: how many samples.
        """
        rows, columns = self._field.shape
        part = self._labels[top : top + high, left : left + wide]
        left, top = self._part[0] + left, self._part[1] + top
        seen = self._tries[top : top + high, left : left + wide]
        # Most regions are new: no sample of theirs was tried.
        tries = int(seen[part == label].max()) if cv2.countNonZero(seen) else 0
        # What is as large as a card shows its marks, and a larger region is not looked at as hard.
        is_part = tries >= _LIMITS.wider and max(wide, high) <= beyond[1]
        margin = _LIMITS.margin + beyond[is_part]
        return Region(
            max(left - margin, 0) * STRIDE,
            max(top - margin, 0) * STRIDE,
            min(left + wide + margin, columns) * STRIDE,
            min(top + high + margin, rows) * STRIDE,
            tries=tries,
            label=label,
            restless=moved is not None and _is_near(moved, left, top, wide, high),
        )

    def contains(self, region: Region, x_px: float, y_px: float) -> bool:
        """Whether a point of the picture is in the region, not only in the margin round it."""
        x, y = int(x_px) // STRIDE - self._part[0], int(y_px) // STRIDE - self._part[1]
        near = self._labels[max(y - 1, 0) : max(y + 2, 0), max(x - 1, 0) : max(x + 2, 0)]
        return bool((near == region.label).any())

    def count_failure(self, region: Region) -> bool:
        """Count a failed reading; True: it was the last, and the thing is no card."""
        x, y = self._part
        rows, columns = self._labels.shape
        part = np.s_[y : y + rows, x : x + columns]
        inside = self._labels == region.label
        self._tries[part] += inside
        if region.tries + 1 < _LIMITS.tries:
            return False
        self._pending[part][inside] = 0
        if self._faint is not None:
            self._faint[part][inside] = 0
        return True

    def mark_explained(self, place: Mask) -> None:
        """Forget changes at these samples, for a known card explains them."""
        self._pending &= ~place
        if self._faint is not None:
            self._faint &= ~place

    def mark_changed(self, place: Mask) -> None:
        """Mark these looks as changed, although nothing has moved."""
        self._pending |= place & self._field
        self.busy = True

    def mark_faint(self, place: Mask, tries: int = 1) -> None:
        """Mark these samples as changed and foreign, except those that failed so often since they moved."""
        _, tried = cv2.threshold(self._tries, tries - 1, MARKED, cv2.THRESH_BINARY)
        new = place & self._field & ~u8(tried)
        if cv2.countNonZero(new):
            self._faint = new if self._faint is None else self._faint | new
            self.mark_changed(new)

    def settle(self, regions: int) -> None:
        """Settle a still frame: unexplained samples without a region are specks and are forgotten."""
        if not regions:
            np.maximum(self._tries, self._pending & np.uint8(1), out=self._tries)
            self._pending[:] = 0
        self.busy = bool(cv2.countNonZero(self._pending))


def _is_near(moved: Mask, left: int, top: int, wide: int, high: int) -> bool:
    """Whether something moves in the box or close to it."""
    rows = slice(max(top - _LIMITS.near, 0), top + high + _LIMITS.near)
    return cv2.countNonZero(moved[rows, max(left - _LIMITS.near, 0) : left + wide + _LIMITS.near]) > 0
