"""The mat's texture: fibres, grain, weave and print, by which the mat itself is told from a cloth as bright as it.

Small squares of the empty mat are kept in full sharpness and compared by normalised cross-correlation, which light does
not change. No other cloth has the same fibres at the same places; a mat that was pushed a little has.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.observation import Point
from vision.base.picture import Gray, Mask, Matrix, f64
from vision.base.thresholds import THRESHOLDS

_LIMITS: Final = THRESHOLDS.texture


# Small squares of the mat in full sharpness: where they are seen in the picture, and what they show there.


Numbers: TypeAlias = NDArray[np.intp]
"""Which squares, by their places among all."""


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """The places of squares of the mat in pictures of one size."""

    middles_px: Matrix
    """Rows of x and y."""
    corners: Numbers
    """Rows of x and y: of each its top left pixel."""
    looks: Numbers
    """Of each the looks that see it, as indices into the flattened looks."""

    @staticmethod
    def of(middles_px: Matrix, size_px: tuple[int, ...], other: Mask, stride: int) -> "Squares":
        """Keep the squares that lie on the mat and in the picture, with room to be pushed.

        Args:
            middles_px: rows of x and y.
            size_px: rows and columns of the picture.
            other: looks that never see the bare mat.
            stride: pixels from one look to the next.
        """
        room, (rows, columns) = _LIMITS.side_px // 2 + _LIMITS.reach_px, size_px
        x, y = middles_px.T
        inside = (x >= room) & (y >= room) & (x < columns - room) & (y < rows - room)
        middles = np.floor(middles_px[inside])
        corners = (middles - _LIMITS.side_px // 2).astype(np.intp)
        across, down = ((axis / stride).astype(np.intp) for axis in middles.T)
        near = np.arange(_LIMITS.free) - _LIMITS.free // 2
        seen_y = np.clip(down[:, None] + near, 0, other.shape[0] - 1)
        seen_x = np.clip(across[:, None] + near, 0, other.shape[1] - 1)
        seen = (seen_y[:, :, None] * other.shape[1] + seen_x[:, None, :]).reshape(len(middles), _LIMITS.free**2)
        bare = other.ravel()[seen].max(axis=1) == 0
        return Squares(f64(middles)[bare], corners[bare], seen[bare])

    def nearest(self, at_px: Point, count: int) -> Numbers:
        """The numbers of so many squares round a place, the nearest first."""
        away = np.square(self.middles_px - at_px).sum(axis=1)
        return np.asarray(np.argsort(away)[:count], np.intp)

    def pairs(self, within_px: float) -> Numbers:
        """Pair squares whose middles are no farther apart; rows of two numbers."""
        first, second = np.triu_indices(len(self.middles_px), 1)
        near = np.linalg.norm(self.middles_px[first] - self.middles_px[second], axis=1) <= within_px
        return np.asarray(np.column_stack((first[near], second[near])), np.intp)

    def free(self, other: Mask, which: Numbers) -> NDArray[np.bool_]:
        """Which of some squares show nothing but what may be the mat.

        Args:
            other: looks that show something else, or that must not be asked.
            which: their numbers.
        """
        return np.asarray(other.ravel()[self.looks[which]].max(axis=1) == 0)

    def cut(self, gray: Gray, which: Numbers, push: tuple[int, int]) -> NDArray[np.float32]:
        """Some squares of a frame, a row each.

        Args:
            gray: the frame.
            which: their numbers.
            push: pixels right and down by which the mat was pushed.
        """
        right, down = push
        corners: list[list[int]] = self.corners[which].tolist()
        # Copying them one by one takes half the time of picking all their pixels by their places.
        seen = [
            gray[y + down : y + down + _LIMITS.side_px, x + right : x + right + _LIMITS.side_px] for x, y in corners
        ]
        return np.array(seen, np.float32).reshape(-1, _LIMITS.side_px**2)


SquaresSeen: TypeAlias = Literal["mat", "other", "covered", "plain"]
"""The mat; something as bright that is not the mat; something else covers too much of it to tell; it is too plain."""

_Levels: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Sample:
    """Squares that are compared with the mat."""

    numbers: Numbers
    weights: _Levels
    """What the correlation of each counts."""
    tells: bool
    """Whether they show enough to tell anything."""


@dataclass(frozen=True, slots=True, eq=False)
class _Round:
    """The squares round a place that tell something, the nearest first."""

    numbers: Numbers
    expected: _Levels
    """Correlation of each with itself."""
    unhidden: _Sample
    """Those of them that are compared if none is hidden."""


class MatTexture:
    """The squares of the empty mat, and how well each is recognised."""

    def __init__(self, squares: Squares) -> None:
        """Nothing was seen yet."""
        count = len(squares.corners)
        self.squares = squares
        self._mat: _Levels = np.zeros((count, _LIMITS.side_px**2), np.float32)
        """What each looks like, without its mean and its slope."""
        self._known = np.zeros(count, np.bool_)
        """Which were seen."""
        self._self: _Levels = np.zeros(count, np.float32)
        """Correlation of each with itself as it was seen again: the more of it is grain the less."""
        self._light: _Levels = np.ones(count, np.float32)
        """Share of the light in which that was so."""
        self._young = np.zeros(count, np.int8)
        """How often each is still learned anew if it looks otherwise when seen again: an arm may have lain there."""
        self._stale = np.zeros(count, np.bool_)
        """Which are not asked until they are seen in the light that falls on the mat now."""
        self._push = 0, 0
        """Pixels right and down by which the mat was seen pushed."""
        self._rounds: dict[tuple[Point, float], _Round] = {}
        """By place and light what was found out about the squares round it, until something is learned: the middles of
        the seats' areas are asked about several times a second."""
        # One after the other they lie far apart.
        self._spread = np.argsort(np.arange(count) * _LIMITS.spread % 1)
        self._turn = 0

    def learn(self, frames: Sequence[Gray], other: Mask, *, is_certain: bool) -> None:
        """Take the empty mat from the first frames that show it, two or more.

        Args:
            frames: pictures of the same.
            other: looks that show something else than the mat, or may.
            is_certain: whether nothing else can be what is seen beside them; else that has to be seen again.
        """
        here = np.flatnonzero(self.squares.free(other, np.arange(len(self._known))))
        first = [self._seen(gray, here) for gray in frames]
        self._self[here] = _correlations(_mean(first[:-1]), first[-1])
        self._mat[here] = _mean(first)
        self._known[here] = True
        self._young[here] = 0 if is_certain else _LIMITS.tries
        self._rounds.clear()

    @property
    def is_young(self) -> bool:
        """Whether squares wait to be seen again."""
        return bool(self._young.any())

    def begin(self, gray: Gray, other: Mask) -> None:
        """Take squares that were not seen yet from one frame; they tell nothing until they are seen again.

        Args:
            gray: the frame.
            other: looks that show something else than the mat, or may.
        """
        self._begin(gray, np.flatnonzero(self.squares.free(other, np.arange(len(self._known)))))

    def _begin(self, gray: Gray, here: Numbers) -> None:
        new = here[~self._known[here]]
        self._mat[new], self._known[new], self._young[new] = self._seen(gray, new), True, _LIMITS.tries
        self._rounds.clear()

    def see_again(self, gray: Gray, other: Mask, light: float) -> None:
        """Trust squares that look as they did, and learn those anew that do not.

        Args:
            gray: a later frame.
            other: looks that show something else than the mat, or may.
            light: share of the light in which the mat was first seen that falls on it now.
        """
        here = np.flatnonzero(self._young)
        here = here[self.squares.free(other, here)]
        now = self._seen(gray, here)
        like = _correlations(self._mat[here], now)
        same = like >= np.maximum(_LIMITS.seen * self._self[here], _LIMITS.least)
        self._young[here] = np.where(same, 0, self._young[here] - 1)
        self._self[here], self._light[here], self._stale[here] = np.where(same, like, 0), light, False
        self._mat[here[~same]] = now[~same]
        self._rounds.clear()

    def forget_grain(self) -> None:
        """The light has changed: how well the mat is recognised in it has to be seen anew."""
        self._stale[:] = True
        self._rounds.clear()

    def follow(self, gray: Gray, other: Mask, light: float) -> bool:
        """Follow the mat where it is seen in a frame at rest, some squares at a time; False: something hides it.

        Args:
            gray: the frame.
            other: looks that show something else than the mat, or may.
            light: share of the light in which the mat was first seen that falls on it now.
        """
        self._turn = (self._turn + 1) % _LIMITS.turns
        here = self._spread[self._turn :: _LIMITS.turns]
        here = here[self.squares.free(other, here)]
        # In another light a cloth is no mat either.
        now, expected = self._seen(gray, here), self._supposed(here, light)
        like = _correlations(self._mat[here], now)
        if _tells(expected) and _share(expected, like) < _LIMITS.clearly:
            return False
        known = self._known[here]
        good = known & (like >= np.maximum(_LIMITS.seen * expected, _LIMITS.least))
        old = here[good]
        # What is otherwise where all round it is the mat tells nothing any more: a stain, a thing that stays.
        self._self[here[known & ~good]] *= np.float32(_LIMITS.fades)
        self._mat[old] += _LIMITS.follow * (now[good] - self._mat[old])
        # Of one that was seen once nothing is known yet of its grain, nor in a new light.
        share = np.where((self._self[old] > 0) & ~self._stale[old], np.float32(_LIMITS.follow), np.float32(1))
        self._self[old] += share * (like[good] - self._self[old])
        self._light[old], self._stale[old] = light, False
        self._begin(gray, here)
        return True

    def seen_at(self, gray: Gray, at_px: Point, other: Mask, light: float, within_px: float = inf) -> SquaresSeen:
        """Tell what the squares round a place show.

        Args:
            gray: the frame.
            at_px: the place, x and y.
            other: looks that show something else than the mat, or must not be asked.
            light: share of the light in which the mat was first seen that falls on it now.
            within_px: so near a square lies in the place itself. Where none that is known does, what covers it may hide
                less than half of those beside it, so that more of them have to be seen.
        """
        around = self._round(at_px, light)
        if not around.unhidden.tells:
            return "plain"
        free = self.squares.free(other, around.numbers)
        sample = around.unhidden if free.all() else _sample(around.numbers[free], around.expected[free])
        if np.count_nonzero(free[: _LIMITS.near]) < _LIMITS.open * _LIMITS.near or not sample.tells:
            return "covered"
        away = np.hypot(*(self.squares.middles_px[sample.numbers[0]] - at_px))
        return "mat" if self._is_seen(gray, sample, _LIMITS.seen if away <= within_px else _LIMITS.clearly) else "other"

    def is_seen(self, gray: Gray, at_px: Point, other: Mask, light: float, within_px: float = inf) -> bool | None:
        """Whether the mat itself is seen round a place; None: it is too plain to tell it from something as bright.

        Args: as for `seen_at`.
        """
        found = self.seen_at(gray, at_px, other, light, within_px)
        return None if found == "plain" else found == "mat"

    def is_hidden(self, gray: Gray, pairs: Numbers, other: Mask, light: float) -> bool:
        """Whether something hides both squares of a pair, as far as they show enough to tell.

        A card on the mat hides two neighbours wholly wherever it lies, and its back may be as bright as they are.

        Args:
            gray: the frame.
            pairs: rows of two neighbours' numbers.
            other: looks that show something else than the mat, or must not be asked.
            light: share of the light in which the mat was first seen that falls on it now.
        """
        squares = np.unique(pairs)
        # One that was seen once is asked too: it shows whether something has come since.
        expected = self._dimmed(self._self[squares], squares, light)
        telling = (expected > _LIMITS.least) & ~self._stale[squares] & self.squares.free(other, squares)
        squares, expected = squares[telling], expected[telling]
        lost = _correlations(self._mat[squares], self._seen(gray, squares)) < _LIMITS.seen * expected
        if np.count_nonzero(lost) < 2:
            return False
        shown = np.zeros(len(self._known), np.float32)
        shown[squares[lost]] = expected[lost]
        suspects = pairs[(shown[pairs] > 0).all(axis=1)]
        samples = (_sample(pair, shown[pair]) for pair in suspects)
        return any(sample.tells and self._push_of(gray, sample, _LIMITS.seen) is None for sample in samples)

    def is_whole(self, gray: Gray, other: Mask, light: float) -> bool:
        """Whether the mat is seen at squares all over it, as far as that can be told.

        Args:
            gray: the frame.
            other: looks that show something else than the mat, or must not be asked.
            light: share of the light in which the mat was first seen that falls on it now.
        """
        expected = self._expected(self._spread, light)
        telling = expected > _LIMITS.least
        order, expected = self._spread[telling][: 2 * _LIMITS.most], expected[telling][: 2 * _LIMITS.most]
        if not _tells(expected):
            return True
        free = self.squares.free(other, order)
        if np.count_nonzero(free) < _LIMITS.open * len(order):
            return False
        return self._likeness(gray, _sample(order[free], expected[free])) >= _LIMITS.clearly

    def _likeness(self, gray: Gray, sample: "_Sample") -> float:
        """Share of the expected correlations that is seen: 1 for the mat, about 0 for anything else."""
        return float(sample.weights @ _correlations(self._mat[sample.numbers], self._seen(gray, sample.numbers)))

    def _is_seen(self, gray: Gray, sample: "_Sample", least: float) -> bool:
        """Whether squares show so much of the mat, were it pushed a little."""
        if self._likeness(gray, sample) >= least:
            return True
        if (push := self._push_of(gray, sample, least)) is None:
            return False
        self._push = push
        return True

    def _push_of(self, gray: Gray, sample: "_Sample", least: float) -> tuple[int, int] | None:
        """Pixels right and down by which squares were pushed that show so much of the mat; None: they do not."""
        squares = zip(sample.weights.tolist(), sample.numbers.tolist(), strict=True)
        places = np.asarray(sum(weight * self._pushed(gray, number) for weight, number in squares))
        best = int(places.argmax())
        if float(places.ravel()[best]) < least:
            return None
        down, right = divmod(best, places.shape[1])
        return right - _LIMITS.reach_px, down - _LIMITS.reach_px

    def _pushed(self, gray: Gray, number: int) -> _Levels:
        """Correlation of a square with what is seen at each place to which it can have been pushed."""
        x, y = (self.squares.corners[number] - _LIMITS.reach_px).tolist()
        side = _LIMITS.side_px + 2 * _LIMITS.reach_px
        seen = gray[y : y + side, x : x + side].astype(np.float32).reshape(1, -1)
        wanted = self._mat[number].reshape(_LIMITS.side_px, _LIMITS.side_px)
        return np.asarray(
            cv2.matchTemplate(_level(seen, side).reshape(side, side), wanted, cv2.TM_CCOEFF_NORMED), np.float32
        )

    def _seen(self, gray: Gray, here: Numbers) -> _Levels:
        """Cut squares out of a frame, without their means and slopes."""
        return _level(self.squares.cut(gray, here, self._push), _LIMITS.side_px)

    def _round(self, at_px: Point, light: float) -> "_Round":
        """The squares round a place that tell something in this light."""
        if (at_px, light) not in self._rounds:
            if len(self._rounds) >= _LIMITS.places:
                self._rounds.clear()
            order = self.squares.nearest(at_px, _LIMITS.round)
            expected = self._expected(order, light)
            telling = np.flatnonzero(expected > _LIMITS.least)[: _LIMITS.most]
            order, expected = order[telling], expected[telling]
            self._rounds[at_px, light] = _Round(order, expected, _sample(order, expected))
        return self._rounds[at_px, light]

    def _expected(self, here: Numbers, light: float) -> _Levels:
        """Correlation that squares must have with themselves in this light: grain is the same in less of it."""
        asked = (self._young[here] == 0) & ~self._stale[here]
        return np.where(asked, self._supposed(here, light), np.float32(0))

    def _supposed(self, here: Numbers, light: float) -> _Levels:
        """The same of squares, too, that are not seen in this light yet."""
        return self._dimmed(np.where(self._young[here] > 0, np.float32(0), self._self[here]), here, light)

    def _dimmed(self, like: _Levels, here: Numbers, light: float) -> _Levels:
        """The correlations that squares have with themselves in this light, less what grain may add."""
        like = np.maximum(like - np.float32(_LIMITS.chance), 0)
        share = np.minimum(light / self._light[here], 1) ** 2
        return np.asarray(like * share / np.maximum(like * share + 1 - like, 1e-3), np.float32)


def _mean(pictures: Sequence[_Levels]) -> _Levels:
    """The squares of several pictures, averaged."""
    return np.asarray(np.mean(np.stack(pictures), axis=0), np.float32)


def _tells(expected: _Levels) -> bool:
    return float(np.square(expected).sum()) >= _LIMITS.telling


def _sample(order: Numbers, expected: _Levels) -> "_Sample":
    """The first of some squares, as many as are enough to tell."""
    enough = int(np.searchsorted(np.cumsum(np.square(expected[: _LIMITS.most])), _LIMITS.enough)) + 1
    count = min(max(enough, _LIMITS.fewest), _LIMITS.most)
    expected = expected[:count]
    return _Sample(order[:count], _weights(expected), _tells(expected))


def _share(expected: _Levels, like: _Levels) -> float:
    """Share of the expected correlations that is seen: 1 for the mat, about 0 for anything else."""
    return float(_weights(expected) @ like)


def _weights(expected: _Levels) -> _Levels:
    """Weigh the correlation of each square; print, which shows best, must not speak for all that is round it."""
    trust = np.square(np.minimum(expected, np.float32(_LIMITS.print)))
    return np.asarray(trust / np.maximum(expected * trust.sum(), 1e-6), np.float32)


def _correlations(one: _Levels, other: _Levels) -> _Levels:
    """Row by row the correlation of levels whose means are 0; of what is plain it is 0."""
    both = np.sqrt(np.einsum("ij,ij->i", one, one) * np.einsum("ij,ij->i", other, other))
    return np.asarray(np.einsum("ij,ij->i", one, other) / np.maximum(both, 1e-3), np.float32)


def _level(squares: _Levels, side: int) -> _Levels:
    """Squares, a row each, without their means and slopes: lamps shine on a cloth as on the mat."""
    slopes = _slopes(side)
    return np.asarray(squares - (squares @ slopes) @ slopes.T, np.float32)


@cache
def _slopes(side: int) -> _Levels:
    """An even square, one that gets brighter to the right and one that does downwards, each of length 1, in columns."""
    axis = np.arange(side) - (side - 1) / 2
    down, right = np.meshgrid(axis, axis, indexing="ij")
    columns = np.column_stack([one.ravel() for one in (np.ones_like(down), right, down)])
    return np.asarray(columns / np.linalg.norm(columns, axis=0), np.float32)
