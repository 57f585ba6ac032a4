"""The tracker's queries about the last frame that need no marks read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

import cv2
import numpy as np

from vision.base.observation import Point
from vision.base.picture import MARKED, Mask
from vision.base.thresholds import THRESHOLDS
from vision.eyes.attention import Arrivals
from vision.eyes.grid import Looks, MatView
from vision.eyes.tracker import PlacedMark, TrackedCard
from vision.ground.background import Background
from vision.ground.bareness import Bareness

_LIMITS: Final = THRESHOLDS.mat_query


@dataclass(slots=True, eq=False)
class MatQuery:
    """The last frame as looks."""

    view: MatView
    ground: Background
    arrivals: Arrivals
    bareness: Bareness
    covered: Mask
    """Looks that show something else than the mat."""
    hidden: Mask
    """Those, and looks that differ from the frame before."""
    patient: bool
    """Whether nothing has moved for long, so that looks like the mat's are the mat in another light."""
    recognises: Callable[[TrackedCard], bool]
    """Whether the mat's own texture is seen round a card's place, as far as it has one: a cloth may be as bright."""
    reads: Callable[[TrackedCard], bool]
    """Whether a mark of a card is read where it lay: on white paper, in grain, a white card looks like the mat."""

    def shows_mat(self, card: TrackedCard) -> bool:
        """The bare mat is seen where the card lay, or where its marks were: another card may lie there still."""
        if not self.ground.visibility.cards:
            return False
        looks = self.view.looks_of(card)
        covered = self.covered.take(looks.few).tobytes()
        middles = covered[: looks.middles]
        if 2 * covered.count(MARKED, looks.middles) > len(covered) - looks.middles:
            # Two of its marks that have become mat: a card is stiff, so that it is not there.
            shown = len(middles) - middles.count(MARKED)
            return shown >= _LIMITS.enough and self._shows_mat_for_marks(card, looks.marks)
        place = self.view.place(card)
        return self._is_bare(place) and (self.patient or self._is_mat(card, place)) and self._has_left(card)

    def _shows_mat_for_marks(self, card: TrackedCard, marks: Sequence[Looks]) -> bool:
        """Whether two of its marks have become mat, looked at closely."""
        hidden = self.hidden.ravel()
        bare = [spot for spot, looks in zip(card.spots, marks, strict=True) if _shows_mat(hidden.take(looks))]
        if len(bare) < _LIMITS.enough:
            return False
        places = reduce(np.bitwise_or, (self.view.square(spot.centre, THRESHOLDS.grid.mark_mm) for spot in bare))
        return self._is_mat(card, places) and self._has_left(card)

    def _is_bare(self, place: Mask) -> bool:
        return cv2.countNonZero(place & self.hidden) <= _LIMITS.bare * cv2.countNonZero(place)

    def _has_left(self, card: TrackedCard) -> bool:
        """Whether nothing speaks against it where what is seen is as bright as the mat."""
        return self.recognises(card) and not self.reads(card)

    def _is_mat(self, card: TrackedCard, place: Mask) -> bool:
        near, far = (self.view.place(card, rim) for rim in (_LIMITS.near_mm, _LIMITS.far_mm))
        return self.ground.is_mat(place, far & ~(near | self.covered))

    def shows_mat_beside(self, card: TrackedCard, others: Sequence[TrackedCard]) -> bool:
        """The bare mat is seen where the card lay, as far as the other cards do not hide it."""
        whole = self.view.place(card)
        rest = reduce(lambda left, other: left & ~self.view.place(other, _LIMITS.edge_mm), others, whole)
        if not self.ground.visibility.cards or cv2.countNonZero(rest) < _LIMITS.rest * cv2.countNonZero(whole):
            return False
        return self._is_bare(rest) and self._is_mat(card, rest) and self._has_left(card)

    def covers(self, card: TrackedCard, spot: PlacedMark) -> bool:
        """A mark at this place would be wholly under the card."""
        return self.view.covers(card, spot)

    def bare_at(self, spots: Sequence[PlacedMark]) -> float | None:
        """Seconds of the last frame that showed the bare mat where marks are read now, if there was one."""
        return self.bareness.since(np.concatenate(self.view.mark_looks(spots)))

    def origin(self, card: TrackedCard) -> Point | None:
        """Find where the hand that brought a card came over the edge of the mat, mm; None: that cannot be told."""
        return self.arrivals.origin(card.first)


def _shows_mat(hidden: Mask) -> bool:
    """Whether so few of some looks are hidden that the mat shows there."""
    return bool(np.count_nonzero(hidden) <= _LIMITS.bare * len(hidden))
