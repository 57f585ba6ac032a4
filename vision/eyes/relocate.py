"""Going on with the same cards after the camera was knocked."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.picture import Gray, Mask, Matrix, u8
from vision.eyes.watcher import Watcher
from vision.ground.background import STRIDE, Background
from vision.ground.emptiness import Emptiness
from vision.mat.geometry import Calibration


def ground_at(before: Watcher, calibration: Calibration, gray: Gray) -> Background:
    """The background of the mat in its new place, carried over from the old one without the things that lie on it."""
    rows, columns = before.ground.shape
    y, x = np.mgrid[0:rows, 0:columns] * STRIDE + STRIDE // 2
    looks = np.stack((x.ravel(), y.ravel()), axis=1).astype(np.float64)
    return _Carried(gray, before.ground, before.view.calibration.px(calibration.mm(looks)))


def take_over(before: Watcher, now: Watcher, gray: Gray) -> None:
    """Go on with the cards that lay on the mat; every look that is not mat is read again."""
    now.tracks = before.tracks
    covered = now.ground.covered()
    now.attention.wake(covered)
    now.recognition.begin(gray, covered, now.cards)


class _Carried(Background):
    """The background of a mat that was seen elsewhere before."""

    def __init__(self, gray: Gray, before: Background, places: Matrix) -> None:
        """Carry over what was learned; `places`: where each look's spot was seen before, pixels, row by row."""
        super().__init__(gray)
        self.threshold, self.noise = before.threshold, before.noise
        at = ((places - STRIDE // 2) / STRIDE).astype(np.float32).reshape(*self.shape, 2)
        self._bare = _carried(before.mat, at)
        self._empty, self._doubted = Emptiness(_carried(before.empty, at)), True
        # What lay there from the first may lie there still.
        self._unsure, self._guessed = (_carried_looks(where, at) for where in (before.unsure, before.guessed))
        self.hold(_carried_looks(before.held, at))
        if before.hides_things:
            self.doubt_all(np.full(self.shape, 255, np.uint8))
        # Another part of the table is seen now, in the same light.
        self._first_light = self._bare.mean() / before.light
        self._remember()


def _carried(mat: NDArray[np.uint8] | NDArray[np.float32], at: NDArray[np.float32]) -> NDArray[np.float32]:
    """The looks of a mat, each taken from where its spot was seen before."""
    seen = cv2.remap(mat, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _carried_looks(where: Mask, at: NDArray[np.float32]) -> Mask:
    """The looks that see some of what these looks have seen."""
    return u8((_carried(where, at) > 0).astype(np.uint8) * np.uint8(255))
