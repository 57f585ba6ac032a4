"""The face of a command card, as it is printed."""

from typing import Final

from PIL import Image, ImageDraw, ImageFont

from vision.faces.pen import FINE, INK, Ink, sign, twice

SUITS: Final = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
"""Letter of the suit that a contract names."""
_BAND: Final[Ink] = (40, 74, 96)
_PANEL: Final[Ink] = (255, 244, 204)
_EDGE_MM: Final = 3.0
_TOP_MM: Final = 18.0
"""From the card's upper edge to the panel: below the marks."""
_TALL_MM: Final = 9.0


def command(picture: Image.Image, name: str, label: str) -> None:
    """Draw the panel of a command with its label on a white card at `FINE`."""
    edge, top = round(_EDGE_MM * FINE), round(_TOP_MM * FINE)
    box = (edge, top, picture.width - edge, picture.height - top)
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle(box, 3 * FINE, fill=_PANEL, outline=_BAND, width=FINE)
    twice(picture, lambda image: _half(image, name, label))
    middle = picture.height / 2
    if name in SUITS:
        sign(ImageDraw.Draw(picture), SUITS[name], picture.width / 2, middle, 11, INK[SUITS[name]])
    else:
        bar = (edge + 6 * FINE, middle - FINE / 2, picture.width - edge - 6 * FINE, middle + FINE / 2)
        ImageDraw.Draw(picture).rectangle(bar, fill=_BAND)


def _half(picture: Image.Image, name: str, label: str) -> None:
    y = (_TOP_MM * FINE + picture.height / 2) / 2 - (2 * FINE if name in SUITS else 0)
    _centred(picture, "Schiri", 8 * FINE, 3.2)
    _centred(picture, label, y, _TALL_MM)


def _centred(picture: Image.Image, words: str, y: float, tall_mm: float) -> None:
    """Words in the middle of the width, smaller where they would not fit."""
    font = ImageFont.load_default(size=tall_mm * FINE)
    room = picture.width - 16 * FINE
    font = ImageFont.load_default(size=tall_mm * FINE * min(1.0, room / font.getlength(words)))
    ImageDraw.Draw(picture).text((picture.width / 2, y), words, fill=_BAND, font=font, anchor="mm")
