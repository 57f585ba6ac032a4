"""Draws playing cards with a mark in the corners."""

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageDraw

from vision.base.picture import Bgr
from vision.faces.command import command
from vision.faces.pen import FINE, INK, PX_PER_MM, sign, text, twice
from vision.faces.pips import COLUMNS, PIPS
from vision.marks import symbologies
from vision.marks.identity import NO_DECK, mark_of, printed
from vision.marks.symbology import Symbology
from vision.mat.layout import CardSize

__all__ = ["PX_PER_MM", "QUIET_MM", "face"]

QUIET_MM: Final = 3.0
"""From the card's edge to a mark: one module of white is enough, the rest is for crooked cutting."""

_PAPER: Final = (250, 249, 244)
_TRUMP_INK: Final = (28, 46, 110)

_TITLES: Final = {"EX": "EXCUSE", "JO": "JOKER"}


@lru_cache(maxsize=256)
def face(deck: int, card: str, symbology: str, size: CardSize, label: str = "") -> Bgr:
    """The card's face, upright, at `PX_PER_MM`, corners not rounded; do not write to it.

    A command card, of `identity.NO_DECK`, carries square marks whatever the cards of the table do.

    Args:
        deck: its deck, or `identity.NO_DECK`.
        card: its name.
        symbology: the kind of its marks.
        size: of the card.
        label: what stands on a command card; if empty its name.

    Raises:
        UnknownCardError: no mark stands for this card.
        UnknownSymbologyError: there is no such kind of mark.
    """
    mark_of(deck, card)
    deck, card = printed(deck, card)
    kind = symbologies.load("aruco" if deck == NO_DECK else symbology)
    picture = Image.new("RGB", (round(size.width_mm * FINE), round(size.height_mm * FINE)), _PAPER)
    draw = ImageDraw.Draw(picture)
    if deck == NO_DECK:
        command(picture, card, label or card)
    elif len(kind.corners) == 2:
        twice(picture, lambda image: _free_corner(image, card))
    else:
        _decorate(picture, card)
    draw.rectangle((0, 0, picture.width - 1, picture.height - 1), outline=(120, 120, 118), width=4)
    _stamp_marks(picture, deck, card, kind)
    small = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS)
    return np.ascontiguousarray(cv2.cvtColor(np.asarray(small), cv2.COLOR_RGB2BGR), dtype=np.uint8)


def _stamp_marks(picture: Image.Image, deck: int, card: str, kind: Symbology) -> None:
    side, quiet = round(kind.mark_mm * FINE), round(QUIET_MM * FINE)
    mark = kind.draw(deck, card, side)
    right, bottom = picture.width - quiet - side, picture.height - quiet - side
    places = ((quiet, quiet), (right, quiet), (right, bottom), (quiet, bottom))
    pen = ImageDraw.Draw(picture)
    for corner in kind.corners:
        x, y = places[corner]
        inner = quiet - 8
        pen.rectangle((x - inner, y - inner, x + side + inner, y + side + inner), fill=_PAPER)
        # Each mark's own lower right corner points to the card's centre, so that a single one tells where that is.
        picture.paste(Image.fromarray(np.rot90(mark, -corner)), (x, y))


def _free_corner(picture: Image.Image, card: str) -> None:
    """A large index in the upper right corner, for cards whose marks leave no room for pips."""
    pen = ImageDraw.Draw(picture)
    x, y = picture.width - 17 * FINE, 14 * FINE
    if not _is_plain(card):
        text(pen, _TITLES.get(card, card[1:]), x, y, 16 if card[0] == "T" else 5, _TRUMP_INK)
        sign(pen, "star", x, y + 18 * FINE, 12, (176, 132, 36))
    else:
        text(pen, card[1:], x, y, 17, INK[card[0]])
        sign(pen, card[0], x, y + 20 * FINE, 15, INK[card[0]])


def _is_plain(card: str) -> bool:
    return card[0] in INK


def _decorate(picture: Image.Image, card: str) -> None:
    """Index and pips, court or trump; the lower half is the upper one turned round."""
    if not _is_plain(card):
        _trump(picture, card)
        return
    suit, rank = card[0], card[1:]
    if rank in "KQNJ":
        _court(picture, suit, rank)
    else:
        _pips(picture, suit, 1 if rank == "A" else int(rank))
    twice(picture, lambda image: _index(image, rank, suit))


def _index(picture: Image.Image, rank: str, suit: str) -> None:
    x, y = 9 * FINE, picture.height * 0.5 - 17 * FINE
    text(ImageDraw.Draw(picture), rank, x, y, 12, INK[suit])
    sign(ImageDraw.Draw(picture), suit, x, y + 10 * FINE, 7, INK[suit])


def _pips(picture: Image.Image, suit: str, count: int) -> None:
    draw = ImageDraw.Draw(picture)
    size = 24 if count == 1 else 10
    for place in PIPS[count]:
        x, y = COLUMNS[place[0]] * picture.width, int(place[1:]) / 100 * picture.height
        sign(draw, suit, x, y, size if y <= picture.height / 2 else -size, INK[suit])


def _court(picture: Image.Image, suit: str, rank: str) -> None:
    width, height = picture.size
    box = (round(0.29 * width), round(0.2 * height), round(0.71 * width), round(0.8 * height))
    draw = ImageDraw.Draw(picture)
    draw.rectangle(box, fill=(246, 226, 160), outline=(40, 60, 120), width=6)
    for x in range(box[0] + 24, box[2] - 8, 36):
        draw.line((x, box[1] + 8, x, box[3] - 8), fill=(232, 200, 120), width=6)

    def half(image: Image.Image) -> None:
        pen = ImageDraw.Draw(image)
        sign(pen, "crown" if rank in "KQ" else "star", width / 2, height * 0.255, 12, (40, 60, 120))
        text(pen, rank, width / 2, height * 0.385, 14, INK[suit])

    twice(picture, half)
    sign(ImageDraw.Draw(picture), suit, width / 2, height / 2, 7, INK[suit])


def _trump(picture: Image.Image, card: str) -> None:
    width, height = picture.size
    title = _TITLES.get(card, card[1:])
    tall = 22 if card[0] == "T" else 6
    box = (round(0.28 * width), round(0.22 * height), round(0.72 * width), round(0.78 * height))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle(box, 40, fill=(222, 230, 244), outline=_TRUMP_INK, width=8)
    sign(draw, "star", width / 2, height * 0.3, 9, (176, 132, 36))
    sign(draw, "star", width / 2, height * 0.7, -9, (176, 132, 36))
    text(draw, title, width / 2, height / 2, tall, _TRUMP_INK)
    twice(picture, lambda image: text(ImageDraw.Draw(image), title, width / 2, 10 * FINE, 5, _TRUMP_INK))
