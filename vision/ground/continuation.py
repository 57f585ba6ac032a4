"""The mat under a thing that hides it, continued from the mat round it where its pattern repeats itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import dist, hypot
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.picture import Gray, Mask, Window, u8, window

_SHRUNK_MM: Final = 1.0
"""Side of a pixel of the picture in which periods are looked for: finer patterns are even to the looks."""
_RING_MM: Final = 15.0
"""Width of the ring round a hidden place in which the continued pattern is compared with what is seen."""
_REACH_MM: Final = 100.0
"""How far beyond it the pattern is looked at: twice a period of a card's length."""
_LEFT: Final = 0.3
"""Share of its variance that a pattern may differ by from itself a period away: its weave, and a camera askew."""
_OVERLAP: Final = 0.2
"""Share of what is seen that must be seen at both ends of a period."""
_PERIODS: Final = 20
"""Periods that are used, the shortest first: over these neither the light nor the camera's slant changes much."""
_MOST: Final = 40
"""Periods that are found, the best first."""
_APART: Final = 5
"""Between two of them in the smaller picture; nearer ones are the same."""
_LONG_MM: Final = 88.0
"""Two periods that lead farther apart do not lead to the same thing: a card is no longer."""
_KNOWN: Final = 0.8
"""Share of the hidden looks of which two such periods must tell the same."""
_RIGHT: Final = 0.95
"""Share of the ring that must look as it is continued."""
_BLUR: Final = (3, 3)

_Levels: TypeAlias = NDArray[np.float32]
_Period: TypeAlias = tuple[float, float]
"""Pixels down and across from a place of the mat to another that looks the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Continuation:
    """The repeated pattern of a mat as one picture shows it.

    What is seen at a hidden place itself is not asked: neither a card nor a sleeve over it is taken for the mat.
    """

    gray: Gray
    """The picture."""
    bare: Mask
    """The looks that see the mat, as far as is known."""
    stride: int
    """Pixels between two looks."""
    px_per_mm: float
    limit: float
    """Grey levels by which averaged looks at the same mat differ at most."""

    def under(self, hidden: Mask) -> Gray | None:
        """The looks of the mat with those that one thing hides filled in; None: its pattern does not repeat itself.

        Args:
            hidden: the looks that do not see the mat.
        """
        near, around = self._part(hidden, _RING_MM), self._part(hidden, _REACH_MM)
        bare = self.bare & ~hidden
        periods = self._periods(around, bare[around])
        if not periods:
            return None
        inside, beside = hidden[near] > 0, bare[near] > 0
        told = np.array([self._told(near, period, bare) for period in periods])
        attested = self._attested(told, periods)
        known = np.asarray(np.any(attested, axis=0), np.bool_)
        middle = _middle(np.where(attested, told, np.float32(np.nan)))
        rest = np.where(known, np.uint8(0), np.uint8(255))
        whole = u8(cv2.inpaint(u8(cv2.convertScaleAbs(middle)), rest, 3, cv2.INPAINT_TELEA))
        if np.mean(known[inside]) < _KNOWN or not self._is_right(whole, near, inside, beside):
            return None
        looks = self._looks().copy()
        looks[near][inside] = whole[inside]
        return looks

    def _is_right(self, whole: Gray, near: Window, inside: NDArray[np.bool_], beside: NDArray[np.bool_]) -> bool:
        """Whether the mat beside a thing looks as it is continued."""
        seen = np.where(inside, whole, self._looks()[near])
        apart = cv2.absdiff(cv2.blur(whole, _BLUR), cv2.blur(seen, _BLUR))
        return bool(np.mean(apart[beside] <= self.limit) >= _RIGHT)

    def _looks(self) -> Gray:
        return self.gray[self.stride // 2 :: self.stride, self.stride // 2 :: self.stride]

    def _part(self, hidden: Mask, rim_mm: float) -> Window:
        """The rows and columns of looks of a thing and of what is so far round it."""
        (rows, columns), most = window(hidden, round(rim_mm * self.px_per_mm / self.stride)), hidden.shape
        return slice(rows.start, min(rows.stop, most[0])), slice(columns.start, min(columns.stop, most[1]))

    def _told(self, near: Window, period: _Period, bare: Mask) -> _Levels:
        """What is seen a period away from the looks of a part; no number where that is not known to be the mat."""
        rows, columns = (np.arange(part.start, part.stop, dtype=np.float32) for part in near)
        down, across = rows + period[0] / self.stride, columns + period[1] / self.stride
        x, y = np.meshgrid(across, down)
        middle = np.float32(self.stride // 2)
        places = x * self.stride + middle, y * self.stride + middle
        seen = np.asarray(cv2.remap(self.gray, *places, cv2.INTER_LINEAR), np.float32)
        known = u8(cv2.remap(bare, x, y, cv2.INTER_LINEAR, borderValue=0)) == np.uint8(255)
        return np.where(known, seen, np.float32(np.nan))

    def _attested(self, told: _Levels, periods: list[_Period]) -> NDArray[np.bool_]:
        """Which looks of those that a period tells are told alike by another that leads far from there."""
        attested = np.zeros(told.shape, np.bool_)
        for one, other in combinations(range(len(periods)), 2):
            if dist(periods[one], periods[other]) >= _LONG_MM * self.px_per_mm:
                alike = np.abs(told[one] - told[other]) <= self.limit
                attested[one] |= alike
                attested[other] |= alike
        return attested

    def _periods(self, around: Window, bare: Mask) -> list[_Period]:
        """By how much the mat round a thing can be shifted to look the same, the shortest shifts first."""
        scale = max(round(self.px_per_mm * _SHRUNK_MM), 1)
        rows, columns = (slice(part.start * self.stride, part.stop * self.stride) for part in around)
        picture = self.gray[rows, columns].astype(np.float32)
        size = picture.shape[1] // scale, picture.shape[0] // scale
        seen = (cv2.resize(bare, size, interpolation=cv2.INTER_NEAREST) > 0).astype(np.float64)
        if not seen.any():
            return []
        small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float64)
        small -= np.average(small, weights=seen)
        variance = float(np.average(small**2, weights=seen))
        if variance <= self.limit**2:
            return []
        found = _shifts(_unlikeness(small, seen) / (2 * variance))
        return sorted(((down * scale, across * scale) for down, across in found), key=lambda one: hypot(*one))[
            :_PERIODS
        ]


def _shifts(unlike: NDArray[np.float64]) -> Iterator[_Period]:
    """The shifts by which a picture looks the same, the best first.

    Args:
        unlike: for each shift the share of its variance by which it differs from itself, its middle no shift.
    """
    rows, columns = unlike.shape
    unlike[_around(rows // 2, columns // 2)] = np.inf
    for _ in range(_MOST):
        y, x = (int(place) for place in np.unravel_index(int(unlike.argmin()), unlike.shape))
        if unlike[y, x] > _LEFT:
            return
        down, across = _least(unlike[:, x], y), _least(unlike[y], x)
        unlike[_around(y, x)] = np.inf
        yield down - rows // 2, across - columns // 2


def _middle(told: _Levels) -> _Levels:
    """Look by look the middle one of what is told, of two the lower; what is told of no look is 0."""
    counts = np.count_nonzero(np.isfinite(told), axis=0)
    # What is no number is sorted behind the numbers.
    middle = np.take_along_axis(np.sort(told, axis=0), np.maximum(counts - 1, 0)[None] // 2, axis=0)[0]
    return np.where(counts > 0, middle, np.float32(0))


def _around(y: int, x: int) -> Window:
    return slice(max(y - _APART, 0), y + _APART + 1), slice(max(x - _APART, 0), x + _APART + 1)


def _least(values: NDArray[np.float64], place: int) -> float:
    """Where a parabola through a least value and its neighbours is lowest."""
    if not 0 < place < len(values) - 1 or not np.isfinite(values[place - 1 : place + 2]).all():
        return place
    before, here, after = (float(value) for value in values[place - 1 : place + 2])
    bend = before - 2 * here + after
    return place + (before - after) / (2 * bend) if bend > 0 else place


def _unlikeness(picture: NDArray[np.float64], seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each shift the mean square by which a picture differs from itself, its middle no shift; infinite: unknown."""
    rows, columns = (2 * side for side in picture.shape)
    masked = picture * seen
    one, level, square = (np.fft.rfft2(part, (rows, columns)) for part in (seen, masked, masked * picture))

    def correlated(left: NDArray[np.complex128], right: NDArray[np.complex128]) -> NDArray[np.float64]:
        return np.asarray(np.fft.fftshift(np.fft.irfft2(np.conj(left) * right, (rows, columns))))

    both = correlated(one, one)
    apart = correlated(one, square) + correlated(square, one) - 2 * correlated(level, level)
    return np.where(both > _OVERLAP * float(seen.sum()), apart / np.maximum(both, 1), np.inf)
