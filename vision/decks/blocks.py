"""Blocks of a card: how far a picture is from faces, block by block, once a smooth light is removed.

All faces are compared at once. A picture, moved by each of a few shifts, is multiplied with every face in cells of 4
mm. The square of their difference follows from the products.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import MARKED, Gray, Mask
from vision.base.thresholds import THRESHOLDS
from vision.mat.layout import CardSize

_LIMITS: Final = THRESHOLDS.blocks
_CELL: Final = _LIMITS.cell_px

FaceLevels: TypeAlias = NDArray[np.float32]
"""Grey levels, or squares of them, between whole ones too."""

NEAR: Final = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
"""Shifts that a block is free to take, pixels: half a millimetre, which takes up what a face differs by from itself."""
FREE: Final = (*NEAR, (2, 0), (-2, 0), (0, 2), (0, -2))
"""The same for a card on the table, which may be bent."""


def f32(array: NDArray[np.generic]) -> FaceLevels:
    """Convert an array to single precision."""
    return np.asarray(array, dtype=np.float32)


def blur(face: Gray | FaceLevels) -> FaceLevels:
    """Blur a face for comparison: as soft as a camera out of focus shows it."""
    return f32(cv2.GaussianBlur(f32(face), (0, 0), _LIMITS.soft_px))


@dataclass(frozen=True, slots=True)
class BlockGrid:
    """The cells and blocks of cards of one size."""

    height: int
    """Pixels of a rectified card."""
    width: int
    rows: int
    """Cells; blocks are one fewer each way."""
    columns: int

    @classmethod
    def of(cls, size: CardSize) -> "BlockGrid":
        """Return the grid of a size."""
        height, width = round(size.height_mm * _LIMITS.px_per_mm), round(size.width_mm * _LIMITS.px_per_mm)
        return cls(height, width, height // _CELL, width // _CELL)

    def corners(self, label: CardSize) -> Mask:
        """Mark the pixels under labels on all corners."""
        across, down = (round(side * _LIMITS.px_per_mm) for side in (label.width_mm, label.height_mm))
        found = np.zeros((self.height, self.width), np.uint8)
        for rows in (slice(0, down), slice(self.height - down, None)):
            found[rows, :across] = found[rows, self.width - across :] = MARKED
        return found

    def cells(self, picture: FaceLevels) -> FaceLevels:
        """Split a picture into cells by their pixels."""
        top, left = (self.height - self.rows * _CELL) // 2, (self.width - self.columns * _CELL) // 2
        part = picture[top : top + self.rows * _CELL, left : left + self.columns * _CELL]
        split = part.reshape(self.rows, _CELL, self.columns, _CELL).swapaxes(1, 2)
        return split.reshape(self.rows * self.columns, _CELL * _CELL)

    def blocks(self, cells: FaceLevels) -> FaceLevels:
        """Average values of cells over blocks; further axes are kept."""
        grid = cells.reshape(self.rows, self.columns, *cells.shape[1:])
        return f32((grid[:-1, :-1] + grid[1:, :-1] + grid[:-1, 1:] + grid[1:, 1:]) / 4)

    def shares(self, picture: FaceLevels) -> FaceLevels:
        """Average a picture over blocks."""
        return self.blocks(self.cells(picture).mean(axis=1))

    def energy(self, soft: FaceLevels) -> FaceLevels:
        """Calculate the ink of a blurred face: its square against its surroundings, by blocks."""
        away = (soft - cv2.blur(soft, (_LIMITS.light_px, _LIMITS.light_px))) / _LIMITS.level
        return self.shares(f32(away * away))

    def misfits(
        self, picture: FaceLevels, face: FaceLevels, cells: FaceLevels, shifts: tuple[tuple[int, int], ...] = FREE
    ) -> FaceLevels:
        """Calculate the mean square difference of a picture from faces, in parts of paper; blocks by faces.

        Args:
            picture: a blurred card, laid on the face.
            face: the blurred face by which the light is taken out.
            cells: of all faces that it is compared with; faces by cells by pixels.
            shifts: that each block is free to take.
        """
        lit = flattened(picture, face)
        reach = max(max(abs(x), abs(y)) for x, y in shifts)
        wide = f32(cv2.copyMakeBorder(lit, reach, reach, reach, reach, cv2.BORDER_REPLICATE))
        moved = np.stack(
            [
                self.cells(wide[reach + y : reach + y + self.height, reach + x : reach + x + self.width])
                for x, y in sorted(shifts, key=lambda shift: abs(shift[0]) + abs(shift[1]))
            ],
            axis=1,
        )
        # Each cell's faces stand side by side without being copied: their pixels lie in a row.
        products = f32(np.matmul(moved, cells.transpose(1, 2, 0)))
        squares = np.einsum("csp,csp->cs", moved, moved)[:, :, None]
        own = np.einsum("fcp,fcp->cf", cells, cells)
        # What light is left is taken out for each face, over three cells either way.
        gain = self._around(products[:, 0]) / self._around(own)
        share = 1 / np.maximum(gain, _LIMITS.dark)[:, None]
        differences = (squares * share - 2 * products) * share + own[:, None]
        return f32(self.blocks(f32(differences)).min(axis=2) / (_CELL * _CELL * _LIMITS.level**2))

    def _around(self, cells: FaceLevels) -> FaceLevels:
        """Sum over the nine cells round each, of each face."""
        grid = cells.reshape(self.rows, self.columns, -1)
        faces = grid.shape[2]
        summed = [cv2.blur(grid[:, :, first : first + 4], (3, 3)) for first in range(0, faces, 4)]
        joined = np.concatenate([part.reshape(self.rows, self.columns, -1) for part in summed], axis=2)
        return f32(joined.reshape(cells.shape) + 1)


def flattened(picture: FaceLevels, face: FaceLevels) -> FaceLevels:
    """Take out of a picture the smooth light in which it shows a face."""
    side = _LIMITS.light_px
    light = (cv2.blur(picture * face, (side, side)) + 1) / (cv2.blur(face * face, (side, side)) + 1)
    return f32(picture / np.maximum(light, _LIMITS.dark))


def turn_cells(cells: FaceLevels) -> FaceLevels:
    """Turn the cells of faces round."""
    return cells[:, ::-1, ::-1]
