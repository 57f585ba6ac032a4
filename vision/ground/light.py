"""A lamp that is switched, a cloud, a flickering tube: tells light from things that move by two frames' looks.

The mat's corner marks tell it from a cloth or paper that comes over the mat.
"""

from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.picture import Gray, Mask, u8
from vision.base.thresholds import THRESHOLDS

_LIMITS: Final = THRESHOLDS.light


Gain: TypeAlias = NDArray[np.float32]
"""For each look, how many times brighter the light on it is than before."""


def gain(before: Gray, now: Gray) -> Gain | None:
    """Measure how the light has changed between two pictures of looks; None if it has not.

    A hand or a card in the picture shifts a few blocks, which the median of their neighbours puts right.
    """
    rows, columns = before.shape
    coarse = max(columns // _LIMITS.block, _LIMITS.fewest_blocks), max(rows // _LIMITS.block, _LIMITS.fewest_blocks)
    old, new = (
        np.asarray(cv2.resize(looks, coarse, interpolation=cv2.INTER_AREA), np.float32) for looks in (before, now)
    )
    ratio = np.asarray(cv2.medianBlur(ratios(old, new), _LIMITS.fewest_blocks), np.float32)
    if float(np.abs(ratio - 1).max()) < _LIMITS.even:
        return None
    return np.asarray(cv2.resize(ratio, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)


class Lit:
    """Looks in a known light, to which the light that falls on them later is compared."""

    def __init__(self, before: NDArray[np.float32]) -> None:
        self._middle = max(median(before), 1.0)
        self._share: NDArray[np.float32] = np.float32(1) / (before.ravel() + np.float32(_LIMITS.dark))

    def change(self, now: Gray) -> float:
        """Measure how many times brighter it has become: the median of `ratios`."""
        # OpenCV sorts bytes as fast, but is another function that has to come back into the processor's cache.
        levels = now.ravel().astype(np.float32)
        return median((levels + np.float32(_LIMITS.dark * median(levels) / self._middle)) * self._share)


def ratios(before: NDArray[np.float32], now: NDArray[np.float32]) -> Gain:
    """Look by look how many times brighter it is than before; of what is black the grain tells nothing."""
    # The same to both sides would make less of a change the larger it is: a lamp in the dark, half of itself.
    overall = median(now) / max(median(before), 1.0)
    return np.asarray((now + np.float32(_LIMITS.dark * overall)) / (before + np.float32(_LIMITS.dark)), np.float32)


def median(values: NDArray[np.float32]) -> float:
    """The median, in a fifth of the time that NumPy's takes for a thousand values: it is asked for in every frame.

    All are sorted, which the processor's vectors do; for two values in the middle NumPy picks them one by one.
    """
    ordered, half = np.sort(values, axis=None), values.size // 2
    return float(ordered[half]) if values.size % 2 else float((ordered[half - 1] + ordered[half]) / 2)


def lit(looks: Gray, light: Gain) -> Gray:
    """The looks as they would be under the other light."""
    return u8(cv2.convertScaleAbs(cv2.multiply(looks.astype(np.float32), light)))


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
        """The place at which each begins among them."""

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
        tells = (old < _LIMITS.clipped) & (new < _LIMITS.clipped)
        were, are, should, apart, looks = (
            np.add.reduceat(levels * tells, self._starts)
            for levels in (old, new, supposed, np.abs(new - supposed), np.ones_like(old))
        )
        asked = np.abs(should - were) > _LIMITS.even * were / 2
        agree = asked & (np.abs(are - should) <= _LIMITS.misses * np.abs(should - were)) & (apart <= limit * looks)
        return bool(2 * int(np.count_nonzero(agree)) >= max(int(np.count_nonzero(asked)), 1))
