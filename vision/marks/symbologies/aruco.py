"""Square fiducials: by far the toughest marks a camera at 3 pixels a millimetre can read."""

from collections.abc import Iterable, Sequence

from groundwork.picture import Gray
from vision.base.observation import Corners, Mark
from vision.marks import squares
from vision.marks.identity import CARDS, COMMANDS, NO_DECK, mark_of, named, number_of
from vision.marks.squares import ENOUGH_PX, FastSquareReader
from vision.marks.squares_patient import PatientSquareReader


class Aruco:
    """AprilTag 36h11, 12 mm, in all four corners of a card; the number is deck and card, or a command."""

    mark_mm = 12.0
    corners = (0, 1, 2, 3)

    def __init__(self, decks: Sequence[int]) -> None:
        numbers = [number_of(deck, card) for deck in decks for card in CARDS]
        numbers += [mark_of(NO_DECK, command) for command in COMMANDS]
        self._reader = FastSquareReader(numbers, ENOUGH_PX)
        self._patient = PatientSquareReader(numbers)
        self._hasty = FastSquareReader(numbers)

    def expect(self, side_px: float) -> None:
        """No mark is smaller, pixels."""
        self._reader.expect(side_px)
        self._patient.expect(side_px)
        self._hasty.expect(side_px)

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All registered marks in the picture."""
        return _named(self._reader.read(gray))

    def glance(self, gray: Gray) -> tuple[Mark, ...]:
        """Read the marks in a smaller copy of the picture: a third of the time, and 97 of 100 cards are seen."""
        return _named(self._hasty.read(gray))

    def reread(self, gray: Gray) -> tuple[Mark, ...]:
        """Read with more threshold windows, each cell weighed by its clarity; candidates too."""
        read = ((named(found.number), found) for found in self._patient.read(gray))
        return tuple(Mark(*name, found.corners, found.is_sure) for name, found in read if name is not None)

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """Draw the mark as a square picture, black on white, without margin."""
        return squares.draw(mark_of(deck, card), pixels)


def symbology(decks: Sequence[int]) -> Aruco:
    """Make the reader for cards of these decks."""
    return Aruco(decks)


def _named(read: Iterable[tuple[int, Corners]]) -> tuple[Mark, ...]:
    found = ((named(number), corners) for number, corners in read)
    return tuple(Mark(*name, corners) for name, corners in found if name is not None)
