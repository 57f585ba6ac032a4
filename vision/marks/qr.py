"""QR marks: how they are drawn, and what their texts mean, the same for every library that reads them."""

import re
from collections.abc import Collection, Iterable
from typing import Final

import cv2
import numpy as np
import zxingcpp

from groundwork.picture import Gray
from vision.base.observation import Corners, Mark
from vision.marks.identity import CARDS, DECKS, number_of, printed

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
