"""The proposer: which faces a card may show and where exactly it lies; it says nothing of whether it is any of them."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from groundwork.picture import Gray, Matrix, f64
from vision.base.thresholds import THRESHOLDS
from vision.decks.blocks import FaceLevels, f32
from vision.decks.patch import CardPose, Patch
from vision.mat.layout import CardSize

_LIMITS: Final = THRESHOLDS.face
_PX: Final = THRESHOLDS.blocks.px_per_mm
_ALL: Final = np.empty(0, np.uint8)
"""A mask that leaves nothing out."""


class Proposer:
    """The correlation of a card with all faces of a deck, both ways up, where its outline leaves its place open."""

    def __init__(self, size: CardSize, small: Sequence[FaceLevels], halves: int, label: CardSize | None = None) -> None:
        """Compute the faces' rows; pictures have `halves` pixels for each two millimetres.

        Args:
            size: of the cards.
            small: their faces.
            halves: pixels for each two millimetres.
            label: size of what may be stuck on the corners, which are not compared then.
        """
        self._size, self._px = size, halves / 2
        self._inner = round(_LIMITS.inner_mm * self._px)
        self._reach = round(_LIMITS.shift_most_mm * self._px) + 1
        self._height, self._width = round(size.height_mm * self._px), round(size.width_mm * self._px)
        sized = [cv2.resize(face, (self._width, self._height), interpolation=cv2.INTER_AREA) for face in small]
        inner = self._inner
        self._seen = self._beside(label)
        rows = [self._unit(self._band_pass(f32(face))[inner:-inner, inner:-inner].reshape(1, -1)) for face in sized]
        upright = np.concatenate(rows)
        self._faces = np.ascontiguousarray(np.concatenate((upright, upright[:, ::-1])).T)

    def correlate(self, small: Gray) -> NDArray[np.float32]:
        """Correlate each face, whichever way up, with a card that is aligned exactly; a pixel a millimetre."""
        inner = self._inner
        row = self._band_pass(f32(small))[inner : self._height - inner, inner : self._width - inner].reshape(1, -1)
        return f32((self._unit(row) @ self._faces).reshape(2, -1).max(axis=0))

    def best(self, patch: Patch, pose: CardPose) -> tuple[float, tuple[float, float]]:
        """Find the highest correlation, and its shift, mm."""
        windows = self._windows(patch, pose)
        spans = [
            min(self._reach - 1, round((_LIMITS.shift_mm + max(spare, 0) / 2) * self._px))
            for spare in (pose.spare_x_mm, pose.spare_y_mm)
        ]
        across, down = (range(self._reach - span, self._reach + span + 1) for span in spans)
        part = windows[down.start : down.stop, across.start : across.stop]
        scores = self._unit(part.reshape(len(across) * len(down), -1)) @ self._faces
        row, column = divmod(int(scores.max(axis=1).argmax()), len(across))
        return float(scores.max()), ((across[column] - self._reach) / self._px, (down[row] - self._reach) / self._px)

    def correlate_around(
        self, patch: Patch, pose: CardPose, shift: tuple[float, float]
    ) -> tuple[FaceLevels, list[tuple[int, int]]]:
        """Correlate at shifts round one, shifts by faces and these turned round; return the shifts too, mm."""
        windows, around = self._windows(patch, pose), _LIMITS.around_mm
        x, y = (min(max(round(by * self._px) + self._reach, around), 2 * self._reach - around) for by in shift)
        part = windows[y - around : y + around + 1, x - around : x + around + 1]
        ways = range(-around, around + 1)
        shifts = [(x + dx - self._reach, y + dy - self._reach) for dy in ways for dx in ways]
        return self._unit(part.reshape(len(shifts), -1)) @ self._faces, shifts

    def _windows(self, patch: Patch, pose: CardPose) -> FaceLevels:
        """Cut the card's inner part at each shift, downward and to the right."""
        seen = patch.rectify(pose, self._size, self._px, self._reach / self._px)
        inner = self._inner
        return sliding_window_view(self._band_pass(f32(seen)), (self._height - 2 * inner, self._width - 2 * inner))[
            inner:, inner:
        ]

    def _beside(self, label: CardSize | None) -> FaceLevels | None:
        """Mask the pixels of a row that are compared; None: all of them."""
        if label is None:
            return None
        across, down = (round(side * self._px) - self._inner for side in (label.width_mm, label.height_mm))
        seen = np.ones((self._height - 2 * self._inner, self._width - 2 * self._inner), np.float32)
        for rows in (slice(None, down), slice(-down, None)):
            seen[rows, :across] = seen[rows, -across:] = 0
        return seen.reshape(1, -1)

    def _unit(self, rows: FaceLevels) -> FaceLevels:
        """Rows without their means, of length 1; nothing of what may be hidden."""
        if self._seen is None:
            away = rows - rows.mean(axis=1, keepdims=True)
        else:
            mean = (rows * self._seen).sum(axis=1, keepdims=True) / self._seen.sum()
            away = (rows - mean) * self._seen
        return f32(away / (np.linalg.norm(away, axis=1, keepdims=True) + 1e-6))

    def _band_pass(self, picture: FaceLevels) -> FaceLevels:
        """Remove a picture's light and what is finer than a camera shows."""
        side = round(_LIMITS.wide_mm * self._px) // 2 * 2 + 1
        return f32(cv2.GaussianBlur(picture, (0, 0), _LIMITS.fine_px) - cv2.blur(picture, (side, side)))


def move(pose: CardPose, shift: tuple[int, int]) -> CardPose:
    """Move a pose so many millimetres along and across the card."""
    c, s = np.cos(pose.turn), np.sin(pose.turn)
    x, y = pose.x_mm + shift[0] * c - shift[1] * s, pose.y_mm + shift[0] * s + shift[1] * c
    return CardPose(float(x), float(y), pose.turn)


def align(small: FaceLevels, picture: Gray, rounds: int) -> Matrix:
    """Align a face with a picture with a rim: the matrix from its pixels to those of the picture, both of full size.

    It is found at half the size, which is exact to a tenth of a millimetre; where nothing fits, the outline decides.

    Args:
        small: the face at half the size.
        picture: the card with its rim, at half the size.
        rounds: number of refinements.
    """
    rim = _LIMITS.rim_mm * _PX / 2
    start = np.array([(1, 0, rim), (0, 1, rim)], dtype=np.float32)
    until = cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, rounds, 1e-3
    way = start
    try:
        _, way = cv2.findTransformECC(small, f32(picture), start.copy(), cv2.MOTION_AFFINE, until, _ALL, 3)
    except cv2.error:
        # It does not fit anywhere; what it fits where its outline lies is told all the same.
        way = start
    away = way - start
    middle = away[:, 2] + away[:, :2] @ (small.shape[1] / 2, small.shape[0] / 2)
    if np.abs(away[:, :2]).max() > _LIMITS.laid or np.abs(middle).max() > _LIMITS.laid_mm * _PX / 2:
        way = start
    doubled = np.array([(2, 0, 0.5), (0, 2, 0.5), (0, 0, 1)])
    return f64(doubled @ np.vstack((way, (0, 0, 1))) @ np.linalg.inv(doubled))
