"""The places of cards that are shown, not played: words, Weis, the dog; in rows that leave a mark of each free."""

from collections.abc import Collection
from math import cos, radians, sin
from typing import Final

from vision.base.observation import Point
from vision.film.script.script import Lay, LayPlace, Pose
from vision.mat.layout import AREAS, PLACES, Area, CardSize

_BESIDE_MM: Final = 6.0
"""Excess over a mark's side from a card to the next one on it: the marks at its left edge stay free."""
_BELOW_MM: Final = 4.5
"""Excess from a row to the next one, likewise: the marks at the upper edge stay free."""
_INSIDE_MM: Final = 8.0, 3.0
"""Distance of the last card's middle inside, to the right and below.

Where only its left upper mark is seen, the estimate of its middle is too far right by up to 7 mm, and never too low.
"""


class NoSuchPlaceError(ValueError):
    """A place that this mat has not."""


class FilmSeats:
    """The cards shown on the mat of a number of seats, and the place of the next card."""

    def __init__(self, seats: int, card: CardSize, mark_mm: float = 12.0) -> None:
        """Start with nothing shown; the marks on the cards have a side of so many millimetres."""
        self._seats = seats
        self._card = card
        self._mark_mm = mark_mm
        self._shown: dict[Pose, tuple[Area, int]] = {}

    def place(self, step: Lay) -> tuple[Point, float]:
        """Find the place of the next card, mm, and its turn.

        Raises:
            NoSuchPlaceError: a mat for so many seats has no such place.
        """
        area = area_of(step.where, step.seat, self._seats)
        return place_of(self._number(area), area, self._card, self._mark_mm), area.turn

    def lay(self, step: Lay, pose: Pose) -> None:
        """Remember a card that was laid."""
        area = area_of(step.where, step.seat, self._seats)
        self._shown[pose] = area, self._number(area)

    def keep(self, laid: Collection[Pose]) -> None:
        """Only these cards lie on the mat now."""
        self._shown = {pose: shown for pose, shown in self._shown.items() if pose in laid}

    def _number(self, area: Area) -> int:
        return 1 + max((number for other, number in self._shown.values() if other == area), default=-1)


def area_of(where: LayPlace, seat: int, seats: int) -> Area:
    """Return the seat's area, or the place of the mat.

    Raises:
        NoSuchPlaceError: a mat for so many seats has no such place.
    """
    if where in ("own", "beside"):
        return AREAS[seats][seat]
    found = next((place.area for place in PLACES[seats] if where in place.kinds), None)
    if found is None:
        raise NoSuchPlaceError(f"{where}: the mat for {seats} seats has no such place; lay it before a seat")
    return found


def place_of(number: int, area: Area, card: CardSize, mark_mm: float) -> Point:
    """Return the middle of the card of this number, from 0, mm: left to right, then in rows towards the player.

    Cards without room in any row lie on those of the first row.
    """
    lying = area.turn in (90, 270)
    width, depth = area.right_mm - area.left_mm, area.bottom_mm - area.top_mm
    room, deep = (depth, width) if lying else (width, depth)
    across = _steps(room, card.width_mm, mark_mm + _BESIDE_MM, _INSIDE_MM[0])
    down = _steps(deep, card.height_mm, mark_mm + _BELOW_MM, _INSIDE_MM[1])
    row, column = divmod(number, len(across))
    u, v = across[column], down[row % len(down)]
    turn, (x, y) = radians(area.turn), area.centre
    return x + u * cos(turn) - v * sin(turn), y + u * sin(turn) + v * cos(turn)


def _steps(room_mm: float, card_mm: float, step_mm: float, inside_mm: float) -> list[float]:
    """Places along a side, from the middle of it; one in the middle where the card has no room."""
    if card_mm > room_mm:
        return [0.0]
    first, last = (card_mm - room_mm) / 2, room_mm / 2 - inside_mm
    return [first + step * step_mm for step in range(1 + max(0, int((last - first) / step_mm)))]
