"""Cold start: things on the mat in the first frame, separated from the mat around them before the bare mat is known."""

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import MARKED, Gray, Mask, Matrix, mask_of, u8
from vision.base.thresholds import THRESHOLDS
from vision.eyes.grid import MatView
from vision.ground.background import STRIDE, Background
from vision.ground.pattern import PatternExtrapolation, missing
from vision.mat.geometry import Calibration
from vision.mat.layout import CardSize

_LIMITS: Final = THRESHOLDS.cold_start


_Levels: TypeAlias = NDArray[np.float32]


class _FirstThings(NamedTuple):
    """The things that seem to lie on the mat."""

    where: Mask
    """The samples of things of a card's size, with room round them."""
    mat: Gray
    """Expected samples of the mat there."""
    is_certain: bool
    """Whether a card that lies elsewhere would have been seen."""
    is_even: bool
    """Whether the mat is so even that its pattern need not be asked."""


def distrust_first_picture(view: MatView, ground: Background, known: Mask, pattern: PatternExtrapolation) -> None:
    """Distrust what differs from its surroundings over the size of a card, in the first picture.

    Where little light hides things, no sample is trusted as mat. In enough light a cloth with a large pattern that does
    not repeat may hide a card, too: one that lies there first and is not read is learned as mat.

    Args:
        view: geometry of the mat in the picture.
        ground: its background.
        known: samples of things below which the mat's pattern is known.
        pattern: of the mat beside these things.
    """
    first = _find_first_things(view, ground, pattern)
    if not (first.is_certain or ground.visibility.moves):
        ground.mark_unsure(view.field())
        return
    hidden, mat = _without_pattern(view, ground, first, pattern)
    hidden &= ~known
    things = (first.where | hidden) & ~known
    # A stretch of a pattern may differ from all round it, as single pixels see it, and yet be the mat.
    beside = replace(pattern, bare=pattern.bare & ~things)
    for thing in _apart_from_each_other(things):
        # What is left of one beside a known card is too narrow to be a thing.
        below = beside.fill(thing) if cv2.countNonZero(thing) >= _samples(view, _LIMITS.thing_mm) ** 2 else None
        if below is not None:
            mat[thing > 0] = below[thing > 0]
            known = known | thing
    ground.unlearn(things, mat, known)
    ground.exclude(hidden)


def accept_mat(view: MatView, ground: Background, cards: Mask, pattern: PatternExtrapolation) -> None:
    """Accept as mat what was distrusted and no longer differs, where no known card lies.

    Nothing is accepted where an arm reaches. An arm is wider than the surroundings that give the mat's level, and its
    fingers are as narrow as print. A place whose pattern was not seen waits until it is.

    Args:
        view: geometry of the mat in the picture.
        ground: its background.
        cards: the samples of known cards.
        pattern: of the mat beside them.
    """
    if not ground.is_unsure:
        return
    first = _find_first_things(view, ground, pattern)
    if not ground.visibility.first_cards:
        hidden, mat = _without_pattern(view, ground, first, pattern)
    else:
        hidden, mat = _still_without_pattern(view, ground, pattern), first.mat
    ground.accept(u8(cv2.bitwise_not(first.where | hidden | cards | _reached_stretches(view, ground, cards))))
    if not ground.visibility.first_cards:
        ground.unlearn(u8((first.where | hidden) & ~cards), mat, cards)
        ground.exclude(u8(hidden & ~cards))


def _without_pattern(
    view: MatView, ground: Background, first: _FirstThings, pattern: PatternExtrapolation
) -> tuple[Mask, Gray]:
    """Mark where the pattern seen all round is missing, with room, and tell what the mat would look like there."""
    nowhere, mat = np.zeros(view.shape, np.uint8), first.mat.copy()
    extrapolated = None if first.is_even else pattern.extrapolate()
    if extrapolated is None:
        return nowhere, mat
    supposed, known = extrapolated
    other = missing(pattern.averaged().samples, supposed, known, _samples(view, _LIMITS.wide_mm), ground.noise)
    if other is None:
        return nowhere, mat
    other = u8(cv2.dilate(other, np.ones(_square(view, _LIMITS.wide_mm / 2), np.uint8))) & view.bare()
    where = _with_room(view, other)
    mat[where & known > 0] = supposed[where & known > 0]
    return where, mat


def _still_without_pattern(view: MatView, ground: Background, pattern: PatternExtrapolation) -> Mask:
    """Mark the stretches of samples in which the pattern was not seen and still is not."""
    still = np.zeros(view.shape, np.uint8)
    seen, supposed = pattern.averaged().samples, u8(cv2.convertScaleAbs(ground.empty))
    for stretch in _apart_from_each_other(ground.excluded):
        other = missing(seen, supposed, stretch, _samples(view, _LIMITS.wide_mm), ground.noise)
        if other is None or cv2.countNonZero(other):
            still |= stretch
    return u8(still)


def _apart_from_each_other(things: Mask) -> Iterator[Mask]:
    """List the things one by one, each in a mask alone."""
    count, labels = cv2.connectedComponents(things, connectivity=8)
    for label in range(1, count):
        yield mask_of(labels == label)


def _reached_stretches(view: MatView, ground: Background, held: Mask) -> Mask:
    """Mark the stretches of distrusted samples that touch an unknown thing beside them."""
    other = ground.occupied(ground.foreign()) & ~ground.unsure & ~held & view.field()
    things = u8(cv2.morphologyEx(other, cv2.MORPH_OPEN, np.ones(_square(view, _LIMITS.arm_mm), np.uint8)))
    reach = u8(cv2.dilate(things, np.ones(_square(view, _LIMITS.room_mm), np.uint8)))
    _, labels = cv2.connectedComponents(ground.unsure | reach, connectivity=8)
    return mask_of(np.isin(labels, np.unique(labels[reach > 0])))


def _find_first_things(view: MatView, ground: Background, pattern: PatternExtrapolation) -> _FirstThings:
    """Find what seems to lie on the mat in the last frame."""
    seen = ground.samples
    field = view.field()
    x, y, width, height = cv2.boundingRect(field)
    window = slice(y, y + height), slice(x, x + width)
    inside = u8(cv2.erode(field, np.ones(_square(view, _LIMITS.cell_mm), np.uint8)))[window]
    # The table is another colour than the mat: go on with the mat's beyond its edge.
    mat = u8(cv2.inpaint(seen[window], cv2.bitwise_not(inside), _LIMITS.inpaint_samples, cv2.INPAINT_TELEA))
    level = u8(cv2.medianBlur(mat, _odd_samples(view, _LIMITS.round_mm)))
    bare = inside & ~view.corners()[window]
    things, is_even = _things(view, mat, level, ground.contrast)
    is_certain = is_even
    if not is_even:
        others, is_certain = _wide_things(view, mat, pattern.averaged().samples[window], bare, ground)
        things |= others
    things = u8(cv2.morphologyEx(things, cv2.MORPH_CLOSE, np.ones(_square(view, _LIMITS.bridged_mm), np.uint8))) & bare
    where, what = np.zeros(view.shape, np.uint8), seen.copy()
    where[window], what[window] = things, level
    if is_even:
        # The rim of a card is narrow, and what it encloses may be as bright as the mat and as rough.
        where = fill_outlines(where, STRIDE, view.calibration, view.mat.card)
    return _FirstThings(_with_room(view, where), what, is_certain, is_even)


def fill_outlines(things: Mask, stride: int, calibration: Calibration, card: CardSize) -> Mask:
    """Fill what some samples enclose where that is a rectangle as large as a card.

    Args:
        things: samples that show something else than the mat.
        stride: pixels between two samples.
        calibration: the way between the picture and the mat's plane.
        card: its size.
    """
    found, tree = cv2.findContours(things, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    whole = things.copy()
    for number, contour in enumerate(found):
        is_hole = int(tree[0, number, 3]) >= 0
        if is_hole and _is_card_outline(calibration.mm(contour[:, 0].astype(np.float64) * stride + stride // 2), card):
            cv2.drawContours(whole, [contour], 0, MARKED, cv2.FILLED)
    return u8(whole)


def _is_card_outline(contour_mm: Matrix, card: CardSize) -> bool:
    """Whether a contour is about a card's, as seen inside its rim."""
    points = contour_mm.astype(np.float32)
    _, sides, _ = cv2.minAreaRect(points)
    is_long_as_one = all(
        _LIMITS.side_least * should <= side <= _LIMITS.side_most * should
        for side, should in zip(sorted(sides), sorted((card.width_mm, card.height_mm)), strict=True)
    )
    return is_long_as_one and cv2.contourArea(points) >= _LIMITS.rectangular * sides[0] * sides[1]


def _with_room(view: MatView, things: Mask) -> Mask:
    """Keep the things that are not too narrow to be a card, with room round them."""
    wide = cv2.morphologyEx(things, cv2.MORPH_OPEN, np.ones(_square(view, _LIMITS.thing_mm), np.uint8))
    return u8(cv2.dilate(wide, np.ones(_square(view, _LIMITS.room_mm), np.uint8)))


def _things(view: MatView, mat: Gray, level: Gray, contrast: float) -> tuple[Mask, bool]:
    """Mark where the mat is brighter, darker or rougher than its level; say if it is so even that any card is."""
    cell, shown = _square(view, _LIMITS.cell_mm), _LIMITS.dim * contrast
    mean = u8(cv2.blur(mat, cell))
    bright, rough = cv2.absdiff(mean, level), cv2.blur(cv2.absdiff(mat, mean), cell)
    limit = min(_LIMITS.brighter, shown) + _LIMITS.times * float(np.median(bright))
    rougher = rough > min(_LIMITS.rougher, shown) + _LIMITS.times * float(np.median(rough))
    return mask_of((bright > limit) | rougher), limit <= shown


def _wide_things(view: MatView, mat: Gray, averaged: Gray, bare: Mask, ground: Background) -> tuple[Mask, bool]:
    """Find things over squares that average grain and a pattern, yet fit on a card; see `_things`.

    Args:
        view: what tells how wide they are.
        mat: the samples.
        averaged: the same, averaged over what lies between two: single pixels of a fine pattern show stripes that are
            not there.
        bare: which of them see the mat and what lies on it; the others do not count.
        ground: what tells by how much a card's paper or ink differs from the mat, and the camera's grain.
    """
    contrast = ground.contrast
    cell, counts = _square(view, _LIMITS.wide_mm), bare.astype(np.float32) / MARKED
    weights = np.maximum(cv2.blur(counts, cell), 1e-3)

    def over_cells(values: cv2.typing.MatLike) -> _Levels:
        return np.asarray(cv2.blur(values * counts, cell) / weights, np.float32)

    mean = over_cells(averaged.astype(np.float32))
    rough = over_cells(np.abs(mat.astype(np.float32) - mean))
    brighter, rougher = (_apart(view, values, weights > _LIMITS.whole) for values in (mean, rough))
    limits = [max(_LIMITS.times * float(np.median(apart)), _LIMITS.faint * contrast) for apart in (brighter, rougher)]
    # Of a pattern what is seen of a square beside a corner mark, or at the rim, is not what the whole would be.
    rest = (1 / weights - 1) * np.float32(np.median(rough))
    if limits[0] <= _LIMITS.back * contrast:
        other = (brighter > limits[0] + rest) | (rougher > limits[1] + rest)
        # A card's back may be as bright as a faint pattern on average, and as rough.
        left = _without_grain(float(np.median(rough)), ground.noise)
        is_certain = not _LIMITS.even * contrast < left < _LIMITS.coarse * contrast
    else:
        # A large pattern tells nothing by its brightness, but no card is as rough as one that repeats itself.
        other, is_certain = rougher > limits[1] + rest, float(np.median(rough)) >= _LIMITS.rough * contrast + limits[1]
    return u8(cv2.dilate(mask_of(other), np.ones(_square(view, _LIMITS.wide_mm / 2), np.uint8))), is_certain


def _without_grain(rough: float, noise: float) -> float:
    """Work out how rough a mat is, grey levels, by how rough it looks in grain of such a standard deviation."""
    return sqrt(max(rough**2 - (_LIMITS.mean * noise) ** 2, 0.0))


def _apart(view: MatView, values: _Levels, known: NDArray[np.bool_]) -> _Levels:
    """Measure how much values differ from those round them, in finer steps than grey levels where these are few."""
    scale = 255 / max(float(values.max()), 1.0)
    filled = np.where(known, values, np.median(values[known]))
    level = cv2.medianBlur(u8(cv2.convertScaleAbs(filled, alpha=scale)), _odd_samples(view, _LIMITS.round_mm)).astype(
        np.float32
    )
    return np.where(known, np.abs(values - level / np.float32(scale)), np.float32(0))


def _odd_samples(view: MatView, side_mm: float) -> int:
    """Convert a length on the mat to an odd number of samples."""
    return _samples(view, side_mm) | 1


def _square(view: MatView, side_mm: float) -> tuple[int, int]:
    side = max(_samples(view, side_mm), 1)
    return side, side


def _samples(view: MatView, side_mm: float) -> int:
    """Measure the length of a stretch of the mat in samples."""
    return round(view.px_on(side_mm) / STRIDE)
