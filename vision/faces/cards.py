"""Faces of cards as pictures for films: a mark in the corners, index, pips or a court, or a command."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from groundwork.picture import Bgr
from vision.faces.middles import COLUMNS, PIPS
from vision.faces.signs import OUTLINES
from vision.marks import symbologies
from vision.marks.identity import NO_DECK, mark_of, printed
from vision.marks.symbology import Symbology
from vision.mat.layout import CardSize

# Letters and signs by millimetres; the lower half is the upper one turned.

Decorator: TypeAlias = Callable[[Image.Image], None]
Ink: TypeAlias = tuple[int, int, int]

PX_PER_MM: Final = 6
"""The resolution of faces, finer than any camera sees the card, so that they stay sharp when reduced."""
_FINE: Final = 2 * PX_PER_MM
"""The pixels a millimetre at which faces are drawn before they are halved."""
_INK: Final = {"S": (26, 26, 30), "C": (26, 26, 30), "H": (190, 24, 34), "D": (190, 24, 34)}
"""The colour of index and pips, by suit letter."""


def _twice(picture: Image.Image, decorate: Decorator) -> None:
    """Decorate, turn by half, decorate, turn back."""
    decorate(picture)
    turned = picture.transpose(Image.Transpose.ROTATE_180)
    decorate(turned)
    picture.paste(turned.transpose(Image.Transpose.ROTATE_180))


def _text(draw: ImageDraw.ImageDraw, words: str, x: float, y: float, tall_mm: float, ink: Ink) -> None:
    """Write words round a point, pixels."""
    font = ImageFont.load_default(size=tall_mm * _FINE)
    draw.text((x, y), words, fill=ink, font=font, anchor="mm", stroke_width=2, stroke_fill=ink)


def _sign(draw: ImageDraw.ImageDraw, name: str, x: float, y: float, size_mm: float, ink: Ink) -> None:
    """Draw a sign of `vision.faces.signs.OUTLINES` round a point, pixels; upside down at a size below 0."""
    scale = size_mm * _FINE
    for outline in OUTLINES[name]:
        draw.polygon([(x + dx * abs(scale), y + dy * scale) for dx, dy in outline], fill=ink)


QUIET_MM: Final = 3.0
"""The distance from the card's edge to a mark: one module of white is enough, the rest is for crooked cutting."""

_PAPER: Final = (250, 249, 244)
_TRUMP_INK: Final = (28, 46, 110)

_TITLES: Final = {"EX": "EXCUSE", "JO": "JOKER"}


@lru_cache(maxsize=256)
def face(deck: int, card: str, symbology: str, size: CardSize, label: str = "") -> Bgr:
    """Draw the card's face, upright, at `PX_PER_MM`, corners not rounded; do not write to it.

    A command card, of `identity.NO_DECK`, carries square marks whatever the cards of the table do.

    Args:
        deck: its deck, or `identity.NO_DECK`.
        card: its name.
        symbology: the kind of its marks.
        size: of the card.
        label: the text on a command card; if empty its name.

    Raises:
        UnknownCardError: no mark stands for this card.
        UnknownSymbologyError: there is no such kind of mark.
    """
    mark_of(deck, card)
    deck, card = printed(deck, card)
    kind = symbologies.load("aruco" if deck == NO_DECK else symbology)
    picture = Image.new("RGB", (round(size.width_mm * _FINE), round(size.height_mm * _FINE)), _PAPER)
    draw = ImageDraw.Draw(picture)
    if deck == NO_DECK:
        _command(picture, card, label or card)
    elif len(kind.corners) == 2:
        _twice(picture, lambda image: _free_corner(image, card))
    else:
        _decorate(picture, card)
    draw.rectangle((0, 0, picture.width - 1, picture.height - 1), outline=(120, 120, 118), width=4)
    _stamp_marks(picture, deck, card, kind)
    small = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS)
    return np.ascontiguousarray(cv2.cvtColor(np.asarray(small), cv2.COLOR_RGB2BGR), dtype=np.uint8)


def _stamp_marks(picture: Image.Image, deck: int, card: str, kind: Symbology) -> None:
    side, quiet = round(kind.mark_mm * _FINE), round(QUIET_MM * _FINE)
    mark = kind.draw(deck, card, side)
    right, bottom = picture.width - quiet - side, picture.height - quiet - side
    places = ((quiet, quiet), (right, quiet), (right, bottom), (quiet, bottom))
    pen = ImageDraw.Draw(picture)
    for corner in kind.corners:
        x, y = places[corner]
        inner = quiet - 8
        pen.rectangle((x - inner, y - inner, x + side + inner, y + side + inner), fill=_PAPER)
        # Each mark's own lower right corner points to the card's centre, so that a single mark locates the centre.
        picture.paste(Image.fromarray(np.rot90(mark, -corner)), (x, y))


def _free_corner(picture: Image.Image, card: str) -> None:
    """Draw a large index in the upper right corner, for cards whose marks leave no room for pips."""
    pen = ImageDraw.Draw(picture)
    x, y = picture.width - 17 * _FINE, 14 * _FINE
    if not _is_plain(card):
        _text(pen, _TITLES.get(card, card[1:]), x, y, 16 if card[0] == "T" else 5, _TRUMP_INK)
        _sign(pen, "star", x, y + 18 * _FINE, 12, (176, 132, 36))
    else:
        _text(pen, card[1:], x, y, 17, _INK[card[0]])
        _sign(pen, card[0], x, y + 20 * _FINE, 15, _INK[card[0]])


def _is_plain(card: str) -> bool:
    return card[0] in _INK


def _decorate(picture: Image.Image, card: str) -> None:
    """Draw index and pips, court or trump; the lower half is the upper one turned round."""
    if not _is_plain(card):
        _trump(picture, card)
        return
    suit, rank = card[0], card[1:]
    if rank in "KQNJ":
        _court(picture, suit, rank)
    else:
        _pips(picture, suit, 1 if rank == "A" else int(rank))
    _twice(picture, lambda image: _index(image, rank, suit))


def _index(picture: Image.Image, rank: str, suit: str) -> None:
    x, y = 9 * _FINE, picture.height * 0.5 - 17 * _FINE
    _text(ImageDraw.Draw(picture), rank, x, y, 12, _INK[suit])
    _sign(ImageDraw.Draw(picture), suit, x, y + 10 * _FINE, 7, _INK[suit])


def _pips(picture: Image.Image, suit: str, count: int) -> None:
    draw = ImageDraw.Draw(picture)
    size = 24 if count == 1 else 10
    for place in PIPS[count]:
        x, y = COLUMNS[place[0]] * picture.width, int(place[1:]) / 100 * picture.height
        _sign(draw, suit, x, y, size if y <= picture.height / 2 else -size, _INK[suit])


def _court(picture: Image.Image, suit: str, rank: str) -> None:
    width, height = picture.size
    box = (round(0.29 * width), round(0.2 * height), round(0.71 * width), round(0.8 * height))
    draw = ImageDraw.Draw(picture)
    draw.rectangle(box, fill=(246, 226, 160), outline=(40, 60, 120), width=6)
    for x in range(box[0] + 24, box[2] - 8, 36):
        draw.line((x, box[1] + 8, x, box[3] - 8), fill=(232, 200, 120), width=6)

    def half(image: Image.Image) -> None:
        pen = ImageDraw.Draw(image)
        _sign(pen, "crown" if rank in "KQ" else "star", width / 2, height * 0.255, 12, (40, 60, 120))
        _text(pen, rank, width / 2, height * 0.385, 14, _INK[suit])

    _twice(picture, half)
    _sign(ImageDraw.Draw(picture), suit, width / 2, height / 2, 7, _INK[suit])


def _trump(picture: Image.Image, card: str) -> None:
    width, height = picture.size
    title = _TITLES.get(card, card[1:])
    tall = 22 if card[0] == "T" else 6
    box = (round(0.28 * width), round(0.22 * height), round(0.72 * width), round(0.78 * height))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle(box, 40, fill=(222, 230, 244), outline=_TRUMP_INK, width=8)
    _sign(draw, "star", width / 2, height * 0.3, 9, (176, 132, 36))
    _sign(draw, "star", width / 2, height * 0.7, -9, (176, 132, 36))
    _text(draw, title, width / 2, height / 2, tall, _TRUMP_INK)
    _twice(picture, lambda image: _text(ImageDraw.Draw(image), title, width / 2, 10 * _FINE, 5, _TRUMP_INK))


# Command cards.

_SUITS: Final = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
"""The letter of the suit that a contract names."""
_BAND: Final[Ink] = (40, 74, 96)
_PANEL: Final[Ink] = (255, 244, 204)
_EDGE_MM: Final = 3.0
_TOP_MM: Final = 18.0
"""The distance from the card's upper edge to the panel: below the marks."""
_TALL_MM: Final = 9.0


def _command(picture: Image.Image, name: str, label: str) -> None:
    """Draw the panel of a command with its label on a white card."""
    edge, top = round(_EDGE_MM * _FINE), round(_TOP_MM * _FINE)
    box = (edge, top, picture.width - edge, picture.height - top)
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle(box, 3 * _FINE, fill=_PANEL, outline=_BAND, width=_FINE)
    _twice(picture, lambda image: _half(image, name, label))
    middle = picture.height / 2
    if name in _SUITS:
        _sign(ImageDraw.Draw(picture), _SUITS[name], picture.width / 2, middle, 11, _INK[_SUITS[name]])
    else:
        bar = (edge + 6 * _FINE, middle - _FINE / 2, picture.width - edge - 6 * _FINE, middle + _FINE / 2)
        ImageDraw.Draw(picture).rectangle(bar, fill=_BAND)


def _half(picture: Image.Image, name: str, label: str) -> None:
    y = (_TOP_MM * _FINE + picture.height / 2) / 2 - (2 * _FINE if name in _SUITS else 0)
    _centred(picture, "Schiri", 8 * _FINE, 3.2)
    _centred(picture, label, y, _TALL_MM)


def _centred(picture: Image.Image, words: str, y: float, tall_mm: float) -> None:
    """Write words in the middle of the width, smaller if they would not fit."""
    font = ImageFont.load_default(size=tall_mm * _FINE)
    room = picture.width - 16 * _FINE
    font = ImageFont.load_default(size=tall_mm * _FINE * min(1.0, room / font.getlength(words)))
    ImageDraw.Draw(picture).text((picture.width / 2, y), words, fill=_BAND, font=font, anchor="mm")
