"""Goes over the whole picture, a tile a frame: finds what attention has missed without ever making a frame late."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

Tile: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom, pixels."""


@dataclass(slots=True)
class Survey:
    """Which tile is next."""

    tiles: tuple[Tile, ...]
    hurried: int = 0
    """Tiles to be read in the next frames, one in each, because something could not be read."""
    _next: int = 0

    def hurry(self) -> None:
        """Something was there that could not be read: look everywhere."""
        self.hurried = len(self.tiles)

    def tile(self) -> Tile:
        """The tile to read now."""
        self.hurried = max(self.hurried - 1, 0)
        self._next = (self._next + 1) % len(self.tiles)
        return self.tiles[self._next]


def tiles(field: Tile, side: int, overlap: int) -> tuple[Tile, ...]:
    """Squares of about a side that cover the field; what is no larger than the overlap is whole in one of them.

    >>> tiles((0, 0, 300, 100), 200, 20)
    ((0, 0, 160, 100), (140, 0, 300, 100))
    """
    left, top, right, bottom = field
    return tuple(
        (x, y, x_end, y_end)
        for y, y_end in _spans(top, bottom, side, overlap)
        for x, x_end in _spans(left, right, side, overlap)
    )


def _spans(start: int, end: int, side: int, overlap: int) -> Iterator[tuple[int, int]]:
    count = max(1, -(-(end - start - overlap) // (side - overlap)))
    step = (end - start - overlap) / count
    for number in range(count):
        yield start + round(number * step), start + round((number + 1) * step) + overlap
