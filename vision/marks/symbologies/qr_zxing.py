"""QR marks read by zxing-cpp: 20 times faster than zbar, and it reads smaller ones."""

from collections.abc import Sequence

from groundwork.picture import Gray
from vision.base.observation import Mark
from vision.marks import qr, zxing
from vision.marks.command_marks import CommandReader
from vision.marks.zbar import ZbarMissingError, ZbarReader


class QrZxing:
    """QR version 1-H, 24 mm, in two opposite corners of a card; command cards have square marks."""

    mark_mm = qr.MARK_MM
    corners = qr.CORNERS

    def __init__(self, decks: Sequence[int]) -> None:
        self._decks = frozenset(decks)
        self._commands = CommandReader()
        self._second = _zbar()

    def expect(self, side_px: float) -> None:
        """Set the smallest side for command cards; the QR library reads marks of any size."""
        self._commands.expect(side_px, self.mark_mm)

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All marks whose text is a card of ours with the right check, and those of command cards."""
        return (*qr.marks(zxing.read_qr(gray), self._decks), *self._commands.read(gray))

    def glance(self, gray: Gray) -> tuple[Mark, ...]:
        """Read the cards; for command cards, which stay uncovered, `read` is soon enough."""
        return qr.marks(zxing.read_qr(gray), self._decks)

    def reread(self, gray: Gray) -> tuple[Mark, ...]:
        """Read again by zbar, which shares no line with zxing-cpp; nothing where it is not installed."""
        return () if self._second is None else qr.marks(self._second.read(gray), self._decks)

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """Draw the mark as a square picture, black on white, without margin."""
        return qr.draw(deck, card, pixels)


def symbology(decks: Sequence[int]) -> QrZxing:
    """Make the reader for cards of these decks."""
    return QrZxing(decks)


def _zbar() -> ZbarReader | None:
    try:
        return ZbarReader()
    except ZbarMissingError:
        return None
