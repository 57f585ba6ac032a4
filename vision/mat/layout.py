"""The mat in plain numbers: its size, its corner marks, the cards that lie on it and the seats' areas.

Millimetres count from the mat's top left corner as the camera sees it: x to the right, y down.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from vision.base.observation import Corners, Point


@dataclass(frozen=True, slots=True)
class CardSize:
    """Width and height of a card."""

    width_mm: float
    height_mm: float


CARD_SIZES: Final[Mapping[str, CardSize]] = {"63x88": CardSize(63, 88), "61x112": CardSize(61, 112)}
"""Poker and Jass cards; French Tarot cards."""


@dataclass(frozen=True, slots=True)
class Area:
    """The area where a seat lays its cards."""

    left_mm: float
    top_mm: float
    right_mm: float
    bottom_mm: float
    turn: float
    """Rotation of its player's cards: degrees clockwise as the camera sees it, 0 upright."""

    @property
    def centre(self) -> Point:
        """The middle of the area, mm."""
        return (self.left_mm + self.right_mm) / 2, (self.top_mm + self.bottom_mm) / 2

    def contains(self, x_mm: float, y_mm: float) -> bool:
        """Whether the point lies in it; left and top edge included."""
        return self.left_mm <= x_mm < self.right_mm and self.top_mm <= y_mm < self.bottom_mm


@dataclass(frozen=True, slots=True)
class Mat:
    """The playing field and its four corner marks."""

    width_mm: float = 600
    height_mm: float = 340
    corner_mm: float = 24
    """Side of a corner mark without its white margin."""
    inset_mm: float = 20
    """Distance from the mat's edges to a corner mark's centre."""
    card: CardSize = CARD_SIZES["63x88"]

    @property
    def corner_centres(self) -> Corners:
        """Centres of the corner marks, in the order of `identity.CORNERS`."""
        right, bottom = self.width_mm - self.inset_mm, self.height_mm - self.inset_mm
        return (self.inset_mm, self.inset_mm), (right, self.inset_mm), (right, bottom), (self.inset_mm, bottom)


_BOTTOM: Final = Area(190, 185, 410, 337, 0)
_TOP: Final = Area(190, 3, 410, 155, 180)
_RIGHT: Final = Area(420, 42, 597, 298, 270)
_LEFT: Final = Area(3, 42, 180, 298, 90)

AREAS: Final[Mapping[int, tuple[Area, ...]]] = {
    2: (Area(120, 185, 480, 337, 0), Area(120, 3, 480, 155, 180)),
    3: (_BOTTOM, _RIGHT, _LEFT),
    4: (_BOTTOM, _RIGHT, _TOP, _LEFT),
    5: (
        Area(203, 180, 397, 337, 0),
        Area(400, 180, 564, 337, 0),
        Area(400, 3, 564, 160, 180),
        Area(36, 3, 200, 160, 180),
        Area(36, 180, 200, 337, 0),
    ),
}
"""Areas by number of seats; seat 0 at the bottom of the picture, seat i+1 to the right of seat i.

Each fits two cards of any size in `CARD_SIZES` side by side and leaves the corner marks free. With five seats the
middle of the top edge stays free for the dog.
"""


def seat_at(x_mm: float, y_mm: float, seats: int) -> int | None:
    """Return the seat in whose area the point lies, None between the areas.

    Raises:
        KeyError: the number of seats is not 2 to 5.

    >>> seat_at(300, 260, 4), seat_at(500, 170, 4), seat_at(300, 170, 4)
    (0, 1, None)
    """
    return next((seat for seat, area in enumerate(AREAS[seats]) if area.contains(x_mm, y_mm)), None)


# Places on the mat that are no seat's: for the blind, the stock, the card turned up, the dog and command cards.

PlaceKind: TypeAlias = Literal["blind", "stock", "upcard", "dog", "place-commands"]


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """A printed place."""

    kinds: tuple[PlaceKind, ...]
    """The kinds of cards that may lie there; the game tells which of them."""
    area: Area


_ON_ITS_SIDE: Final = 270.0
PLACES: Final[Mapping[int, tuple[PrintedPlace, ...]]] = {
    2: (
        PrintedPlace(("blind",), Area(8, 45, 112, 165, 0)),
        PrintedPlace(("stock",), Area(8, 175, 112, 295, 0)),
        PrintedPlace(("upcard",), Area(488, 45, 592, 165, 0)),
        PrintedPlace(("place-commands",), Area(488, 175, 592, 295, 0)),
    ),
    3: (
        PrintedPlace(("blind", "dog"), Area(190, 8, 296, 150, 0)),
        PrintedPlace(("place-commands",), Area(304, 8, 410, 150, 0)),
    ),
    4: (
        PrintedPlace(("dog",), Area(40, 8, 182, 38, _ON_ITS_SIDE)),
        PrintedPlace(("place-commands",), Area(418, 302, 560, 332, _ON_ITS_SIDE)),
    ),
    5: (
        PrintedPlace(("dog",), Area(204, 8, 297, 150, 0)),
        PrintedPlace(("place-commands",), Area(303, 8, 396, 150, 0)),
    ),
}
"""Places by number of seats, millimetres on the mat."""


def place_at(x_mm: float, y_mm: float, seats: int) -> PrintedPlace | None:
    """Return the place in which the point lies, None elsewhere.

    Raises:
        KeyError: the number of seats is not 2 to 5.

    >>> place_at(100, 20, 4).kinds, place_at(300, 260, 4)
    (('dog',), None)
    """
    return next((place for place in PLACES[seats] if place.area.contains(x_mm, y_mm)), None)
