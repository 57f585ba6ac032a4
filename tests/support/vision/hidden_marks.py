"""Marks of which a card that lies over them hides a part, and whose outline is taken to end at that card's edge."""

from typing import Final

import cv2
import numpy as np

from groundwork.picture import Matrix
from vision.marks.identity import NUMBERS
from vision.marks.squares import cells_of

MODULES: Final = 8
"""Along a side of a mark, its black border included."""
_SAMPLES: Final = 3
"""Along and across each cell."""


def hidden(first: float, second: float, side: int) -> Matrix:
    """The 36 cells of every number, -1 black to 1 white, that are read in what is left of its mark; row by row.

    Args:
        first: modules that are hidden at one end of the side.
        second: and at its other end.
        side: which one, 0 to 3.
    """
    marks = np.array([np.pad(cells_of(number), 1, constant_values=-1.0) for number in range(NUMBERS)])
    marks = np.rot90(marks, -side, axes=(1, 2))
    whole = np.array([(0, 0), (MODULES, 0), (MODULES, MODULES), (0, MODULES)], np.float32)
    left = np.array([(0, 0), (MODULES - first, 0), (MODULES - second, MODULES), (0, MODULES)], np.float32)
    steps = (np.arange(_SAMPLES * MODULES) + 0.5) / _SAMPLES
    places = np.stack(np.meshgrid(steps, steps), axis=2).reshape(1, -1, 2)
    seen = cv2.perspectiveTransform(places, cv2.getPerspectiveTransform(whole, left))[0].astype(int)
    samples = marks[:, seen[:, 1], seen[:, 0]].reshape(NUMBERS, MODULES, _SAMPLES, MODULES, _SAMPLES)
    cells: Matrix = samples.mean(axis=(2, 4))[:, 1:-1, 1:-1].reshape(NUMBERS, -1)
    return cells
