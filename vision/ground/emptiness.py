"""The look of the empty mat, more strictly: nothing becomes mat here because it lies there, however long."""

from math import isfinite
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.picture import MARKED, Gray, Mask, mask_of, over, u8
from vision.base.thresholds import THRESHOLDS

# When each look showed the bare mat last: what tells since when a card can have lain where it is read.

_BARENESS: Final = THRESHOLDS.bareness


Times: TypeAlias = NDArray[np.float64]

_NEVER: Final = -np.inf
_MOST: Final = int(np.iinfo(np.uint8).max)
"""Moments that a byte counts."""


class Bareness:
    """Remembers, look by look, the last frame in which it was like the mat."""

    def __init__(self, shape: tuple[int, int]) -> None:
        """Nothing was seen yet."""
        self._hidden: Mask = np.full(shape, MARKED, np.uint8)
        """The looks that showed something else than the mat in the last frame, or something that moved."""
        self._doubtful: Mask = self._hidden
        """The looks that may have shown it."""
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
        if len(hidden) < _BARENESS.fewest:
            return None
        newest: list[int] = self._newest.ravel()[hidden].tolist()
        older: list[float] = self._bare_at.ravel()[hidden].tolist()
        times = sorted(self._moments[new] if new else old for new, old in zip(newest, older, strict=True))
        middle = (times[(len(times) - 1) // 2] + times[len(times) // 2]) / 2
        return middle if isfinite(middle) else None


_LIMITS: Final = THRESHOLDS.emptiness


Levels = NDArray[np.float32]


class Emptiness:
    """The looks of the mat as it was when it was seen bare, in the light that falls on it now.

    A card that nobody can read is like the mat after some seconds to whoever looks for new things; here it is not.
    """

    def __init__(self, bare: Levels) -> None:
        """Begin with the mat as it was learned."""
        self._bare = bare.copy()
        self._remember()
        # The brightest are the corner stickers' paper, and cards.
        self._pale = self.level > _LIMITS.pale * float(np.quantile(bare, _LIMITS.brightest))

    @property
    def mat(self) -> Levels:
        """The looks of the empty mat."""
        return self._bare

    def relight(self, gain: Levels | float) -> None:
        """The light on the mat has changed."""
        self._bare *= np.asarray(gain, np.float32)
        self._remember()

    def bridge(self, where: Mask) -> None:
        """The mat was hidden there when it was learned: take it to look as it does around."""
        bare = u8(cv2.convertScaleAbs(self._bare))
        self._bare = cv2.inpaint(bare, where, _LIMITS.inpaint_looks, cv2.INPAINT_TELEA).astype(np.float32)
        self._remember()

    def doubt(self, where: Mask, mat: Gray) -> None:
        """Replace the learned look at these places by the look of the mat in `mat`."""
        self._bare[where > 0] = mat[where > 0]
        self._remember()

    def learn(self, seen: Gray, other: Mask) -> None:
        """Follow the mat where it is seen.

        Args:
            seen: the looks of this frame.
            other: where they show something else than the mat, were it only a little, or a known card.
        """
        cv2.accumulateWeighted(seen, self._bare, _LIMITS.follow, mask=cv2.bitwise_not(other))
        self._remember()

    def strange(self, soft: Gray, limit: float) -> Mask:
        """Mark where softened looks differ from the mat by more than so many grey levels."""
        return over(cv2.absdiff(soft, self._soft), limit)

    def unlike(self, soft: Gray, light: float, noise: float) -> Mask:
        """Mark the patches that are brighter or darker than the mat, if only a little, or that lack its pattern.

        White cards on a white mat show so in a grain in which no single look tells them from it, and a back that is as
        bright as the mat hides what repeats or varies there. Light that changes on the whole mat does not count. One
        mark for `step` by `step` looks.
        """
        few = _thinned(soft)
        other = self._lacking(few, noise)
        limit, seen = self._limit(light, noise), _patches(few)
        apart = cv2.absdiff(seen, self._patches)
        if cv2.minMaxLoc(apart)[1] <= limit:
            return other
        middle = self._brighter(seen)
        if not middle:
            # Mostly the light is as it was, and bytes are enough.
            return over(apart, round(limit)) | other
        return _outside(cv2.subtract(seen, self._patches, dtype=cv2.CV_16S), middle, limit) | other

    def _lacking(self, few: Gray, noise: float) -> Mask:
        """Mark the patches in which another thing is seen than the mat's pattern, where that is far above the grain."""
        grain = max(noise / _LIMITS.soft, _LIMITS.rounding) ** 2
        told = self._pattern >= np.float32(_LIMITS.clear * grain)
        apart = _variance(np.asarray(cv2.subtract(few, self._few, dtype=cv2.CV_32F), np.float32))
        return mask_of(told & (apart > np.float32(_LIMITS.lacking) * self._pattern))

    def _brighter(self, seen: Gray) -> int:
        """Grey levels by which the middle one of some patches is brighter than the mat."""
        some = (seen[:: _LIMITS.sparse, :: _LIMITS.sparse].astype(np.int16) - self._sparse).ravel()
        some.partition(len(some) // 2)
        return int(some[len(some) // 2])

    def shows_white_cards(self, light: float, noise: float, look_mm: float) -> bool:
        """Whether every white card on this mat differs from it by as much as a patch must to be told from the mat.

        Args:
            light: share of the light in which the mat was first seen.
            noise: grey levels by which two frames of the same differ.
            look_mm: from one look to the next. A patch that is as large as a card holds little of its ink.
        """
        ink = _LIMITS.ink_mm2 / max(_LIMITS.patch * _LIMITS.step * look_mm, 1e-3) ** 2
        # Patches are whole grey levels: one more than the limit is the least that is told.
        return not self._pale or round(self._limit(light, noise)) + 1 <= min(_LIMITS.shown, ink) * self.level

    def _limit(self, light: float, noise: float) -> float:
        share = _LIMITS.paler if self._pale else _LIMITS.darker
        return min(_LIMITS.unlike * light, share * self.level) + _LIMITS.grains * noise

    def _remember(self) -> None:
        self._soft = softened(u8(cv2.convertScaleAbs(self._bare)))
        self._few = _thinned(self._soft)
        self._patches = _patches(self._few)
        self._pattern = _variance(self._few.astype(np.float32))
        self._sparse = self._patches[:: _LIMITS.sparse, :: _LIMITS.sparse].astype(np.int16)
        self.level = float(np.median(self._patches))
        """Grey level of most of what is seen."""


def softened(seen: Gray) -> Gray:
    """Looks averaged with their neighbours: a third of the grain is left."""
    return u8(cv2.blur(seen, (_LIMITS.soft, _LIMITS.soft)))


def looks_of(patches: Mask, shape: tuple[int, ...]) -> Mask:
    """The looks of patches, in a picture of looks of that shape."""
    rows, columns = shape
    return u8(cv2.resize(patches, (columns, rows), interpolation=cv2.INTER_NEAREST))


def _thinned(soft: Gray) -> Gray:
    """Softened looks that share none of their looks: one for `step` by `step`."""
    return np.ascontiguousarray(soft[1 :: _LIMITS.step, 1 :: _LIMITS.step])


def _patches(few: Gray) -> Gray:
    """The mean brightness of patches."""
    return u8(cv2.blur(few, (_LIMITS.patch, _LIMITS.patch)))


def _variance(few: Levels) -> Levels:
    """The variance of softened looks within each patch, grey levels squared."""
    side = _LIMITS.patch, _LIMITS.patch
    mean, square = cv2.blur(few, side), cv2.blur(few * few, side)
    return np.asarray(square - mean * mean, np.float32)


def _outside(apart: cv2.typing.MatLike, middle: float, limit: float) -> Mask:
    """255 where a difference is farther from the middle than the limit, either way."""
    return u8(cv2.bitwise_not(cv2.inRange(apart, np.array(middle - limit), np.array(middle + limit))))
