"""How many cards will be read under given conditions: a small experiment with the marks that lie on the table.

Marks of this symbology are drawn as large, as soft, as dark and as grainy as the camera was measured to see them, and
given to the same reader. So the figure belongs to the marks in use, not to a table that was measured with others.
"""

from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.light import levels, light_of
from vision.base.picture import Gray, Matrix, f64, u8
from vision.marks.identity import CARDS
from vision.marks.symbology import Symbology

CARDS_TRIED: Final = 100
FRAMES: Final = 3
"""In which the marks are read as they are; in as many more they are read enlarged, and by the second reader too."""
ENOUGH: Final = 3
"""A card counts as read when so many of its frames showed it, as the eyes demand."""
_FINE: Final = 6
"""Pixels of the drawing for each of the camera's, both ways."""
_MARGIN: Final = 1.25
"""White round the mark, as a share of its side."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How a camera sees a place on the mat."""

    px_per_mm: float
    blur_px: float
    """Deviation of the blur, the pixels' own size left out."""
    dark: float
    light: float
    """Grey levels of black and white."""
    grain: float
    """Standard deviation of the grey levels of plain white."""


def expected_rate(symbology: Symbology, deck: int, here: Conditions) -> float:
    """Share of cards that lie still and are read, 0 to 1.

    A card shows half of its marks, at least one (others lie on the rest), at a random turn, in frames that differ by
    grain alone, and counts when `ENOUGH` of them show it. The eyes look harder at what they cannot read, and so does
    this.
    """
    random = np.random.default_rng(0)
    marks = max(1, len(symbology.corners) // 2)
    names = [str(name) for name in random.choice(CARDS, CARDS_TRIED)]
    side = max(8, ceil(symbology.mark_mm * here.px_per_mm * _MARGIN * sqrt(2)) + 4)
    columns = 10 * marks
    clean = _sheet([_patch(symbology, deck, name, here, side, random) for name in names for _ in range(marks)], columns)
    share = np.asarray(clean, np.float64) / 255
    # The lens mixes light; the camera makes grey levels of it, and then come the grain and the reader.
    soft = f64(cv2.GaussianBlur(share, (0, 0), here.blur_px)) if here.blur_px else share
    black, white = light_of(here.dark), light_of(here.light)
    seen = levels(black + soft * (white - black))
    read = np.zeros(CARDS_TRIED, np.int64)
    for frame in range(2 * FRAMES):
        if (read >= ENOUGH).all():
            break
        noisy = u8(np.clip(seen + random.normal(0, here.grain, seen.shape), 0, 255))
        read += _read(symbology, noisy, names, marks, side, hard=frame >= FRAMES)
    return float((read >= ENOUGH).mean())


def _read(
    symbology: Symbology, sheet: Gray, names: list[str], marks: int, side: int, *, hard: bool
) -> NDArray[np.bool_]:
    """For each card whether a mark of it was read in its own place."""
    found = np.zeros(len(names), np.bool_)
    scale = 2 if hard else 1
    seen = u8(cv2.resize(sheet, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)) if hard else sheet
    for mark in (*symbology.read(seen), *(symbology.reread(seen) if hard else ())):
        x, y = mark.centre
        if not mark.is_sure:
            continue
        card = (int(y) // (side * scale) * 10 * marks + int(x) // (side * scale)) // marks
        found[card] |= names[card] == mark.card
    return found


def _patch(
    symbology: Symbology, deck: int, name: str, here: Conditions, side: int, random: np.random.Generator
) -> Gray:
    """A mark at a random turn and a random place between pixels, on white."""
    big = symbology.draw(deck, name, 256)
    scale = symbology.mark_mm * here.px_per_mm * _FINE / 256
    x, y = (side / 2 + random.uniform(-0.5, 0.5, 2)) * _FINE
    turn = cv2.getRotationMatrix2D((127.5, 127.5), random.uniform(0, 360), scale)
    turn[:, 2] += (x - 127.5, y - 127.5)
    fine = cv2.warpAffine(
        big,
        turn,
        (side * _FINE, side * _FINE),
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(255,),
    )
    return u8(cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA))


def _sheet(patches: list[Gray], columns: int) -> Matrix | Gray:
    rows = [np.hstack(patches[start : start + columns]) for start in range(0, len(patches), columns)]
    return np.vstack(rows)
