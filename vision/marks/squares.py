"""Square fiducials of AprilTag 36h11 and of more codes as far apart, through cv2.aruco."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from cv2.typing import MatLike

from groundwork.picture import Gray, Matrix, f64, u8
from vision.base.light import in_light
from vision.base.observation import Corners, to_whole
from vision.marks.identity import MORE_CODES


def _family() -> cv2.aruco.Dictionary:
    """All numbers of AprilTag 36h11 in their order, then :data:`~vision.marks.identity.MORE_CODES`."""
    apriltag = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    cells = (np.array([*f"{code:036b}"], np.uint8).reshape(6, 6) for code in MORE_CODES)
    more = [u8(cv2.aruco.Dictionary.getByteListFromBits(code)) for code in cells]
    return cv2.aruco.Dictionary(np.concatenate((u8(apriltag.bytesList), *more)), 6, apriltag.maxCorrectionBits)


_FAMILY: Final = _family()
WINDOW: Final = 13
"""Side of the one threshold window instead of three: half the time at equal recall for marks of 25 to 80 pixels."""
_LEAST_PERIMETER: Final = 0.03
"""OpenCV's own limit, of the picture's longer side; it keeps what is found in a small picture from being specks."""

_CORRECTION: Final = 0.2
"""Share of the family's 5 correctable bits in use: one. Three, OpenCV's default, read 3 marks in 1000 more of a bad
picture, and mistake 210 times as many black squares for a fiducial."""
_APART: Final = 0.125
"""OpenCV's own limit: outlines whose corners lie nearer, by their longer perimeter, are given as one, the larger. Where
that is none of the numbers it asks the smaller ones itself."""
_NEAREST: Final = 0.05
"""The same for whoever asks the outlines: a mark within the edge of its own white label is an outline of its own."""


class SquareReader:
    """Finds the fiducials whose numbers it was given, and no others.

    A dictionary that holds only the registered numbers refuses the rest by itself and is several times faster than one
    that holds all of them. Any two numbers differ in 11 of 36 bits, so leaving some out makes no neighbour.
    """

    def __init__(self, numbers: Sequence[int], windows: Sequence[int] = (WINDOW,), apart: float = _APART) -> None:
        """Make a reader of fiducials.

        Args:
            numbers: of marks, from 0.
            windows: sides of the threshold windows, pixels; evenly spaced. More of them find more and take longer.
            apart: outlines whose corners lie nearer are one, as a share of the longer perimeter.
        """
        self._numbers = tuple(numbers)
        self._smallest_px = 0.0
        codes = u8(_FAMILY.bytesList)[list(numbers)]
        self._parameters = _parameters(windows)
        self._parameters.minMarkerDistanceRate = apart
        self._detector = cv2.aruco.ArucoDetector(
            cv2.aruco.Dictionary(codes, 6, _FAMILY.maxCorrectionBits), self._parameters
        )

    def expect(self, side_px: float) -> None:
        """No fiducial is smaller: what is, is not looked at, which halves the time on busy cloth."""
        self._smallest_px = side_px

    def read(self, gray: Gray) -> list[tuple[int, Corners]]:
        """Read number and corners (pixels, clockwise from the mark's own top left) of every fiducial.

        In a picture of light they are found that are small or out of focus: of grey levels black is too wide there.
        """
        corners, places, _ = self.detect(gray)
        if not corners:
            return []
        found = zip(f64(places).ravel(), corners, strict=True)
        return [(self._numbers[int(place)], four(f64(outline))) for place, outline in found]

    def detect(self, gray: Gray) -> tuple[Sequence[MatLike], MatLike, Sequence[MatLike]]:
        """OpenCV's outlines of fiducials, their places among the numbers, and outlines that are none to it."""
        if self._smallest_px:
            least = 4 * self._smallest_px / max(gray.shape)
            self._parameters.minMarkerPerimeterRate = max(_LEAST_PERIMETER, least)
            self._detector.setDetectorParameters(self._parameters)
        return self._detector.detectMarkers(gray)


def draw(number: int, pixels: int) -> Gray:
    """Draw the fiducial as a square picture without white margin."""
    return u8(cv2.aruco.generateImageMarker(_FAMILY, number, pixels))


class OutlineFinder:
    """Finds whatever has four straight edges and is dark in light: outlines of fiducials, and of much else."""

    def __init__(self, numbers: Sequence[int], windows: Sequence[int]) -> None:
        self._reader = SquareReader(numbers, windows, _NEAREST)

    def expect(self, side_px: float) -> None:
        """No fiducial is smaller."""
        self._reader.expect(side_px)

    def outlines(self, gray: Gray) -> list[Matrix]:
        """Four corners of each, clockwise from any, pixels."""
        marks, _, others = self._reader.detect(gray)
        return [f64(outline).reshape(4, 2) for outline in (*marks, *others)]


def cells_of(number: int) -> Matrix:
    """Return the inner cells of the fiducial in a perfect picture, 6 by 6, -1 black and 1 white."""
    return np.where(draw(number, 8)[1:7, 1:7] > 127, 1.0, -1.0)


def four(points: Matrix) -> Corners:
    """Return the corners as OpenCV gives them: clockwise from the mark's own top left."""
    a, b, c, d = points.reshape(4, 2).tolist()
    return (a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])


def _parameters(windows: Sequence[int]) -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    # A mark's white rim is an outline, too. Where that is left out for being close to the border, so is the mark in it.
    parameters.minDistanceToBorder = 0
    parameters.errorCorrectionRate = _CORRECTION
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = windows[0], windows[-1]
    parameters.adaptiveThreshWinSizeStep = windows[1] - windows[0] if len(windows) > 1 else 1
    return parameters


# Reading in a picture that is made smaller first: at a glance, or where it is larger than reading needs.

_SMALL_WINDOW: Final = (9,)
"""Side of the threshold window in the smaller picture. Of photographs' marks from 38 pixels, shrunk to 20 or more, it
shows 84 of 91; the one of whole pictures shows 77, and whole pictures show 85."""
_LEAST_PX: Final = 10.0
"""Pixels to which the side of the smallest mark may shrink, and no less; that of the others is nearly twice as long."""
ENOUGH_PX: Final = 20.0
"""Pixels to which it may shrink with next to nothing lost: a 4K camera shows four times the needed pixels."""


class FastSquareReader:
    """Finds 97 of 100 cards in a third of the time; what it misses, a `SquareReader` is asked for."""

    def __init__(self, numbers: Sequence[int], least_px: float = _LEAST_PX) -> None:
        """Read fiducials, as large as they are until `expect` has told how small they may be.

        Args:
            numbers: of marks, from 0.
            least_px: to no less does the side of the smallest mark shrink.
        """
        self._whole = SquareReader(numbers)
        self._small = SquareReader(numbers, _SMALL_WINDOW)
        self._least_px = least_px
        self._shrink = 1

    def expect(self, side_px: float) -> None:
        """No fiducial is smaller: where all are large enough, every second pixel is, or every third."""
        self._shrink = max(1, int(side_px / self._least_px))
        self._whole.expect(side_px)
        self._small.expect(side_px / self._shrink)

    def read(self, gray: Gray) -> list[tuple[int, Corners]]:
        """Read number and corners of the fiducials, as `SquareReader.read` does, two pixels less exact."""
        if self._shrink == 1:
            return self._whole.read(in_light(gray))
        share = 1 / self._shrink
        # Turned into light once it is small, it costs a quarter or less, and shows as many marks.
        small = in_light(u8(cv2.resize(gray, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)))
        return [(number, to_whole(corners, share)) for number, corners in self._small.read(small)]
