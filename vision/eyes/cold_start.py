"""Cold start: things on the mat in the first frame, told from the mat around them without knowing the bare mat."""

from collections.abc import Iterable
from functools import reduce
from typing import Final

import cv2
import numpy as np

from vision.base.picture import Gray, Mask, u8
from vision.eyes.grid import MatView
from vision.ground.background import STRIDE, Background

_CELL_MM: Final = 10.0
"""Brightness and roughness are compared over squares of this side."""
_ROUND_MM: Final = 150.0
"""The middle brightness of so wide a square is that of the mat: no card covers half of it."""
_THING_MM: Final = 35.0
"""A thing that is narrower is print or a seam: a card is 63 mm wide."""
_BRIDGED_MM: Final = 25.0
"""Print on a card that is no farther apart belongs together."""
_ROOM_MM: Final = 36.0
"""A thing is doubted with half as much room round it: of a card that lies askew the corners are not seen."""
_BRIGHTER: Final = 12.0
_ROUGHER: Final = 10.0
"""Grey levels by which a card's brightness and roughness differ from an even mat's at least."""
_SHARE: Final = 0.25
"""Share of what a card's paper or ink differs by that is enough, in little light."""
_TIMES: Final = 4.0
"""Times the mat's own unevenness that are added."""


def doubt(view: MatView, ground: Background) -> None:
    """Take for no mat what differs from all round it, over the size of a card, in the first picture.

    On a cloth with a large pattern this sees nothing: there a card that is not read and lies there first is mat.
    """
    ground.doubt(*_lying(view, ground))


def trust(view: MatView, ground: Background, cards: Iterable[Mask]) -> None:
    """Take for the mat what was doubted and does not differ any more, where no card is known to lie."""
    if ground.is_unsure:
        other, _ = _lying(view, ground)
        ground.trust(u8(cv2.bitwise_not(reduce(np.bitwise_or, cards, other))))


def _lying(view: MatView, ground: Background) -> tuple[Mask, Gray]:
    """Where things of a card's size seem to lie, and what the mat would look like there."""
    seen, shown = ground.looks, _SHARE * ground.contrast
    field = view.field()
    x, y, width, height = cv2.boundingRect(field)
    window = slice(y, y + height), slice(x, x + width)
    inside = u8(cv2.erode(field, np.ones(_square(view, _CELL_MM), np.uint8)))[window]
    # The table is another colour than the mat: go on with the mat's beyond its edge.
    mat = u8(cv2.inpaint(seen[window], cv2.bitwise_not(inside), 3, cv2.INPAINT_TELEA))
    level = u8(cv2.medianBlur(mat, _odd(view, _ROUND_MM)))
    things = _things(view, mat, level, shown) & inside & ~view.corners()[window]
    things = u8(cv2.morphologyEx(things, cv2.MORPH_OPEN, np.ones(_square(view, _THING_MM), np.uint8)))
    things = u8(cv2.dilate(things, np.ones(_square(view, _ROOM_MM), np.uint8)))
    where, what = np.zeros(view.shape, np.uint8), seen.copy()
    where[window], what[window] = things, level
    return where, what


def _things(view: MatView, mat: Gray, level: Gray, shown: float) -> Mask:
    """Where the mat is brighter, darker or rougher than its level, were it only by what is shown of a card."""
    cell = _square(view, _CELL_MM)
    mean = u8(cv2.blur(mat, cell))
    rough = u8(cv2.blur(cv2.absdiff(mat, mean), cell))
    other = _beyond(u8(cv2.absdiff(mean, level)), min(_BRIGHTER, shown)) | _beyond(rough, min(_ROUGHER, shown))
    return u8(cv2.morphologyEx(other, cv2.MORPH_CLOSE, np.ones(_square(view, _BRIDGED_MM), np.uint8)))


def _beyond(levels: Mask, least: float) -> Mask:
    """Where the levels are beyond what they are in the middle, by so much and by the times that they vary."""
    _, mask = cv2.threshold(levels, least + _TIMES * float(np.median(levels)), 255, cv2.THRESH_BINARY)
    return u8(mask)


def _odd(view: MatView, side_mm: float) -> int:
    """An odd number of looks on about a stretch of the mat."""
    return _looks(view, side_mm) | 1


def _square(view: MatView, side_mm: float) -> tuple[int, int]:
    side = max(_looks(view, side_mm), 1)
    return side, side


def _looks(view: MatView, side_mm: float) -> int:
    """How many looks long a stretch of the mat is."""
    return round(view.px_on(side_mm) / STRIDE)
