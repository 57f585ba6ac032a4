"""Measurement of a corner mark by its four outer edges: place between pixels, sharpness, contrast.

The grey levels along short lines across each edge are aligned and averaged. The edge lies where they pass halfway from
black to white in linear light, whatever the blur.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import Gray, Matrix, f64
from vision.base.light import fine_light, light_of
from vision.base.observation import Corners

MODULES: Final = 8
"""Modules along a side of a corner mark, its black border included."""
GAUSS: Final = 2.563
"""Width from 10 to 90 % of an edge blurred by a Gaussian of deviation 1."""

_LINES: Final = 14
"""Lines across each edge."""
_STEP_PX: Final = 0.25
_REACH: Final = 0.75
"""Reach to both sides of the edge, in modules: outside is white, inside the mark's black border."""
_HIDDEN: Final = 0.25
"""Share of the lines that may miss the edge: more, and the mark is half hidden."""
_DARKEST: Final = 20
"""Percentile of the samples inside the border that counts as its black."""
_FAINT: Final = 12.0
"""Grey levels between black and white below which there is no edge."""


@dataclass(frozen=True, slots=True)
class MarkAppearance:
    """The appearance of one mark: its corners, the width of its edges, grey levels and grain."""

    corners: Corners
    """Pixels, where its edges meet."""
    edge_px: float
    """Width of its edges from 10 to 90 % of the contrast."""
    dark: float
    light: float
    """Grey levels of its black and of the white round it."""
    grain: float
    """Standard deviation of the white round it, grey levels: grain of the camera and of the paper."""


def measure(gray: Gray, corners: Corners) -> MarkAppearance | None:
    """Measure the mark that was found there; None where its edges cannot be made out."""
    outline = np.array(corners, dtype=np.float64)
    side = float(np.linalg.norm(outline - np.roll(outline, -1, axis=0), axis=1).mean())
    reach = max(_REACH * side / MODULES, 2.0)
    steps = np.arange(-reach, reach + _STEP_PX / 2, _STEP_PX)
    points, outward = _lines(outline)
    lines = points[:, :, None] + outward[:, None, None] * steps[:, None]
    levels = _sampled(gray, lines)
    ends = max(2, len(steps) // 5)
    # Where a white module stands inside the border its light reaches into it: the black is where none does.
    dark, light = float(np.percentile(levels[..., :ends], _DARKEST)), float(np.median(levels[..., -ends:]))
    if light - dark < _FAINT:
        return None
    # A lens mixes light: by grey levels white would reach beyond its edge.
    black, white = light_of(dark), light_of(light)
    share = (_light(gray, lines) - black) / (white - black)
    places = steps[0] + _STEP_PX * _crossing(share)
    if np.isnan(places).mean() > _HIDDEN:
        return None
    grain = float(np.median(levels[..., -ends:].std(axis=1)))
    met = _meeting(points + outward[:, None] * places[..., None], ~np.isnan(places))
    return None if met is None else MarkAppearance(met, _width(share, places, steps), dark, light, grain)


def _lines(outline: Matrix) -> tuple[Matrix, Matrix]:
    """Points along each edge, 4 by lines by 2, and the edges' unit vectors outward, 4 by 2."""
    ends = np.roll(outline, -1, axis=0)
    shares = np.linspace(0.12, 0.88, _LINES)[:, None]
    along = ends - outline
    outward = np.stack((along[:, 1], -along[:, 0]), axis=1) / np.linalg.norm(along, axis=1, keepdims=True)
    return outline[:, None] + shares * along[:, None], outward


def _sampled(gray: Gray | NDArray[np.float32], points: Matrix) -> Matrix:
    """Grey levels at points given as x, y in the last axis."""
    flat = points.reshape(-1, points.shape[-2], 2).astype(np.float32)
    return f64(cv2.remap(gray, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)).reshape(
        points.shape[:-1]
    )


def _light(gray: Gray, points: Matrix) -> Matrix:
    """Light, 0 to 1, at points given as x, y in the last axis; it is worked out round them alone."""
    flat, last = points.reshape(-1, 2), (gray.shape[1] - 1, gray.shape[0] - 1)
    left, top = np.clip(np.floor(flat.min(axis=0)).astype(int), 0, last).tolist()
    right, bottom = (np.ceil(flat.max(axis=0)).astype(int) + 2).tolist()
    part = fine_light(gray[top : max(bottom, top + 1), left : max(right, left + 1)])
    return _sampled(part, points - (left, top)) / 255


def _crossing(share: Matrix) -> Matrix:
    """Find where along the last axis a half is passed for the last time, in steps; NaN where it is not.

    The first steps may lie in a white module within the border: the border is only a module wide.
    """
    below = share < 0.5
    last = share.shape[-1] - 1 - below[..., ::-1].argmax(axis=-1)
    after = np.minimum(last + 1, share.shape[-1] - 1)
    here, there = (np.take_along_axis(share, place[..., None], axis=-1)[..., 0] for place in (last, after))
    crossed = last + (0.5 - here) / np.maximum(there - here, 1e-6)
    return np.where(below.any(axis=-1) & (last < after), crossed, np.nan)


def _meeting(points: Matrix, valid: np.ndarray) -> Corners | None:
    """Find where lines through the four edges' points meet, from the mark's own top left clockwise."""
    if (valid.sum(axis=1) < _LINES // 2).any():
        return None
    lines = [_line(edge[good]) for edge, good in zip(points, valid, strict=True)]
    a, b, c, d = (_cut(lines[place - 1], lines[place]) for place in range(4))
    return a, b, c, d


def _line(points: Matrix) -> tuple[Matrix, Matrix]:
    """Fit a line to most of the points; return a point of it and its direction."""
    x, y, from_x, from_y = f64(cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.001, 0.001)).ravel()
    return np.array((from_x, from_y)), np.array((x, y))


def _cut(one: tuple[Matrix, Matrix], other: tuple[Matrix, Matrix]) -> tuple[float, float]:
    (start, way), (there, across) = one, other
    share = np.linalg.solve(np.stack((way, -across), axis=1), there - start)[0]
    x, y = start + share * way
    return float(x), float(y)


def _width(share: Matrix, places: Matrix, steps: Matrix) -> float:
    """Measure the mean edge from 10 to 90 %, pixels."""
    lines = [
        np.interp(steps, steps - place, line)
        for line, place in zip(share.reshape(-1, len(steps)), places.ravel(), strict=True)
        if not np.isnan(place)
    ]
    mean = np.maximum.accumulate(np.mean(lines, axis=0))
    return float(np.interp(0.9, mean, steps) - np.interp(0.1, mean, steps))
