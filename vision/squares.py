"""Square fiducials of AprilTag 36h11, through cv2.aruco."""

from collections.abc import Sequence
from typing import Final

import cv2

from vision.observation import Corners
from vision.picture import Gray, Matrix, f64, u8

_FAMILY: Final = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


class SquareReader:
    """Finds the fiducials whose numbers it was given, and no others.

    A dictionary that holds only the registered numbers refuses the rest by itself and is several times faster than one
    that holds all 587. Any two numbers of the family differ in 11 of 36 bits, so leaving some out makes no neighbour.
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = tuple(numbers)
        codes = u8(_FAMILY.bytesList)[list(numbers)]
        dictionary = cv2.aruco.Dictionary(codes, 6, _FAMILY.maxCorrectionBits)
        self._detector = cv2.aruco.ArucoDetector(dictionary, _parameters())

    def read(self, gray: Gray) -> list[tuple[int, Corners]]:
        """Number and corners (pixels, clockwise from the mark's own top left) of every fiducial found."""
        corners, places, _ = self._detector.detectMarkers(gray)
        if not corners:
            return []
        found = zip(f64(places).ravel(), corners, strict=True)
        return [(self._numbers[int(place)], _four(f64(four))) for place, four in found]


def draw(number: int, pixels: int) -> Gray:
    """The fiducial as a square picture without white margin."""
    return u8(cv2.aruco.generateImageMarker(_FAMILY, number, pixels))


def _four(points: Matrix) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points.reshape(4, 2))
    return a, b, c, d


def _parameters() -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    # One threshold window instead of three: half the time at equal recall for marks of 25 to 80 pixels.
    parameters.adaptiveThreshWinSizeMin = 13
    parameters.adaptiveThreshWinSizeMax = 13
    return parameters
