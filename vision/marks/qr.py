"""QR marks: how they are drawn, and what their texts mean, the same for every library that reads them."""

from collections.abc import Collection, Iterable
from typing import Final

import cv2
import numpy as np
import zxingcpp

from vision.base.observation import Corners, Mark
from vision.base.picture import Gray
from vision.marks.payload import card_of_payload, payload_of

MODULES: Final = 21
"""Modules along a side of a version 1 code."""
MARK_MM: Final = 24.0
"""Twice a square fiducial: a module must be as large as one of a fiducial of 12 mm to be read as well."""
CORNERS: Final = (0, 2)
"""Only two opposite corners have room for it."""


def draw(deck: int, card: str, pixels: int) -> Gray:
    """The mark as a square picture, black on white, without quiet zone: the card itself is white."""
    # The stubs leave this function's options untyped.
    code = zxingcpp.create_barcode(payload_of(deck, card), zxingcpp.BarcodeFormat.QRCode, ec_level="H")
    modules = np.asarray(code.to_image(scale=1, add_quiet_zones=False), dtype=np.uint8)
    return np.asarray(cv2.resize(modules, (pixels, pixels), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)


def marks(codes: Iterable[tuple[str, Corners]], decks: Collection[int]) -> tuple[Mark, ...]:
    """The codes whose text is a card of these decks with the right check; all others are left out."""
    named = ((card_of_payload(text), outline) for text, outline in codes)
    return tuple(Mark(*name, outline) for name, outline in named if name is not None and name[0] in decks)
