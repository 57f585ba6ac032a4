"""Finds the mat in a frame by its corner marks."""

from collections.abc import Mapping, Sequence
from typing import Final

from vision.base.light import in_light
from vision.base.observation import Corners
from vision.base.picture import Gray
from vision.base.trouble import Trouble
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


def is_dark(gray: Gray) -> bool:
    """Whether a frame is so dark that no mat can be seen in it."""
    return bool(gray[::16, ::16].mean() < _DARK_MEAN)


def seen(gray: Gray, *, patient: bool = False) -> dict[int, Corners]:
    """The corner marks in a frame: place in `identity.CORNERS` to the mark's corners, pixels.

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
        MatNotSeenError: fewer than four corner marks are seen, one of them twice, or it is too dark for any.
    """
    marks = seen(gray, patient=True)
    if not marks and is_dark(gray):
        raise MatNotSeenError(Trouble("dark"))
    return calibrate(mat, refined(gray, marks), lens)
