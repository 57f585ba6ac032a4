"""Places on the mat that are no seat's: for the blind, the stock, the card turned up, the dog and command cards.

A card lies in a place when its centre does, and none of them touches a seat's area, so what lies there is never a play.
With four seats the areas leave only strips between the corner marks: a card's edges may reach over the strip's. It
lies on its side there: upright, a long card's middle is told too badly by the marks that still lie on the mat.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from vision.mat.layout import Area

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
    """The place in which the point lies, None elsewhere.

    Raises:
        KeyError: the number of seats is not 2 to 5.

    >>> place_at(100, 20, 4).kinds, place_at(300, 260, 4)
    (('dog',), None)
    """
    return next((place for place in PLACES[seats] if place.area.holds(x_mm, y_mm)), None)
