"""Outlines: what changed between two still pictures, and where a card may lie that made the change."""

from math import degrees, pi, radians
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import MARKED, Gray, Mask, Matrix, f64, u8
from vision.base.thresholds import THRESHOLDS
from vision.decks.patch import CardPose
from vision.mat.layout import CardSize

_LIMITS: Final = THRESHOLDS.outline
_QUARTER: Final = degrees(pi / 2)


def changed(before: Gray, after: Gray) -> Mask:
    """Mark the pixels that differ by more than their grain."""
    one, other = (cv2.GaussianBlur(picture, (0, 0), _LIMITS.soft_px) for picture in (before, after))
    differences = u8(cv2.absdiff(one, other))
    # The median of bytes is read off their histogram: a sort takes ten times as long.
    counts = np.cumsum(cv2.calcHist([differences], [0], None, [MARKED + 1], [0, MARKED + 1]))
    median = int(np.searchsorted(counts, counts[-1] / 2))
    limit = max(_LIMITS.change, _LIMITS.change_noise * median)
    mask = u8(cv2.threshold(differences, limit, MARKED, cv2.THRESH_BINARY)[1])
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return u8(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((_LIMITS.close_px, _LIMITS.close_px), np.uint8)))


def find_poses(mask: Mask, to_px: Matrix, size: CardSize) -> list[CardPose]:
    """List the poses of a card that its outline leaves open, the best first; none if the outline fits no card.

    White on white, some sides of a card are invisible. Then the directions of the visible ones give the rectangle, and
    its missing part is the pose's spare.
    """
    hull = _hull(mask, to_px)
    if hull is None:
        return []
    found = list[tuple[float, CardPose]]()
    for turn in _turns(hull):
        u = np.array((np.cos(turn), np.sin(turn)))
        v = np.array((-u[1], u[0]))
        along, across = hull @ u, hull @ v
        middle = u * (along.max() + along.min()) / 2 + v * (across.max() + across.min()) / 2
        spans = float(np.ptp(along)), float(np.ptp(across))
        for quarter, (wide, high) in ((0.0, spans), (pi / 2, spans[::-1])):
            x, y = size.width_mm - wide, size.height_mm - high
            over, under = max(-x, 0) + max(-y, 0), max(x, 0) + max(y, 0)
            if max(-x, -y) <= _LIMITS.over_mm and max(x, y) <= _LIMITS.under_mm:
                found.append((2 * over + under, CardPose(float(middle[0]), float(middle[1]), turn + quarter, x, y)))
    kept = list[CardPose]()
    for _, pose in sorted(found, key=lambda one: one[0]):
        if not any(_is_same(pose, other) for other in kept):
            kept.append(pose)
    return kept[: _LIMITS.poses]


def _hull(mask: Mask, to_px: Matrix) -> Matrix | None:
    """Return the hull of all parts of what changed, mm; None if nothing did."""
    count, labels, statistics, _ = cv2.connectedComponentsWithStats(mask)
    areas = statistics[1:, cv2.CC_STAT_AREA]
    if count == 1 or areas.max() <= _LIMITS.part_px:
        return None
    parts = np.flatnonzero((areas > _LIMITS.part_px) & (areas > _LIMITS.part * areas.max())) + 1
    shown = mask
    if len(parts) < count - 1:
        keeps = np.zeros(count, np.uint8)
        keeps[parts] = MARKED
        shown = u8(keeps[labels])
    points = np.vstack(cv2.findContours(shown, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]).astype(np.float64)
    on_mat = cv2.perspectiveTransform(points.reshape(-1, 1, 2), np.linalg.inv(to_px)).astype(np.float32)
    return f64(cv2.convexHull(on_mat)).reshape(-1, 2)


def _turns(hull: Matrix) -> list[float]:
    """Directions in which a rectangle may lie: of the smallest one, and the strongest of the outline's edges."""
    edges = np.roll(hull, -1, axis=0) - hull
    lengths, turns = np.hypot(edges[:, 0], edges[:, 1]), np.arctan2(edges[:, 1], edges[:, 0]) % (pi / 2)
    in_degrees = np.degrees(turns)
    whole = np.bincount(np.rint(in_degrees).astype(int) % round(_QUARTER), lengths, round(_QUARTER))
    reach = range(-_LIMITS.turn_near, _LIMITS.turn_near + 1)
    strength = sum(np.roll(whole, by) * (1 - abs(by) / (_LIMITS.turn_near + 1)) for by in reach)
    strongest = list[int]()
    for way in np.argsort(-np.asarray(strength)).tolist():
        if all(_apart(way, other) > _LIMITS.turn_apart for other in strongest):
            strongest.append(way)
        if len(strongest) == _LIMITS.turns:
            break
    (_, _, smallest) = cv2.minAreaRect(hull.astype(np.float32))
    found = [radians(smallest)]
    for way in strongest:
        near = np.array([_apart(turn, way) <= _LIMITS.turn_near + 1 for turn in in_degrees.tolist()])
        if near.any():
            found.append(_mean(turns[near], lengths[near]))
    return found


def _apart(one: float, other: float) -> float:
    """Measure the difference of two directions of a rectangle's edges, degrees."""
    away = abs(one - other) % _QUARTER
    return min(away, _QUARTER - away)


def _mean(turns: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """Average directions that are the same after a quarter turn."""
    return float(np.angle((weights * np.exp(4j * turns)).sum())) / 4


def _is_same(one: CardPose, other: CardPose) -> bool:
    """Whether two places are one, whichever way up."""
    turned = abs(np.angle(np.exp(2j * (one.turn - other.turn)))) / 2
    away = np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
    return bool(turned <= _LIMITS.same_turn and away <= _LIMITS.same_mm)
