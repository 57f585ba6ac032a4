"""The mat's texture: fibres, grain, weave and print, which differ from those of a cloth as bright as it.

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

from groundwork.picture import Gray, Mask, Matrix, f64
from vision.base.observation import Point
from vision.base.thresholds import THRESHOLDS

_LIMITS: Final = THRESHOLDS.texture


# Small squares of the mat in full sharpness: where they are seen in the picture, and what they show there.


Numbers: TypeAlias = NDArray[np.intp]
"""Numbers of squares, by their places among all."""


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """The places of squares of the mat in pictures of one size."""

    middles_px: Matrix
    """Rows of x and y."""
    corners: Numbers
    """Rows of x and y: of each its top left pixel."""
    samples: Numbers
    """Samples that see each square, as indices into the flattened samples."""

    @staticmethod
    def of(middles_px: Matrix, size_px: tuple[int, ...], other: Mask, stride: int) -> "Squares":
        """Keep the squares that lie on the mat and in the picture, with room to be pushed.

        Args:
            middles_px: rows of x and y.
            size_px: rows and columns of the picture.
            other: samples that never see the bare mat.
            stride: pixels from one sample to the next.
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
        """Return the numbers of so many squares round a place, the nearest first."""
        away = np.square(self.middles_px - at_px).sum(axis=1)
        return np.asarray(np.argsort(away)[:count], np.intp)

    def pairs(self, within_px: float) -> Numbers:
        """Pair squares whose middles are no farther apart; rows of two numbers."""
        first, second = np.triu_indices(len(self.middles_px), 1)
        near = np.linalg.norm(self.middles_px[first] - self.middles_px[second], axis=1) <= within_px
        return np.asarray(np.column_stack((first[near], second[near])), np.intp)

    def free(self, other: Mask, which: Numbers) -> NDArray[np.bool_]:
        """Mark the squares that show only what may be the mat.

        Args:
            other: samples that show something else, or that must not be asked.
            which: their numbers.
        """
        return np.asarray(other.ravel()[self.samples[which]].max(axis=1) == 0)

    def cut(self, gray: Gray, which: Numbers, push: tuple[int, int]) -> NDArray[np.float32]:
        """Cut some squares out of a frame, a row each.

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
class _Subset:
    """Squares that are compared with the mat."""

    numbers: Numbers
    weights: _Levels
    """Weight of each square's correlation."""
    is_telling: bool
    """Whether they show enough to decide."""


@dataclass(frozen=True, slots=True, eq=False)
class _Neighbourhood:
    """Squares round a place that show enough texture, the nearest first."""

    numbers: Numbers
    expected: _Levels
    """Correlation of each with itself."""
    unhidden: _Subset
    """Subset that is compared if none is hidden."""


class MatTexture:
    """The squares of the empty mat, and how well each is recognised."""

    def __init__(self, squares: Squares) -> None:
        """Start with no square seen."""
        count = len(squares.corners)
        self.squares = squares
        self._mat: _Levels = np.zeros((count, _LIMITS.side_px**2), np.float32)
        """Squares of the mat, each without its mean and its slope."""
        self._known = np.zeros(count, np.bool_)
        """Squares that were seen."""
        self._self: _Levels = np.zeros(count, np.float32)
        """Correlation of each with itself as it was seen again: the more of it is grain the less."""
        self._light: _Levels = np.ones(count, np.float32)
        """Share of the light in which that was so."""
        self._provisional = np.zeros(count, np.int8)
        """Number of times that each may still be learned again if it differs when next seen: an arm may have lain
        there."""
        self._stale = np.zeros(count, np.bool_)
        """Squares that are not used until they are seen in the light that falls on the mat now."""
        self._push = 0, 0
        """Pixels right and down by which the mat was seen pushed."""
        self._neighbourhoods: dict[tuple[Point, float], _Neighbourhood] = {}
        """Neighbourhoods by place and light, until something is learned: each is needed several times a second."""
        # One after the other they lie far apart.
        self._spread = np.argsort(np.arange(count) * _LIMITS.spread % 1)
        self._turn = 0

    def learn(self, frames: Sequence[Gray], other: Mask, *, is_certain: bool) -> None:
        """Learn the empty mat from the first frames that show it, two or more.

        Args:
            frames: pictures of the same.
            other: samples that show something else than the mat, or may.
            is_certain: whether nothing else can be what is seen beside them; else that has to be seen again.
        """
        here = np.flatnonzero(self.squares.free(other, np.arange(len(self._known))))
        first = [self._cut(gray, here) for gray in frames]
        self._self[here] = _correlations(_mean(first[:-1]), first[-1])
        self._mat[here] = _mean(first)
        self._known[here] = True
        self._provisional[here] = 0 if is_certain else _LIMITS.tries
        self._neighbourhoods.clear()

    @property
    def is_provisional(self) -> bool:
        """Whether squares wait to be seen again."""
        return bool(self._provisional.any())

    def learn_new(self, gray: Gray, other: Mask) -> None:
        """Learn squares that were not seen yet from one frame; they count once they are seen again.

        Args:
            gray: the frame.
            other: samples that show something else than the mat, or may.
        """
        self._learn_new(gray, np.flatnonzero(self.squares.free(other, np.arange(len(self._known)))))

    def _learn_new(self, gray: Gray, here: Numbers) -> None:
        new = here[~self._known[here]]
        self._mat[new], self._known[new], self._provisional[new] = self._cut(gray, new), True, _LIMITS.tries
        self._neighbourhoods.clear()

    def relearn(self, gray: Gray, other: Mask, light: float) -> None:
        """Confirm squares that look as they did, and learn the others again.

        Args:
            gray: a later frame.
            other: samples that show something else than the mat, or may.
            light: share of the light in which the mat was first seen that falls on it now.
        """
        here = np.flatnonzero(self._provisional)
        here = here[self.squares.free(other, here)]
        now = self._cut(gray, here)
        like = _correlations(self._mat[here], now)
        same = like >= np.maximum(_LIMITS.seen * self._self[here], _LIMITS.least)
        self._provisional[here] = np.where(same, 0, self._provisional[here] - 1)
        self._self[here], self._light[here], self._stale[here] = np.where(same, like, 0), light, False
        self._mat[here[~same]] = now[~same]
        self._neighbourhoods.clear()

    def forget_grain(self) -> None:
        """Forget how well the mat is recognised, for the light has changed."""
        self._stale[:] = True
        self._neighbourhoods.clear()

    def follow(self, gray: Gray, other: Mask, light: float) -> bool:
        """Follow the mat where it is seen in a frame at rest, some squares at a time; False: something hides it.

        Args:
            gray: the frame.
            other: samples that show something else than the mat, or may.
            light: share of the light in which the mat was first seen that falls on it now.
        """
        self._turn = (self._turn + 1) % _LIMITS.turns
        here = self._spread[self._turn :: _LIMITS.turns]
        here = here[self.squares.free(other, here)]
        # In another light a cloth is no mat either.
        now, expected = self._cut(gray, here), self._expected_in(here, light)
        like = _correlations(self._mat[here], now)
        if _is_telling(expected) and _share(expected, like) < _LIMITS.clearly:
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
        self._learn_new(gray, here)
        return True

    def classify(self, gray: Gray, at_px: Point, other: Mask, light: float, within_px: float = inf) -> SquaresSeen:
        """Classify what the squares round a place show.

        Args:
            gray: the frame.
            at_px: the place, x and y.
            other: samples that show something else than the mat, or must not be asked.
            light: share of the light in which the mat was first seen that falls on it now.
            within_px: so near a square lies in the place itself. Where none that is known does, what covers it may hide
                less than half of those beside it, so that more of them have to be seen.
        """
        around = self._neighbourhood(at_px, light)
        if not around.unhidden.is_telling:
            return "plain"
        free = self.squares.free(other, around.numbers)
        subset = around.unhidden if free.all() else _subset(around.numbers[free], around.expected[free])
        if np.count_nonzero(free[: _LIMITS.near]) < _LIMITS.open * _LIMITS.near or not subset.is_telling:
            return "covered"
        away = np.hypot(*(self.squares.middles_px[subset.numbers[0]] - at_px))
        return "mat" if self._is_seen(gray, subset, _LIMITS.seen if away <= within_px else _LIMITS.clearly) else "other"

    def is_seen(self, gray: Gray, at_px: Point, other: Mask, light: float, within_px: float = inf) -> bool | None:
        """Whether the mat itself is seen round a place; None: it is too plain to tell it from something as bright.

        Args: as for `classify`.
        """
        found = self.classify(gray, at_px, other, light, within_px)
        return None if found == "plain" else found == "mat"

    def is_hidden(self, gray: Gray, pairs: Numbers, other: Mask, light: float) -> bool:
        """Whether something hides both squares of a pair, as far as they show enough to tell.

        A card on the mat hides two neighbours wholly wherever it lies, and its back may be as bright as they are.

        Args:
            gray: the frame.
            pairs: rows of two neighbours' numbers.
            other: samples that show something else than the mat, or must not be asked.
            light: share of the light in which the mat was first seen that falls on it now.
        """
        squares = np.unique(pairs)
        # One that was seen once is asked too: it shows whether something has come since.
        expected = self._dimmed(self._self[squares], squares, light)
        telling = (expected > _LIMITS.least) & ~self._stale[squares] & self.squares.free(other, squares)
        squares, expected = squares[telling], expected[telling]
        lost = _correlations(self._mat[squares], self._cut(gray, squares)) < _LIMITS.seen * expected
        if np.count_nonzero(lost) < 2:
            return False
        shown = np.zeros(len(self._known), np.float32)
        shown[squares[lost]] = expected[lost]
        suspects = pairs[(shown[pairs] > 0).all(axis=1)]
        subsets = (_subset(pair, shown[pair]) for pair in suspects)
        return any(subset.is_telling and self._find_push(gray, subset, _LIMITS.seen) is None for subset in subsets)

    def is_whole(self, gray: Gray, other: Mask, light: float) -> bool:
        """Whether the mat is seen at squares all over it, as far as that can be told.

        Args:
            gray: the frame.
            other: samples that show something else than the mat, or must not be asked.
            light: share of the light in which the mat was first seen that falls on it now.
        """
        expected = self._expected(self._spread, light)
        telling = expected > _LIMITS.least
        order, expected = self._spread[telling][: 2 * _LIMITS.most], expected[telling][: 2 * _LIMITS.most]
        if not _is_telling(expected):
            return True
        free = self.squares.free(other, order)
        if np.count_nonzero(free) < _LIMITS.open * len(order):
            return False
        return self._likeness(gray, _subset(order[free], expected[free])) >= _LIMITS.clearly

    def _likeness(self, gray: Gray, subset: "_Subset") -> float:
        """Share of the expected correlations that is seen: 1 for the mat, about 0 for anything else."""
        return float(subset.weights @ _correlations(self._mat[subset.numbers], self._cut(gray, subset.numbers)))

    def _is_seen(self, gray: Gray, subset: "_Subset", least: float) -> bool:
        """Whether squares show so much of the mat, were it pushed a little."""
        if self._likeness(gray, subset) >= least:
            return True
        if (push := self._find_push(gray, subset, least)) is None:
            return False
        self._push = push
        return True

    def _find_push(self, gray: Gray, subset: "_Subset", least: float) -> tuple[int, int] | None:
        """Find the pixels right and down by which squares were pushed; None: they do not show the mat."""
        squares = zip(subset.weights.tolist(), subset.numbers.tolist(), strict=True)
        places = np.asarray(sum(weight * self._match(gray, number) for weight, number in squares))
        best = int(places.argmax())
        if float(places.ravel()[best]) < least:
            return None
        down, right = divmod(best, places.shape[1])
        return right - _LIMITS.reach_px, down - _LIMITS.reach_px

    def _match(self, gray: Gray, number: int) -> _Levels:
        """Correlation of a square with what is seen at each place to which it can have been pushed."""
        x, y = (self.squares.corners[number] - _LIMITS.reach_px).tolist()
        side = _LIMITS.side_px + 2 * _LIMITS.reach_px
        seen = gray[y : y + side, x : x + side].astype(np.float32).reshape(1, -1)
        wanted = self._mat[number].reshape(_LIMITS.side_px, _LIMITS.side_px)
        return np.asarray(
            cv2.matchTemplate(_level(seen, side).reshape(side, side), wanted, cv2.TM_CCOEFF_NORMED), np.float32
        )

    def _cut(self, gray: Gray, here: Numbers) -> _Levels:
        """Cut squares out of a frame, without their means and slopes."""
        return _level(self.squares.cut(gray, here, self._push), _LIMITS.side_px)

    def _neighbourhood(self, at_px: Point, light: float) -> "_Neighbourhood":
        """Return the squares round a place that show enough in this light."""
        if (at_px, light) not in self._neighbourhoods:
            if len(self._neighbourhoods) >= _LIMITS.places:
                self._neighbourhoods.clear()
            order = self.squares.nearest(at_px, _LIMITS.round)
            expected = self._expected(order, light)
            telling = np.flatnonzero(expected > _LIMITS.least)[: _LIMITS.most]
            order, expected = order[telling], expected[telling]
            self._neighbourhoods[at_px, light] = _Neighbourhood(order, expected, _subset(order, expected))
        return self._neighbourhoods[at_px, light]

    def _expected(self, here: Numbers, light: float) -> _Levels:
        """Correlation that squares must have with themselves in this light: grain is the same in less of it."""
        asked = (self._provisional[here] == 0) & ~self._stale[here]
        return np.where(asked, self._expected_in(here, light), np.float32(0))

    def _expected_in(self, here: Numbers, light: float) -> _Levels:
        """Calculate the expected correlations in this light, also of squares not seen in it yet."""
        return self._dimmed(np.where(self._provisional[here] > 0, np.float32(0), self._self[here]), here, light)

    def _dimmed(self, like: _Levels, here: Numbers, light: float) -> _Levels:
        """Calculate the correlations of squares with themselves in this light, less what grain may add."""
        like = np.maximum(like - np.float32(_LIMITS.chance), 0)
        share = np.minimum(light / self._light[here], 1) ** 2
        return np.asarray(like * share / np.maximum(like * share + 1 - like, 1e-3), np.float32)


def _mean(pictures: Sequence[_Levels]) -> _Levels:
    """Average the squares of several pictures."""
    return np.asarray(np.mean(np.stack(pictures), axis=0), np.float32)


def _is_telling(expected: _Levels) -> bool:
    return float(np.square(expected).sum()) >= _LIMITS.telling


def _subset(order: Numbers, expected: _Levels) -> "_Subset":
    """Take the first of some squares, as many as are enough to decide."""
    enough = int(np.searchsorted(np.cumsum(np.square(expected[: _LIMITS.most])), _LIMITS.enough)) + 1
    count = min(max(enough, _LIMITS.fewest), _LIMITS.most)
    expected = expected[:count]
    return _Subset(order[:count], _weights(expected), _is_telling(expected))


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
    """Return an even square, one brighter to the right and one brighter downwards, each of length 1, in columns."""
    axis = np.arange(side) - (side - 1) / 2
    down, right = np.meshgrid(axis, axis, indexing="ij")
    columns = np.column_stack([one.ravel() for one in (np.ones_like(down), right, down)])
    return np.asarray(columns / np.linalg.norm(columns, axis=0), np.float32)
