"""Goes over the whole picture, a tile a frame: finds what attention has missed without ever making a frame late."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

SweepTile: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom, pixels."""


@dataclass(slots=True)
class TileSweep:
    """The order of the tiles."""

    tiles: tuple[SweepTile, ...]
    hurried: int = 0
    """Tiles to be read in the next frames, one in each, because something could not be read."""
    _next: int = 0

    def hurry(self) -> None:
        """Read every tile once, one a frame, because a region could not be read."""
        self.hurried = len(self.tiles)

    def tile(self) -> SweepTile:
        """The tile to read now."""
        self.hurried = max(self.hurried - 1, 0)
        self._next = (self._next + 1) % len(self.tiles)
        return self.tiles[self._next]


def tiles(field: SweepTile, side: int, overlap: int) -> tuple[SweepTile, ...]:
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
