"""Placed cards: the marks of one frame grouped to the cards that carry them, in millimetres."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import atan2, cos, degrees, dist, hypot, sin
from typing import Final

import numpy as np

from vision.base.observation import Mark, Point
from vision.mat.geometry import Calibration, projected
from vision.mat.layout import CARD_SIZES, CardSize

INWARD_MM: Final = 28.0
"""Along both edges of a mark from its centre to the guess of the card's centre.

Every mark's own lower right corner points to the card's centre. The true ways are 22.5 and 35 mm on a 63 x 88 mm card,
21.5 and 47 mm on a 61 x 112 mm card, and one mark alone does not know which edge is which: 28 both ways is off by 9 or
20 mm, and opposite marks err in opposite directions, so that their mean is right.
"""

SAME_CARD_MM: Final = 43.0
"""Guesses of one card lie at most 40 mm apart, those of two equal cards side by side at least 45 mm."""

_EDGE_MM: Final = 9.0
"""From a mark's centre to the two edges of its card."""

_SQUARELY: Final = 0.7
"""Sine of 45 degrees: the other mark is turned by a quarter, not by half."""

_SAME_MARK_MM: Final = 3.0
_HARDLY_TURNED: Final = 0.9
"""Cosine of 26 degrees: far more than a reading errs, far less than the quarter turn to the next corner's mark."""


@dataclass(frozen=True, slots=True)
class PlacedMark:
    """A mark on the mat."""

    centre: Point
    """Millimetres."""
    right: Point
    """Unit vector along its upper edge."""

    @property
    def down(self) -> Point:
        """Unit vector along its left edge."""
        return -self.right[1], self.right[0]

    @property
    def guess(self) -> Point:
        """About where its card's centre is, mm."""
        (x, y), (rx, ry), (dx, dy) = self.centre, self.right, self.down
        return x + INWARD_MM * (rx + dx), y + INWARD_MM * (ry + dy)

    def is_at(self, other: "PlacedMark", apart_mm: float) -> bool:
        """Whether it is the other mark, moved at most so far and hardly turned, as another corner's would be."""
        return self.is_turned_like(other) and dist(self.centre, other.centre) <= apart_mm

    def is_turned_like(self, other: "PlacedMark") -> bool:
        """Whether both stand alike: every corner of a card has a turn of its own."""
        return self.right[0] * other.right[0] + self.right[1] * other.right[1] > _HARDLY_TURNED


@dataclass(frozen=True, slots=True)
class CardGlimpse:
    """A card as one frame shows it."""

    deck: int
    card: str
    x_mm: float
    y_mm: float
    angle: float
    """Degrees clockwise, 0 <= angle < 180; from a single mark it may be a quarter turn off."""
    spots: tuple[PlacedMark, ...]
    """The marks that were read."""
    is_sure: bool = True
    """Whether one of them is sure, or two of them, each no more than a candidate, agree on card and place."""

    @property
    def name(self) -> tuple[int, str]:
        """Deck and card."""
        return self.deck, self.card


def glimpses(marks: Iterable[Mark], calibration: Calibration) -> tuple[CardGlimpse, ...]:
    """Group the marks of one frame into cards; a mark read twice counts once. Sorted by place."""
    read = tuple(marks)
    by_card: dict[tuple[int, str], list[PlacedMark]] = {}
    doubtful: set[PlacedMark] = set()
    placed = zip(read, _on_mat(read, calibration), strict=True)
    # Where a mark was read twice, the sure reading counts.
    ordered = placed if all(mark.is_sure for mark in read) else sorted(placed, key=lambda pair: not pair[0].is_sure)
    for mark, spot in ordered:
        spots = by_card.setdefault((mark.deck, mark.card), [])
        if all(dist(spot.centre, other.centre) > _SAME_MARK_MM for other in spots):
            spots.append(spot)
            if not mark.is_sure:
                doubtful.add(spot)
    found = [glimpse_of(*name, group) for name, spots in by_card.items() for group in _groups(spots)]
    if doubtful:
        found = [
            replace(card, is_sure=False) if len(card.spots) == 1 and card.spots[0] in doubtful else card
            for card in found
        ]
    return tuple(sorted(found, key=lambda glimpse: (glimpse.x_mm, glimpse.y_mm)))


def _on_mat(marks: Sequence[Mark], calibration: Calibration) -> list[PlacedMark]:
    """Project the marks onto the mat, all at once, which takes no longer than one."""
    if not marks:
        return []
    if calibration.lens is None:
        # Of so few points it is done before NumPy has looked at its arguments.
        matrix = calibration.to_mm.tolist()
        return [_spot(*(projected(matrix, *point) for point in mark.corners)) for mark in marks]
    points = np.array([mark.corners for mark in marks], dtype=np.float64)
    corners = calibration.mm(points.reshape(-1, 2)).reshape(-1, 4, 2)
    return [_spot(*four) for four in corners.tolist()]


def _spot(a: Sequence[float], b: Sequence[float], c: Sequence[float], d: Sequence[float]) -> PlacedMark:
    """Place a mark by its corners on the mat, clockwise from the mark's own upper left."""
    right = b[0] + c[0] - a[0] - d[0], b[1] + c[1] - a[1] - d[1]
    length = max(hypot(*right), 1e-9)
    centre = (a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4
    return PlacedMark(centre, (right[0] / length, right[1] / length))


def _groups(spots: Sequence[PlacedMark]) -> list[list[PlacedMark]]:
    """Spots whose guesses of the centre agree, the best pairs first; no card has two corners with the same turn."""
    group_of = [[spot] for spot in spots]
    for one, other in _pairs(spots):
        near, far = group_of[one], group_of[other]
        if near is far or any(a.is_turned_like(b) for a in near for b in far):
            continue
        near += far
        group_of = [near if group is far else group for group in group_of]
    return [group for place, group in enumerate(group_of) if all(group is not other for other in group_of[:place])]


def _pairs(spots: Sequence[PlacedMark]) -> list[tuple[int, int]]:
    """Places of spots that may be of one card, those that fit best first.

    Of two equal cards that overlap, marks of different ones may have the nearer guesses; how the marks lie to each
    other tells them apart. Cards of another size, with labels of ours, are told apart as well as may be.
    """
    guesses = [spot.guess for spot in spots]
    pairs = [
        (one, other) for one, other in combinations(range(len(spots)), 2) if _may_join(guesses[one], guesses[other])
    ]
    if not any(spots[one].is_turned_like(spots[other]) for one, other in combinations(range(len(spots)), 2)):
        # One card: whatever the order, all are joined.
        return pairs
    fits = [{pair: _misfit(spots[pair[0]], spots[pair[1]], size) for pair in pairs} for size in CARD_SIZES.values()]
    # All are of one size: that of which each mark has a partner at the right place.
    misfit = min(fits, key=lambda fit: sum(_nearest(place, fit) for place in range(len(spots))))
    return sorted(pairs, key=lambda pair: misfit[pair])


def _may_join(one: Point, other: Point) -> bool:
    return dist(one, other) <= SAME_CARD_MM


def _nearest(place: int, misfit: Mapping[tuple[int, int], float]) -> float:
    """The misfit of a spot and its best partner, no more than a guess of one card may err."""
    return min((mm for pair, mm in misfit.items() if place in pair), default=SAME_CARD_MM)


def _misfit(one: PlacedMark, other: PlacedMark, size: CardSize) -> float:
    """Measure how far the other mark is from where a card of this size has the corner turned like it, mm."""
    if one.is_turned_like(other):
        return SAME_CARD_MM
    way = other.centre[0] - one.centre[0], other.centre[1] - one.centre[1]
    found = _dot(way, one.right), _dot(way, one.down)
    is_right = _dot(other.right, one.down) > -_SQUARELY
    is_below = _dot(other.right, one.down) < _SQUARELY
    # A mark alone does not know which of its edges is the short one.
    edges = size.width_mm - 2 * _EDGE_MM, size.height_mm - 2 * _EDGE_MM
    return min(dist(found, (right * is_right, down * is_below)) for right, down in (edges, edges[::-1]))


def glimpse_of(deck: int, card: str, spots: Sequence[PlacedMark]) -> CardGlimpse:
    """The card that carries these marks; at least one."""
    x, y = (sum(places) / len(spots) for places in zip(*(spot.guess for spot in spots), strict=True))
    return CardGlimpse(deck, card, x, y, _angle(spots, (x, y)), tuple(spots))


def _angle(spots: Sequence[PlacedMark], centre: Point) -> float:
    """Direction of the card's short edge: seen from a mark, the centre is farther along the long edge."""
    along = across = 0.0
    for spot in spots:
        way = (centre[0] - spot.centre[0], centre[1] - spot.centre[1])
        lean = _dot(way, spot.down) - _dot(way, spot.right)
        short = spot.right if lean >= 0 else spot.down
        weight = abs(lean) + 1e-6
        turn = 2 * atan2(short[1], short[0])
        along += weight * cos(turn)
        across += weight * sin(turn)
    return degrees(atan2(across, along)) / 2 % 180


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1]
