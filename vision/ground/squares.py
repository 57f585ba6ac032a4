"""Small squares of the mat in full sharpness: where they are seen in the picture, and what they show there."""

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.base.observation import Point
from vision.base.picture import Gray, Mask, Matrix, f64

SIDE_PX: Final = 32
"""Side of a square: 15 mm on the mat at 720p, 10 at 1080p."""
REACH_PX: Final = 6
"""How far the mat may have been pushed, either way: 2 mm at 1080p, more than a knock that goes unnoticed."""

_LOOKS: Final = 5
"""Looks on a side of what must be free for a square to be seen."""

Numbers: TypeAlias = NDArray[np.intp]
"""Which squares, by their places among all."""


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """Where squares of the mat are seen in pictures of one size."""

    middles_px: Matrix
    """Rows of x and y."""
    corners: Numbers
    """Rows of x and y: of each its top left pixel."""
    looks: Numbers
    """Of each the looks that see it, as indices into the flattened looks."""

    @staticmethod
    def of(middles_px: Matrix, size_px: tuple[int, ...], other: Mask, stride: int) -> "Squares":
        """Those that lie on the mat and in the picture, with room to be pushed.

        Args:
            middles_px: rows of x and y.
            size_px: rows and columns of the picture.
            other: looks that never see the bare mat.
            stride: pixels from one look to the next.
        """
        room, (rows, columns) = SIDE_PX // 2 + REACH_PX, size_px
        x, y = middles_px.T
        inside = (x >= room) & (y >= room) & (x < columns - room) & (y < rows - room)
        middles = np.floor(middles_px[inside])
        corners = (middles - SIDE_PX // 2).astype(np.intp)
        across, down = ((axis / stride).astype(np.intp) for axis in middles.T)
        near = np.arange(_LOOKS) - _LOOKS // 2
        seen_y = np.clip(down[:, None] + near, 0, other.shape[0] - 1)
        seen_x = np.clip(across[:, None] + near, 0, other.shape[1] - 1)
        seen = (seen_y[:, :, None] * other.shape[1] + seen_x[:, None, :]).reshape(len(middles), _LOOKS**2)
        bare = other.ravel()[seen].max(axis=1) == 0
        return Squares(f64(middles)[bare], corners[bare], seen[bare])

    def nearest(self, at_px: Point, count: int) -> Numbers:
        """The numbers of so many squares round a place, the nearest first."""
        away = np.square(self.middles_px - at_px).sum(axis=1)
        return np.asarray(np.argsort(away)[:count], np.intp)

    def free(self, other: Mask, which: Numbers) -> NDArray[np.bool_]:
        """Which of some squares show nothing but what may be the mat.

        Args:
            other: looks that show something else, or that must not be asked.
            which: their numbers.
        """
        return np.asarray(other.ravel()[self.looks[which]].max(axis=1) == 0)

    def cut(self, gray: Gray, which: Numbers, push: tuple[int, int]) -> NDArray[np.float32]:
        """Some squares of a frame, a row each.

        Args:
            gray: the frame.
            which: their numbers.
            push: pixels right and down by which the mat was pushed.
        """
        right, down = push
        corners: list[list[int]] = self.corners[which].tolist()
        # Copying them one by one takes half the time of picking all their pixels by their places.
        seen = [gray[y + down : y + down + SIDE_PX, x + right : x + right + SIDE_PX] for x, y in corners]
        return np.array(seen, np.float32).reshape(-1, SIDE_PX**2)
