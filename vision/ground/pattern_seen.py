"""The places where the pattern of a mat is not seen: something lies there, however bright and rough it is."""

from math import sqrt
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.picture import Gray, Mask, u8

_MISSING: Final = 0.5
"""Share of the variance of a pattern by which what is seen differs from it at least, where something hides it."""
_TIMES: Final = 4.0
"""Times the middle difference of the whole mat that this is at least: grain, and light that falls off."""
_TELLS: Final = 0.15
"""Share of its variance by which a pattern differs at most, in the middle, to tell anything."""
_CLEAR: Final = 3.0
"""Times by which two frames of the same differ that a pattern deviates at least: bands of flickering light repeat."""
_MOST: Final = 2.0
"""Deviations of a pattern that a look counts at most."""
_WHOLE: Final = 0.7
"""Share of a square of which the pattern must be known for it to count."""

_Levels: TypeAlias = NDArray[np.float32]


def missing(seen: Gray, supposed: Gray, known: Mask, side: int, noise: float) -> Mask | None:
    """The middles of squares in which another thing is seen than the pattern; None: it is too faint to tell.

    Light that is stronger or weaker on a whole square is no other thing.

    Args:
        seen: the looks.
        supposed: what they would be if nothing but the mat were seen.
        known: the looks of which that is known.
        side: looks along a side of a square, which is to fit on a card.
        noise: grey levels by which two frames of the same differ.
    """
    counts = np.asarray(known > 0, np.float32)
    share = np.asarray(cv2.blur(counts, (side, side)), np.float32)
    whole = share > _WHOLE
    if not whole.any():
        return None

    def mean(values: _Levels) -> _Levels:
        return np.asarray(cv2.blur(values * counts, (side, side)) / np.maximum(share, np.float32(1e-3)), np.float32)

    levels = supposed.astype(np.float32)
    pattern, apart = mean(levels**2) - mean(levels) ** 2, seen.astype(np.float32) - levels
    usual = float(np.median(pattern[whole]))
    # A spot that shines, or a line of print, is no larger a thing for being bright.
    most = np.float32(_MOST * sqrt(usual))
    off = mean(np.clip(apart - mean(apart), -most, most) ** 2)
    middle = float(np.median(off[whole]))
    if sqrt(usual) < _CLEAR * noise or middle > _TELLS * usual:
        return None
    other = whole & (off > np.maximum(np.float32(_MISSING) * pattern, np.float32(_TIMES * middle)))
    return u8(other.astype(np.uint8) * np.uint8(255))
