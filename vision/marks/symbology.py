"""The interface of symbologies: reading and drawing one kind of mark."""

from typing import Protocol

from vision.base.observation import Mark
from vision.base.picture import Gray


class Symbology(Protocol):
    """One kind of printed mark; `vision.marks.symbologies.load` finds it by name."""

    mark_mm: float
    """Side of the printed mark without its white margin."""
    corners: tuple[int, ...]
    """Corners of the card that carry it: 0 top left, 1 top right, 2 bottom right, 3 bottom left."""

    def expect(self, side_px: float) -> None:
        """From now on no mark is smaller, pixels: what is need not be looked at."""
        ...

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All marks found, in no order; a code that is none of ours is left out, never guessed."""
        ...

    def glance(self, gray: Gray) -> tuple[Mark, ...]:
        """The same in a fraction of the time, where there is a quicker way: now and then it misses one, never errs."""
        ...

    def reread(self, gray: Gray) -> tuple[Mark, ...]:
        """The same by a second reader, slower or in another way; asked where the first has found nothing.

        It may find candidates too, marks of which it is not sure.
        """
        ...

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """The mark as a square picture, black on white, without margin."""
        ...
