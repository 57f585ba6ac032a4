"""What every kind of mark can do."""

from typing import Protocol

from vision.observation import Mark
from vision.picture import Gray


class Symbology(Protocol):
    """One kind of printed mark; `vision.symbologies.load` finds it by name."""

    mark_mm: float
    """Side of the printed mark without its white margin."""
    corners: tuple[int, ...]
    """Corners of the card that carry it: 0 top left, 1 top right, 2 bottom right, 3 bottom left."""

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All marks found, in no order; a code that is none of ours is left out, never guessed."""
        ...

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """The mark as a square picture, black on white, without margin."""
        ...
