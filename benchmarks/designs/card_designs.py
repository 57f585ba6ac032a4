"""Cards with other marks in their corners, and readers for them: what is compared before a design is chosen."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.designs.datamatrix import DataMatrix
from vision.base.observation import Mark
from vision.base.picture import Bgr, Gray, u8
from vision.faces import cards as faces
from vision.film.reel import FaceOf
from vision.marks import qr, symbologies
from vision.marks.symbology import Symbology
from vision.mat.layout import CARD_SIZES


class Together:
    """Two kinds of marks on one card, both read in every look."""

    def __init__(self, first: Symbology, second: Symbology) -> None:
        self._kinds = (first, second)
        self.mark_mm = min(first.mark_mm, second.mark_mm)
        self.corners: tuple[int, ...] = (0, 1, 2, 3)

    def read(self, gray: Gray) -> tuple[Mark, ...]:
        """The marks of both kinds."""
        return tuple(mark for kind in self._kinds for mark in kind.read(gray))

    def expect(self, side_px: float) -> None:
        """No mark is smaller, pixels."""
        for kind in self._kinds:
            kind.expect(side_px)

    def glance(self, gray: Gray) -> tuple[Mark, ...]:
        """The marks of both kinds, each in its quickest way."""
        return tuple(mark for kind in self._kinds for mark in kind.glance(gray))

    def reread(self, gray: Gray) -> tuple[Mark, ...]:
        """The marks of both kinds by their second readers."""
        return tuple(mark for kind in self._kinds for mark in kind.reread(gray))

    def draw(self, deck: int, card: str, pixels: int) -> Gray:
        """The first kind's mark."""
        return self._kinds[0].draw(deck, card, pixels)


@dataclass(frozen=True, slots=True)
class Design:
    """A card's marks: which kind in which corners, over which face."""

    title: str
    kinds: tuple[str, ...]
    corners: tuple[tuple[int, ...], ...]
    """For each kind."""
    middle_mm: float = 0
    """Side of a QR in the middle of the card, for telephones: nothing here reads it."""

    def symbology(self) -> Symbology:
        """The reader of all its marks."""
        first, *rest = map(_kind, self.kinds)
        return Together(first, rest[0]) if rest else first

    def face(self, size: str) -> FaceOf:
        """Draws its cards."""
        base = "qr_zxing" if self.kinds[0] == "qr_zxing" else "aruco"

        def draw(deck: int, card: str) -> Bgr:
            picture = faces.face(deck, card, base, CARD_SIZES[size]).copy()
            for name, corners in zip(self.kinds, self.corners, strict=True):
                _stamp(picture, _kind(name), corners, deck, card)
            if self.middle_mm:
                _stamp_middle(picture, self.middle_mm, deck, card)
            return picture

        return draw


DESIGNS = {
    "fiducials": Design("fiducials × 4 (12 mm)", ("aruco",), ((0, 1, 2, 3),)),
    "and QR": Design("fiducials × 4, QR for telephones (16 mm)", ("aruco",), ((0, 1, 2, 3),), middle_mm=16),
    "mixed": Design("fiducials × 2 + QR × 2 (24 mm)", ("qr_zxing", "aruco"), ((0, 2), (1, 3))),
    "qr": Design("QR × 2 (24 mm)", ("qr_zxing",), ((0, 2),)),
    "datamatrix": Design("DataMatrix × 4 (15 mm)", ("datamatrix",), ((0, 1, 2, 3),)),
}


def _kind(name: str) -> Symbology:
    return DataMatrix((0,)) if name == "datamatrix" else symbologies.load(name, (0,))


def _stamp_middle(picture: Bgr, side_mm: float, deck: int, card: str) -> None:
    side = round(side_mm * faces.PX_PER_MM)
    x, y = (picture.shape[1] - side) // 2, (picture.shape[0] - side) // 2
    picture[y - 12 : y + side + 12, x - 12 : x + side + 12] = 248
    picture[y : y + side, x : x + side] = u8(cv2.cvtColor(qr.draw(deck, card, side), cv2.COLOR_GRAY2BGR))


def _stamp(picture: Bgr, kind: Symbology, corners: Sequence[int], deck: int, card: str) -> None:
    """Its marks in those corners."""
    mark = kind.draw(deck, card, round(kind.mark_mm * faces.PX_PER_MM))
    for corner in corners:
        stamp(picture, mark, corner)


def stamp(picture: Bgr, mark: Gray, corner: int) -> None:
    """A mark with a white margin over whatever the face shows in a corner."""
    side, quiet = len(mark), round(faces.QUIET_MM * faces.PX_PER_MM)
    right, bottom = picture.shape[1] - quiet - side, picture.shape[0] - quiet - side
    x, y = ((quiet, quiet), (right, quiet), (right, bottom), (quiet, bottom))[corner]
    picture[y - 9 : y + side + 9, x - 9 : x + side + 9] = 248
    turned = np.ascontiguousarray(np.rot90(mark, -corner))
    picture[y : y + side, x : x + side] = u8(cv2.cvtColor(turned, cv2.COLOR_GRAY2BGR))
