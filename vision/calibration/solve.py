"""Solver for the homography and, where the pictures show it, the lens.

One plane shows this much: the corners of the corner marks have 32 coordinates, a homography takes 8. All marks are
about equally far from the picture's centre, where k1 shows as a mark that is narrower outward than across. k2 shows
nearly the same there, so that one view gives k1 well and k2 badly. Views with the mat elsewhere, or turned, show the
lens at other distances from the centre and give both. A coefficient counts when it is several times its uncertainty.
The possible effect of the uncertain ones on a place is reported.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from groundwork.picture import Matrix, f64
from vision.base.observation import Corners
from vision.mat.geometry import Calibration, calibrate, mark_corners_mm
from vision.mat.layout import Mat
from vision.mat.lens import Lens

View: TypeAlias = Mapping[int, Corners]
"""The four corner marks in one picture: place in `identity.CORNERS` to corners in pixels."""

_SURE: Final = 3.0
"""A coefficient counts when it is so many times its uncertainty."""
_CORNER_PX: Final = 0.05
"""Corners are not known better than this, whatever their residuals say."""
_ROUNDS: Final = 12
_NUDGE: Final = 1e-4


@dataclass(frozen=True, slots=True)
class Solution:
    """The calibration solved from views, with its residual and remaining doubt."""

    calibration: Calibration
    """Calibration of the last view."""
    residual_px: float
    """Root mean square distance of the corners from where the solution puts them."""
    doubt_mm: float
    """Millimetres by which the worst place of the mat may be off, for the views do not show the whole lens."""
    views: int


def solve(mat: Mat, views: Sequence[View], width_px: int, height_px: int) -> Solution:
    """Solve the homography of the last view, and the lens that all views share.

    Args:
        mat: where the marks are printed.
        views: what different pictures of one camera show; the camera's focus and zoom stay as they are.
        width_px: of the pictures.
        height_px: of the pictures.

    Raises:
        MatNotSeenError: a view lacks a corner mark.
    """
    problem = _Problem(mat, views, Lens.straight(width_px, height_px))
    fits = [problem.fit((0.0,) * count) for count in range(3)]
    sure = [fit for fit in fits if not fit.bend or abs(fit.bend[-1]) > _SURE * fit.deviations[-1]]
    best = sure[-1]
    lens = problem.lens.with_bend(best.bend) if best.bend else None
    # A coefficient that was left out may be as large as what would have counted.
    doubt_mm = (2 if best is fits[-1] else _SURE) * fits[-1].sigma_mm
    return Solution(calibrate(mat, views[-1], lens), best.residual_px, doubt_mm, len(views))


@dataclass(frozen=True, slots=True)
class _Fit:
    bend: tuple[float, ...]
    deviations: tuple[float, ...]
    residual_px: float
    sigma_mm: float


@dataclass(frozen=True, slots=True)
class _Problem:
    """Least squares over the lens alone: for each lens the best homographies follow."""

    mat: Mat
    views: Sequence[View]
    lens: Lens

    def fit(self, bend: tuple[float, ...]) -> _Fit:
        """Gauss and Newton's steps from these coefficients on."""
        now = np.array(bend)
        for _ in range(_ROUNDS if bend else 0):
            slope = self._slopes(now)
            step = np.linalg.lstsq(slope, -self._residuals(now), rcond=None)[0]
            now = f64(now + np.clip(step, -0.1, 0.1))
            if np.abs(step).max() < 1e-7:
                break
        left = self._residuals(now)
        free = max(1, len(left) - 8 * len(self.views) - len(now))
        sigma = max(_CORNER_PX, float(np.sqrt((left**2).sum() / free)))
        spread = f64(np.linalg.inv(self._slopes(now).T @ self._slopes(now)) * sigma**2 if bend else np.zeros((0, 0)))
        residual = float(np.sqrt(2 * (left**2).mean()))
        return _Fit(
            tuple(map(float, now)), tuple(map(float, np.sqrt(np.diag(spread)))), residual, self._sigma_mm(now, spread)
        )

    def _slopes(self, bend: Matrix) -> Matrix:
        """Change of the residuals with each coefficient."""
        both = [[self._residuals(bend + sign * nudge) for sign in (1, -1)] for nudge in _nudges(bend)]
        return np.stack([(more - less) / (2 * _NUDGE) for more, less in both], axis=1)

    def _residuals(self, bend: Matrix) -> Matrix:
        """Measure how far, in pixels, each corner is from where this bend would put it."""
        lens = self.lens.with_bend([float(k) for k in bend])
        apart = [calibrate(self.mat, view, lens).px(mark_corners_mm(self.mat)) - _corners(view) for view in self.views]
        return np.concatenate(apart).ravel()

    def _sigma_mm(self, bend: Matrix, spread: Matrix) -> float:
        """Deviation of the worst place of the mat, as far as it comes from the lens."""
        if not len(bend):
            return 0.0
        x, y = np.meshgrid(np.linspace(0, self.mat.width_mm, 9), np.linspace(0, self.mat.height_mm, 7))
        points = self._calibration(bend).px(np.stack((x.ravel(), y.ravel()), axis=1))
        both = [[self._calibration(bend + sign * nudge).mm(points) for sign in (1, -1)] for nudge in _nudges(bend)]
        slopes = np.stack([(more - less) / (2 * _NUDGE) for more, less in both])
        variances = np.einsum("kpc,kl,lpc->p", slopes, spread, slopes)
        return float(np.sqrt(variances.max()))

    def _calibration(self, bend: Matrix) -> Calibration:
        """Calibrate the last view with the lens of this bend."""
        return calibrate(self.mat, self.views[-1], self.lens.with_bend([float(k) for k in bend]))


def _nudges(bend: Matrix) -> Matrix:
    """Return a small step of each coefficient."""
    return np.eye(len(bend)) * _NUDGE


def _corners(view: View) -> Matrix:
    return np.array([view[place] for place in range(4)]).reshape(-1, 2)
