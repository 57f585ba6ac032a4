"""Finds the mat in a frame by its corner marks."""

from collections.abc import Mapping

from vision.base.observation import Corners
from vision.base.picture import Gray
from vision.base.trouble import Trouble
from vision.marks.identity import CORNERS
from vision.marks.squares import SquareReader
from vision.mat.edges import measure
from vision.mat.geometry import Calibration, TwoMatsError, calibrate
from vision.mat.layout import Mat
from vision.mat.lens import Lens

_READER = SquareReader(CORNERS)


def seen(gray: Gray) -> dict[int, Corners]:
    """The corner marks in a frame: place in `identity.CORNERS` to the mark's corners, pixels.

    Raises:
        TwoMatsError: a corner mark is seen twice.
    """
    found: dict[int, Corners] = {}
    for number, corners in _READER.read(gray):
        place = CORNERS.index(number)
        if place in found:
            raise TwoMatsError(Trouble.at("two-mats", [place]))
        found[place] = corners
    return found


def refined(gray: Gray, marks: Mapping[int, Corners]) -> dict[int, Corners]:
    """The same corner marks, measured to a fraction of a pixel where their edges can be made out."""
    looks = {place: (corners, measure(gray, corners)) for place, corners in marks.items()}
    return {place: corners if look is None else look.corners for place, (corners, look) in looks.items()}


def find(mat: Mat, gray: Gray, lens: Lens | None = None) -> Calibration:
    """The way from this frame's pixels to the mat's millimetres.

    Args:
        mat: what is looked for.
        gray: the frame.
        lens: what bends the picture, if that is known.

    Raises:
        MatNotSeenError: fewer than four corner marks are seen, or one of them twice.
    """
    return calibrate(mat, refined(gray, seen(gray)), lens)
