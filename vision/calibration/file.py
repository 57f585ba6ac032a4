"""A calibration as a text that can be kept: JSON, so that any program may read it."""

import json
from dataclasses import dataclass
from typing import Final

import numpy as np
from pydantic import TypeAdapter, ValidationError

from groundwork.picture import f64
from vision.calibration.survey import AreaReport
from vision.mat.geometry import Calibration
from vision.mat.layout import Mat
from vision.mat.lens import Lens

VERSION: Final = 1

_Row = tuple[float, float, float]


class CalibrationTextError(ValueError):
    """A text that is no calibration of this table; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A calibration and what it was made from."""

    width_px: int
    height_px: int
    mat: Mat
    to_px: tuple[_Row, _Row, _Row]
    """The homography from millimetres on the mat to pixels without the lens."""
    lens: Lens | None
    doubt_mm: float
    """Millimetres by which the unknown part of the lens may shift a place."""
    areas: tuple[AreaReport, ...]
    when: str = ""
    """ISO date and time."""
    v: int = VERSION

    @property
    def calibration(self) -> Calibration:
        """The way between picture and mat."""
        to_px = f64(np.array(self.to_px))
        return Calibration(f64(np.linalg.inv(to_px)), to_px, self.lens)


_SAVED: Final = TypeAdapter(Saved)


def rows(calibration: Calibration) -> tuple[_Row, _Row, _Row]:
    """Return the homography from millimetres to pixels, as numbers that can be written."""
    (a, b, c), (d, e, f), (g, h, i) = calibration.to_px.tolist()
    return (a, b, c), (d, e, f), (g, h, i)


def to_text(saved: Saved) -> str:
    """Return the text to keep."""
    return json.dumps(_SAVED.dump_python(saved, mode="json"), indent=1) + "\n"


def from_text(text: str) -> Saved:
    """Read the calibration in a text.

    Raises:
        CalibrationTextError: the text is torn, of another version, or was not made by `to_text`.
    """
    try:
        saved = _SAVED.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the text"
        raise CalibrationTextError(f"no calibration: {place}: {first['msg']}; calibrate anew") from error
    if saved.v != VERSION:
        raise CalibrationTextError(f"a calibration of version {saved.v}, this program writes {VERSION}; calibrate anew")
    if not np.isfinite(saved.to_px).all() or abs(np.linalg.det(saved.to_px)) < 1e-12:
        raise CalibrationTextError("no calibration: to_px is no homography; calibrate anew")
    return saved
