"""Finds the mat in a frame by its corner marks."""

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np

from groundwork.picture import Gray
from vision.base.light import in_light
from vision.base.observation import Corners, Trouble
from vision.marks.identity import CORNERS
from vision.marks.squares import SquareReader
from vision.marks.squares_patient import PatientSquareReader
from vision.mat.edges import measure
from vision.mat.geometry import Calibration, MatNotSeenError, TwoMatsError, calibrate
from vision.mat.layout import Mat
from vision.mat.lens import Lens

_READER = SquareReader(CORNERS)
_PATIENT = PatientSquareReader(CORNERS)
_DARK_MEAN: Final = 24.0
"""Mean grey level below which the light is off or the lens covered."""
_MANY: Final = 3
"""Corner marks that are not seen in the dark by chance."""
_LARGE_PX: Final = 16
"""Side of the squares whose mean is without grain."""
_WHITEST: Final = 98
"""Percentile of such squares that counts as paper."""
_DIM: Final = 110.0
"""Grey level of paper below which it lacks light."""
_GRAIN: Final = 0.125
"""Deviation of the grey levels, as a share of that of paper, from which single corner marks drown."""
_ASIDE: Final = 3
"""Pixels between two that are compared: grain of neighbours is mixed where a camera makes colours of it."""
_APART: Final = 0.954
"""Median difference of two pixels of the same, for a deviation of 1."""


def is_dark(gray: Gray, shown: int) -> bool:
    """Decide whether too little light is why so few corner marks are seen in a frame.

    Args:
        gray: the frame: all of it dark, or the lightest large thing dim and hardly to be told from the camera's grain.
        shown: corner marks that are seen in it.
    """
    if shown < _MANY and gray[::16, ::16].mean() < _DARK_MEAN:
        return True
    return shown < len(CORNERS) and _is_lost_in_grain(gray)


def _is_lost_in_grain(gray: Gray) -> bool:
    large = cv2.resize(gray, None, fx=1 / _LARGE_PX, fy=1 / _LARGE_PX, interpolation=cv2.INTER_AREA)
    paper = float(np.percentile(large, _WHITEST))
    if paper >= _DIM:
        return False
    # The median leaves out the edges of things: they are few.
    grain = float(np.median(cv2.absdiff(gray[::_LARGE_PX, _ASIDE:], gray[::_LARGE_PX, :-_ASIDE]))) / _APART
    return grain > _GRAIN * paper


def find_marks(gray: Gray, *, patient: bool = False) -> dict[int, Corners]:
    """Find the corner marks in a frame: place in `identity.CORNERS` to the mark's corners, pixels.

    Args:
        gray: the frame.
        patient: whether marks out of focus are looked for, too, where others are seen; that takes ten times as long.

    Raises:
        TwoMatsError: a corner mark is seen twice.
    """
    # A lens mixes light: out of focus, white reaches beyond its edges in grey levels. Beside a lamp, dark marks have
    # steps enough in grey levels alone.
    found = _by_place(_READER.read(in_light(gray)))
    if len(found) < len(CORNERS):
        found = _by_place(_READER.read(gray)) | found
    if patient and 0 < len(found) < len(CORNERS):
        more = _by_place([(one.number, one.corners) for one in _PATIENT.read(gray) if one.is_sure])
        return more | found
    return found


def _by_place(marks: Sequence[tuple[int, Corners]]) -> dict[int, Corners]:
    found: dict[int, Corners] = {}
    for number, corners in marks:
        place = CORNERS.index(number)
        if place in found:
            raise TwoMatsError(Trouble.at("two-mats", [place]))
        found[place] = corners
    return found


def refine(gray: Gray, marks: Mapping[int, Corners]) -> dict[int, Corners]:
    """Refine corner marks to a fraction of a pixel where their edges can be made out."""
    looks = {place: (corners, measure(gray, corners)) for place, corners in marks.items()}
    return {place: corners if look is None else look.corners for place, (corners, look) in looks.items()}


def find(mat: Mat, gray: Gray, lens: Lens | None = None) -> Calibration:
    """Find the mat and return its calibration, pixels to millimetres.

    Args:
        mat: what is looked for.
        gray: the frame.
        lens: what bends the picture, if that is known.

    Raises:
        MatNotSeenError: fewer than four corner marks are seen, one of them twice, or it is too dark for all.
    """
    marks = find_marks(gray, patient=True)
    if is_dark(gray, len(marks)):
        raise MatNotSeenError(Trouble("dark"))
    return calibrate(mat, refine(gray, marks), lens)
