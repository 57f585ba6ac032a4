"""QR marks: how they are drawn, what their texts mean, and how they are read, the same for every library."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

import cv2
import numpy as np
import zxingcpp

from groundwork.picture import Gray
from vision.base.observation import Corners, Mark
from vision.marks.identity import CARDS, COMMANDS, DECKS, NO_DECK, mark_of, named, number_of, printed
from vision.marks.squares import ENOUGH_PX, FastSquareReader

# The payload of a QR mark: kind, deck, card and a check, in ten characters.
#
# `S1:0H10:TT` is table mark version 1, deck 0, ten of hearts, check TT. Ten characters of QR's alphanumeric set are the
# most that its smallest size holds at the highest error correction (ISO/IEC 18004, table 7: version 1-H).

_SHAPE: Final = re.compile(r"S1:([0-9])([A-Z0-9]{2,3}):([0-9A-Z]{2})", re.ASCII)
_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def payload_of(deck: int, card: str) -> str:
    """Return the text of a card's mark.

    Raises:
        UnknownCardError: no mark stands for this card.

    >>> payload_of(0, "H10")
    'S1:0H10:TT'
    """
    number_of(deck, card)
    deck, card = printed(deck, card)
    text = f"S1:{deck}{card}"
    return f"{text}:{_check(text)}"


def card_of_payload(text: str) -> tuple[int, str] | None:
    """Deck and card of a mark's text; None for a foreign text, a wrong check, a card that no game has.

    >>> card_of_payload("https://example.org")
    """
    parts = _SHAPE.fullmatch(text)
    if parts is None or _check(text[: parts.end(2)]) != parts[3]:
        return None
    deck, card = int(parts[1]), parts[2]
    return (deck, card) if deck < DECKS and card in CARDS else None


def _check(text: str) -> str:
    """Two of 36 digits: the text as a number, modulo the largest prime below 36 x 36, as bank accounts use 97.

    A prime modulus catches every single wrong character and every swap of neighbours.
    """
    high, low = divmod(int.from_bytes(text.encode()) % 1291, 36)
    return _DIGITS[high] + _DIGITS[low]


MODULES: Final = 21
"""Modules along a side of a version 1 code."""
MARK_MM: Final = 24.0
"""Twice a square fiducial: a module must be as large as one of a fiducial of 12 mm to be read as well."""
CORNERS: Final = (0, 2)
"""Only two opposite corners have room for it."""


def draw(deck: int, card: str, pixels: int) -> Gray:
    """Draw the mark as a square picture, black on white, without quiet zone: the card itself is white."""
    # The stubs leave this function's options untyped.
    code = zxingcpp.create_barcode(payload_of(deck, card), zxingcpp.BarcodeFormat.QRCode, ec_level="H")
    modules = np.asarray(code.to_image(scale=1, add_quiet_zones=False), dtype=np.uint8)
    return np.asarray(cv2.resize(modules, (pixels, pixels), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)


def marks(codes: Iterable[tuple[str, Corners]], decks: Collection[int]) -> tuple[Mark, ...]:
    """Select the codes whose text is a card of these decks with the right check."""
    named = ((card_of_payload(text), outline) for text, outline in codes)
    return tuple(Mark(*name, outline) for name, outline in named if name is not None and name[0] in decks)


CodeReader = Callable[[Gray], Iterable[tuple[str, Corners]]]
"""Finds the text and the outline of every code in a picture, by one library."""


class QrMarks:
    """QR version 1-H, 24 mm, in two opposite corners of a card; command cards have square marks.

    Args:
        decks: of the table.
        read: finds codes by the library that is chosen.
        reread: finds them by another one, which shares no line with it.
    """

    mark_mm = MARK_MM
    corners = CORNERS

    def __init__(self, decks: Sequence[int], read: CodeReader, reread: CodeReader) -> None:
        self._decks, self._read, self._reread = frozenset(decks), read, reread
        self._commands = CommandReader()

    def expect(self, side_px: float) -> None:
        """Set the smallest side for command cards; the QR libraries read marks of any size."""
        self._commands.expect(side_px, self.mark_mm)

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """Read all marks whose text is a card of ours with the right check, and those of command cards."""
        return (*self.glance(gray), *self._commands.read(gray))

    def glance(self, gray: Gray) -> tuple[Mark, ...]:
        """Read the cards; for command cards, which stay uncovered, `read` is soon enough."""
        return marks(self._read(gray), self._decks)

    def reread(self, gray: Gray) -> tuple[Mark, ...]:
        """Read the cards by the other library."""
        return marks(self._reread(gray), self._decks)

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """Draw the mark as a square picture, black on white, without margin."""
        return draw(deck, card, pixels)


# Command cards at a table whose cards carry QR: their square marks are read beside the QR.
#
# There is one kind of command card for all tables, and its square fiducials are the tougher marks. Looking for them
# takes 0.3 ms in the region of a landing card, which QR alone takes 0.1 ms for (docs/marks.md).

COMMAND_MM: Final = 12.0
"""Side of a command card's marks."""


class CommandReader:
    """Finds the marks of command cards and no others."""

    def __init__(self) -> None:
        """Look for marks of any size."""
        numbers = [mark_of(NO_DECK, command) for command in COMMANDS]
        self._reader = FastSquareReader(numbers, ENOUGH_PX)

    def expect(self, side_px: float, side_mm: float) -> None:
        """No mark is smaller: a side of so many millimetres is at least so many pixels long."""
        self._reader.expect(side_px * COMMAND_MM / side_mm)

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """All marks of command cards in the picture."""
        found = ((named(number), corners) for number, corners in self._reader.read(gray))
        return tuple(Mark(*name, corners) for name, corners in found if name is not None)
