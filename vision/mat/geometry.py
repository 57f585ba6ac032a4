"""The way from pixels to millimetres on the mat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from groundwork.picture import Matrix, f64
from vision.base.observation import CORNER_NAMES, Corners, Point, Trouble
from vision.mat.layout import Mat
from vision.mat.lens import Lens


def mark_corners_mm(mat: Mat) -> Matrix:
    """Return the 16 corners of the corner marks, mm; mark by mark, each clockwise from its own top left."""
    half = mat.corner_mm / 2
    outline = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    marks: Matrix = np.array(mat.corner_centres)[:, None] + outline
    return marks.reshape(-1, 2)


class MatNotSeenError(ValueError):
    """Fewer than four corner marks of the mat were found."""

    def __init__(self, trouble: Trouble) -> None:
        """Say it as a value; the message is its English sentence."""
        super().__init__(trouble.text)
        self.trouble = trouble


class TwoMatsError(MatNotSeenError):
    """A corner mark was found twice, so that nobody can say which mat is played on."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The way between picture and mat: a homography, before it the lens if that is known."""

    to_mm: Matrix
    """Homography from pixels without lens distortion to millimetres."""
    to_px: Matrix
    """Inverse homography, millimetres to pixels."""
    lens: Lens | None = None

    def mm(self, points: Matrix) -> Matrix:
        """Pixels to millimetres; rows of x, y."""
        return _project(points if self.lens is None else self.lens.unbent(points), self.to_mm)

    def px(self, points: Matrix) -> Matrix:
        """Millimetres to pixels; rows of x, y."""
        seen = _project(points, self.to_px)
        return seen if self.lens is None else self.lens.bent(seen)

    def px_of(self, points: Sequence[Point]) -> list[Point]:
        """Convert a few points to pixels, without NumPy, whose argument checks take longer."""
        if self.lens is None:
            return _project_points(self.to_px, points)
        return [(x, y) for x, y in self.px(np.array(points, dtype=np.float64)).tolist()]

    def mm_of(self, points: Sequence[Point]) -> list[Point]:
        """Millimetres of a few points, at least one, likewise."""
        if self.lens is None:
            return _project_points(self.to_mm, points)
        return [(x, y) for x, y in self.mm(np.array(points, dtype=np.float64)).tolist()]


def calibrate(mat: Mat, corner_marks: Mapping[int, Corners], lens: Lens | None = None, least: int = 4) -> Calibration:
    """Calculate the homography from the corner marks.

    Args:
        mat: where the marks are printed.
        corner_marks: place in `identity.CORNERS` (0 to 3) to the mark's corners in pixels.
        lens: what bends the picture, if that is known.
        least: corner marks that must be seen; three tell the fourth's place to a millimetre.

    Raises:
        MatNotSeenError: too many corner marks are missing.
    """
    if len(corner_marks) < least:
        missing = [place for place in range(len(CORNER_NAMES)) if place not in corner_marks]
        raise MatNotSeenError(Trouble.at("mat-not-whole", missing))
    places = sorted(corner_marks)
    seen = np.array([point for place in places for point in corner_marks[place]], dtype=np.float64)
    corners_mm = mark_corners_mm(mat).reshape(4, 4, 2)[places].reshape(-1, 2)
    to_mm, _ = cv2.findHomography(seen if lens is None else lens.unbent(seen), corners_mm)
    matrix = f64(to_mm)
    return Calibration(matrix, f64(np.linalg.inv(matrix)), lens)


def _project_points(matrix: Matrix, points: Sequence[Point]) -> list[Point]:
    """Project a few points by a homography."""
    (a, b, c), (d, e, f), (g, h, i) = matrix.tolist()
    found: list[Point] = []
    for x, y in points:
        depth = g * x + h * y + i
        found.append(((a * x + b * y + c) / depth, (d * x + e * y + f) / depth))
    return found


def _project(points: Matrix, matrix: Matrix) -> Matrix:
    homogeneous = points @ matrix[:, :2].T + matrix[:, 2]
    projected: Matrix = homogeneous[:, :2] / homogeneous[:, 2:]
    return projected
