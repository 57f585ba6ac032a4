"""How the camera sees each place of the mat: between what was measured at the four corner marks."""

from dataclasses import dataclass

import numpy as np

from vision.base.observation import Point
from vision.base.picture import Matrix
from vision.calibration.blur import Blur, blur
from vision.calibration.collect import Collector
from vision.calibration.read_rate import Conditions
from vision.mat.edges import GAUSS, MarkAppearance
from vision.mat.geometry import Calibration
from vision.mat.layout import Mat


@dataclass(frozen=True, slots=True)
class _Corner:
    """What one corner mark tells."""

    blur_px: float
    dark: float
    light: float
    grain: float

    @classmethod
    def of(cls, look: MarkAppearance, blurred: Blur | None) -> "_Corner":
        """By its whole pattern, or by its edges where the frame cuts it."""
        if blurred is None:
            return cls(look.edge_px / GAUSS, look.dark, look.light, look.grain)
        return cls(blurred.sigma_px, blurred.dark, blurred.light, look.grain)


class SeenMat:
    """The conditions everywhere on a mat, in its last view."""

    def __init__(self, mat: Mat, calibration: Calibration, seen: Collector) -> None:
        """Measure the corner marks; raises MatNotSeenError if no frame showed all four."""
        self._mat, self._calibration = mat, calibration
        self._corners = {
            place: _Corner.of(look, blur(seen.last(), mat, calibration, place)) for place, look in seen.looks().items()
        }

    @property
    def whites(self) -> tuple[float, float, float, float]:
        """Grey level of the white at each corner mark."""
        a, b, c, d = (self._corners[place].light for place in range(4))
        return a, b, c, d

    def at(self, place_mm: Point) -> Conditions:
        """The conditions at a place on the mat, millimetres."""
        rows = np.array([(one.blur_px, one.dark, one.light, one.grain) for _, one in sorted(self._corners.items())])
        soft, dark, light, grain = (float(value) for value in _weights(self._mat, *place_mm) @ rows)
        return Conditions(scale_at(self._calibration, *place_mm), soft, dark, light, grain)


def scale_at(calibration: Calibration, x_mm: float, y_mm: float) -> float:
    """Pixels a millimetre at a place on the mat, in the direction in which they are fewest."""
    around = calibration.px(np.array([(x_mm, y_mm), (x_mm + 1, y_mm), (x_mm, y_mm + 1)]))
    return float(np.linalg.svd(around[1:] - around[0], compute_uv=False)[-1])


def _weights(mat: Mat, x_mm: float, y_mm: float) -> Matrix:
    """How near a place is to each corner mark; they add up to 1.

    A place nearer to an edge than the marks is taken for one beside them: nothing was measured farther out.
    """
    right = np.clip((x_mm - mat.inset_mm) / (mat.width_mm - 2 * mat.inset_mm), 0.0, 1.0)
    down = np.clip((y_mm - mat.inset_mm) / (mat.height_mm - 2 * mat.inset_mm), 0.0, 1.0)
    return np.array([(1 - right) * (1 - down), right * (1 - down), right * down, (1 - right) * down])
