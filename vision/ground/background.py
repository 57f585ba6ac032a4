"""Background subtraction on a coarse grid of single pixels, the eyes' cheapest question: what has changed?

One pixel in 64 is looked at, and while nothing moves one in 384. Copying them costs a hundredth of a millisecond at
1080p, where a difference of whole frames costs half a millisecond.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import MARKED, Gray, Mask, Window, f64, over, u8, window
from vision.base.observation import Trouble
from vision.base.thresholds import THRESHOLDS
from vision.ground.emptiness import EmptyMat, blur, enlarge_patches

# A lamp that is switched, a cloud, a flickering tube: tells light from things that move by two frames' samples.

_LIGHT: Final = THRESHOLDS.light


Gain: TypeAlias = NDArray[np.float32]
"""Gain of each sample: how many times brighter the light on it is than before."""


def gain(before: Gray, now: Gray) -> Gain | None:
    """Measure how the light has changed between two pictures of samples; None if it has not.

    A hand or a card in the picture shifts a few blocks, which the median of their neighbours puts right.
    """
    rows, columns = before.shape
    coarse = max(columns // _LIGHT.block, _LIGHT.fewest_blocks), max(rows // _LIGHT.block, _LIGHT.fewest_blocks)
    old, new = (
        np.asarray(cv2.resize(samples, coarse, interpolation=cv2.INTER_AREA), np.float32) for samples in (before, now)
    )
    ratio = np.asarray(cv2.medianBlur(ratios(old, new), _LIGHT.fewest_blocks), np.float32)
    if float(np.abs(ratio - 1).max()) < _LIGHT.even:
        return None
    return np.asarray(cv2.resize(ratio, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)


class LightReference:
    """Samples in a known light, to which later light is compared."""

    def __init__(self, before: NDArray[np.float32]) -> None:
        self._middle = max(median(before), 1.0)
        self._share: NDArray[np.float32] = np.float32(1) / (before.ravel() + np.float32(_LIGHT.dark))

    def change(self, now: Gray) -> float:
        """Measure how many times brighter it has become: the median of `ratios`."""
        # OpenCV sorts bytes as fast, but is another function that has to come back into the processor's cache.
        levels = now.ravel().astype(np.float32)
        return median((levels + np.float32(_LIGHT.dark * median(levels) / self._middle)) * self._share)


def ratios(before: NDArray[np.float32], now: NDArray[np.float32]) -> Gain:
    """Calculate the gain of each sample; of black samples the grain gives no gain."""
    # The same to both sides would make less of a change the larger it is: a lamp in the dark, half of itself.
    overall = median(now) / max(median(before), 1.0)
    return np.asarray((now + np.float32(_LIGHT.dark * overall)) / (before + np.float32(_LIGHT.dark)), np.float32)


def median(values: NDArray[np.float32]) -> float:
    """Calculate the median, five times as fast as NumPy's for a thousand values; every frame needs it.

    All are sorted, which the processor's vectors do; for two values in the middle NumPy picks them one by one.
    """
    ordered, half = np.sort(values, axis=None), values.size // 2
    return float(ordered[half]) if values.size % 2 else float((ordered[half - 1] + ordered[half]) / 2)


def relight(samples: Gray, light: Gain) -> Gray:
    """Calculate the samples under the other light."""
    return u8(cv2.convertScaleAbs(cv2.multiply(samples.astype(np.float32), light)))


class CornerLight:
    """Samples that see each corner mark, as witnesses of a change of light."""

    def __init__(self, corners: Mask) -> None:
        """Know the marks.

        Args:
            corners: the samples that see one, each mark apart from the others.
        """
        count, labels = cv2.connectedComponents(corners, connectivity=8)
        order = np.argsort(labels, axis=None, kind="stable")
        ends = np.cumsum(np.bincount(labels.ravel(), minlength=count))
        self._samples: NDArray[np.intp] = order[ends[0] :]
        """Mark by mark."""
        self._starts: NDArray[np.intp] = (ends[:-1] - ends[0]).astype(np.intp)
        """The place at which each begins among them."""

    def agrees(self, before: Gray | NDArray[np.float32], now: Gray, change: Gain | float, limit: float) -> bool:
        """Whether the marks confirm a supposed change of light.

        What comes over the mat leaves the marks as they were, or hides them; hands hide two of the four at most.
        Where no mark is known nothing is said against it.

        Args:
            before: samples under the light before.
            now: samples under the light now.
            change: how many times brighter it is, for all samples or each.
            limit: grey levels by which a mark's samples may differ from what is supposed, on average.
        """
        if not len(self._starts):
            return True
        old, new = (samples.ravel()[self._samples].astype(np.float32) for samples in (before, now))
        supposed = old * (change.ravel()[self._samples] if isinstance(change, np.ndarray) else np.float32(change))
        tells = (old < _LIGHT.clipped) & (new < _LIGHT.clipped)
        were, are, should, apart, samples = (
            np.add.reduceat(levels * tells, self._starts)
            for levels in (old, new, supposed, np.abs(new - supposed), np.ones_like(old))
        )
        asked = np.abs(should - were) > _LIGHT.even * were / 2
        agree = asked & (np.abs(are - should) <= _LIGHT.misses * np.abs(should - were)) & (apart <= limit * samples)
        return bool(2 * int(np.count_nonzero(agree)) >= max(int(np.count_nonzero(asked)), 1))


_LIMITS: Final = THRESHOLDS.background


STRIDE: Final = _LIMITS.stride_px
"""Pixels between two samples: 2.5 mm on the mat at 1080p, five samples across a mark of 12 mm."""

_FEW: Final = MARKED * _LIMITS.cluster // 9
"""Mean of nine neighbours of which so many have changed."""


@dataclass(frozen=True)
class Visibility:
    """The things that could be noticed on a mat, in the light that falls on it and at its size in the picture."""

    cards: bool = True
    """Whether any card differs from the mat, sample by sample."""
    moves: bool = True
    """Whether a card that comes or leaves changes its looks so much that `Background.moved` notices."""
    paper: bool = True
    """Whether white paper differs from the mat by as much as something else than the mat must."""
    white_cards: bool = True
    """Whether a white card on a mat as white differs from it, patch by patch."""
    white_cards_from_near: bool = True
    """Whether it would if the mat were large in the picture."""
    first_cards: bool = True
    """Whether a card that lay there when the mat was first seen would differ from it."""

    @cached_property
    def bare_samples(self) -> bool:
        """Whether a sample that is like the mat tells that no card lay there."""
        return self.cards and self.paper

    @cached_property
    def whole_cards(self) -> bool:
        """Whether all of a card is noticed, and not its print alone."""
        return self.paper and self.white_cards

    @cached_property
    def empty_areas(self) -> bool:
        """Whether an area in which nothing is noticed is empty."""
        return self.whole_cards and self.first_cards

    @cached_property
    def trouble(self) -> Trouble | None:
        """The reason why cards can look like the mat, if they can."""
        if not (self.cards and self.paper and self.first_cards and self.white_cards_from_near):
            return Trouble("dim")
        return None if self.white_cards else Trouble("pale")


class Background:
    """Background model: the samples of the last frame and of the empty mat."""

    mat: Gray
    """Samples of the empty mat."""
    light: float
    """Share of the light in which the mat was first seen that falls on it now, 1 at most."""
    contrast: float
    """Grey levels by which a card's paper, or its ink, differs from the mat in its light."""
    _light_reference: LightReference | None = None
    """Reference for the light on the mat; None: not calculated since the mat was learned last."""
    _spacing_mm = 0.0
    """Distance between two samples on the mat, once that is known."""
    motion: Window = slice(0, 0), slice(0, 0)
    """Rows and columns that enclose the motion that `moved` found last."""
    visibility = Visibility()
    """The things that could be noticed in its light, at its size in the picture."""

    def __init__(self, gray: Gray) -> None:
        self._rows = dict[int, Gray]()
        """The rows of turns that are newer than the samples that were put together."""
        self._set_last(sample(gray))
        self._bare = self._last.astype(np.float32)
        self.noise = 0.0
        """Grey levels by which two frames of the same differ."""
        self._age: Mask = np.zeros_like(self._last)
        self._turn = 0
        self.relit = 0
        """Changes of light so far."""
        self.threshold = float(_LIMITS.change)
        """Grey levels that count as a change, from the grain of the frames so far."""
        self._first_light = self._bare.mean()
        self._soft: Gray | None = None
        """Blurred samples of the last frame, once those were asked for."""
        self._foreign_patches: Mask | None = None
        """Newest result of `foreign_patches`, once that was asked for."""
        self._empty = EmptyMat(self._bare)
        self._unsure: Mask = np.zeros_like(self._last)
        """Samples where something seemed to lie when the mat was seen first."""
        self._inpainted: Mask = np.zeros_like(self._last)
        """Unsure samples of which only the level of the surrounding mat is known."""
        self._excluded: Mask = np.zeros_like(self._last)
        """Unsure samples without the surrounding pattern: what hides it may be like the mat."""
        self._paper = 1.0
        """Brightness of white paper, in that of the mat."""
        self._corners = CornerLight(np.zeros_like(self._last))
        self._may_hide_things = False
        """Whether a thing that lies there for long may have been learned as mat."""
        self._refresh()

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of samples."""
        rows, columns = self._last.shape
        return rows, columns

    @property
    def empty(self) -> NDArray[np.float32]:
        """The samples of the mat as it was when it was seen bare."""
        return self._empty.mat

    def warm_up(self, gray: Gray) -> None:
        """Learn a frame of the scene before play: the reference, and the grain of the camera."""
        now = sample(gray)
        apart = cv2.absdiff(now, self._last)
        self.noise = max(self.noise, float(np.median(apart)) / _LIMITS.median_noise)
        self.threshold = min(_LIMITS.change_most, _LIMITS.change + _LIMITS.change_grains * self.noise)
        self._set_last(now)
        cv2.accumulateWeighted(now, self._bare, _LIMITS.first_share)
        self._first_light = self._bare.mean()
        self._empty = EmptyMat(self._bare)
        self._refresh()

    def at_rest(self, gray: Gray) -> bool:
        """Whether this turn's rows are unchanged: the cheap question about every frame of a quiet table.

        Nothing is lost by a no: `moved` then looks at all rows.
        """
        self._turn = turn = (self._turn + 1) % _LIMITS.turns
        now = gray[STRIDE // 2 + turn * STRIDE :: _LIMITS.turns * STRIDE, STRIDE // 2 :: STRIDE].copy()
        before = self._rows.get(turn)
        apart = cv2.absdiff(now, self._seen[turn :: _LIMITS.turns] if before is None else before)
        if cv2.minMaxLoc(apart)[1] > self.threshold:
            return False
        self._rows[turn] = now
        self._soft = self._foreign_patches = None
        return True

    @property
    def _last(self) -> Gray:
        """The samples of the last frame; rows that were compared meanwhile are put in when somebody asks."""
        for turn, rows in self._rows.items():
            self._seen[turn :: _LIMITS.turns] = rows
        self._rows.clear()
        return self._seen

    def moved(self, gray: Gray) -> Mask | None:
        """Mark where this frame differs from the last; None where nothing does; a change of light is no difference."""
        now = sample(gray)
        mask = self._changed(now, self._last)
        changed = cv2.countNonZero(mask)
        if changed > _LIMITS.flood * mask.size and (change := gain(self._last, now)) is not None:
            relit = self._changed(now, relight(self._last, change))
            limit = _LIMITS.corner * self._foreign_limit_in(max(1.0, float(np.median(change))))
            is_light = self._corners.agrees(self._last, now, change, limit)
            if is_light and _LIMITS.explained * cv2.countNonZero(relit) < changed:
                self.relit += 1
                mask, changed = relit, cv2.countNonZero(relit)
                cv2.multiply(self._bare, change, dst=self._bare)
                self._empty.relight(change)
                self._refresh()
        self._set_last(now)
        if changed < _LIMITS.cluster:
            return None
        # Beyond the rim of what has changed no sample has changed neighbours, and a hand is a small part of a picture.
        self.motion = part = window(mask, 1)
        mask[part] &= _clusters(mask[part])
        return mask if cv2.countNonZero(mask[part]) else None

    def foreign(self) -> Mask:
        """Mark samples of the last frame that are not the mat; a dark hand on dark cloth differs little."""
        return self._beyond(self._foreign_limit)

    def _beyond(self, limit: float) -> Mask:
        """Mark where the last frame differs from the mat by more than so many grey levels."""
        return over(cv2.absdiff(self._softened(), self._soft_mat), limit)

    def maybe_foreign(self, foreign: Mask) -> Mask:
        """Mark samples of the last frame that may not be the mat; the others certainly are.

        In enough light a card is far from the limit, and the mat comes near it while the camera changes its exposure.
        What has lain there unknown for long is no mat either: it may be a card that is read only now.

        Args:
            foreign: result of `foreign` for this frame.
        """
        limit = self._foreign_limit if self.visibility.moves else _LIMITS.sure * self._foreign_limit
        other = foreign if self.visibility.moves else self._beyond(limit)
        return other | self._differs_from_empty(limit) if self._may_hide_things else other

    def occupied(self, foreign: Mask) -> Mask:
        """Mark samples of the last frame that are not the empty mat, also where something has lain for long.

        Args:
            foreign: result of `foreign` for this frame.
        """
        if not self._may_hide_things:
            return foreign
        return self._differs_from_empty(self._foreign_limit)

    def _differs_from_empty(self, limit: float) -> Mask:
        """Mark where the last frame differs from the empty mat by more than so many grey levels, or may hide a card."""
        foreign = self._empty.foreign(self._softened(), limit) | self._excluded
        # In little light the print of a card that is as bright on average as the mat all round does not show.
        return foreign | self._inpainted if self._foreign_limit > _LIMITS.print * self.contrast else foreign

    def foreign_patches(self) -> Mask:
        """Mark the patches of the last frame that differ even a little from the empty mat; see `EmptyMat`."""
        if self._foreign_patches is None:
            self._foreign_patches = self._empty.foreign_patches(self._softened(), self.light, self.noise)
        return self._foreign_patches

    def _set_last(self, now: Gray) -> None:
        """Set the samples of the last frame."""
        self._seen, self._soft, self._foreign_patches = now, None, None
        self._rows.clear()

    def _softened(self) -> Gray:
        if self._soft is None:
            self._soft = blur(self._last)
        return self._soft

    def is_mat(self, place: Mask, around: Mask) -> bool:
        """Whether a place shows the mat itself, in the light around it, not a thing as bright as it."""
        part = window(place | around, 0)
        lighter = f64(cv2.subtract(self._softened()[part], self._soft_mat[part], dtype=cv2.CV_64F))
        off = np.abs(lighter - cv2.mean(lighter, around[part])[0])
        return cv2.mean(off, place[part])[0] <= _LIMITS.like * self.light + self.noise

    def learn_paper(self, corners: Mask, look_mm: float) -> None:
        """Learn how bright white paper is in this light, and how small what is white on it may be.

        Args:
            corners: the samples that see the mat's corner marks and their white rims.
            look_mm: from one sample to the next on the mat.
        """
        self._spacing_mm = look_mm
        self._paper = float(np.quantile(self.mat[corners > 0], _LIMITS.paper)) / max(self._empty.level, 1.0)
        self._assess_visibility()

    def learn_marks(self, marks: Mask) -> None:
        """Learn the samples of the mat's corner marks, which witness changes of light."""
        self._corners = CornerLight(marks)

    def inpaint(self, where: Mask, mat: Gray | None = None) -> None:
        """Inpaint the mat where something hides it, from its surroundings.

        Args:
            where: the samples that something hides.
            mat: what the mat looks like there, if its pattern tells that.
        """
        if mat is None:
            self._bare = cv2.inpaint(self.mat, where, _LIMITS.inpaint_samples, cv2.INPAINT_TELEA).astype(np.float32)
            self._empty.inpaint(where)
            self._inpainted, self._may_hide_things = self._inpainted | where, True
        else:
            self._inpainted = self._inpainted & ~where
            self._bare[where > 0] = mat[where > 0]
            self._empty.replace(where, mat)
        self._unsure = self._unsure | where
        self._refresh()

    def unlearn(self, where: Mask, mat: Gray, known: Mask) -> None:
        """Unlearn these samples, for a thing there may have been learned as mat.

        Args:
            where: these samples.
            mat: expected samples of the mat there.
            known: samples whose expectation is the mat's pattern, and samples of known cards.
        """
        self._empty.replace(where, mat)
        self._assess_visibility()
        self._may_hide_things = self._may_hide_things or bool(cv2.countNonZero(where))
        # Where a card has come meanwhile it hides what was distrusted before.
        self._unsure = where if self.visibility.first_cards else self._unsure | where
        self._inpainted = self._unsure & ~known
        self.visibility = replace(self.visibility, first_cards=True)

    def exclude(self, where: Mask) -> None:
        """Exclude these samples from the mat, however they look, until they are accepted."""
        self._excluded, self._unsure = self._excluded | where, self._unsure | where
        self._may_hide_things = self._may_hide_things or bool(cv2.countNonZero(where))

    @property
    def excluded(self) -> Mask:
        """Samples that are excluded from the mat, however they look."""
        return self._excluded

    def mark_unsure(self, where: Mask) -> None:
        """Mark these samples as neither surely mat nor surely foreign."""
        self._unsure, self.visibility = where, replace(self.visibility, first_cards=False)

    @property
    def samples(self) -> Gray:
        """The samples of the last frame."""
        return self._last

    @property
    def foreign_limit(self) -> float:
        """Least difference of foreign samples from the mat, grey levels."""
        return self._foreign_limit

    @property
    def is_unsure(self) -> bool:
        """Whether the bare mat was not seen somewhere yet."""
        return cv2.countNonZero(self._unsure) > 0

    @property
    def unsure(self) -> Mask:
        """Samples in which the bare mat was not seen yet."""
        return self._unsure

    @property
    def inpainted(self) -> Mask:
        """Unsure samples of which only the level of the surrounding mat is known."""
        return self._inpainted

    def accept(self, where: Mask) -> None:
        """Accept these unsure samples as the mat as it is seen now."""
        bare = self._unsure & where
        self._empty.replace(bare, self._last)
        self._assess_visibility()
        self._unsure, self._inpainted, self._excluded = (
            each & ~bare for each in (self._unsure, self._inpainted, self._excluded)
        )

    def update(self, cards: Iterable[Mask]) -> None:
        """Update the background by the current frame, except at the places of cards.

        It runs about once a second while nothing moves. A hand that rests for some seconds must not become mat: what
        looks like it would then show that a card has left.
        """
        self.follow_light()
        foreign = self.foreign()
        cv2.accumulateWeighted(self._last, self._bare, _LIMITS.follow, mask=cv2.bitwise_not(foreign))
        held: Mask = np.zeros_like(self._last)
        for place in cards:
            held |= place
        foreign &= ~held
        self._age = u8(self._age + 1) & foreign
        _, old = cv2.threshold(self._age, _LIMITS.old - 1, MARKED, cv2.THRESH_BINARY)
        cv2.accumulateWeighted(self._last, self._bare, 1.0, mask=old)
        other = (
            self._empty.foreign(self._softened(), self._foreign_limit)
            | enlarge_patches(self.foreign_patches(), self.shape)
            | held
        )
        other |= self._excluded
        self._empty.learn(self._last, other)
        self._refresh()
        apart = cv2.absdiff(self._bare, self._empty.mat)
        is_apart = cv2.minMaxLoc(apart)[1] > _LIMITS.moved_share * self._foreign_limit
        self._may_hide_things = is_apart or cv2.countNonZero(self._inpainted | self._excluded) > 0

    def follow_light(self) -> None:
        """Scale the background with the light: else a card in the dusk is taken for the mat, or the mat for a thing.

        A camera that sets its exposure changes all of the picture, in steps too small to be noticed as a change.
        """
        if self._light_reference is None:
            self._light_reference = LightReference(self._bare[:: _LIMITS.turns, :: _LIMITS.turns])
        now = self._last[:: _LIMITS.turns, :: _LIMITS.turns]
        # Cards and hands never hide half of all that is seen.
        change = self._light_reference.change(now)
        if abs(change - 1) > THRESHOLDS.light.even and self._is_light(now, change):
            self._bare *= np.float32(change)
            self._empty.relight(change)
            self._refresh()

    def _is_light(self, now: Gray, change: float) -> bool:
        """Whether a change of light explains what is seen: a cloth or a newspaper over the mat is none."""
        limit = self._foreign_limit_in(min(1.0, self.light * change))
        supposed = self._bare[:: _LIMITS.turns, :: _LIMITS.turns] * np.float32(change)
        explained = np.mean(np.abs(now - supposed) > limit) < _LIMITS.hidden
        return bool(explained) and self._corners.agrees(self._bare, self._last, change, _LIMITS.corner * limit)

    def _foreign_limit_in(self, share: float) -> float:
        """Calculate the least difference of foreign samples in such a share of the light, grey levels."""
        return _LIMITS.foreign * share + _LIMITS.foreign_grains * self.noise

    def _changed(self, now: Gray, before: Gray) -> Mask:
        return over(cv2.absdiff(now, before), self.threshold)

    def _refresh(self) -> None:
        self.light = min(1.0, float(self._bare.mean() / max(self._first_light, 1.0)))
        self._light_reference = None
        self.mat = u8(cv2.convertScaleAbs(self._bare))
        self._soft_mat = blur(self.mat)
        self._assess_visibility()

    def _assess_visibility(self) -> None:
        """Update what can be seen on the mat in its light; every frame needs it, and it seldom changes."""
        self._foreign_patches = None
        self._foreign_limit = self._foreign_limit_in(self.light)
        """Grey levels by which something else than the mat differs from it in this light."""
        # Of a card on a mat that is as white only the ink shows.
        self.contrast = self._empty.level * max(self._paper - 1, 1)
        from_near, from_here = (
            self._empty.shows_white_cards(self.light, self.noise, look_mm) for look_mm in (0.0, self._spacing_mm)
        )
        self.visibility = Visibility(
            cards=self._foreign_limit <= _LIMITS.card * self.light,
            moves=_LIMITS.faint * self.threshold <= self.contrast,
            paper=self._foreign_limit <= self.contrast,
            white_cards=from_here,
            white_cards_from_near=from_near,
            first_cards=self.visibility.first_cards,
        )


def sample(gray: Gray) -> Gray:
    """Sample a picture on the coarse grid."""
    return np.ascontiguousarray(gray[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE])


def _clusters(mask: Mask) -> Mask:
    """Mark where enough of nine neighbours have changed."""
    return over(cv2.blur(mask, (3, 3)), _FEW - 1)
