"""Closed outlines of a card's size and shape: a card lies there, though its middle be as bright as the mat."""

from typing import Final

import cv2
import numpy as np

from vision.base.picture import Mask, Matrix, u8
from vision.mat.geometry import Calibration
from vision.mat.layout import CardSize

_SIDES: Final = 0.6, 1.15
"""Times a card's sides that those of what its rim encloses are: the rim is seen wider than it is."""
_RECTANGULAR: Final = 0.8
"""Share of the rectangle round it that it fills at least: a ring, the trace of a cup, fills 0.79."""


def filled(things: Mask, stride: int, calibration: Calibration, card: CardSize) -> Mask:
    """Some looks, and those that they enclose where that is a rectangle as large as a card.

    Args:
        things: looks that show something else than the mat.
        stride: pixels between two looks.
        calibration: the way between the picture and the mat's plane.
        card: its size.
    """
    found, tree = cv2.findContours(things, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    whole = things.copy()
    for number, contour in enumerate(found):
        is_hole = int(tree[0, number, 3]) >= 0
        if is_hole and _is_card(calibration.mm(contour[:, 0].astype(np.float64) * stride + stride // 2), card):
            cv2.drawContours(whole, [contour], 0, 255, cv2.FILLED)
    return u8(whole)


def _is_card(contour_mm: Matrix, card: CardSize) -> bool:
    """Whether a contour is about a card's, as seen inside its rim."""
    points = contour_mm.astype(np.float32)
    _, sides, _ = cv2.minAreaRect(points)
    least, most = _SIDES
    is_long_as_one = all(
        least * should <= side <= most * should
        for side, should in zip(sorted(sides), sorted((card.width_mm, card.height_mm)), strict=True)
    )
    return is_long_as_one and cv2.contourArea(points) >= _RECTANGULAR * sides[0] * sides[1]
