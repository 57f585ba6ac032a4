"""The pattern of a mat: continued under what hides it where it repeats itself, and the places where it is missing."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist, hypot, sqrt
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import MARKED, Gray, Mask, Matrix, Window, f64, mask_of, u8, window
from vision.base.thresholds import THRESHOLDS
from vision.mat.geometry import Calibration

_LIMITS: Final = THRESHOLDS.pattern


_Levels: TypeAlias = NDArray[np.float32]
_Period: TypeAlias = tuple[float, float]
"""Millimetres to the right and down from a place of the mat to another that looks the same."""


@dataclass(frozen=True, slots=True, eq=False)
class PatternExtrapolation:
    """Repeated pattern of a mat in one picture.

    It repeats in the mat's own plane: before a tilted camera it does not in the picture. The samples at a hidden place
    itself are not used: neither a card nor a sleeve over it is taken for the mat.
    """

    gray: Gray
    """Picture of the mat."""
    bare: Mask
    """The samples that see the mat, as far as is known."""
    stride: int
    """Pixels between two samples."""
    calibration: Calibration
    """The way between the picture and the mat's plane."""
    limit: float
    """Grey levels by which averaged looks at the same mat differ at most."""

    def fill(self, hidden: Mask) -> Gray | None:
        """Fill in the samples that one thing hides; None: the pattern does not show them.

        Args:
            hidden: the samples that do not see the mat.
        """
        if not cv2.countNonZero(hidden):
            return None
        bare = self.bare & ~hidden
        box = self._box(hidden)
        periods = self._periods(box, bare)
        if not periods:
            return None
        near = self._surroundings(box)
        inside, beside = hidden[near] > 0, bare[near] > 0
        values = self._read_periods(self.gray, near, periods, bare)
        confirmed = self._confirmed(values, periods)
        known = np.asarray(np.any(confirmed, axis=0), np.bool_)
        middle = _middle(np.where(confirmed, values, np.float32(np.nan)))
        rest = mask_of(~known)
        whole = u8(cv2.inpaint(u8(cv2.convertScaleAbs(middle)), rest, _LIMITS.inpaint_samples, cv2.INPAINT_TELEA))
        if np.mean(known[inside]) < _LIMITS.known or not self._fits_surroundings(whole, near, inside, beside):
            return None
        samples = self.samples.copy()
        samples[near][inside] = whole[inside]
        return samples

    def averaged(self) -> "PatternExtrapolation":
        """Average the picture over the distance between two samples: fine print and grain are even then."""
        return replace(self, gray=u8(cv2.blur(self.gray, (self.stride, self.stride))))

    def extrapolate(self) -> tuple[Gray, Mask] | None:
        """Extrapolate the averaged samples from some periods away, and mark which are known; None: nothing repeats.

        No sample counts for itself, nor for what lies within a card's length of it: no card confirms its own place.
        """
        periods = self._far_periods() if self.bare.any() else []
        if len(periods) < _LIMITS.fewest:
            return None
        rows, columns = self.bare.shape
        values = self._read_periods(self.averaged().gray, (slice(0, rows), slice(0, columns)), periods, self.bare)
        known = (np.count_nonzero(np.isfinite(values), axis=0) >= _LIMITS.fewest) & (self.bare > 0)
        return u8(cv2.convertScaleAbs(_middle(values))), mask_of(known)

    def _far_periods(self) -> list[_Period]:
        """List the shifts of the mat in its plane by more than a card's length after which all of it looks the same."""
        found = self._pattern(self._box(self.bare), _LIMITS.coarse_mm, self.bare, _LIMITS.level_mm)
        if found is None:
            return []
        small, seen = found
        variance = float(np.average(small**2, weights=seen))
        if variance < _LIMITS.shown:
            # No camera shows a pattern of less than a grey level.
            return []
        difference = _unlikeness(small, seen) / (2 * variance)
        rows, columns = difference.shape
        down, across = np.ogrid[:rows, :columns]
        away = np.hypot(down - rows // 2, across - columns // 2) * _LIMITS.coarse_mm
        difference[(away < _LIMITS.far_least_mm) | (away > _LIMITS.far_most_mm)] = np.inf
        found_mm = ((x * _LIMITS.coarse_mm, y * _LIMITS.coarse_mm) for y, x in _shifts(difference))
        return sorted(found_mm, key=lambda one: hypot(*one))[: _LIMITS.witnesses]

    def _fits_surroundings(
        self, whole: Gray, near: Window, inside: NDArray[np.bool_], beside: NDArray[np.bool_]
    ) -> bool:
        """Whether the mat beside a thing matches the extrapolation; False if none of it is seen."""
        if not beside.any():
            return False
        seen = np.where(inside, whole, self.samples[near])
        around = _LIMITS.soft, _LIMITS.soft
        apart = cv2.absdiff(cv2.blur(whole, around), cv2.blur(seen, around))
        return bool(np.mean(apart[beside] <= self.limit) >= _LIMITS.right)

    @property
    def samples(self) -> Gray:
        """The samples of the picture."""
        return self.gray[self.stride // 2 :: self.stride, self.stride // 2 :: self.stride]

    def _places(self, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Matrix:
        """Find the places of samples in the picture, pixels."""
        return np.column_stack((columns, rows)).astype(np.float64) * self.stride + self.stride // 2

    def _box(self, hidden: Mask) -> Matrix:
        """Return the least x and y of what some samples see and the greatest, mm."""
        rows, columns = np.nonzero(hidden)
        seen = self.calibration.mm(self._places(rows, columns))
        return np.array((seen.min(axis=0), seen.max(axis=0)), np.float64)

    def _px_per_mm(self, box: Matrix) -> float:
        """Measure the pixels of a millimetre in a box of the mat and round it, by the area that is seen of it."""
        corners = _corners(box, _LIMITS.ring_mm)
        seen = self.calibration.px(corners)
        return sqrt(cv2.contourArea(seen.astype(np.float32)) / cv2.contourArea(corners.astype(np.float32)))

    def _surroundings(self, box: Matrix) -> Window:
        """Return the rows and columns of samples in a box of the mat and in a ring round it."""
        seen = (self.calibration.px(_corners(box, _LIMITS.ring_mm)) - self.stride // 2) / self.stride
        rows, columns = self.bare.shape
        left, top = (int(place) for place in np.floor(seen.min(axis=0)))
        right, bottom = (int(place) + 1 for place in np.ceil(seen.max(axis=0)))
        return slice(max(top, 0), min(bottom, rows)), slice(max(left, 0), min(right, columns))

    def _read_periods(self, picture: Gray, near: Window, periods: list[_Period], bare: Mask) -> _Levels:
        """Read a picture each period away from samples of a part; NaN where that is not known to be mat."""
        down, across = np.mgrid[near]
        samples = self.calibration.mm(self._places(down.ravel(), across.ravel()))
        away = samples + np.array(periods, np.float64)[:, None]
        shape = len(periods), *down.shape
        seen, known = self._read_points(picture, bare, away.reshape(-1, 2), shape[0] * shape[1])
        return np.where(known, seen, np.float32(np.nan)).reshape(shape)

    def _read_points(
        self, picture: Gray, bare: Mask, points_mm: Matrix, rows: int
    ) -> tuple[_Levels, NDArray[np.bool_]]:
        """Read the brightness of points of the mat, in so many rows, and whether each is known to be mat."""
        places = self.calibration.px(points_mm).astype(np.float32).reshape(rows, -1, 2)
        samples = (places - np.float32(self.stride // 2)) / np.float32(self.stride)
        known = u8(cv2.remap(bare, samples, np.empty(0), cv2.INTER_LINEAR, borderValue=0)) == np.uint8(MARKED)
        return np.asarray(cv2.remap(picture, places, np.empty(0), cv2.INTER_LINEAR), np.float32), known

    def _confirmed(self, values: _Levels, periods: list[_Period]) -> NDArray[np.bool_]:
        """Mark the samples of each period that another period far from it confirms."""
        confirmed = np.zeros(values.shape, np.bool_)
        for one, other in combinations(range(len(periods)), 2):
            if dist(periods[one], periods[other]) >= _LIMITS.long_mm:
                alike = np.abs(values[one] - values[other]) <= self.limit
                confirmed[one] |= alike
                confirmed[other] |= alike
        return confirmed

    def _periods(self, box: Matrix, bare: Mask) -> list[_Period]:
        """List the shifts of the mat in its plane after which it looks the same round a thing, the shortest first.

        Args:
            box: the least and the greatest x and y of the thing, mm.
            bare: the samples that see the mat.
        """
        pattern = self._pattern(np.array((box[0] - _LIMITS.reach_mm, box[1] + _LIMITS.reach_mm)), _LIMITS.step_mm, bare)
        if pattern is None:
            return []
        small, seen = pattern
        variance = float(np.average(small**2, weights=seen))
        if variance <= self.limit**2:
            return []
        found = _shifts(_unlikeness(small, seen) / (2 * variance))
        periods = ((across * _LIMITS.step_mm, down * _LIMITS.step_mm) for down, across in found)
        return sorted(periods, key=lambda one: hypot(*one))[: _LIMITS.periods]

    def _pattern(
        self, box: Matrix, step_mm: float, bare: Mask, level_mm: float | None = None
    ) -> tuple[Matrix, Matrix] | None:
        """Sample a pattern round its level at points of the mat, and mark which are seen; None: none.

        Args:
            box: the least and the greatest x and y of the points, mm.
            step_mm: between two of them.
            bare: the samples that see the mat.
            level_mm: side of the squares whose mean is the level; None: of all that is seen.
        """
        (left, top), (right, bottom) = box
        x, y = np.arange(left, right, step_mm), np.arange(top, bottom, step_mm)
        points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        # A point tells of the mat a step round it.
        side = round(self._px_per_mm(box) * step_mm) | 1
        levels, known = self._read_points(u8(cv2.blur(self.gray, (side, side))), bare, points, len(y))
        if not known.any():
            return None
        part = window(known.astype(np.uint8), 0)
        seen, shown = known[part].astype(np.float64), levels[part].astype(np.float64)
        if level_mm is None:
            return shown - np.average(shown, weights=seen), seen
        cell = round(level_mm / step_mm), round(level_mm / step_mm)
        level = f64(cv2.blur(shown * seen, cell)) / np.maximum(f64(cv2.blur(seen, cell)), 1e-6)
        return shown - level, seen


def _corners(box: Matrix, rim_mm: float) -> Matrix:
    """Return the four corners of a box with a rim round it, mm."""
    left, top = box[0] - rim_mm
    right, bottom = box[1] + rim_mm
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float64)


def _shifts(difference: NDArray[np.float64]) -> Iterator[tuple[float, float]]:
    """Yield the shifts down and across by which a picture looks the same, the best first.

    Args:
        difference: for each shift the share of its variance by which it differs from itself, its middle no shift.
    """
    rows, columns = difference.shape
    difference[_around(rows // 2, columns // 2)] = np.inf
    for _ in range(_LIMITS.found):
        y, x = (int(place) for place in np.unravel_index(int(difference.argmin()), difference.shape))
        if difference[y, x] > _LIMITS.left:
            return
        down, across = _least(difference[:, x], y), _least(difference[y], x)
        difference[_around(y, x)] = np.inf
        yield down - rows // 2, across - columns // 2


def _middle(values: _Levels) -> _Levels:
    """Calculate the median of each sample, of two values the lower; 0 where there are none."""
    counts = np.count_nonzero(np.isfinite(values), axis=0)
    # What is no number is sorted behind the numbers.
    middle = np.take_along_axis(np.sort(values, axis=0), np.maximum(counts - 1, 0)[None] // 2, axis=0)[0]
    return np.where(counts > 0, middle, np.float32(0))


def _around(y: int, x: int) -> Window:
    return slice(max(y - _LIMITS.apart, 0), y + _LIMITS.apart + 1), slice(
        max(x - _LIMITS.apart, 0), x + _LIMITS.apart + 1
    )


def _least(values: NDArray[np.float64], place: int) -> float:
    """Find the lowest place of a parabola through a least value and its neighbours."""
    if not 0 < place < len(values) - 1 or not np.isfinite(values[place - 1 : place + 2]).all():
        return place
    before, here, after = (float(value) for value in values[place - 1 : place + 2])
    bend = before - 2 * here + after
    return place + (before - after) / (2 * bend) if bend > 0 else place


def _unlikeness(picture: NDArray[np.float64], seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """Calculate the mean square difference of a picture from itself, by shift; infinite: unknown."""
    rows, columns = (2 * side for side in picture.shape)
    masked = picture * seen
    one, level, square = (np.fft.rfft2(part, (rows, columns)) for part in (seen, masked, masked * picture))

    def correlated(left: NDArray[np.complex128], right: NDArray[np.complex128]) -> NDArray[np.float64]:
        return np.asarray(np.fft.fftshift(np.fft.irfft2(np.conj(left) * right, (rows, columns))))

    both = correlated(one, one)
    apart = correlated(one, square) + correlated(square, one) - 2 * correlated(level, level)
    return np.where(both > _LIMITS.overlap * float(seen.sum()), apart / np.maximum(both, 1), np.inf)


def missing(seen: Gray, supposed: Gray, known: Mask, side: int, noise: float) -> Mask | None:
    """Mark the middles of squares that lack the pattern; None: it is too faint to decide.

    Light that is stronger or weaker on a whole square is no other thing.

    Args:
        seen: the samples.
        supposed: what they would be if nothing but the mat were seen.
        known: the samples of which that is known.
        side: samples along a side of a square, which is to fit on a card.
        noise: grey levels by which two frames of the same differ.
    """
    counts = np.asarray(known > 0, np.float32)
    share = np.asarray(cv2.blur(counts, (side, side)), np.float32)
    whole = share > _LIMITS.whole
    if not whole.any():
        return None

    def mean(values: _Levels) -> _Levels:
        return np.asarray(cv2.blur(values * counts, (side, side)) / np.maximum(share, np.float32(1e-3)), np.float32)

    levels = supposed.astype(np.float32)
    pattern, apart = mean(levels**2) - mean(levels) ** 2, seen.astype(np.float32) - levels
    usual = float(np.median(pattern[whole]))
    # A spot that shines, or a line of print, is no larger a thing for being bright.
    most = np.float32(_LIMITS.most * sqrt(usual))
    off = mean(np.clip(apart - mean(apart), -most, most) ** 2)
    middle = float(np.median(off[whole]))
    if sqrt(usual) < _LIMITS.clear * noise or middle > _LIMITS.tells * usual:
        return None
    other = whole & (off > np.maximum(np.float32(_LIMITS.missing) * pattern, np.float32(_LIMITS.times * middle)))
    return mask_of(other)
