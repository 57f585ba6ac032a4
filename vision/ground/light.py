"""A lamp that is switched, a cloud, a flickering tube: tells light from things that move by two frames' looks."""

from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.picture import Gray, u8

Gain: TypeAlias = NDArray[np.float32]
"""For each look, how many times brighter the light on it is than before."""

_BLOCK: Final = 16
"""Looks on a side of the blocks whose mean brightness is compared: light falls off smoothly, 4 cm are enough."""
_DARK: Final = 6.0
"""Grey levels added to each side in its own light, so that a black look's grain makes no gain."""
EVEN: Final = 0.02
"""A gain that differs less than this from 1 everywhere is none."""


def gain(before: Gray, now: Gray) -> Gain | None:
    """Measure how the light has changed between two pictures of looks; None if it has not.

    A hand or a card in the picture shifts a few blocks, which the median of their neighbours puts right.
    """
    rows, columns = before.shape
    coarse = (max(columns // _BLOCK, 3), max(rows // _BLOCK, 3))
    old, new = (
        np.asarray(cv2.resize(looks, coarse, interpolation=cv2.INTER_AREA), np.float32) for looks in (before, now)
    )
    ratio = np.asarray(cv2.medianBlur(ratios(old, new), 3), np.float32)
    if float(np.abs(ratio - 1).max()) < EVEN:
        return None
    return np.asarray(cv2.resize(ratio, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)


class Lit:
    """Looks in a known light, to which the light that falls on them later is compared."""

    def __init__(self, before: NDArray[np.float32]) -> None:
        self._middle = max(median(before), 1.0)
        self._share: NDArray[np.float32] = np.float32(1) / (before.ravel() + np.float32(_DARK))

    def change(self, now: Gray) -> float:
        """Measure how many times brighter it has become: the median of `ratios`."""
        # OpenCV sorts bytes as fast, but is another function that has to come back into the processor's cache.
        levels = now.ravel().astype(np.float32)
        return median((levels + np.float32(_DARK * median(levels) / self._middle)) * self._share)


def ratios(before: NDArray[np.float32], now: NDArray[np.float32]) -> Gain:
    """Look by look how many times brighter it is than before; of what is black the grain tells nothing."""
    # The same to both sides would make less of a change the larger it is: a lamp in the dark, half of itself.
    overall = median(now) / max(median(before), 1.0)
    return np.asarray((now + np.float32(_DARK * overall)) / (before + np.float32(_DARK)), np.float32)


def median(values: NDArray[np.float32]) -> float:
    """The median, in a fifth of the time that NumPy's takes for a thousand values: it is asked for in every frame.

    All are sorted, which the processor's vectors do; for two values in the middle NumPy picks them one by one.
    """
    ordered, half = np.sort(values, axis=None), values.size // 2
    return float(ordered[half]) if values.size % 2 else float((ordered[half - 1] + ordered[half]) / 2)


def lit(looks: Gray, light: Gain) -> Gray:
    """The looks as they would be under the other light."""
    return u8(cv2.convertScaleAbs(cv2.multiply(looks.astype(np.float32), light)))
