"""The empty mat as it was seen bare: nothing becomes mat here because it lies there, however long."""

from math import isfinite
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import MARKED, Gray, Mask, mask_of, over, u8
from vision.base.thresholds import THRESHOLDS

# When each sample showed the bare mat last: what tells since when a card can have lain where it is read.

_BARENESS: Final = THRESHOLDS.bareness


Times: TypeAlias = NDArray[np.float64]

_NEVER: Final = -np.inf
_MOST: Final = int(np.iinfo(np.uint8).max)
"""Moments that a byte counts."""


class BareHistory:
    """History of each sample: the last frame in which it was like the mat."""

    def __init__(self, shape: tuple[int, int]) -> None:
        """Start with no frame seen."""
        self._hidden: Mask = np.full(shape, MARKED, np.uint8)
        """The samples that showed something else than the mat in the last frame, or something that moved."""
        self._uncertain: Mask = self._hidden
        """The samples that may have shown it."""
        self._moments: list[float] = [_NEVER]
        """Media times of the newest frames in which samples were bare that the frame after them hid."""
        self._newest: NDArray[np.uint8] = np.zeros(shape, np.uint8)
        """Index into `_moments` at which a hidden sample was bare; 0: none. Bytes, for every frame goes over all
        samples."""
        self._bare_at: Times = np.full(shape, _NEVER)
        """Media time itself, for samples without such an index."""
        self.last = _NEVER
        """Media time of the last frame; only this changes if it shows what the one before showed."""

    def update(self, seconds: float, hidden: Mask, uncertain: Mask) -> None:
        """Add a frame to the history.

        Args:
            seconds: its media time.
            hidden: where it shows something else than the mat, or something that moves.
            uncertain: where it may: a card's sample that is as bright as what counts comes and goes with the grain.
        """
        fresh = u8(cv2.subtract(uncertain, self._uncertain))
        if cv2.countNonZero(fresh):
            if len(self._moments) > _MOST:
                self._bare_at, self._moments = self._times(), [_NEVER]
                self._newest[:] = 0
            fresh &= np.uint8(len(self._moments))
            np.maximum(self._newest, fresh, out=self._newest)
            self._moments.append(self.last)
        self._hidden, self._uncertain, self.last = hidden, uncertain, seconds

    def _times(self) -> Times:
        """When each sample was bare last."""
        return np.where(self._newest > 0, np.array(self._moments)[self._newest], self._bare_at)

    def last_absent(self, marks: NDArray[np.intp]) -> float | None:
        """Return the last time at which a card was absent whose marks are read in these samples; None: unknown.

        A sample that differs from the mat where a mark is read shows the mark: whenever it showed the mat, no such card
        lay there. The median of all such samples counts, as a few may have been wrong.

        Args:
            marks: indices into the flattened samples.
        """
        hidden = marks[self._hidden.ravel()[marks] > 0]
        if len(hidden) < _BARENESS.fewest:
            return None
        newest: list[int] = self._newest.ravel()[hidden].tolist()
        older: list[float] = self._bare_at.ravel()[hidden].tolist()
        times = sorted(self._moments[new] if new else old for new, old in zip(newest, older, strict=True))
        middle = (times[(len(times) - 1) // 2] + times[len(times) // 2]) / 2
        return middle if isfinite(middle) else None


_LIMITS: Final = THRESHOLDS.emptiness


Levels = NDArray[np.float32]


class EmptyMat:
    """Samples of the mat as it was when it was seen bare, in the light that falls on it now.

    `Background` learns an unread card as mat after some seconds; this model never does.
    """

    def __init__(self, bare: Levels) -> None:
        """Begin with the mat as it was learned."""
        self._bare = bare.copy()
        self._refresh()
        # The brightest are the corner stickers' paper, and cards.
        self._pale = self.level > _LIMITS.pale * float(np.quantile(bare, _LIMITS.brightest))

    @property
    def mat(self) -> Levels:
        """Samples of the empty mat."""
        return self._bare

    def relight(self, gain: Levels | float) -> None:
        """Scale the mat by a change of light."""
        self._bare *= np.asarray(gain, np.float32)
        self._refresh()

    def inpaint(self, where: Mask) -> None:
        """Inpaint the mat where it was hidden when it was learned."""
        bare = u8(cv2.convertScaleAbs(self._bare))
        self._bare = cv2.inpaint(bare, where, _LIMITS.inpaint_samples, cv2.INPAINT_TELEA).astype(np.float32)
        self._refresh()

    def replace(self, where: Mask, mat: Gray) -> None:
        """Replace the learned samples at these places by those of `mat`."""
        self._bare[where > 0] = mat[where > 0]
        self._refresh()

    def learn(self, seen: Gray, other: Mask) -> None:
        """Follow the mat where it is seen.

        Args:
            seen: the samples of this frame.
            other: where they show something else than the mat, were it only a little, or a known card.
        """
        cv2.accumulateWeighted(seen, self._bare, _LIMITS.follow, mask=cv2.bitwise_not(other))
        self._refresh()

    def foreign(self, soft: Gray, limit: float) -> Mask:
        """Mark where blurred samples differ from the mat by more than so many grey levels."""
        return over(cv2.absdiff(soft, self._soft), limit)

    def foreign_patches(self, soft: Gray, light: float, noise: float) -> Mask:
        """Mark the patches that are brighter or darker than the mat, if only a little, or that lack its pattern.

        Patches show white cards on a white mat in grain that hides them in single samples. A back as bright as the mat
        hides what repeats or varies there. Light that changes on the whole mat does not count. One mark for `step` by
        `step` samples.
        """
        few = _subsample(soft)
        other = self._without_pattern(few, noise)
        limit, seen = self._limit(light, noise), _patches(few)
        apart = cv2.absdiff(seen, self._patches)
        if cv2.minMaxLoc(apart)[1] <= limit:
            return other
        middle = self._brighter(seen)
        if not middle:
            # Mostly the light is as it was, and bytes are enough.
            return over(apart, round(limit)) | other
        return _outside(cv2.subtract(seen, self._patches, dtype=cv2.CV_16S), middle, limit) | other

    def _without_pattern(self, few: Gray, noise: float) -> Mask:
        """Mark the patches that lack the mat's pattern, where that is far above the grain."""
        grain = max(noise / _LIMITS.soft, _LIMITS.rounding) ** 2
        patterned = self._pattern >= np.float32(_LIMITS.clear * grain)
        apart = _variance(np.asarray(cv2.subtract(few, self._few, dtype=cv2.CV_32F), np.float32))
        return mask_of(patterned & (apart > np.float32(_LIMITS.lacking) * self._pattern))

    def _brighter(self, seen: Gray) -> int:
        """Grey levels by which the middle one of some patches is brighter than the mat."""
        some = (seen[:: _LIMITS.sparse, :: _LIMITS.sparse].astype(np.int16) - self._sparse).ravel()
        some.partition(len(some) // 2)
        return int(some[len(some) // 2])

    def shows_white_cards(self, light: float, noise: float, look_mm: float) -> bool:
        """Whether every white card on this mat differs from it by as much as a patch must.

        Args:
            light: share of the light in which the mat was first seen.
            noise: grey levels by which two frames of the same differ.
            look_mm: from one sample to the next. A patch that is as large as a card holds little of its ink.
        """
        ink = _LIMITS.ink_mm2 / max(_LIMITS.patch * _LIMITS.step * look_mm, 1e-3) ** 2
        # Patches are whole grey levels: one more than the limit is the least that counts.
        return not self._pale or round(self._limit(light, noise)) + 1 <= min(_LIMITS.shown, ink) * self.level

    def _limit(self, light: float, noise: float) -> float:
        share = _LIMITS.paler if self._pale else _LIMITS.darker
        return min(_LIMITS.foreign * light, share * self.level) + _LIMITS.grains * noise

    def _refresh(self) -> None:
        self._soft = blur(u8(cv2.convertScaleAbs(self._bare)))
        self._few = _subsample(self._soft)
        self._patches = _patches(self._few)
        self._pattern = _variance(self._few.astype(np.float32))
        self._sparse = self._patches[:: _LIMITS.sparse, :: _LIMITS.sparse].astype(np.int16)
        self.level = float(np.median(self._patches))
        """Grey level of most of what is seen."""


def blur(seen: Gray) -> Gray:
    """Average samples with their neighbours: a third of the grain is left."""
    return u8(cv2.blur(seen, (_LIMITS.soft, _LIMITS.soft)))


def enlarge_patches(patches: Mask, shape: tuple[int, ...]) -> Mask:
    """Enlarge a mask of patches to one of samples."""
    rows, columns = shape
    return u8(cv2.resize(patches, (columns, rows), interpolation=cv2.INTER_NEAREST))


def _subsample(soft: Gray) -> Gray:
    """Keep one blurred sample for `step` by `step`, so that none share a pixel."""
    return np.ascontiguousarray(soft[1 :: _LIMITS.step, 1 :: _LIMITS.step])


def _patches(few: Gray) -> Gray:
    """Calculate the mean brightness of patches."""
    return u8(cv2.blur(few, (_LIMITS.patch, _LIMITS.patch)))


def _variance(few: Levels) -> Levels:
    """Calculate the variance of blurred samples within each patch, grey levels squared."""
    side = _LIMITS.patch, _LIMITS.patch
    mean, square = cv2.blur(few, side), cv2.blur(few * few, side)
    return np.asarray(square - mean * mean, np.float32)


def _outside(apart: cv2.typing.MatLike, middle: float, limit: float) -> Mask:
    """255 where a difference is farther from the middle than the limit, either way."""
    return u8(cv2.bitwise_not(cv2.inRange(apart, np.array(middle - limit), np.array(middle + limit))))
