"""Square fiducials: by far the toughest marks a camera at 3 pixels a millimetre can read."""

from collections.abc import Sequence

from vision import squares
from vision.identity import CARDS, card_of, number_of
from vision.observation import Mark
from vision.picture import Gray


class Aruco:
    """AprilTag 36h11, 12 mm, in all four corners of a card; the number is deck and card."""

    mark_mm = 12.0
    corners = (0, 1, 2, 3)

    def __init__(self, decks: Sequence[int]) -> None:
        self._reader = squares.SquareReader([number_of(deck, card) for deck in decks for card in CARDS])

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All registered marks in the picture."""
        named = ((card_of(number), corners) for number, corners in self._reader.read(gray))
        return tuple(Mark(*name, corners) for name, corners in named if name is not None)

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """The mark as a square picture, black on white, without margin."""
        return squares.draw(number_of(deck, card), pixels)


def symbology(decks: Sequence[int]) -> Aruco:
    """The reader for cards of these decks."""
    return Aruco(decks)
