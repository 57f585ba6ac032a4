"""The picture that shows what a calibration means: the seats' areas drawn over what the camera sees."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from groundwork.picture import Bgr, Gray, Matrix, u8
from vision.base.observation import Point
from vision.calibration.glare import outline
from vision.calibration.read_rate import GOOD
from vision.calibration.survey import MatCell, Survey
from vision.mat.edges import MarkAppearance
from vision.mat.geometry import Calibration
from vision.mat.layout import AREAS, Area, Mat

_GOOD: Final = (90, 220, 90)
_POOR: Final = (60, 120, 255)
_MARK: Final = (255, 200, 60)
_FEWEST_LINES: Final = 2
_MORE_LINES: Final = 6
"""Strokes in a cell in which nearly all cards are read, and how many more in which none is."""
_LABEL_MM: Final = (150, 60)
"""About the width and height that an area's label takes."""
_TOLD: Final = 0.95
"""Share below which it is written into its cell."""


def draw(
    gray: Gray,
    mat: Mat,
    calibration: Calibration,
    looks: Sequence[MarkAppearance],
    survey: Survey,
    labels: Sequence[str],
) -> Bgr:
    """Draw the frame with mat, corner marks, areas, and the map of the expected shares.

    Where fewer cards than `GOOD` would be read, the mat is hatched in orange, the closer the fewer, with the percentage
    where it is below 95; an area in which that is so on the whole is drawn in orange.

    Args:
        gray: the frame.
        mat: what lies there.
        calibration: of this frame.
        looks: its corner marks.
        survey: what was measured.
        labels: what to write into each area; what is no ASCII is left out.
    """
    drawn = u8(cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR))
    thick = max(1, gray.shape[1] // 700)
    _map(drawn, survey.cells, [area.centre for area in AREAS[len(survey.areas)]], calibration, thick)
    _line(drawn, outline(Area(0, 0, mat.width_mm, mat.height_mm, 0), calibration), _MARK, thick)
    for look in looks:
        _line(drawn, np.array(look.corners), _MARK, thick)
    for area, report, label in zip(AREAS[len(survey.areas)], survey.areas, labels, strict=True):
        ink = _GOOD if report.rate >= GOOD else _POOR
        _line(drawn, outline(area, calibration), ink, thick)
        _write(drawn, label, calibration.px(np.array([area.centre]))[0], ink, thick)
    return drawn


def _map(drawn: Bgr, cells: Sequence[MatCell], labels: Sequence[Point], calibration: Calibration, thick: int) -> None:
    """Hatching where too few cards are read, which is told without colours, too; no figure where a label stands."""
    for cell in cells:
        if cell.rate >= GOOD:
            continue
        lines = _FEWEST_LINES + round((1 - cell.rate) * _MORE_LINES)
        for line in range(lines):
            across = (line + 0.5) / lines
            _line(drawn, calibration.px(_stroke(cell, across)), _POOR, thick)
        if cell.rate < _TOLD and not any(_is_under(cell.centre_mm, label) for label in labels):
            _write(drawn, f"{cell.rate:.0%}", calibration.px(np.array([cell.centre_mm]))[0], _POOR, thick)


def _is_under(place: Point, label: Point) -> bool:
    return abs(place[0] - label[0]) < _LABEL_MM[0] / 2 and abs(place[1] - label[1]) < _LABEL_MM[1] / 2


def _stroke(cell: MatCell, across: float) -> Matrix:
    """Return one stroke of the hatching of a cell, from edge to edge, mm."""
    (x, y), (wide, high) = cell.centre_mm, cell.size_mm
    left = x - wide / 2 + across * wide
    return np.array([(left, y - high / 2), (left, y + high / 2)])


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
