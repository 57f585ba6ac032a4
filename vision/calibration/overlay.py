"""The picture that shows what a calibration means: the seats' areas drawn over what the camera sees."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.base.picture import Bgr, Gray, u8
from vision.calibration.survey import AreaReport, outline
from vision.mat.edges import MarkAppearance
from vision.mat.geometry import Calibration
from vision.mat.layout import AREAS, Area, Mat

_GOOD: Final = (90, 220, 90)
_POOR: Final = (60, 120, 255)
_MARK: Final = (255, 200, 60)


def picture(
    gray: Gray,
    mat: Mat,
    calibration: Calibration,
    looks: Sequence[MarkAppearance],
    reports: Sequence[AreaReport],
    labels: Sequence[str],
    good: float,
) -> Bgr:
    """The frame with mat, corner marks and areas; an area below a good reading rate is drawn in orange.

    Args:
        gray: the frame.
        mat: what lies there.
        calibration: of this frame.
        looks: its corner marks.
        reports: the areas, in order of the seats.
        labels: what to write into each area; what is no ASCII is left out.
        good: the reading rate asked for.
    """
    drawn = u8(cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR))
    thick = max(1, gray.shape[1] // 700)
    _line(drawn, outline(Area(0, 0, mat.width_mm, mat.height_mm, 0), calibration), _MARK, thick)
    for look in looks:
        _line(drawn, np.array(look.corners), _MARK, thick)
    for area, report, label in zip(AREAS[len(reports)], reports, labels, strict=True):
        ink = _GOOD if report.rate >= good else _POOR
        _line(drawn, outline(area, calibration), ink, thick)
        _write(drawn, label, calibration.px(np.array([area.centre]))[0], ink, thick)
    return drawn


def _line(drawn: Bgr, points: np.ndarray, ink: tuple[int, int, int], thick: int) -> None:
    fine = np.round(points * 16).astype(np.int32)
    cv2.polylines(drawn, [fine], True, ink, thick, cv2.LINE_AA, shift=4)


def _write(drawn: Bgr, label: str, centre: np.ndarray, ink: tuple[int, int, int], thick: int) -> None:
    """Lines of text round a point, dark behind so that they can be read on anything."""
    size = thick * 0.42
    for number, line in enumerate(label.encode("ascii", "ignore").decode().splitlines()):
        (width, height), _ = cv2.getTextSize(line, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
        at = round(float(centre[0]) - width / 2), round(float(centre[1]) + (number - 0.5) * height * 1.9)
        cv2.putText(drawn, line, at, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 3 * thick, cv2.LINE_AA)
        cv2.putText(drawn, line, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, thick, cv2.LINE_AA)
