"""The camera's view of each place of the mat, between what was measured at the four corner marks."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from groundwork.picture import Gray, Matrix, f64
from vision.base.light import LIGHT, levels_of
from vision.base.observation import Point
from vision.calibration.collect import Collector
from vision.calibration.read_rate import Conditions
from vision.marks import squares
from vision.marks.identity import CORNERS
from vision.mat.edges import GAUSS, MODULES, MarkAppearance
from vision.mat.geometry import Calibration
from vision.mat.layout import Mat

# How soft the picture is, by the one thing in it whose sharp picture is known: the corner marks.
#
# A corner mark is drawn as a perfect lens would show it there, and blurred until it is most like what the camera
# saw. Other than the width of single edges that tells large blurs too, where black and white of neighbouring modules
# mix.

_FINE: Final = 3
"""Samples in each pixel, both ways."""
_SOFT_PX: Final = np.geomspace(0.2, 6.0, 24)
"""Deviations of the blurs that are tried."""
_RIM: Final = 0.6
"""White round the mark that is compared, in modules."""


@dataclass(frozen=True, slots=True)
class Blur:
    """The blur of one mark."""

    sigma_px: float
    """Deviation of the Gaussian that does it, the pixels' own size left out."""
    dark: float
    light: float
    """Grey levels of large black and white things there."""


def measure_blur(gray: Gray, mat: Mat, calibration: Calibration, place: int) -> Blur | None:
    """Measure the blur of one corner mark; None where it is not whole in the frame."""
    x, y = mat.corner_centres[place]
    half = mat.corner_mm * (0.5 + 1 / MODULES)
    box = calibration.px(
        np.array([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
    )
    (left, top), (right, bottom) = np.floor(box.min(axis=0)).astype(int), np.ceil(box.max(axis=0)).astype(int) + 1
    if left < 0 or top < 0 or right > gray.shape[1] or bottom > gray.shape[0]:
        return None
    # A lens mixes light, so that the pattern is compared in light.
    seen = f64(LIGHT[gray[top:bottom, left:right]])
    at = _mark_coordinates(mat, calibration, place, left, top, seen.shape)
    sharp, inside = _sharp(place, at, seen.shape), _inside(at, seen.shape)
    fits = [_fit(f64(cv2.GaussianBlur(sharp, (0, 0), sigma)), seen, inside) for sigma in _SOFT_PX]
    best = min(range(len(fits)), key=lambda number: fits[number][0])
    _, dark, light = fits[best]
    black, white = levels_of(np.array((dark, light)))
    return Blur(_interpolate([fit[0] for fit in fits], best), float(black), float(white))


def _mark_coordinates(
    mat: Mat, calibration: Calibration, place: int, left: int, top: int, shape: tuple[int, ...]
) -> Matrix:
    """Find where on the mark each sample of each pixel looks, in modules from its own top left corner."""
    rows, columns = shape[0] * _FINE, shape[1] * _FINE
    y, x = np.mgrid[0:rows, 0:columns]
    pixels = (np.stack((x.ravel(), y.ravel()), axis=1) + 0.5) / _FINE - 0.5 + (left, top)
    corner = np.array(mat.corner_centres[place]) - mat.corner_mm / 2
    at: Matrix = (calibration.mm(pixels) - corner) * (MODULES / mat.corner_mm)
    return at


def _sharp(place: int, at: Matrix, shape: tuple[int, ...]) -> Matrix:
    """Draw the mark as a perfect lens would show it: 0 black, 1 white."""
    modules = np.pad(squares.draw(CORNERS[place], MODULES) > 0, 2, constant_values=True)
    column, row = np.clip(np.floor(at).astype(int) + 2, 0, MODULES + 3).T
    fine = modules[row, column].reshape(shape[0], _FINE, shape[1], _FINE)
    return f64(fine.mean(axis=(1, 3)))


def _inside(at: Matrix, shape: tuple[int, ...]) -> Matrix:
    """1 for the pixels that are compared."""
    near = ((at > -_RIM) & (at < MODULES + _RIM)).all(axis=1).reshape(shape[0], _FINE, shape[1], _FINE)
    return f64(near.min(axis=(1, 3)).astype(np.float64))


def _fit(model: Matrix, seen: Matrix, inside: Matrix) -> tuple[float, float, float]:
    """Least squares: what is left, and the light of black and white."""
    kept = inside > 0
    one, other = model[kept], seen[kept]
    slope = float(((one - one.mean()) * (other - other.mean())).sum() / max(1e-9, ((one - one.mean()) ** 2).sum()))
    dark = float(other.mean() - slope * one.mean())
    return float(((other - dark - slope * one) ** 2).mean()), dark, dark + slope


def _interpolate(errors: list[float], best: int) -> float:
    """Interpolate the blur with the least error, by a parabola through the three best."""
    if not 0 < best < len(errors) - 1:
        return float(_SOFT_PX[best])
    before, here, after = errors[best - 1 : best + 2]
    shift = 0.5 * (before - after) / max(1e-9, before - 2 * here + after)
    return float(np.exp(np.interp(best + shift, range(len(errors)), np.log(_SOFT_PX))))


@dataclass(frozen=True, slots=True)
class _Corner:
    """The conditions at one corner mark."""

    blur_px: float
    dark: float
    light: float
    grain: float

    @classmethod
    def of(cls, look: MarkAppearance, blurred: Blur | None) -> "_Corner":
        """Measure a mark by its whole pattern, or by its edges where the frame cuts it."""
        if blurred is None:
            return cls(look.edge_px / GAUSS, look.dark, look.light, look.grain)
        return cls(blurred.sigma_px, blurred.dark, blurred.light, look.grain)


class MatConditions:
    """The conditions everywhere on a mat, in its last view."""

    def __init__(self, mat: Mat, calibration: Calibration, seen: Collector) -> None:
        """Measure the corner marks; raises MatNotSeenError if no frame showed all four."""
        self._mat, self._calibration = mat, calibration
        self._corners = {
            place: _Corner.of(look, measure_blur(seen.last(), mat, calibration, place))
            for place, look in seen.appearances().items()
        }

    @property
    def whites(self) -> tuple[float, float, float, float]:
        """Grey level of the white at each corner mark."""
        a, b, c, d = (self._corners[place].light for place in range(4))
        return a, b, c, d

    def at(self, place_mm: Point) -> Conditions:
        """Estimate the conditions at a place on the mat, millimetres."""
        rows = np.array([(one.blur_px, one.dark, one.light, one.grain) for _, one in sorted(self._corners.items())])
        soft, dark, light, grain = (float(value) for value in _weights(self._mat, *place_mm) @ rows)
        return Conditions(scale_at(self._calibration, *place_mm), soft, dark, light, grain)


def scale_at(calibration: Calibration, x_mm: float, y_mm: float) -> float:
    """Pixels a millimetre at a place on the mat, in the direction in which they are fewest."""
    around = calibration.px(np.array([(x_mm, y_mm), (x_mm + 1, y_mm), (x_mm, y_mm + 1)]))
    return float(np.linalg.svd(around[1:] - around[0], compute_uv=False)[-1])


def _weights(mat: Mat, x_mm: float, y_mm: float) -> Matrix:
    """Weigh the corner marks by how near a place is to each; the weights add up to 1.

    A place nearer to an edge than the marks is taken for one beside them: nothing was measured farther out.
    """
    right = np.clip((x_mm - mat.inset_mm) / (mat.width_mm - 2 * mat.inset_mm), 0.0, 1.0)
    down = np.clip((y_mm - mat.inset_mm) / (mat.height_mm - 2 * mat.inset_mm), 0.0, 1.0)
    return np.array([(1 - right) * (1 - down), right * (1 - down), right * down, (1 - right) * down])
