"""QR marks read by zbar: slower, and independent of zxing-cpp, a second opinion."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision import qr
from vision.observation import Corners, Mark
from vision.payload import card_of_payload
from vision.picture import Gray
from vision.zbar import ZbarReader

_FINDER: Final = np.array(
    [
        [1, 1, 1, 1, 1, 1, 1],
        [1, 0, 0, 0, 0, 0, 1],
        [1, 0, 1, 1, 1, 0, 1],
        [1, 0, 1, 1, 1, 0, 1],
        [1, 0, 1, 1, 1, 0, 1],
        [1, 0, 0, 0, 0, 0, 1],
        [1, 1, 1, 1, 1, 1, 1],
    ],
    dtype=np.bool_,
)
"""Dark modules of the square that stands in every corner but the lower right one."""


class QrZbar:
    """QR version 1-H, 24 mm, in two opposite corners of a card."""

    mark_mm = qr.MARK_MM
    corners = qr.CORNERS

    def __init__(self, decks: Sequence[int]) -> None:
        self._decks = frozenset(decks)
        self._reader = ZbarReader()

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All marks in the picture whose text is a card of ours with the right check."""
        named = ((card_of_payload(text), outline) for text, outline in self._reader.read(gray))
        return tuple(
            Mark(*name, _upright(gray, outline))
            for name, outline in named
            if name is not None and name[0] in self._decks
        )

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """The mark as a square picture, black on white, without margin."""
        return qr.draw(deck, card, pixels)


def symbology(decks: Sequence[int]) -> QrZbar:
    """The reader for cards of these decks."""
    return QrZbar(decks)


def _upright(gray: Gray, outline: Corners) -> Corners:
    """The outline from the mark's own top left corner on: pyzbar forgets which that was."""
    n = qr.MODULES
    # Module i's centre is at whole number i, its edges half a module to each side.
    square = np.array([(0, 0), (n, 0), (n, n), (0, n)], dtype=np.float32) - 0.5
    to_square = cv2.getPerspectiveTransform(np.array(outline, dtype=np.float32), square)
    modules = np.asarray(cv2.warpPerspective(gray, to_square, (n, n), flags=cv2.INTER_LINEAR), dtype=np.float64)
    # Quarter turns that bring each corner of the outline to the lower right, where no finder stands.
    likeness = [_like_finder(np.rot90(modules, turns)[-7:, -7:]) for turns in range(4)]
    start = int(np.argmin(likeness))
    a, b, c, d = (outline[(start + i) % 4] for i in range(4))
    return a, b, c, d


def _like_finder(corner: np.ndarray) -> float:
    """How much lighter the light modules of a finder are than its dark ones, if it is one."""
    return float(corner[~_FINDER].mean() - corner[_FINDER].mean())
