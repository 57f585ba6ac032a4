"""The brush that draws signs, courts and whole faces, on paper and on pages alike."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Final, Protocol, TypeAlias

from vision.mat.layout import CardSize

PrintInk: TypeAlias = tuple[int, int, int]
"""A colour: red, green, blue, 0 to 255."""
Place: TypeAlias = tuple[float, float]
PathPoints: TypeAlias = Sequence[Place]

BLACK: Final[PrintInk] = (0, 0, 0)


class Brush(Protocol):
    """A brush that draws in millimetres; x counts to the right and y down."""

    def at(self, x_mm: float, y_mm: float, turn: float = 0) -> AbstractContextManager[None]:
        """Draw from another origin, turned by so many degrees clockwise."""
        ...

    def within(self, x_mm: float, y_mm: float, width_mm: float, height_mm: float) -> AbstractContextManager[None]:
        """Draw only inside this box."""
        ...

    def polygons(self, outlines: Sequence[PathPoints], ink: PrintInk) -> None:
        """Fill closed outlines as one shape."""
        ...

    def box(
        self,
        x_mm: float,
        y_mm: float,
        width_mm: float,
        height_mm: float,
        fill: PrintInk | None = None,
        edge: PrintInk | None = None,
        line_mm: float = 0.2,
        round_mm: float = 0,
    ) -> None:
        """Draw a rectangle."""
        ...

    def line(self, start: Place, end: Place, ink: PrintInk = BLACK, line_mm: float = 0.2) -> None:
        """Draw a straight line."""
        ...


def twice(brush: Brush, size: CardSize, draw: Callable[[], None]) -> None:
    """Draw on a card as it stands, and once more on the card turned round."""
    draw()
    with brush.at(size.width_mm, size.height_mm, 180):
        draw()
