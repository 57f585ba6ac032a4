"""QR marks read by zbar: slower, and independent of zxing-cpp, a second opinion."""

from collections.abc import Sequence

from vision import qr, zxing
from vision.observation import Mark
from vision.picture import Gray
from vision.zbar import ZbarReader


class QrZbar:
    """QR version 1-H, 24 mm, in two opposite corners of a card."""

    mark_mm = qr.MARK_MM
    corners = qr.CORNERS

    def __init__(self, decks: Sequence[int]) -> None:
        self._decks = frozenset(decks)
        self._reader = ZbarReader()

    def expect(self, side_px: float) -> None:
        """Nothing is gained by it: the library cannot be told."""

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All marks in the picture whose text is a card of ours with the right check."""
        return qr.marks(self._reader.read(gray), self._decks)

    def reread(self, gray: Gray) -> tuple[Mark, ...]:
        """The same by zxing-cpp."""
        return qr.marks(zxing.read_qr(gray), self._decks)

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """The mark as a square picture, black on white, without margin."""
        return qr.draw(deck, card, pixels)


def symbology(decks: Sequence[int]) -> QrZbar:
    """The reader for cards of these decks."""
    return QrZbar(decks)
