"""Cameras over the table: by angle and height, how many pixels a millimetre of the mat has."""

from collections.abc import Mapping
from math import ceil, radians, tan
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np

from groundwork.picture import Matrix, f64
from vision.base.observation import Point
from vision.mat.layout import Mat

CameraName: TypeAlias = Literal["close", "module3", "usb"]
"""Cameras: one filled wholly by the mat, whatever its lens; a Camera Module 3; a common USB camera with 1080p."""

WIDTHS: Final[Mapping[CameraName, float]] = MappingProxyType({"module3": 66.0, "usb": 70.4})
"""Degrees that the picture is wide; of the USB camera by the 78 degrees of its diagonal that its makers tell."""

_LEAN: Final = 4.0
"""Degrees off plumb at most."""
_TURN: Final = 2.0
_ASIDE_MM: Final = 10.0
"""Largest distance of the camera from above the mat's middle."""
_ROOM: Final = 0.12
"""A fifth more than the mat, in cm a mm: so much must be seen wherever it leans to."""
_NEARER: Final = 0.01
"""A leaning camera is at most this share of its distance farther away than it must be to see the whole mat."""
_LEANS: Final = 60.0
"""Degrees off plumb that a camera leans less than: from there on the far edge of the mat is hardly more than a line."""
_NARROWER: Final = 0.018
"""Narrowing of the mat's far edge on each side, in the picture's width: about 4 degrees off plumb."""


class HeightError(ValueError):
    """A camera that hangs so low that the mat is not in its picture."""


class LeanError(ValueError):
    """A camera that leans so much that little of the mat can be made out."""


def hang_camera(
    name: CameraName, height_cm: float, mat: Mat, size: tuple[int, int], random: np.random.Generator
) -> Matrix:
    """Hang a camera over the mat's middle, never quite plumb: millimetres on the mat to pixels.

    Args:
        name: which camera; one that is `close` hangs where it must.
        height_cm: of its lens over the table.
        mat: what it looks at.
        size: width and height of the picture, pixels.
        random: for what hands do not do exactly.

    Raises:
        HeightError: the mat is not whole in the picture.
    """
    if name == "close":
        return _close(mat, size, random)
    lean_x, lean_y, turn, aside_x, aside_y = random.uniform(-1, 1, 5) * (_LEAN, _LEAN, _TURN, _ASIDE_MM, _ASIDE_MM)
    turned = _rotation(2, turn) @ _rotation(0, lean_x) @ _rotation(1, lean_y)
    half_width = tan(radians(WIDTHS[name] / 2))
    middle = aside_x - mat.width_mm / 2, aside_y - mat.height_mm / 2
    to_px = _project(turned, middle, 10 * height_cm, half_width, size)
    if not _is_whole(to_px, mat, size):
        least = ceil(_ROOM * max(mat.width_mm, mat.height_mm * size[0] / size[1]) / 2 / half_width)
        raise HeightError(
            f"height {height_cm:g} cm: from there the camera {name} does not see the whole mat; take {least} cm or more"
        )
    return f64(to_px / to_px[2, 2])


def lean_camera(degrees: float, mat: Mat, size: tuple[int, int], random: np.random.Generator) -> Matrix:
    """Lean a Camera Module 3 before the mat's middle, as near as can be: millimetres on the mat to pixels.

    Args:
        degrees: off plumb; what is below in its picture is farther away than what is above.
        mat: what it looks at; it is whole in the picture.
        size: width and height of the picture, pixels.
        random: for what hands do not do exactly.

    Raises:
        LeanError: it leans by 60 degrees or more.
    """
    if not abs(degrees) < _LEANS:
        raise LeanError(f"lean {degrees:g} degrees: the camera of a film leans by less than {_LEANS:g} off plumb")
    turned = _rotation(2, random.uniform(-_TURN, _TURN)) @ _rotation(0, degrees)
    middle, half_width = (-mat.width_mm / 2, -mat.height_mm / 2), tan(radians(WIDTHS["module3"] / 2))
    away = mat.width_mm / 2
    while not _is_whole(to_px := _project(turned, middle, away, half_width, size), mat, size):
        away *= 1 + _NEARER
    return f64(to_px / to_px[2, 2])


def _project(turned: Matrix, middle: Point, away_mm: float, half_width: float, size: tuple[int, int]) -> Matrix:
    """Project the mat, mm, through a camera without distortion to pixels; positive depth is before the camera.

    Args:
        turned: the rotation of the table before it.
        middle: what is added to places on the mat, mm; what is then 0 is seen in the middle of the picture.
        away_mm: from the lens to that place.
        half_width: tangent of half the angle that the picture is wide.
        size: width and height of the picture, pixels.
    """
    focal = size[0] / 2 / half_width
    lens = np.array([(focal, 0, (size[0] - 1) / 2), (0, focal, (size[1] - 1) / 2), (0, 0, 1)])
    place = np.column_stack((turned[:, 0], turned[:, 1], turned @ (*middle, 0) + np.array((0, 0, away_mm))))
    return f64(lens @ place)


def _close(mat: Mat, size: tuple[int, int], random: np.random.Generator) -> Matrix:
    width, height = size
    corners = np.array([(0.012 + _NARROWER, 0.02), (0.988 - _NARROWER, 0.02), (0.988, 0.98), (0.012, 0.98)])
    seen = (corners + random.uniform(-0.004, 0.004, (4, 2))) * (width, height)
    return f64(cv2.getPerspectiveTransform(_corners(mat).astype(np.float32), seen.astype(np.float32)))


def _corners(mat: Mat) -> Matrix:
    return np.array([(0.0, 0.0), (mat.width_mm, 0), (mat.width_mm, mat.height_mm), (0, mat.height_mm)])


def _is_whole(to_px: Matrix, mat: Mat, size: tuple[int, int]) -> bool:
    seen = np.column_stack((_corners(mat), np.ones(4))) @ to_px.T
    away, limit = seen[:, 2:], np.array(size) - 1
    # What is behind the camera would be seen upside down.
    return bool((away > 0).all() and (seen[:, :2] > 0).all() and (seen[:, :2] < away * limit).all())


def _rotation(axis: int, degrees: float) -> Matrix:
    vector = np.zeros(3)
    vector[axis] = radians(degrees)
    return f64(cv2.Rodrigues(vector)[0])
