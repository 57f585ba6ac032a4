"""Patches: the part of a picture round a card, and the way from millimetres of the mat to its pixels."""

from dataclasses import dataclass
from math import cos, sin, sqrt
from typing import Final

import cv2
import numpy as np

from groundwork.picture import Bgr, Gray, Matrix, Window, f64, u8
from vision.mat.geometry import Calibration
from vision.mat.layout import CardSize

_LENS_STEP: Final = 8
"""Pixels between two places at which a lens is reckoned with; it bends nothing between them."""


@dataclass(frozen=True, slots=True)
class CardPose:
    """A place of a card on the mat, as its outline tells it."""

    x_mm: float
    y_mm: float
    turn: float
    """The turn of its upper edge, radians clockwise as the camera sees it; half a turn more is the same outline."""
    spare_x_mm: float = 0.0
    """Excess of the card's width over its outline's, which may lie anywhere in it; below 0: narrower."""
    spare_y_mm: float = 0.0
    """The same of its height."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A part of a picture without the lens, grey or in colour."""

    picture: Gray | Bgr
    to_px: Matrix
    """Millimetres on the mat to its pixels."""

    @classmethod
    def of(cls, part: Gray | Bgr, window: Window, calibration: Calibration) -> "Patch":
        """Make a patch of a part that was cut out of a picture at a window."""
        rows, columns = window
        lens = calibration.lens
        if lens is None:
            return cls(part, _shifted(columns.start, rows.start) @ calibration.to_px)
        height, width = part.shape[:2]
        corner = f64(np.array((columns.start, rows.start)))
        rim = f64(np.array([(x, y) for x in (0, width / 2, width) for y in (0, height / 2, height)]))
        straight = lens.unbent(rim + corner)
        first = np.floor(straight.min(axis=0))
        across, down = (np.ceil(straight.max(axis=0)) - first).astype(int).tolist()
        columns_at = np.arange(0, across + _LENS_STEP, _LENS_STEP)
        rows_at = np.arange(0, down + _LENS_STEP, _LENS_STEP)
        places = np.stack(np.meshgrid(columns_at, rows_at), axis=-1).reshape(-1, 2)
        seen = (lens.bent(f64(places) + first) - corner).astype(np.float32)
        # Enlarged so that the middles of its pixels are at whole steps of the places.
        scale = np.array([(_LENS_STEP, 0, 0), (0, _LENS_STEP, 0)], dtype=np.float64)
        maps = cv2.warpAffine(
            seen.reshape(len(rows_at), len(columns_at), 2), scale, (across, down), flags=cv2.INTER_LINEAR
        )
        straightened = cv2.remap(part, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return cls(u8(straightened), _shifted(first[0], first[1]) @ calibration.to_px)

    @property
    def px_per_mm(self) -> float:
        """The length of a millimetre in its middle."""
        height, width = self.picture.shape[:2]
        x, y, depth = np.linalg.solve(self.to_px, (width / 2, height / 2, 1.0))
        h = self.to_px
        scale = h[2, 0] * x / depth + h[2, 1] * y / depth + h[2, 2]
        return sqrt(abs(float(np.linalg.det(h) / scale**3)))

    def scaled_to(self, px_per_mm: float) -> "Patch":
        """Scale the patch down to about so many pixels a millimetre, at least; itself if it has no more."""
        share = px_per_mm / self.px_per_mm
        if share > 1 / sqrt(2):
            return self
        height, width = self.picture.shape[:2]
        size = max(1, round(width * share)), max(1, round(height * share))
        x, y = size[0] / width, size[1] / height
        to_small = np.array([(x, 0, x / 2 - 0.5), (0, y, y / 2 - 0.5), (0, 0, 1)])
        return Patch(u8(cv2.resize(self.picture, size, interpolation=cv2.INTER_AREA)), f64(to_small @ self.to_px))

    def rectify(
        self, pose: CardPose, size: CardSize, px_per_mm: float, rim_mm: float = 0, lay: Matrix | None = None
    ) -> Gray | Bgr:
        """Rectify the card: from above, upright, with a rim round it.

        Args:
            pose: where it lies.
            size: of the card.
            px_per_mm: pixels a millimetre of the result.
            rim_mm: its surroundings.
            lay: from pixels of a face to those of the card with its rim, by its outline; it sets the result's size.
        """
        width, height = size.width_mm + 2 * rim_mm, size.height_mm + 2 * rim_mm
        way = self.to_px @ _to_mm(pose, width, height, px_per_mm)
        if lay is not None:
            way, width, height = way @ lay, size.width_mm, size.height_mm
        pixels = round(width * px_per_mm), round(height * px_per_mm)
        return u8(
            cv2.warpPerspective(
                self.picture,
                way,
                pixels,
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
        )


def _to_mm(pose: CardPose, width_mm: float, height_mm: float, px_per_mm: float) -> Matrix:
    """Return the matrix from pixels of a rectified card, whose middles lie at halves, to millimetres."""
    c, s = cos(pose.turn), sin(pose.turn)
    left, top = 0.5 / px_per_mm - width_mm / 2, 0.5 / px_per_mm - height_mm / 2
    x, y = pose.x_mm + c * left - s * top, pose.y_mm + s * left + c * top
    return np.array([(c / px_per_mm, -s / px_per_mm, x), (s / px_per_mm, c / px_per_mm, y), (0, 0, 1)])


def _shifted(x: float, y: float) -> Matrix:
    """Return the matrix from a picture's pixels to those of a part that begins there."""
    return np.array([(1, 0, -x), (0, 1, -y), (0, 0, 1)], dtype=np.float64)
