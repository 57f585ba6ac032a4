"""Grid of samples over the mat: which samples see which millimetres."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from math import atan2, cos, degrees, radians, sin
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import MARKED, Mask, Matrix, u8
from vision.base.observation import Point
from vision.base.thresholds import THRESHOLDS
from vision.eyes.tracker import CardGlimpse, PlacedMark, TrackedCard
from vision.ground.background import STRIDE
from vision.ground.texture import Numbers, Squares
from vision.mat.geometry import Calibration
from vision.mat.layout import Area, CardSize, Mat

_LIMITS: Final = THRESHOLDS.grid


SampleIndices: TypeAlias = NDArray[np.intp]
"""Indices into the flattened samples."""

PixelBox: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom, pixels."""


_FINE: Final = 1 << _LIMITS.fine_bits
"""Parts of a sample in which OpenCV is told where outlines are."""


@dataclass(frozen=True, slots=True, eq=False)
class CardSamples:
    """The samples that see a known card, as indices into the flattened samples."""

    few: SampleIndices
    """Samples at the middles of its marks, then a few of all, spread over it."""
    middles: int
    """Number of those at middles of marks."""
    marks: tuple[SampleIndices, ...]
    """Samples of each mark and a little beside it."""


@dataclass(frozen=True, slots=True, eq=False)
class MatView:
    """View of one camera on one mat."""

    calibration: Calibration
    mat: Mat
    shape: tuple[int, int]
    """Rows and columns of samples."""
    _drawn: dict[tuple[float, ...], Mask] = field(default_factory=dict[tuple[float, ...], Mask])
    _marks: dict[Point, SampleIndices] = field(default_factory=dict[Point, SampleIndices])
    _cards: dict[int, tuple[TrackedCard, CardSamples]] = field(
        default_factory=dict[int, tuple[TrackedCard, CardSamples]]
    )
    """Samples by the identity of a card, needed in every frame: comparing its marks takes as long as the rest."""

    def field(self) -> Mask:
        """Mark the samples that see the mat."""
        width, height = self.mat.width_mm, self.mat.height_mm
        return self._filled(np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float64))

    def bare(self) -> Mask:
        """Mark the samples that see the mat beside its corner marks, whatever lies on it."""
        return self.field() & ~self.corners()

    def corners(self, sides: float = _LIMITS.corner_sides) -> Mask:
        """Mark the samples that see the mat's corner marks and their white rims.

        Args:
            sides: of the square round each mark's middle, in sides of the mark.
        """
        marks = (self.square(centre, sides * self.mat.corner_mm) for centre in self.mat.corner_centres)
        return u8(reduce(np.bitwise_or, marks))

    def area(self, area: Area) -> Mask:
        """Mark the samples that see a seat's area."""
        left, top, right, bottom = area.left_mm, area.top_mm, area.right_mm, area.bottom_mm
        return self._filled(np.array([(left, top), (right, top), (right, bottom), (left, bottom)], dtype=np.float64))

    def place(self, card: TrackedCard | CardGlimpse, rim_mm: float = 0) -> Mask:
        """Mark the samples that see a card, and a rim round it; do not write to the mask."""
        return self._cached((card.x_mm, card.y_mm, card.angle, rim_mm), lambda: outline(card, self.mat.card, rim_mm))

    def possible_place(self, card: TrackedCard, rim_mm: float) -> Mask:
        """Mark the samples that may see a card, and a rim round it; do not write to the mask.

        A mark alone does not know which of its card's edges is the short one.
        """
        if len(card.spots) > 1:
            return self.place(card, rim_mm)
        (spot,), side = card.spots, max(self.mat.card.width_mm, self.mat.card.height_mm)
        inward = side / 2 - THRESHOLDS.tracker.edge_mm
        (x, y), (right_x, right_y), (down_x, down_y) = spot.centre, spot.right, spot.down
        x, y = x + inward * (right_x + down_x), y + inward * (right_y + down_y)
        either = replace(card, x_mm=x, y_mm=y, angle=degrees(atan2(right_y, right_x)))
        key = either.x_mm, either.y_mm, either.angle, rim_mm, side
        return self._cached(key, lambda: outline(either, CardSize(side, side), rim_mm))

    def samples_of(self, card: TrackedCard) -> CardSamples:
        """Return the samples that see a card and its marks."""
        known = self._cards.get(id(card))
        if known is None or known[0] is not card:
            if len(self._cards) >= _LIMITS.cached:
                self._cards.clear()
            known = self._cards[id(card)] = card, self._card(card)
        return known[1]

    def _card(self, card: TrackedCard) -> CardSamples:
        corners = [(x, y) for x, y in outline(card, self.mat.card, 0).tolist()]
        seen = self.calibration.px_of([*corners, *(spot.centre for spot in card.spots)])
        middles = [self._nearest(*point) for point in seen[4:]]
        few = np.array([*middles, *_spread(self._inside(seen[:4])).tolist()], np.intp)
        return CardSamples(few, len(middles), self.mark_samples(card.spots))

    def mark_samples(self, spots: Sequence[PlacedMark]) -> tuple[SampleIndices, ...]:
        """Return the samples that see each mark and a little beside it, as indices into the flattened samples."""
        if len(self._marks) > _LIMITS.cached:
            self._marks.clear()
        for spot in spots:
            if spot.centre not in self._marks:
                self._marks[spot.centre] = self._inside(self.calibration.px_of(_square(spot.centre, _LIMITS.mark_mm)))
        return tuple(self._marks[spot.centre] for spot in spots)

    def square(self, centre: Point, side_mm: float) -> Mask:
        """Mark the samples that see a square of the mat; do not write to the mask."""
        return self._cached((*centre, side_mm), lambda: np.array(_square(centre, side_mm), dtype=np.float64))

    def covers(self, card: TrackedCard | CardGlimpse, spot: PlacedMark) -> bool:
        """Whether the card would cover all of a mark at this place."""
        inside = outline(card, self.mat.card, -_LIMITS.mark_mm / 2).astype(np.float32)
        return cv2.pointPolygonTest(inside, spot.centre, False) >= 0

    def px_on(self, side_mm: float) -> float:
        """Measure the length of a stretch in the middle of the mat in pixels."""
        x, y = self.mat.width_mm / 2, self.mat.height_mm / 2
        ends = self.calibration.px(np.array([(x, y), (x + side_mm, y)]))
        return float(np.hypot(*(ends[1] - ends[0])))

    def samples_on(self, side_mm: float) -> float:
        """Work out how many samples fall on a square of that side in the middle of the mat."""
        return (self.px_on(side_mm) / STRIDE) ** 2

    def rim(self, inset_mm: float, step_mm: float) -> Matrix:
        """Places all the way round the mat, clockwise and evenly spaced, so far inside its edge, mm."""
        right, bottom = self.mat.width_mm - inset_mm, self.mat.height_mm - inset_mm
        across, down = np.arange(inset_mm, right, step_mm), np.arange(inset_mm, bottom, step_mm)
        sides = (
            (across, np.full_like(across, inset_mm)),
            (np.full_like(down, right), down),
            (across[::-1], np.full_like(across, bottom)),
            (np.full_like(down, inset_mm), down[::-1]),
        )
        return np.concatenate([np.column_stack(side) for side in sides])

    def middles(self, areas: Sequence[Area]) -> list[Point]:
        """Find the middles of areas in the picture, pixels."""
        return self.calibration.px_of(
            [((area.left_mm + area.right_mm) / 2, (area.top_mm + area.bottom_mm) / 2) for area in areas]
        )

    def squares(self, size_px: tuple[int, ...]) -> Squares:
        """Squares all over the mat beside its corner marks, by which its texture is recognised.

        Args:
            size_px: rows and columns of the picture.
        """
        pitch_mm, mat = _LIMITS.pitch_mm, self.mat
        across, down = (np.arange(pitch_mm / 2, side, pitch_mm) for side in (mat.width_mm, mat.height_mm))
        middles = self.calibration.px(np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2))
        return Squares.of(middles, size_px, ~self.bare(), STRIDE)

    def pairs(self, squares: Squares, areas: Sequence[Area]) -> list[Numbers]:
        """Pair the squares of each area with their neighbours, beside them or across a corner."""
        pairs = squares.pairs(self.px_on(_LIMITS.neighbours * _LIMITS.pitch_mm))
        places = self.calibration.mm(squares.middles_px).tolist()
        inside = [np.array([area.contains(x, y) for x, y in places], np.bool_) for area in areas]
        return [np.asarray(pairs[here[pairs].any(axis=1)], np.intp) for here in inside]

    def samples_at(self, points_mm: Matrix) -> SampleIndices:
        """Find the sample nearest each point, as an index into the flattened samples."""
        samples = np.round(self.calibration.px(points_mm) / STRIDE - 0.5).astype(np.intp)
        rows, columns = self.shape
        x, y = np.clip(samples[:, 0], 0, columns - 1), np.clip(samples[:, 1], 0, rows - 1)
        return np.asarray(y * columns + x, np.intp)

    def box(self) -> PixelBox:
        """Left, top, right, bottom of the mat in the picture, pixels."""
        return _box(self.field())

    def box_of(self, card: TrackedCard) -> PixelBox:
        """Left, top, right, bottom of a card and its rim in the picture, pixels."""
        return _box(self.place(card, _LIMITS.rim_mm))

    def boxes(self, card: TrackedCard, side_mm: float) -> list[PixelBox]:
        """Left, top, right, bottom of the squares round the card's marks in the picture, pixels."""
        half = side_mm / 2
        corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        centres = np.array([spot.centre for spot in card.spots])
        seen = self.calibration.px((centres[:, None] + corners).reshape(-1, 2)).reshape(-1, 4, 2)
        ends = np.hstack((np.floor(seen.min(axis=1)), np.ceil(seen.max(axis=1)))).astype(int)
        return [(max(left, 0), max(top, 0), right, bottom) for left, top, right, bottom in ends.tolist()]

    def _cached(self, key: tuple[float, ...], corners_mm: Callable[[], Matrix]) -> Mask:
        """Draw a mask once: while a hand moves, every frame needs the places of all lying cards."""
        if key not in self._drawn:
            if len(self._drawn) >= _LIMITS.cached:
                self._drawn.clear()
            self._drawn[key] = self._filled(corners_mm())
        return self._drawn[key]

    def _nearest(self, x_px: float, y_px: float) -> int:
        """Find the sample nearest a point of the picture, as an index into the flattened samples."""
        rows, columns = self.shape
        x, y = round(x_px / STRIDE - 0.5), round(y_px / STRIDE - 0.5)
        return min(max(y, 0), rows - 1) * columns + min(max(x, 0), columns - 1)

    def _filled(self, corners_mm: Matrix) -> Mask:
        mask = np.zeros(self.shape, np.uint8)
        seen = self.calibration.px_of(corners_mm.tolist())
        corners = [[round((place / STRIDE - 0.5) * _FINE) for place in point] for point in seen]
        cv2.fillConvexPoly(mask, np.array(corners, np.int32), MARKED, shift=_LIMITS.fine_bits)
        return mask

    def _inside(self, corners_px: Sequence[Point]) -> SampleIndices:
        """Find the samples inside a small outline, as indices into the flattened samples."""
        rows, columns = self.shape
        x, y = ([round((place / STRIDE - 0.5) * _FINE) for place in places] for places in zip(*corners_px, strict=True))
        left, top = max((min(x) >> _LIMITS.fine_bits) - 1, 0), max((min(y) >> _LIMITS.fine_bits) - 1, 0)
        right, bottom = min((max(x) >> _LIMITS.fine_bits) + 2, columns), min((max(y) >> _LIMITS.fine_bits) + 2, rows)
        if left >= right or top >= bottom:
            return np.zeros(0, np.intp)
        mask = np.zeros((bottom - top, right - left), np.uint8)
        corners = [(a - left * _FINE, b - top * _FINE) for a, b in zip(x, y, strict=True)]
        cv2.fillConvexPoly(mask, np.array(corners, np.int32), MARKED, shift=_LIMITS.fine_bits)
        down, across = np.nonzero(mask)
        return np.asarray((down + top) * columns + across + left, np.intp)


def _square(centre: Point, side_mm: float) -> list[Point]:
    """Return the corners of a square, mm."""
    x, y, half = *centre, side_mm / 2
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _box(samples: Mask) -> PixelBox:
    x, y, width, height = cv2.boundingRect(samples)
    return x * STRIDE, y * STRIDE, (x + width) * STRIDE, (y + height) * STRIDE


def _spread(samples: SampleIndices) -> SampleIndices:
    return samples[:: max(len(samples) // _LIMITS.first_samples, 1)]


def outline(card: TrackedCard | CardGlimpse, size: CardSize, rim_mm: float) -> Matrix:
    """Return the four corners of a card on the mat, mm."""
    turn = radians(card.angle)
    right = np.array((cos(turn), sin(turn))) * (size.width_mm / 2 + rim_mm)
    down = np.array((-sin(turn), cos(turn))) * (size.height_mm / 2 + rim_mm)
    corners: Matrix = np.array((card.x_mm, card.y_mm)) + np.array(
        (-right - down, right - down, right + down, -right + down)
    )
    return corners
