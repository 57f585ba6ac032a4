"""Moments of a few small frames that show nothing."""

from typing import Final

import numpy as np

from controller.live.moments.moment import DoubtfulTime, KeptMoment, WatchedTable, compress_picture
from controller.live.moments.moment_file import MomentFile

NOISE: Final = np.random.default_rng(1).integers(0, 255, (48, 64), np.uint8)
JPEG: Final = compress_picture(NOISE)


def moment(frames: int = 3, when: int = 0, match: str = "") -> KeptMoment:
    """A moment that was kept for a gap; ``when``: seconds after a full hour."""
    doubt = DoubtfulTime("gap", 0.1, 0.2, "mat")
    taken = f"2026-11-21T20:00:{when:02}+00:00"
    return KeptMoment(taken, match, (doubt,), WatchedTable(3), (64, 48), tuple(n / 15 for n in range(frames)), ())


def small(frames: int = 3, when: int = 0, match: str = "") -> MomentFile:
    """The file of such a moment."""
    return MomentFile(moment(frames, when, match), (JPEG,) * frames)
