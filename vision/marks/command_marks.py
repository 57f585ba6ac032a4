"""Command cards at a table whose cards carry QR: their square marks are read beside the QR.

There is one kind of command card for all tables, and its square fiducials are the tougher marks. Looking for them takes
0.3 ms in the region of a landing card, which QR alone takes 0.1 ms for (docs/marks.md).
"""

from typing import Final

from groundwork.picture import Gray
from vision.base.observation import Mark
from vision.marks.identity import COMMANDS, NO_DECK, mark_of, named
from vision.marks.squares import ENOUGH_PX, FastSquareReader

SIDE_MM: Final = 12.0
"""Side of a command card's marks."""


class CommandReader:
    """Finds the marks of command cards and no others."""

    def __init__(self) -> None:
        """Look for marks of any size."""
        numbers = [mark_of(NO_DECK, command) for command in COMMANDS]
        self._reader = FastSquareReader(numbers, ENOUGH_PX)

    def expect(self, side_px: float, side_mm: float) -> None:
        """No mark is smaller: a side of so many millimetres is at least so many pixels long."""
        self._reader.expect(side_px * SIDE_MM / side_mm)

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All marks of command cards in the picture."""
        found = ((named(number), corners) for number, corners in self._reader.read(gray))
        return tuple(Mark(*name, corners) for name, corners in found if name is not None)
