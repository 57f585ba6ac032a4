"""Seats' places on the mat: their areas, what lies near them, and the edges at which the players sit."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot
from typing import Final, TypeAlias

from vision.base.observation import Point
from vision.mat.layout import AREAS, Area, Mat

REACH_MM: Final = 15.0
"""A card whose centre lies no farther outside an area was meant for it: a quarter of a card's width."""
_CORNER_MM: Final = 70.0
"""An arm that comes in so near a corner of the mat may belong to either side."""


Bounds: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom on the mat, mm."""


class AreasError(ValueError):
    """Areas that no table can have."""


def is_clockwise(boxes: Sequence[Bounds]) -> bool:
    """Whether the areas, each left, top, right, bottom, go round the mat clockwise as the camera sees it.

    >>> printed = [(190, 185, 410, 337), (420, 42, 597, 298), (190, 3, 410, 155), (3, 42, 180, 298)]
    >>> is_clockwise(printed), is_clockwise([printed[0], *printed[:0:-1]])
    (False, True)
    """
    middles = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in boxes]
    following = [*middles[1:], *middles[:1]]
    return sum(x * then_y - then_x * y for (x, y), (then_x, then_y) in zip(middles, following, strict=True)) > 0


@dataclass(frozen=True, slots=True)
class Seating:
    """The areas of the seats, and how exactly a card must lie in them."""

    areas: tuple[Area, ...]
    mat: Mat
    reach_mm: float = REACH_MM

    @classmethod
    def of(cls, seats: int, reach_mm: float = REACH_MM) -> "Seating":
        """Return the areas as they are printed on the mat.

        Raises:
            KeyError: the number of seats is not 2 to 5.
        """
        return cls(AREAS[seats], Mat(), reach_mm)

    @classmethod
    def with_areas(cls, boxes: Sequence[Bounds], seats: int, reach_mm: float = REACH_MM) -> "Seating":
        """Other areas than those printed, one for each seat; each player sits at the side that is nearest.

        Raises:
            AreasError: there are too few or too many, one is not on the mat, or two overlap.
        """
        mat = Mat()
        if len(boxes) != seats:
            raise AreasError(f"{len(boxes)} areas for {seats} seats: name one for each seat, in order of play")
        for seat, (left, top, right, bottom) in enumerate(boxes, 1):
            if not (0 <= left < right <= mat.width_mm and 0 <= top < bottom <= mat.height_mm):
                size = f"{mat.width_mm:g} x {mat.height_mm:g} mm"
                raise AreasError(f"area {seat} is not inside the mat of {size}: write left, top, right, bottom in mm")
        for (seat, one), (other, two) in combinations(enumerate(boxes, 1), 2):
            if _overlap(one, two):
                raise AreasError(f"areas {seat} and {other} overlap: a card there would be of two seats")
        return cls(tuple(Area(*box, _nearest_side(box, mat)) for box in boxes), mat, reach_mm)

    def at(self, place: Point) -> int | None:
        """Return the seat in whose area the place is, mm."""
        return next((seat for seat, area in enumerate(self.areas) if area.contains(*place)), None)

    def near(self, place: Point) -> tuple[int, ...]:
        """List the seats whose areas are within `reach_mm` of the place, the nearest first."""
        ways = [(_distance(area, place), seat) for seat, area in enumerate(self.areas)]
        return tuple(seat for way, seat in sorted(ways) if way <= self.reach_mm)

    def from_edge(self, origin: Point) -> frozenset[int]:
        """Return the seats at the edge where an arm came in; none where nobody sits."""
        x, y = origin
        ways = {
            _BOTTOM: self.mat.height_mm - y,
            _LEFT: x,
            _TOP: y,
            _RIGHT: self.mat.width_mm - x,
        }
        sides = {turn for turn, way in ways.items() if way <= max(min(ways.values()), _CORNER_MM)}
        return frozenset(seat for seat, area in enumerate(self.areas) if area.turn in sides)


_BOTTOM, _LEFT, _TOP, _RIGHT = 0.0, 90.0, 180.0, 270.0
"""Sides of the mat, by how the cards of those who sit there stand."""


def _nearest_side(box: Bounds, mat: Mat) -> float:
    """Return the side of the mat that is nearest to the middle of an area."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    ways = {_BOTTOM: mat.height_mm - y, _LEFT: x, _TOP: y, _RIGHT: mat.width_mm - x}
    return min(ways, key=ways.__getitem__)


def _overlap(one: Bounds, other: Bounds) -> bool:
    return max(one[0], other[0]) < min(one[2], other[2]) and max(one[1], other[1]) < min(one[3], other[3])


def _distance(area: Area, place: Point) -> float:
    """Measure the distance from the area to the place, mm; 0 inside."""
    x, y = place
    beside = max(area.left_mm - x, 0, x - area.right_mm)
    below = max(area.top_mm - y, 0, y - area.bottom_mm)
    return hypot(beside, below)
