"""Outlines of fiducials: fitted to their black edges between the pixels, many at a time."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.picture import Matrix, f64

MODULES: Final = 8
"""Cells along a side, the black border included."""

_LINES: Final = 12
"""Lines across each edge."""
_SHARES: Final[Matrix] = np.linspace(0.12, 0.88, _LINES)
_STEPS: Final[Matrix] = np.linspace(-1, 1, 11)
_MOMENTS: Final = np.stack((np.ones(10), (_STEPS[1:] + _STEPS[:-1]) / 2), axis=1)
"""From the rises between the steps of a line to their sum, and to the sum of their places."""
_REACH: Final = 0.7
"""Of a module to both sides of an edge; there is white outside and the border inside."""
_LEAST_REACH_PX: Final = 1.5
_CLOSE: Final = 3.0
"""Outlines whose reach is so many times the least are fitted a second time, with a ninth of it."""
_STEEPEST: Final = 2.0
"""An edge turns by no more, reach to reach."""
_FARTHEST: Final = 0.25
"""Share of its side by which a corner may move, or 3 pixels: what moves farther has met other edges."""


def sides(outlines: Matrix) -> Matrix:
    """Mean side of each outline, pixels."""
    return f64(np.linalg.norm(outlines - np.roll(outlines, -1, axis=1), axis=2).mean(axis=1))


def levels_at(picture: NDArray[np.float32], x: Matrix, y: Matrix) -> Matrix:
    """Values of the picture at the places x and y, arrays of one shape; the first axis counts fiducials.

    Two arrays, not one of pairs: NumPy goes through pairs two numbers at a time.
    """
    across, down = (places.reshape(len(places), -1).astype(np.float32) for places in (x, y))
    found = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return f64(found).reshape(x.shape)


def fitted(picture: NDArray[np.float32], outlines: Matrix) -> Matrix:
    """The outlines, clockwise, with each edge where black turns to white; one that cannot be fitted is left as it is.

    Args:
        picture: light, or grey levels.
        outlines: count by 4 by 2, pixels.
    """
    reach = np.maximum(_REACH * _depths(outlines) / MODULES, _LEAST_REACH_PX)
    new = _moved(picture, outlines, reach)
    # Between the steps of a wide reach a sharp edge may lie anywhere: large outlines are fitted once more, closely.
    large = reach.max(axis=1) > _CLOSE * _LEAST_REACH_PX
    if large.any():
        close = np.maximum(reach[large] / _CLOSE**2, _LEAST_REACH_PX)
        new[large] = _moved(picture, new[large], close)
    astray = np.abs(new - outlines).max(axis=(1, 2)) > np.maximum(_FARTHEST * sides(outlines), 3)
    return np.where(astray[:, None, None], outlines, new)


def _depths(outlines: Matrix) -> Matrix:
    """How far each edge is from the one opposite, pixels: of a mark that is seen aslant much less than its side."""
    along, aslant = np.roll(outlines, -1, axis=1) - outlines, outlines[:, 2:] - outlines[:, :2]
    area = np.abs(aslant[:, 0, 0] * aslant[:, 1, 1] - aslant[:, 0, 1] * aslant[:, 1, 0]) / 2
    length = np.linalg.norm(along, axis=2)
    return f64(2 * area[:, None] / np.maximum(length + np.roll(length, 2, axis=1), 1e-6))


def _moved(picture: NDArray[np.float32], outlines: Matrix, reach: Matrix) -> Matrix:
    """The outlines with each edge where black turns to white within so many pixels, edge by edge."""
    reach = reach[:, :, None]
    ends = np.roll(outlines, -1, axis=1)
    along = ends - outlines
    across = np.stack((along[..., 1], -along[..., 0]), axis=2)
    across /= np.maximum(np.linalg.norm(across, axis=2, keepdims=True), 1e-6)
    x, y = (_lines(outlines[..., axis], along[..., axis], across[..., axis], reach) for axis in range(2))
    levels = levels_at(picture, x, y)
    rise = np.maximum(levels[..., 1:] - levels[..., :-1], 0)
    weight, moment = (rise.reshape(-1, len(_MOMENTS)) @ _MOMENTS).T.reshape(2, *rise.shape[:3])
    place = moment / np.maximum(weight, 1e-3)
    near, far = (offset[..., None] * reach * across for offset in _ends(weight, place))
    return _corners(outlines + near, ends + far)


def _lines(corners: Matrix, along: Matrix, across: Matrix, reach: Matrix) -> Matrix:
    """One coordinate of the steps on the lines across each edge: outlines by edges by lines by steps."""
    points = corners[..., None] + _SHARES * along[..., None]
    return points[..., None] + (reach * _STEPS)[..., None, :] * across[..., None, None]


def _ends(weight: Matrix, place: Matrix) -> tuple[Matrix, Matrix]:
    """How far each edge is outside its first and its second end, in reaches: a line through weighted places."""
    share = weight / np.maximum(weight.sum(axis=2, keepdims=True), 1e-3)
    middle, mean = share @ _SHARES, np.einsum("kel,kel->ke", share, place)
    lever = _SHARES - middle[..., None]
    slope = np.einsum("kel,kel,kel->ke", share, lever, place - mean[..., None])
    slope /= np.maximum(np.einsum("kel,kel->ke", share, lever**2), 1e-6)
    slope = np.clip(slope, -_STEEPEST, _STEEPEST)
    return mean - slope * middle, mean + slope * (1 - middle)


def _corners(starts: Matrix, ends: Matrix) -> Matrix:
    """Where each edge meets the one before it."""
    way, before = ends - starts, np.roll(starts, 1, axis=1)
    way_before = np.roll(way, 1, axis=1)
    cross = way_before[..., 0] * way[..., 1] - way_before[..., 1] * way[..., 0]
    gap = starts - before
    share = (gap[..., 0] * way[..., 1] - gap[..., 1] * way[..., 0]) / np.where(np.abs(cross) < 1e-6, 1e-6, cross)
    return before + share[..., None] * way_before
