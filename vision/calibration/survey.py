"""Survey of the seats' areas: scale, sharpness, light, and the expected share of readings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.base.picture import Gray, Matrix
from vision.calibration.blur import Blur, blur
from vision.calibration.collect import Collector
from vision.calibration.read_rate import Conditions, expected_rate
from vision.marks.symbology import Symbology
from vision.mat.edges import GAUSS, MarkAppearance
from vision.mat.geometry import Calibration
from vision.mat.layout import AREAS, Area, Mat

WHITE: Final = 250
"""Grey level from which a pixel is clipped: what is brighter cannot be told."""


@dataclass(frozen=True, slots=True)
class AreaReport:
    """One seat's area."""

    seat: int
    px_per_mm: float
    """In the direction in which the picture is smallest there."""
    edge_mm: float
    """Width of a black edge from 10 to 90 %, the pixels' own size left out."""
    contrast: float
    """Grey levels between black and white."""
    mean: float
    """Grey level, the cloth included."""
    clipped: float
    """Share of its pixels that are white with light."""
    rate: float
    """Share of the cards lying there that should be read; under glare none."""


@dataclass(frozen=True, slots=True)
class Survey:
    """The whole mat."""

    areas: tuple[AreaReport, ...]
    whites: tuple[float, float, float, float]
    """Grey level of the white at each corner mark."""
    flicker: float
    """Change of brightness from frame to frame, as a share."""


def survey(mat: Mat, seats: int, calibration: Calibration, seen: Collector, symbology: Symbology, deck: int) -> Survey:
    """Judge the last view.

    Args:
        mat: what lies on the table.
        seats: 2 to 5.
        calibration: of the last view.
        seen: the frames.
        symbology: kind of mark on the cards.
        deck: one of the table's decks.

    Raises:
        KeyError: the number of seats is not 2 to 5.
        MatNotSeenError: no frame showed all four corner marks.
    """
    light = _light(seen.last(), calibration, AREAS[seats])
    looks = {
        place: _Corner.of(look, blur(seen.last(), mat, calibration, place)) for place, look in seen.looks().items()
    }
    areas = tuple(
        AreaReport(
            seat,
            here.px_per_mm,
            GAUSS * here.blur_px / here.px_per_mm,
            here.light - here.dark,
            *light[seat],
            expected_rate(symbology, deck, here) * (1 - light[seat][1]),
        )
        for seat, here in enumerate(_conditions(mat, area, calibration, looks) for area in AREAS[seats])
    )
    a, b, c, d = (looks[place].light for place in range(4))
    return Survey(areas, (a, b, c, d), seen.flicker)


def scale_at(calibration: Calibration, x_mm: float, y_mm: float) -> float:
    """Pixels a millimetre at a place on the mat, in the direction in which they are fewest."""
    around = calibration.px(np.array([(x_mm, y_mm), (x_mm + 1, y_mm), (x_mm, y_mm + 1)]))
    return float(np.linalg.svd(around[1:] - around[0], compute_uv=False)[-1])


@dataclass(frozen=True, slots=True)
class _Corner:
    """What one corner mark tells."""

    blur_px: float
    dark: float
    light: float
    grain: float

    @classmethod
    def of(cls, look: MarkAppearance, blurred: Blur | None) -> "_Corner":
        """By its whole pattern, or by its edges where the frame cuts it."""
        if blurred is None:
            return cls(look.edge_px / GAUSS, look.dark, look.light, look.grain)
        return cls(blurred.sigma_px, blurred.dark, blurred.light, look.grain)


def _conditions(mat: Mat, area: Area, calibration: Calibration, looks: Mapping[int, _Corner]) -> Conditions:
    """At an area's middle, between what was measured at the four corner marks."""
    weights = _weights(mat, *area.centre)
    rows = np.array([(look.blur_px, look.dark, look.light, look.grain) for _, look in sorted(looks.items())])
    soft, dark, light, grain = (float(value) for value in weights @ rows)
    return Conditions(scale_at(calibration, *area.centre), soft, dark, light, grain)


def _weights(mat: Mat, x_mm: float, y_mm: float) -> Matrix:
    """How near a place is to each corner mark; they add up to 1."""
    right = (x_mm - mat.inset_mm) / (mat.width_mm - 2 * mat.inset_mm)
    down = (y_mm - mat.inset_mm) / (mat.height_mm - 2 * mat.inset_mm)
    return np.array([(1 - right) * (1 - down), right * (1 - down), right * down, (1 - right) * down])


def _light(gray: Gray, calibration: Calibration, areas: Sequence[Area]) -> list[tuple[float, float]]:
    """Mean grey level and clipped share of each area."""
    found: list[tuple[float, float]] = []
    for area in areas:
        mask = np.zeros(gray.shape, np.uint8)
        cv2.fillPoly(mask, [np.round(outline(area, calibration)).astype(np.int32)], 255)
        levels = gray[mask > 0]
        found.append((float(levels.mean()), float((levels >= WHITE).mean())) if levels.size else (0.0, 0.0))
    return found


def outline(area: Area, calibration: Calibration) -> Matrix:
    """The edge of an area as the camera sees it, pixels; a lens bends it, so it has many points."""
    corners = [
        (area.left_mm, area.top_mm),
        (area.right_mm, area.top_mm),
        (area.right_mm, area.bottom_mm),
        (area.left_mm, area.bottom_mm),
    ]
    ends = [*corners[1:], corners[0]]
    return calibration.px(
        np.concatenate([np.linspace(a, b, 16, endpoint=False) for a, b in zip(corners, ends, strict=True)])
    )
