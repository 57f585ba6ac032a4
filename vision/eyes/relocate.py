"""Going on with the same cards after the camera was knocked."""

import cv2
import numpy as np

from vision.base.picture import Gray, Matrix
from vision.eyes.background import STRIDE, Ground
from vision.eyes.watcher import Gaze
from vision.mat.geometry import Calibration


def ground_at(before: Gaze, calibration: Calibration, gray: Gray) -> Ground:
    """What the empty mat looks like now that a frame shows it elsewhere: as it did, with what lies on it left out."""
    rows, columns = before.ground.shape
    y, x = np.mgrid[0:rows, 0:columns] * STRIDE + STRIDE // 2
    looks = np.stack((x.ravel(), y.ravel()), axis=1).astype(np.float64)
    return _Carried(gray, before.ground, before.view.calibration.px(calibration.mm(looks)))


def take_over(before: Gaze, now: Gaze) -> None:
    """Go on with the cards that lay on the mat; all that is not mat is looked at again, also what has just come."""
    now.tracks = before.tracks
    now.attention.wake(now.ground.covered())


class _Carried(Ground):
    """The ground of a mat that was seen elsewhere before."""

    def __init__(self, gray: Gray, before: Ground, places: Matrix) -> None:
        """Carry over what was learned; `places`: where each look's spot was seen before, pixels, row by row."""
        super().__init__(gray)
        self.threshold, self.noise = before.threshold, before.noise
        at = ((places - STRIDE // 2) / STRIDE).astype(np.float32).reshape(*self.shape, 2)
        bare = cv2.remap(before.mat, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        self._bare = np.asarray(bare, np.float32)
        # Another part of the table is seen now, in the same light.
        self._first_light = self._bare.mean() / before.light
        self._remember()
