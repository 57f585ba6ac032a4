"""QR marks read by zbar: slower, and independent of zxing-cpp, a second opinion."""

from collections.abc import Sequence

from vision.marks.qr import QrMarks
from vision.marks.zbar import ZbarReader
from vision.marks.zxing import read_qr


def symbology(decks: Sequence[int]) -> QrMarks:
    """Make the reader for cards of these decks, which reads again by zxing-cpp."""
    return QrMarks(decks, ZbarReader().read, read_qr)
