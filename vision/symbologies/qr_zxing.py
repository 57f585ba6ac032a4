"""QR marks read by zxing-cpp: 20 times faster than zbar, and it reads smaller ones."""

from collections.abc import Sequence

from vision import qr, zxing
from vision.observation import Mark
from vision.picture import Gray
from vision.zbar import ZbarMissingError, ZbarReader


class QrZxing:
    """QR version 1-H, 24 mm, in two opposite corners of a card."""

    mark_mm = qr.MARK_MM
    corners = qr.CORNERS

    def __init__(self, decks: Sequence[int]) -> None:
        self._decks = frozenset(decks)
        self._second = _zbar()

    def expect(self, side_px: float) -> None:
        """Nothing is gained by it: the library looks for marks of any size."""

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All marks in the picture whose text is a card of ours with the right check."""
        return qr.marks(zxing.read_qr(gray), self._decks)

    def reread(self, gray: Gray) -> tuple[Mark, ...]:
        """The same by zbar, which shares no line with zxing-cpp; nothing where it is not installed."""
        return () if self._second is None else qr.marks(self._second.read(gray), self._decks)

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """The mark as a square picture, black on white, without margin."""
        return qr.draw(deck, card, pixels)


def symbology(decks: Sequence[int]) -> QrZxing:
    """The reader for cards of these decks."""
    return QrZxing(decks)


def _zbar() -> ZbarReader | None:
    try:
        return ZbarReader()
    except ZbarMissingError:
        return None
