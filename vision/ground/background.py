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

from vision.base.observation import Trouble
from vision.base.picture import MARKED, Gray, Mask, Window, f64, over, u8, window
from vision.base.thresholds import THRESHOLDS
from vision.ground.emptiness import Emptiness, looks_of, softened

# A lamp that is switched, a cloud, a flickering tube: tells light from things that move by two frames' looks.

_LIGHT: Final = THRESHOLDS.light


Gain: TypeAlias = NDArray[np.float32]
"""For each look, how many times brighter the light on it is than before."""


def gain(before: Gray, now: Gray) -> Gain | None:
    """Measure how the light has changed between two pictures of looks; None if it has not.

    A hand or a card in the picture shifts a few blocks, which the median of their neighbours puts right.
    """
    rows, columns = before.shape
    coarse = max(columns // _LIGHT.block, _LIGHT.fewest_blocks), max(rows // _LIGHT.block, _LIGHT.fewest_blocks)
    old, new = (
        np.asarray(cv2.resize(looks, coarse, interpolation=cv2.INTER_AREA), np.float32) for looks in (before, now)
    )
    ratio = np.asarray(cv2.medianBlur(ratios(old, new), _LIGHT.fewest_blocks), np.float32)
    if float(np.abs(ratio - 1).max()) < _LIGHT.even:
        return None
    return np.asarray(cv2.resize(ratio, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)


class Lit:
    """Looks in a known light, to which the light that falls on them later is compared."""

    def __init__(self, before: NDArray[np.float32]) -> None:
        self._middle = max(median(before), 1.0)
        self._share: NDArray[np.float32] = np.float32(1) / (before.ravel() + np.float32(_LIGHT.dark))

    def change(self, now: Gray) -> float:
        """Measure how many times brighter it has become: the median of `ratios`."""
        # OpenCV sorts bytes as fast, but is another function that has to come back into the processor's cache.
        levels = now.ravel().astype(np.float32)
        return median((levels + np.float32(_LIGHT.dark * median(levels) / self._middle)) * self._share)


def ratios(before: NDArray[np.float32], now: NDArray[np.float32]) -> Gain:
    """Look by look how many times brighter it is than before; of what is black the grain tells nothing."""
    # The same to both sides would make less of a change the larger it is: a lamp in the dark, half of itself.
    overall = median(now) / max(median(before), 1.0)
    return np.asarray((now + np.float32(_LIGHT.dark * overall)) / (before + np.float32(_LIGHT.dark)), np.float32)


def median(values: NDArray[np.float32]) -> float:
    """The median, in a fifth of the time that NumPy's takes for a thousand values: it is asked for in every frame.

    All are sorted, which the processor's vectors do; for two values in the middle NumPy picks them one by one.
    """
    ordered, half = np.sort(values, axis=None), values.size // 2
    return float(ordered[half]) if values.size % 2 else float((ordered[half - 1] + ordered[half]) / 2)


def lit(looks: Gray, light: Gain) -> Gray:
    """The looks as they would be under the other light."""
    return u8(cv2.convertScaleAbs(cv2.multiply(looks.astype(np.float32), light)))


class CornerLight:
    """The looks that see each corner mark, as witnesses of a change of light."""

    def __init__(self, corners: Mask) -> None:
        """Know the marks.

        Args:
            corners: the looks that see one, each mark apart from the others.
        """
        count, labels = cv2.connectedComponents(corners, connectivity=8)
        order = np.argsort(labels, axis=None, kind="stable")
        ends = np.cumsum(np.bincount(labels.ravel(), minlength=count))
        self._looks: NDArray[np.intp] = order[ends[0] :]
        """Mark by mark."""
        self._starts: NDArray[np.intp] = (ends[:-1] - ends[0]).astype(np.intp)
        """The place at which each begins among them."""

    def agrees(self, before: Gray | NDArray[np.float32], now: Gray, change: Gain | float, limit: float) -> bool:
        """Whether the marks have become as much brighter or darker as a change of light that is supposed.

        What comes over the mat leaves the marks as they were, or hides them; hands hide two of the four at most.
        Where no mark is known nothing is said against it.

        Args:
            before: looks under the light before.
            now: looks under the light now.
            change: how many times brighter it is, for all looks or each.
            limit: grey levels by which a mark's looks may differ from what is supposed, on average.
        """
        if not len(self._starts):
            return True
        old, new = (looks.ravel()[self._looks].astype(np.float32) for looks in (before, now))
        supposed = old * (change.ravel()[self._looks] if isinstance(change, np.ndarray) else np.float32(change))
        tells = (old < _LIGHT.clipped) & (new < _LIGHT.clipped)
        were, are, should, apart, looks = (
            np.add.reduceat(levels * tells, self._starts)
            for levels in (old, new, supposed, np.abs(new - supposed), np.ones_like(old))
        )
        asked = np.abs(should - were) > _LIGHT.even * were / 2
        agree = asked & (np.abs(are - should) <= _LIGHT.misses * np.abs(should - were)) & (apart <= limit * looks)
        return bool(2 * int(np.count_nonzero(agree)) >= max(int(np.count_nonzero(asked)), 1))


_LIMITS: Final = THRESHOLDS.background


STRIDE: Final = _LIMITS.stride_px
"""Pixels between two looks: 2.5 mm on the mat at 1080p, five looks across a mark of 12 mm."""

_FEW: Final = MARKED * _LIMITS.crowd // 9
"""Mean of nine neighbours of which so many have changed."""


@dataclass(frozen=True)
class Visibility:
    """The things that could be noticed on a mat, in the light that falls on it and at its size in the picture."""

    cards: bool = True
    """Whether any card differs from the mat, look by look."""
    moves: bool = True
    """Whether a card that comes or leaves changes its looks so much that `Background.moved` notices."""
    paper: bool = True
    """Whether white paper differs from the mat by as much as something else than the mat must."""
    white_cards: bool = True
    """Whether a white card on a mat as white differs from it, patch by patch."""
    white_cards_from_near: bool = True
    """Whether it would if the mat were large in the picture."""
    first_cards: bool = True
    """Whether a card that lay there when the mat was first seen could be told from it."""

    @cached_property
    def bare_looks(self) -> bool:
        """Whether a look that is like the mat tells that no card lay there."""
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
    """The looks of the last frame and of the empty mat."""

    mat: Gray
    """The looks of the empty mat."""
    light: float
    """Share of the light in which the mat was first seen that falls on it now, 1 at most."""
    contrast: float
    """Grey levels by which a card's paper, or its ink, differs from the mat in its light."""
    _lit: Lit | None = None
    """The mat as it is told in which light it is seen; None: not worked out since it was learned last."""
    _look_mm = 0.0
    """From one look to the next on the mat, once that is known."""
    motion: Window = slice(0, 0), slice(0, 0)
    """Rows and columns beyond which nothing was told when `moved` told of something last: they are found once."""
    visibility = Visibility()
    """The things that could be noticed in its light, at its size in the picture."""

    def __init__(self, gray: Gray) -> None:
        self._rows = dict[int, Gray]()
        """The rows of turns that are newer than the looks that were put together."""
        self._see(looks(gray))
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
        """The last frame's looks, softened, once somebody has asked."""
        self._unlike: Mask | None = None
        """What `unlike` tells of them, once somebody has asked."""
        self._empty = Emptiness(self._bare)
        self._unsure: Mask = np.zeros_like(self._last)
        """Where something lay, as it seems, when the mat was seen first."""
        self._guessed: Mask = np.zeros_like(self._last)
        """Those of these looks of which only the level of the mat all round is known."""
        self._held: Mask = np.zeros_like(self._last)
        """Those where the pattern of the mat was not seen that is all round: what hides it may be like the mat."""
        self._paper = 1.0
        """Times as bright as the mat that white paper is."""
        self._corners = CornerLight(np.zeros_like(self._last))
        self._doubted = False
        """Whether something has been taken for mat that may be a thing that lies there for long."""
        self._remember()

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of looks."""
        rows, columns = self._last.shape
        return rows, columns

    @property
    def empty(self) -> NDArray[np.float32]:
        """The looks of the mat as it was when it was seen bare."""
        return self._empty.mat

    def settle_in(self, gray: Gray) -> None:
        """Take a frame of the scene as it is before play: the reference, and the grain of the camera."""
        now = looks(gray)
        apart = cv2.absdiff(now, self._last)
        self.noise = max(self.noise, float(np.median(apart)) / _LIMITS.median_noise)
        self.threshold = min(_LIMITS.change_most, _LIMITS.change + _LIMITS.change_grains * self.noise)
        self._see(now)
        cv2.accumulateWeighted(now, self._bare, _LIMITS.first_share)
        self._first_light = self._bare.mean()
        self._empty = Emptiness(self._bare)
        self._remember()

    def at_rest(self, gray: Gray) -> bool:
        """Whether this turn's rows are as they were: what the eyes ask of every frame of a table where nothing happens.

        Nothing is lost by a no: `moved` then looks at all rows.
        """
        self._turn = turn = (self._turn + 1) % _LIMITS.turns
        now = gray[STRIDE // 2 + turn * STRIDE :: _LIMITS.turns * STRIDE, STRIDE // 2 :: STRIDE].copy()
        before = self._rows.get(turn)
        apart = cv2.absdiff(now, self._seen[turn :: _LIMITS.turns] if before is None else before)
        if cv2.minMaxLoc(apart)[1] > self.threshold:
            return False
        self._rows[turn] = now
        self._soft = self._unlike = None
        return True

    @property
    def _last(self) -> Gray:
        """The looks of the last frame; rows that were compared meanwhile are put in when somebody asks."""
        for turn, rows in self._rows.items():
            self._seen[turn :: _LIMITS.turns] = rows
        self._rows.clear()
        return self._seen

    def moved(self, gray: Gray) -> Mask | None:
        """Mark where this frame differs from the last; None where nothing does; a change of light is no difference."""
        now = looks(gray)
        mask = self._apart(now, self._last)
        changed = cv2.countNonZero(mask)
        if changed > _LIMITS.flood * mask.size and (change := gain(self._last, now)) is not None:
            relit = self._apart(now, lit(self._last, change))
            limit = _LIMITS.corner * self._strange_in(max(1.0, float(np.median(change))))
            is_light = self._corners.agrees(self._last, now, change, limit)
            if is_light and _LIMITS.explained * cv2.countNonZero(relit) < changed:
                self.relit += 1
                mask, changed = relit, cv2.countNonZero(relit)
                cv2.multiply(self._bare, change, dst=self._bare)
                self._empty.relight(change)
                self._remember()
        self._see(now)
        if changed < _LIMITS.crowd:
            return None
        # Beyond the rim of what has changed no look has changed neighbours, and a hand is a small part of a picture.
        self.motion = part = window(mask, 1)
        mask[part] &= _crowds(mask[part])
        return mask if cv2.countNonZero(mask[part]) else None

    def covered(self) -> Mask:
        """Mark where the last frame shows something else than the mat; a dark hand on dark cloth is not much else."""
        return self._beyond(self._strange)

    def _beyond(self, limit: float) -> Mask:
        """Mark where the last frame differs from the mat by more than so many grey levels."""
        return over(cv2.absdiff(self._softened(), self._soft_mat), limit)

    def hardly_bare(self, covered: Mask) -> Mask:
        """Mark where the last frame may show something else than the mat; elsewhere it shows the mat for certain.

        In enough light a card is far from the limit, and the mat comes near it while the camera changes its exposure.
        What has lain there for long and was never known is no mat either: it may be a card that is read only now.

        Args:
            covered: what `covered` has told of this frame.
        """
        limit = self._strange if self.visibility.moves else _LIMITS.sure * self._strange
        other = covered if self.visibility.moves else self._beyond(limit)
        return other | self._unlike_empty(limit) if self._doubted else other

    def occupied(self, covered: Mask) -> Mask:
        """Mark where the last frame shows something else than the empty mat, also where it has lain for long.

        Args:
            covered: what `covered` has told of this frame.
        """
        if not self._doubted:
            return covered
        return self._unlike_empty(self._strange)

    def _unlike_empty(self, limit: float) -> Mask:
        """Mark where the last frame differs from the empty mat by more than so many grey levels, or may hide a card."""
        strange = self._empty.strange(self._softened(), limit) | self._held
        # In little light the print of a card that is as bright on average as the mat all round does not show.
        return strange | self._guessed if self._strange > _LIMITS.print * self.contrast else strange

    def unlike(self) -> Mask:
        """Which patches of the last frame differ from the empty mat, were it only a little; see `Emptiness.unlike`."""
        if self._unlike is None:
            self._unlike = self._empty.unlike(self._softened(), self.light, self.noise)
        return self._unlike

    def _see(self, now: Gray) -> None:
        """Take these for the looks of the last frame."""
        self._seen, self._soft, self._unlike = now, None, None
        self._rows.clear()

    def _softened(self) -> Gray:
        if self._soft is None:
            self._soft = softened(self._last)
        return self._soft

    def is_mat(self, place: Mask, around: Mask) -> bool:
        """Whether the mat itself is seen at a place, in the light that is seen around, not a thing as bright as it."""
        part = window(place | around, 0)
        lighter = f64(cv2.subtract(self._softened()[part], self._soft_mat[part], dtype=cv2.CV_64F))
        off = np.abs(lighter - cv2.mean(lighter, around[part])[0])
        return cv2.mean(off, place[part])[0] <= _LIMITS.like * self.light + self.noise

    def know_paper(self, corners: Mask, look_mm: float) -> None:
        """Learn how bright white paper is in this light, and how small what is white on it may be.

        Args:
            corners: the looks that see the mat's corner marks and their white rims.
            look_mm: from one look to the next on the mat.
        """
        self._look_mm = look_mm
        self._paper = float(np.quantile(self.mat[corners > 0], _LIMITS.paper)) / max(self._empty.level, 1.0)
        self._weigh()

    def know_marks(self, marks: Mask) -> None:
        """Learn by which looks to tell a change of light: those that see the mat's corner marks."""
        self._corners = CornerLight(marks)

    def bridge(self, where: Mask, mat: Gray | None = None) -> None:
        """The mat is hidden there: take it to look as it does around.

        Args:
            where: the looks that something hides.
            mat: what the mat looks like there, if its pattern tells that.
        """
        if mat is None:
            self._bare = cv2.inpaint(self.mat, where, _LIMITS.inpaint_looks, cv2.INPAINT_TELEA).astype(np.float32)
            self._empty.bridge(where)
            self._guessed, self._doubted = self._guessed | where, True
        else:
            self._guessed = self._guessed & ~where
            self._bare[where > 0] = mat[where > 0]
            self._empty.doubt(where, mat)
        self._unsure = self._unsure | where
        self._remember()

    def doubt(self, where: Mask, mat: Gray, told: Mask) -> None:
        """Unlearn these looks, for a thing may have lain there that was taken for the mat.

        Args:
            where: these looks.
            mat: what the mat looks like there, as far as that can be told.
            told: looks of which the pattern of the mat has told that, and looks of known cards.
        """
        self._empty.doubt(where, mat)
        self._weigh()
        self._doubted = self._doubted or bool(cv2.countNonZero(where))
        # Where a card has come meanwhile it hides what was doubted before.
        self._unsure = where if self.visibility.first_cards else self._unsure | where
        self._guessed = self._unsure & ~told
        self.visibility = replace(self.visibility, first_cards=True)

    def hold(self, where: Mask) -> None:
        """Take these looks for no mat, whatever they look like, until they are trusted."""
        self._held, self._unsure = self._held | where, self._unsure | where
        self._doubted = self._doubted or bool(cv2.countNonZero(where))

    @property
    def held(self) -> Mask:
        """The looks that are taken for no mat, whatever they look like."""
        return self._held

    def doubt_all(self, where: Mask) -> None:
        """Be sure nowhere in these looks that it is the mat that is seen there, nor that it is not."""
        self._unsure, self.visibility = where, replace(self.visibility, first_cards=False)

    @property
    def looks(self) -> Gray:
        """The looks of the last frame."""
        return self._last

    @property
    def strange(self) -> float:
        """Grey levels by which something else than the mat differs from it at least."""
        return self._strange

    @property
    def is_unsure(self) -> bool:
        """Whether the bare mat was not seen somewhere yet."""
        return cv2.countNonZero(self._unsure) > 0

    @property
    def unsure(self) -> Mask:
        """The looks in which the bare mat was not seen yet."""
        return self._unsure

    @property
    def guessed(self) -> Mask:
        """The unsure looks of which only the level of the mat all round is known."""
        return self._guessed

    def trust(self, where: Mask) -> None:
        """Take these doubted looks for the mat as it is seen now."""
        bare = self._unsure & where
        self._empty.doubt(bare, self._last)
        self._weigh()
        self._unsure, self._guessed, self._held = (each & ~bare for each in (self._unsure, self._guessed, self._held))

    def grow_used(self, cards: Iterable[Mask]) -> None:
        """Move the background towards the current frame, but never at the places of cards.

        Asked about once a second while nothing moves: a hand that rests for some seconds must not become mat, for
        what looks like it would then show that a card has left.
        """
        self.follow_light()
        strange = self.covered()
        cv2.accumulateWeighted(self._last, self._bare, _LIMITS.follow, mask=cv2.bitwise_not(strange))
        held: Mask = np.zeros_like(self._last)
        for place in cards:
            held |= place
        strange &= ~held
        self._age = u8(self._age + 1) & strange
        _, old = cv2.threshold(self._age, _LIMITS.old - 1, MARKED, cv2.THRESH_BINARY)
        cv2.accumulateWeighted(self._last, self._bare, 1.0, mask=old)
        other = self._empty.strange(self._softened(), self._strange) | looks_of(self.unlike(), self.shape) | held
        other |= self._held
        self._empty.learn(self._last, other)
        self._remember()
        apart = cv2.absdiff(self._bare, self._empty.mat)
        is_apart = cv2.minMaxLoc(apart)[1] > _LIMITS.moved_share * self._strange
        self._doubted = is_apart or cv2.countNonZero(self._guessed | self._held) > 0

    def follow_light(self) -> None:
        """Scale the background with the light: else a card in the dusk is taken for the mat, or the mat for a thing.

        A camera that sets its exposure changes all of the picture, in steps too small to be noticed as a change.
        """
        if self._lit is None:
            self._lit = Lit(self._bare[:: _LIMITS.turns, :: _LIMITS.turns])
        now = self._last[:: _LIMITS.turns, :: _LIMITS.turns]
        # Cards and hands never hide half of all that is seen.
        change = self._lit.change(now)
        if abs(change - 1) > THRESHOLDS.light.even and self._is_light(now, change):
            self._bare *= np.float32(change)
            self._empty.relight(change)
            self._remember()

    def _is_light(self, now: Gray, change: float) -> bool:
        """Whether a change of light explains what is seen: a cloth or a newspaper over the mat is none."""
        limit = self._strange_in(min(1.0, self.light * change))
        supposed = self._bare[:: _LIMITS.turns, :: _LIMITS.turns] * np.float32(change)
        explained = np.mean(np.abs(now - supposed) > limit) < _LIMITS.hidden
        return bool(explained) and self._corners.agrees(self._bare, self._last, change, _LIMITS.corner * limit)

    def _strange_in(self, share: float) -> float:
        """Grey levels by which something else than the mat differs from it at least, in such a share of the light."""
        return _LIMITS.strange * share + _LIMITS.strange_grains * self.noise

    def _apart(self, now: Gray, before: Gray) -> Mask:
        return over(cv2.absdiff(now, before), self.threshold)

    def _remember(self) -> None:
        self.light = min(1.0, float(self._bare.mean() / max(self._first_light, 1.0)))
        self._lit = None
        self.mat = u8(cv2.convertScaleAbs(self._bare))
        self._soft_mat = softened(self.mat)
        self._weigh()

    def _weigh(self) -> None:
        """Work out what can be told from the mat in its light: it is asked for in every frame, and seldom changes."""
        self._unlike = None
        self._strange = self._strange_in(self.light)
        """Grey levels by which something else than the mat differs from it in this light."""
        # Of a card on a mat that is as white only the ink shows.
        self.contrast = self._empty.level * max(self._paper - 1, 1)
        from_near, from_here = (
            self._empty.shows_white_cards(self.light, self.noise, look_mm) for look_mm in (0.0, self._look_mm)
        )
        self.visibility = Visibility(
            cards=self._strange <= _LIMITS.card * self.light,
            moves=_LIMITS.faint * self.threshold <= self.contrast,
            paper=self._strange <= self.contrast,
            white_cards=from_here,
            white_cards_from_near=from_near,
            first_cards=self.visibility.first_cards,
        )


def looks(gray: Gray) -> Gray:
    """The pixels looked at, as a small picture."""
    return np.ascontiguousarray(gray[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE])


def _crowds(mask: Mask) -> Mask:
    """Mark where enough of nine neighbours have changed."""
    return over(cv2.blur(mask, (3, 3)), _FEW - 1)
