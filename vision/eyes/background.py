"""What changed in the picture, on a coarse grid of single pixels: the eyes' cheapest question.

One pixel in 64 is looked at, and while nothing moves one in 256. Copying them costs a hundredth of a millisecond at
1080p, where a difference of whole frames costs half a millisecond.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.picture import Gray, f64, u8
from vision.eyes import light

STRIDE: Final = 8
"""Pixels between two looks: 2.5 mm on the mat at 1080p, five looks across a mark of 12 mm."""
TURNS: Final = 4
"""While nothing moves, every fourth row of looks is compared, the others by turns: 1 cm on the mat at 1080p."""

Mask: TypeAlias = NDArray[np.uint8]
"""255 where something is, 0 elsewhere; one entry per look."""

_FLOOR: Final = 14
"""Grey levels by which a look may differ between two frames of a perfect camera."""
_LIMIT: Final = 48
"""A camera so noisy that this is not enough cannot be used."""
_LONELY: Final = 3
"""Changed looks among the nine neighbours that make a change; fewer are grain."""
_FEW: Final = 255 * _LONELY // 9
"""Mean of nine neighbours of which so many have changed."""
_FLOOD: Final = 0.2
"""Share of all looks whose change at once may be a change of light."""
_BLUR: Final = (3, 3)
"""Looks averaged before they are compared with the mat: a third of the grain is left."""
_STRANGE: Final = 12
"""Grey levels by which something else than the mat differs from it at least, to a perfect camera."""
_GRAINS: Final = 4
"""Times the grain that are added: what is left of it after averaging, and flickering light."""
_CARD: Final = 55
"""Grey levels by which most of a card differs from a light mat, in the light in which the mat was first seen."""
_LIKE: Final = 3.0
"""Grey levels by which the mat differs from itself on average at most; a hand as bright as the cloth differs more."""
_SHARE: Final = 0.1
"""How far the reference of the mat moves at a time towards what is seen."""
_OLD: Final = 10
"""Times that the same look must show something else than the mat before that is the mat: a shadow, a glass."""


class Ground:
    """The looks of the last frame and of the empty mat."""

    def __init__(self, gray: Gray) -> None:
        self._last = looks(gray)
        self._bare = self._last.astype(np.float32)
        self.noise = 0.0
        """Grey levels by which two frames of the same differ."""
        self._age: Mask = np.zeros_like(self._last)
        self._turn = 0
        self.relit = 0
        """Changes of light so far."""
        self.threshold = float(_FLOOR)
        """Grey levels that count as a change, from the grain of the frames so far."""
        self.mat = self._last.copy()
        """The looks of the empty mat."""
        self.light = 1.0
        """Share of the light in which the mat was first seen that falls on it now, 1 at most."""
        self._first_light = self._bare.mean()
        self._soft_mat = u8(cv2.blur(self.mat, _BLUR))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of looks."""
        rows, columns = self._last.shape
        return rows, columns

    def settle_in(self, gray: Gray) -> None:
        """Take a frame of the scene as it is before play: the reference, and the grain of the camera."""
        now = looks(gray)
        apart = cv2.absdiff(now, self._last)
        # Half of all looks differ by less than 0.95 standard deviations of the difference of two frames.
        self.noise = max(self.noise, float(np.median(apart)) / 0.95)
        self.threshold = min(_LIMIT, _FLOOR + 7 * self.noise)
        self._last = now
        cv2.accumulateWeighted(now, self._bare, 0.3)
        self._first_light = self._bare.mean()
        self._remember()

    @property
    def is_dim(self) -> bool:
        """Whether a card can look like the mat in so little light."""
        return self._strange > _CARD * self.light

    @property
    def _strange(self) -> float:
        """Grey levels by which something else than the mat differs from it in this light."""
        return _STRANGE * self.light + _GRAINS * self.noise

    def at_rest(self, gray: Gray) -> bool:
        """Whether this turn's rows are as they were: what the eyes ask of every frame of a table where nothing happens.

        Nothing is lost by a no: `moved` then looks at all rows.
        """
        self._turn = turn = (self._turn + 1) % TURNS
        now = gray[STRIDE // 2 + turn * STRIDE :: TURNS * STRIDE, STRIDE // 2 :: STRIDE].copy()
        rows = self._last[turn::TURNS]
        if cv2.minMaxLoc(cv2.absdiff(now, rows))[1] > self.threshold:
            return False
        rows[:] = now
        return True

    def moved(self, gray: Gray) -> Mask | None:
        """Where this frame differs from the last, or None where nothing does; a change of light is no difference."""
        now = looks(gray)
        mask = self._apart(now, self._last)
        changed = cv2.countNonZero(mask)
        if changed > _FLOOD * mask.size and (change := light.gain(self._last, now)) is not None:
            relit = self._apart(now, light.lit(self._last, change))
            if 2 * cv2.countNonZero(relit) < changed:
                self.relit += 1
                mask, changed = relit, cv2.countNonZero(relit)
                cv2.multiply(self._bare, change, dst=self._bare)
                self._remember()
        self._last = now
        return _crowds(mask) if changed >= _LONELY else None

    def covered(self) -> Mask:
        """Where the last frame shows something else than the mat; a dark hand on dark cloth is not much else."""
        apart = cv2.absdiff(cv2.blur(self._last, _BLUR), self._soft_mat)
        _, mask = cv2.threshold(apart, self._strange, 255, cv2.THRESH_BINARY)
        return u8(mask)

    def is_mat(self, place: Mask, around: Mask) -> bool:
        """Whether the mat itself is seen at a place, in the light that is seen around, not a thing as bright as it."""
        soft = cv2.blur(self._last, _BLUR)
        lighter = f64(cv2.subtract(soft, self._soft_mat, dtype=cv2.CV_64F))
        off = np.abs(lighter - cv2.mean(lighter, around)[0])
        return cv2.mean(off, place)[0] <= _LIKE * self.light + self.noise

    def bridge(self, where: Mask) -> None:
        """The mat is hidden there: take it to look as it does around."""
        self._bare = cv2.inpaint(self.mat, where, 3, cv2.INPAINT_TELEA).astype(np.float32)
        self._remember()

    def grow_used(self, cards: Iterable[Mask]) -> None:
        """Take what has been seen for long to be the mat's look, but never at the places of cards.

        Asked about once a second while nothing moves: a hand that rests for some seconds must not become mat, for
        what looks like it would then show that a card has left.
        """
        self._follow_light()
        strange = self.covered()
        cv2.accumulateWeighted(self._last, self._bare, _SHARE, mask=cv2.bitwise_not(strange))
        for place in cards:
            strange &= ~place
        self._age = u8(self._age + 1) & strange
        _, old = cv2.threshold(self._age, _OLD - 1, 255, cv2.THRESH_BINARY)
        cv2.accumulateWeighted(self._last, self._bare, 1.0, mask=old)
        self._remember()

    def _follow_light(self) -> None:
        """The sun goes down: a card that grows as dark as the mat was must not be taken for it."""
        now, mat = (looks[::TURNS, ::TURNS].astype(np.float32) for looks in (self._last, self._bare))
        # Cards and hands never hide half of all that is seen.
        change = float(np.median((now + light.DARK) / (mat + light.DARK)))
        if abs(change - 1) > light.EVEN:
            self._bare *= np.float32(change)
            self._remember()

    def _apart(self, now: Gray, before: Gray) -> Mask:
        _, mask = cv2.threshold(cv2.absdiff(now, before), self.threshold, 255, cv2.THRESH_BINARY)
        return u8(mask)

    def _remember(self) -> None:
        self.light = min(1.0, float(self._bare.mean() / max(self._first_light, 1.0)))
        self.mat = u8(cv2.convertScaleAbs(self._bare))
        self._soft_mat = u8(cv2.blur(self.mat, _BLUR))


def looks(gray: Gray) -> Gray:
    """The pixels looked at, as a small picture."""
    return np.ascontiguousarray(gray[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE])


def _crowds(mask: Mask) -> Mask | None:
    """The changed looks that have changed neighbours, or None where none has."""
    _, crowded = cv2.threshold(cv2.blur(mask, (3, 3)), _FEW - 1, 255, cv2.THRESH_BINARY)
    kept = mask & u8(crowded)
    return kept if cv2.countNonZero(kept) else None
