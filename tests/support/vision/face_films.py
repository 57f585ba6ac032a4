"""Films of cards without marks, and the library by which they are read."""

from collections.abc import Sequence
from functools import cache
from typing import Final
from zlib import crc32

import cv2
import numpy as np

from groundwork.picture import Bgr, u8
from tests.support.vision.card_decks import ours
from vision.decks.blocks import BlockGrid
from vision.decks.library import FaceLibrary
from vision.decks.reader import LABEL
from vision.faces import cards
from vision.faces.cards import PX_PER_MM
from vision.mat.layout import CARD_SIZES

SIZE: Final = CARD_SIZES["63x88"]
BACK: Final = "back"
_COURTS: Final = "KQNJ"


@cache
def _face(name: str) -> Bgr:
    """A card without marks as films draw it; courts with a figure of their own, as those of any real deck have."""
    if name == BACK:
        return _fitted(ours(("SA",)).others[BACK])
    face = _fitted(ours((name,)).faces[name]).copy()
    return _with_figure(face, name) if name[1] in _COURTS else face


def _fitted(picture: Bgr) -> Bgr:
    pixels = round(SIZE.width_mm * PX_PER_MM), round(SIZE.height_mm * PX_PER_MM)
    return u8(cv2.resize(picture, pixels, interpolation=cv2.INTER_AREA))


def _with_figure(face: Bgr, name: str) -> Bgr:
    """The face with a figure in its middle, the same both ways up."""
    random = np.random.default_rng(crc32(name.encode()))
    rows, columns = face.shape[:2]
    top, bottom, left, right = rows // 6, rows // 2, columns // 4, 3 * columns // 4
    half = np.full((bottom - top, right - left, 3), 235, np.uint8)
    for _ in range(14):
        place = int(random.integers(half.shape[1])), int(random.integers(half.shape[0]))
        size = int(random.integers(6, 30)), int(random.integers(6, 30))
        ink = [int(level) for level in random.integers(0, 210, 3)]
        cv2.ellipse(half, place, size, float(random.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)
    face[top:bottom, left:right] = half
    face[rows - bottom : rows - top, left:right] = half[::-1, ::-1]
    return face


def face(_deck: int, card: str) -> Bgr:
    """Draw the face of a card, or the back."""
    return _face(card)


@cache
def drawn_library(names: Sequence[str]) -> FaceLibrary:
    """These cards as if they had been enrolled in perfect light."""
    grid = BlockGrid.of(SIZE)
    size = grid.width, grid.height
    return FaceLibrary(SIZE, {one: u8(cv2.resize(_face(one), size, interpolation=cv2.INTER_AREA)) for one in names})


@cache
def stickered(card: str, marks: str = "", deck: int = 0) -> Bgr:
    """Draw a card with stickers of another one, or its own; an empty text of marks: it has lost them."""
    drawn = _face(card).copy()
    if not marks:
        return drawn
    marked = cards.face(deck, marks, "aruco", SIZE)
    across, down = (round(side * PX_PER_MM) for side in (LABEL.width_mm, LABEL.height_mm))
    for rows in (slice(0, down), slice(-down, None)):
        for columns in (slice(0, across), slice(-across, None)):
            drawn[rows, columns] = marked[rows, columns]
    return drawn
