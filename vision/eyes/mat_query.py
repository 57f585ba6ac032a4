"""The tracker's queries about the last frame that need no marks read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

import cv2
import numpy as np

from vision.base.observation import Point
from vision.base.picture import Mask
from vision.eyes.attention import Arrivals
from vision.eyes.grid import MARK_MM, Looks, MatView
from vision.eyes.tracker import TrackedCard
from vision.ground.background import Background
from vision.ground.bareness import Bareness
from vision.mat.placed_cards import PlacedMark

_BARE: Final = 0.15
"""The mat shows where at most this share of a card's place differs from it."""
_ENOUGH: Final = 2
"""Marks that must have become mat; one might be a hand as bright as the mat."""
_AROUND_MM: Final = (6.0, 25.0)
"""From a card's edge to the ring of mat that tells how the light has changed there."""
_EDGE_MM: Final = 4.0
"""A card's shadow, and how far its place may be off, where it lies beside what is asked about."""
_OTHER: Final = 255
"""What a look of a mask is that shows something else than the mat."""
_REST: Final = 0.3
"""Share of a card's place that must not be hidden to tell that it has left."""


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
        if self.ground.hides_cards:
            return False
        looks = self.view.looks_of(card)
        covered = self.covered.take(looks.few).tobytes()
        middles = covered[: looks.middles]
        if 2 * covered.count(_OTHER, looks.middles) > len(covered) - looks.middles:
            # Two of its marks that have become mat: a card is stiff, so that it is not there.
            shown = len(middles) - middles.count(_OTHER)
            return shown >= _ENOUGH and self._shows_mat_for_marks(card, looks.marks)
        place = self.view.place(card)
        return self._is_bare(place) and (self.patient or self._is_mat(card, place)) and self._has_left(card)

    def _shows_mat_for_marks(self, card: TrackedCard, marks: Sequence[Looks]) -> bool:
        """Whether two of its marks have become mat, looked at closely."""
        hidden = self.hidden.ravel()
        bare = [spot for spot, looks in zip(card.spots, marks, strict=True) if _shows_mat(hidden.take(looks))]
        if len(bare) < _ENOUGH:
            return False
        places = reduce(np.bitwise_or, (self.view.square(spot.centre, MARK_MM) for spot in bare))
        return self._is_mat(card, places) and self._has_left(card)

    def _is_bare(self, place: Mask) -> bool:
        return cv2.countNonZero(place & self.hidden) <= _BARE * cv2.countNonZero(place)

    def _has_left(self, card: TrackedCard) -> bool:
        """Whether nothing speaks against it where what is seen is as bright as the mat."""
        return self.recognises(card) and not self.reads(card)

    def _is_mat(self, card: TrackedCard, place: Mask) -> bool:
        near, far = (self.view.place(card, rim) for rim in _AROUND_MM)
        return self.ground.is_mat(place, far & ~(near | self.covered))

    def shows_mat_beside(self, card: TrackedCard, others: Sequence[TrackedCard]) -> bool:
        """The bare mat is seen where the card lay, as far as the other cards do not hide it."""
        whole = self.view.place(card)
        rest = reduce(lambda left, other: left & ~self.view.place(other, _EDGE_MM), others, whole)
        if self.ground.hides_cards or cv2.countNonZero(rest) < _REST * cv2.countNonZero(whole):
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
    return bool(np.count_nonzero(hidden) <= _BARE * len(hidden))
