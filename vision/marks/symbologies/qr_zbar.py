"""QR marks read by zbar: slower, and independent of zxing-cpp, a second opinion."""

from collections.abc import Sequence

from groundwork.picture import Gray
from vision.base.observation import Mark
from vision.marks import qr, zxing
from vision.marks.command_marks import CommandReader
from vision.marks.zbar import ZbarReader


class QrZbar:
    """QR version 1-H, 24 mm, in two opposite corners of a card; command cards have square marks."""

    mark_mm = qr.MARK_MM
    corners = qr.CORNERS

    def __init__(self, decks: Sequence[int]) -> None:
        self._decks = frozenset(decks)
        self._commands = CommandReader()
        self._reader = ZbarReader()

    def expect(self, side_px: float) -> None:
        """Set the smallest side for command cards; the QR library has no such setting."""
        self._commands.expect(side_px, self.mark_mm)

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All marks whose text is a card of ours with the right check, and those of command cards."""
        return (*qr.marks(self._reader.read(gray), self._decks), *self._commands.read(gray))

    def glance(self, gray: Gray) -> tuple[Mark, ...]:
        """Read the cards; for command cards, which stay uncovered, `read` is soon enough."""
        return qr.marks(self._reader.read(gray), self._decks)

    def reread(self, gray: Gray) -> tuple[Mark, ...]:
        """Read again by zxing-cpp."""
        return qr.marks(zxing.read_qr(gray), self._decks)

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """Draw the mark as a square picture, black on white, without margin."""
        return qr.draw(deck, card, pixels)


def symbology(decks: Sequence[int]) -> QrZbar:
    """Make the reader for cards of these decks."""
    return QrZbar(decks)
