"""The rate of cards read under given conditions: a small experiment with the marks that lie on the table.

Marks of this symbology are drawn as large, as soft, as dark and as grainy as the camera was measured to see them, and
given to the same reader. So the figure belongs to the marks in use, not to a table that was measured with others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.light import enlarged, levels, light_of
from vision.base.picture import Gray, Matrix, f64, u8
from vision.marks.identity import CARDS
from vision.marks.symbology import Symbology

CARDS_TRIED: Final = 100
_FIRST: Final = 40
"""Cards after which the experiment ends if it is plain that too few are read."""
_PLAINLY: Final = 0.9
FRAMES: Final = 3
"""In which the marks are read as they are; in as many more they are read enlarged, and by the second reader too."""
ENOUGH: Final = 3
"""A card counts as read when so many of its frames showed it, as the eyes demand."""
_FINE: Final = 6
"""Pixels of the drawing for each of the camera's, both ways."""
_COLUMNS: Final = 12
"""Marks beside each other on the sheet that is read."""
_MARGIN: Final = 1.25
"""White round the mark, as a share of its side."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions under which a camera sees a place on the mat."""

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
    this. Where the first cards leave no doubt that too few are read, the others are not tried.
    """
    random = np.random.default_rng(0)
    names = [str(name) for name in random.choice(CARDS, CARDS_TRIED)]
    first = _read_of(symbology, deck, here, names[:_FIRST], random)
    if first < _PLAINLY * len(names[:_FIRST]) or not names[_FIRST:]:
        return first / len(names[:_FIRST])
    return (first + _read_of(symbology, deck, here, names[_FIRST:], random)) / CARDS_TRIED


def _read_of(
    symbology: Symbology, deck: int, here: Conditions, names: Sequence[str], random: np.random.Generator
) -> int:
    """Count the cards of these that are read."""
    marks = max(1, len(symbology.corners) // 2)
    side = max(8, ceil(symbology.mark_mm * here.px_per_mm * _MARGIN * sqrt(2)) + 4)
    clean = np.stack([_patch(symbology, deck, name, here, side, random) for name in names for _ in range(marks)])
    # The lens mixes light; the camera makes grey levels of it, and then come the grain and the reader.
    soft = np.stack([_softened(patch, here.blur_px) for patch in clean])
    black, white = light_of(here.dark), light_of(here.light)
    seen = levels(black + soft * (white - black)).reshape(len(names), marks, side, side)
    read = np.zeros(len(names), np.int64)
    for frame in range(2 * FRAMES):
        left = np.flatnonzero(read < ENOUGH)
        if not left.size:
            break
        noisy = u8(np.clip(seen[left] + random.normal(0, here.grain, seen[left].shape), 0, 255))
        read[left] += _read(symbology, noisy, [names[int(card)] for card in left], hard=frame >= FRAMES)
    return int((read >= ENOUGH).sum())


def _softened(patch: Gray, blur_px: float) -> Matrix:
    share = np.asarray(patch, np.float64) / 255
    return f64(cv2.GaussianBlur(share, (0, 0), blur_px)) if blur_px else share


def _read(symbology: Symbology, patches: Gray, names: list[str], *, hard: bool) -> NDArray[np.bool_]:
    """Tell for each card whether a mark of it was read in its own place.

    Args:
        symbology: the reader.
        patches: card by card, mark by mark, as the camera sees them: cards x marks x side x side.
        names: of the cards.
        hard: enlarged, and by the second reader too.
    """
    _, marks, side, _ = patches.shape
    found = np.zeros(len(names), np.bool_)
    scale = 2 if hard else 1
    sheet = _sheet(patches.reshape(-1, side, side))
    seen = enlarged(sheet, 2) if hard else sheet
    for mark in (*symbology.read(seen), *(symbology.reread(seen) if hard else ())):
        x, y = mark.centre
        if not mark.is_sure:
            continue
        card = (int(y) // (side * scale) * _COLUMNS + int(x) // (side * scale)) // marks
        if card < len(names):
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


def _sheet(patches: Gray) -> Gray:
    """Patches in rows of `_COLUMNS`, the last row filled with black."""
    side = patches.shape[1]
    rows = ceil(len(patches) / _COLUMNS)
    full = np.zeros((rows * _COLUMNS, side, side), np.uint8)
    full[: len(patches)] = patches
    return u8(full.reshape(rows, _COLUMNS, side, side).swapaxes(1, 2).reshape(rows * side, _COLUMNS * side))
