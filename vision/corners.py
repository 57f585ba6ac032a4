"""Finds the mat in a frame by its corner marks."""

from vision.identity import CORNERS
from vision.mat import Calibration, Mat, calibrate
from vision.picture import Gray
from vision.squares import SquareReader

_READER = SquareReader(CORNERS)


def find(mat: Mat, gray: Gray) -> Calibration:
    """The way from this frame's pixels to the mat's millimetres.

    Raises:
        MatNotSeenError: fewer than four corner marks are seen.
    """
    return calibrate(mat, {CORNERS.index(number): corners for number, corners in _READER.read(gray)})
