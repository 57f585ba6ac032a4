"""Cold start: things on the mat in the first frame, told from the mat around them without knowing the bare mat."""

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.picture import Gray, Mask, Matrix, u8
from vision.eyes.grid import MatView
from vision.ground.background import STRIDE, Background
from vision.ground.pattern import Continuation, missing
from vision.mat.geometry import Calibration
from vision.mat.layout import CardSize

_CELL_MM: Final = 10.0
"""Brightness and roughness are compared over squares of this side."""
_WIDE_MM: Final = 50.0
"""Where too little is told so, over squares of this side: they average grain and patterns, and a card is wider."""
_ROUND_MM: Final = 150.0
"""The middle brightness of so wide a square is that of the mat: no card covers half of it."""
_THING_MM: Final = 35.0
"""A thing that is narrower is print or a seam: a card is 63 mm wide."""
_BRIDGED_MM: Final = 25.0
"""Print on a card that is no farther apart belongs together."""
_ARM_MM: Final = 20.0
"""A thing that is narrower is no arm, and no hand: the rim or the shadow of a card."""
_ROOM_MM: Final = 36.0
"""A thing is doubted with half as much room round it: of a card that lies askew the corners are not seen."""
_BRIGHTER: Final = 12.0
_ROUGHER: Final = 10.0
"""Grey levels by which a card's brightness and roughness differ from an even mat's at least."""
_SHARE: Final = 0.25
"""Share of what a card's paper or ink differs by that is enough, in little light."""
_TIMES: Final = 4.0
"""Times the mat's own unevenness that are added."""
_FAINT: Final = 0.1
"""Share of what a card's paper or ink differs by that is enough over wide squares."""
_BACK: Final = 0.12
"""Share of it by which a card's back, were it without a rim, is brighter or darker than the mat at least."""
_ROUGH: Final = 0.2
"""Share of it by which a card is rough at most over wide squares."""
_EVEN: Final = 0.1
"""Share of it by which a mat is rough at most, besides its grain, on which the print or the rim of any card shows."""
_COARSE: Final = 0.4
"""Share of it by which a mat is rough at least that is rougher than any card's back, finely printed in black too."""
_MEAN: Final = 0.8
"""Times its standard deviation that grain is away from its mean, on average."""
_WHOLE: Final = 0.5
"""Share of a wide square that must see the mat for it to count."""

_SIDES: Final = 0.6, 1.15
"""Times a card's sides that those of what its rim encloses are: the rim is seen wider than it is."""
_RECTANGULAR: Final = 0.8
"""Share of the rectangle round it that it fills at least: a ring, the trace of a cup, fills 0.79."""

_Levels: TypeAlias = NDArray[np.float32]


class _Lying(NamedTuple):
    """The things that seem to lie on the mat."""

    where: Mask
    """The looks of things of a card's size, with room round them."""
    mat: Gray
    """What the mat would look like there."""
    is_certain: bool
    """Whether a card that lies elsewhere would have been seen."""
    is_even: bool
    """Whether the mat is so even that its pattern need not be asked."""


def doubt(view: MatView, ground: Background, told: Mask, pattern: Continuation) -> None:
    """Take for no mat what differs from all round it, over the size of a card, in the first picture.

    Where little light hides what lies there nothing is taken for mat. In enough light a cloth with a large pattern that
    does not repeat itself may hide it too: there a card that is not read and lies there first is mat.

    Args:
        view: where the mat is seen.
        ground: what it looks like.
        told: looks of things of which the pattern of the mat has told what lies below.
        pattern: of the mat beside these things.
    """
    lying = _lying(view, ground)
    if not lying.is_certain and ground.hides_moves:
        ground.doubt_all(view.field())
        return
    hidden, mat = _without_pattern(view, ground, lying, pattern)
    hidden &= ~told
    things = (lying.where | hidden) & ~told
    # A stretch of a pattern may differ from all round it, as single pixels see it, and yet be the mat.
    beside = replace(pattern, bare=pattern.bare & ~things)
    for thing in _apart_from_each_other(things):
        # What is left of one beside a known card is too narrow to be a thing.
        below = beside.under(thing) if cv2.countNonZero(thing) >= _looks(view, _THING_MM) ** 2 else None
        if below is not None:
            mat[thing > 0] = below[thing > 0]
            told = told | thing
    ground.doubt(things, mat, told)
    ground.hold(hidden)


def trust(view: MatView, ground: Background, cards: Mask, pattern: Continuation) -> None:
    """Take for the mat what was doubted and does not differ any more, where no card is known to lie.

    Nothing is where an arm reaches: it is wider than what the mat's level is taken from, and its fingers are as narrow
    as print. Nor is a place where the pattern of the mat was not seen, before it is.

    Args:
        view: where the mat is seen.
        ground: what it looks like.
        cards: the looks of those that are known to lie there.
        pattern: of the mat beside them.
    """
    if not ground.is_unsure:
        return
    lying = _lying(view, ground)
    if ground.hides_things:
        hidden, mat = _without_pattern(view, ground, lying, pattern)
    else:
        hidden, mat = _still_without_pattern(view, ground, pattern), lying.mat
    ground.trust(u8(cv2.bitwise_not(lying.where | hidden | cards | _reached(view, ground, cards))))
    if ground.hides_things:
        ground.doubt(u8((lying.where | hidden) & ~cards), mat, cards)
        ground.hold(u8(hidden & ~cards))


def _without_pattern(view: MatView, ground: Background, lying: _Lying, pattern: Continuation) -> tuple[Mask, Gray]:
    """Mark where the pattern seen all round is missing, with room, and tell what the mat would look like there."""
    nowhere, mat = np.zeros(view.shape, np.uint8), lying.mat.copy()
    told = None if lying.is_even else pattern.everywhere()
    if told is None:
        return nowhere, mat
    supposed, known = told
    other = missing(pattern.averaged().looks, supposed, known, _looks(view, _WIDE_MM), ground.noise)
    if other is None:
        return nowhere, mat
    other = u8(cv2.dilate(other, np.ones(_square(view, _WIDE_MM / 2), np.uint8))) & view.bare()
    where = _with_room(view, other)
    mat[where & known > 0] = supposed[where & known > 0]
    return where, mat


def _still_without_pattern(view: MatView, ground: Background, pattern: Continuation) -> Mask:
    """The looks where the pattern was not seen and is not seen yet, in any part of the stretch in which they lie."""
    still = np.zeros(view.shape, np.uint8)
    seen, supposed = pattern.averaged().looks, u8(cv2.convertScaleAbs(ground.empty))
    for stretch in _apart_from_each_other(ground.held):
        other = missing(seen, supposed, stretch, _looks(view, _WIDE_MM), ground.noise)
        if other is None or cv2.countNonZero(other):
            still |= stretch
    return u8(still)


def _apart_from_each_other(things: Mask) -> Iterator[Mask]:
    """List the things one by one, each in a mask alone."""
    count, labels = cv2.connectedComponents(things, connectivity=8)
    for label in range(1, count):
        yield _mask(labels == label)


def _reached(view: MatView, ground: Background, held: Mask) -> Mask:
    """The stretches of doubted looks that touch something on the mat beside them that is no known card."""
    other = ground.occupied(ground.covered()) & ~ground.unsure & ~held & view.field()
    things = u8(cv2.morphologyEx(other, cv2.MORPH_OPEN, np.ones(_square(view, _ARM_MM), np.uint8)))
    reach = u8(cv2.dilate(things, np.ones(_square(view, _ROOM_MM), np.uint8)))
    _, labels = cv2.connectedComponents(ground.unsure | reach, connectivity=8)
    return _mask(np.isin(labels, np.unique(labels[reach > 0])))


def _lying(view: MatView, ground: Background) -> _Lying:
    """Find what seems to lie on the mat in the last frame."""
    seen = ground.looks
    field = view.field()
    x, y, width, height = cv2.boundingRect(field)
    window = slice(y, y + height), slice(x, x + width)
    inside = u8(cv2.erode(field, np.ones(_square(view, _CELL_MM), np.uint8)))[window]
    # The table is another colour than the mat: go on with the mat's beyond its edge.
    mat = u8(cv2.inpaint(seen[window], cv2.bitwise_not(inside), 3, cv2.INPAINT_TELEA))
    level = u8(cv2.medianBlur(mat, _odd(view, _ROUND_MM)))
    bare = inside & ~view.corners()[window]
    things, is_even = _things(view, mat, level, ground.contrast)
    is_certain = is_even
    if not is_even:
        others, is_certain = _wide_things(view, mat, bare, ground)
        things |= others
    things = u8(cv2.morphologyEx(things, cv2.MORPH_CLOSE, np.ones(_square(view, _BRIDGED_MM), np.uint8))) & bare
    where, what = np.zeros(view.shape, np.uint8), seen.copy()
    where[window], what[window] = things, level
    if is_even:
        # The rim of a card is narrow, and what it encloses may be as bright as the mat and as rough.
        where = fill_outlines(where, STRIDE, view.calibration, view.mat.card)
    return _Lying(_with_room(view, where), what, is_certain, is_even)


def fill_outlines(things: Mask, stride: int, calibration: Calibration, card: CardSize) -> Mask:
    """Add to some looks those that they enclose where that is a rectangle as large as a card.

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
        if is_hole and _is_card_outline(calibration.mm(contour[:, 0].astype(np.float64) * stride + stride // 2), card):
            cv2.drawContours(whole, [contour], 0, 255, cv2.FILLED)
    return u8(whole)


def _is_card_outline(contour_mm: Matrix, card: CardSize) -> bool:
    """Whether a contour is about a card's, as seen inside its rim."""
    points = contour_mm.astype(np.float32)
    _, sides, _ = cv2.minAreaRect(points)
    least, most = _SIDES
    is_long_as_one = all(
        least * should <= side <= most * should
        for side, should in zip(sorted(sides), sorted((card.width_mm, card.height_mm)), strict=True)
    )
    return is_long_as_one and cv2.contourArea(points) >= _RECTANGULAR * sides[0] * sides[1]


def _with_room(view: MatView, things: Mask) -> Mask:
    """Keep the things that are not too narrow to be a card, with room round them."""
    wide = cv2.morphologyEx(things, cv2.MORPH_OPEN, np.ones(_square(view, _THING_MM), np.uint8))
    return u8(cv2.dilate(wide, np.ones(_square(view, _ROOM_MM), np.uint8)))


def _things(view: MatView, mat: Gray, level: Gray, contrast: float) -> tuple[Mask, bool]:
    """Mark where the mat is brighter, darker or rougher than its level; say if it is so even that any card is."""
    cell, shown = _square(view, _CELL_MM), _SHARE * contrast
    mean = u8(cv2.blur(mat, cell))
    bright, rough = cv2.absdiff(mean, level), cv2.blur(cv2.absdiff(mat, mean), cell)
    limit = min(_BRIGHTER, shown) + _TIMES * float(np.median(bright))
    rougher = rough > min(_ROUGHER, shown) + _TIMES * float(np.median(rough))
    return _mask((bright > limit) | rougher), limit <= shown


def _wide_things(view: MatView, mat: Gray, bare: Mask, ground: Background) -> tuple[Mask, bool]:
    """The same over squares that average grain and a pattern, yet fit on a card.

    Args:
        view: what tells how wide they are.
        mat: the looks.
        bare: which of them see the mat and what lies on it; the others do not count.
        ground: what tells by how much a card's paper or ink differs from the mat, and the camera's grain.
    """
    contrast = ground.contrast
    cell, counts = _square(view, _WIDE_MM), bare.astype(np.float32) / 255
    weights = np.maximum(cv2.blur(counts, cell), 1e-3)

    def over_cells(values: cv2.typing.MatLike) -> _Levels:
        return np.asarray(cv2.blur(values * counts, cell) / weights, np.float32)

    levels = mat.astype(np.float32)
    mean = over_cells(levels)
    rough = over_cells(np.abs(levels - mean))
    brighter, rougher = (_apart(view, values, weights > _WHOLE) for values in (mean, rough))
    limits = [max(_TIMES * float(np.median(apart)), _FAINT * contrast) for apart in (brighter, rougher)]
    # Of a pattern what is seen of a square beside a corner mark, or at the rim, is not what the whole would be.
    rest = (1 / weights - 1) * np.float32(np.median(rough))
    if limits[0] <= _BACK * contrast:
        other = (brighter > limits[0] + rest) | (rougher > limits[1] + rest)
        # A card's back may be as bright as a faint pattern on average, and as rough.
        is_certain = not _EVEN * contrast < _without_grain(float(np.median(rough)), ground.noise) < _COARSE * contrast
    else:
        # A large pattern tells nothing by its brightness, but no card is as rough as one that repeats itself.
        other, is_certain = rougher > limits[1] + rest, float(np.median(rough)) >= _ROUGH * contrast + limits[1]
    return u8(cv2.dilate(_mask(other), np.ones(_square(view, _WIDE_MM / 2), np.uint8))), is_certain


def _without_grain(rough: float, noise: float) -> float:
    """Work out how rough a mat is, grey levels, by how rough it looks in grain of such a standard deviation."""
    return sqrt(max(rough**2 - (_MEAN * noise) ** 2, 0.0))


def _apart(view: MatView, values: _Levels, known: NDArray[np.bool_]) -> _Levels:
    """Measure how much values differ from those round them, in finer steps than grey levels where these are few."""
    scale = 255 / max(float(values.max()), 1.0)
    filled = np.where(known, values, np.median(values[known]))
    level = cv2.medianBlur(u8(cv2.convertScaleAbs(filled, alpha=scale)), _odd(view, _ROUND_MM)).astype(np.float32)
    return np.where(known, np.abs(values - level / np.float32(scale)), np.float32(0))


def _mask(where: NDArray[np.bool_]) -> Mask:
    """Make a mask of truths, 255 where it is so."""
    return u8(where.astype(np.uint8) * np.uint8(255))


def _odd(view: MatView, side_mm: float) -> int:
    """An odd number of looks on about a stretch of the mat."""
    return _looks(view, side_mm) | 1


def _square(view: MatView, side_mm: float) -> tuple[int, int]:
    side = max(_looks(view, side_mm), 1)
    return side, side


def _looks(view: MatView, side_mm: float) -> int:
    """Measure the length of a stretch of the mat in looks."""
    return round(view.px_on(side_mm) / STRIDE)
