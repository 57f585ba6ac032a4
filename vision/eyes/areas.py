"""Which seats' areas are seen, and what is seen there: the bare mat, known cards, or something unread."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, TypeAlias

import cv2
import numpy as np

from vision.base.observation import AreaSight, Sight
from vision.base.picture import Mask, u8
from vision.eyes.grid import RIM_MM, MatView
from vision.eyes.track_state import TrackedCard
from vision.ground.emptiness import STEP
from vision.health.vigil import GAP_S
from vision.mat.layout import Area

Window: TypeAlias = tuple[slice, slice]
"""Rows and columns of looks."""

_BLEED: Final = np.ones((9, 9), np.uint8)
"""A patch that reaches over a known card is unlike the mat: so far round the card nothing is said of patches."""
_SPECK_MM: Final = 10.0
"""A thing with less than a square of this side in an area is none there: a crumb, the corner of a card beside it."""
_AROUND_MM: Final = 25.0
"""So far round something unread its marks are looked for."""
_THING: Final = 0.4
"""Share of a card's size from which a thing may be one."""
_HIDDEN: Final = 0.5
"""Share of an area that must be hidden for a card to lie and leave there unseen."""


@dataclass(frozen=True, slots=True, eq=False)
class FrameLooks:
    """One frame as looks: which are covered, which moved, which belong to known cards."""

    strange: Mask
    """Where it shows something else than the mat."""
    moved: Mask | None
    """Where it differs from the frame before."""
    unlike: Mask
    """Which patches are not like the mat; one for `STEP` by `STEP` looks."""
    known: tuple[TrackedCard, ...]
    """The cards believed to lie on the mat."""
    hides_white_cards: bool = False
    """Whether a white card can look like the mat, so that no area is known to be empty."""


@dataclass(frozen=True, slots=True, eq=False)
class _Zone:
    """One area as looks."""

    window: Window
    inside: Mask
    """255 inside the area, in the window."""
    patches: Mask
    """255 for patches that lie inside it wholly, in the whole picture."""
    looks: int


@dataclass(frozen=True, slots=True)
class _AreaState:
    """What one area holds."""

    shown: AreaSight
    hidden: bool


_UNSEEN: Final = _AreaState(AreaSight(None, None, seen=False), hidden=False)


class Areas:
    """Remembers, seat by seat, since when its area is empty, or holds something unread."""

    def __init__(self, view: MatView, areas: Sequence[Area]) -> None:
        """Watch these areas, in order of play."""
        self._view = view
        self._zones = [_zone(view.area(area)) for area in areas]
        self._patches = reduce(np.bitwise_or, (zone.patches for zone in self._zones))
        self._unlike = -1
        """Patches of all areas that were unlike the mat when they were looked at last; negative: look again."""
        self._nobody = reduce(lambda left, area: left & ~view.area(area), areas, view.field())
        self._speck = max(view.looks_on(_SPECK_MM), 3.0)
        around = 2 * round(view.looks_on(_AROUND_MM) ** 0.5) + 1
        self._around = np.ones((around, around), np.uint8)
        card = view.mat.card
        self._thing = _THING * view.looks_on(1) * card.width_mm * card.height_mm
        self._states = [_UNSEEN] * len(self._zones)
        self.unread: Mask | None = None
        """Looks of things that lie still in the areas and are no known cards, their surroundings too; None: none."""
        self._strange: Mask = np.zeros(view.shape, np.uint8)
        self._seconds = 0.0
        self._stray = False
        self.hidden = False
        """Whether all areas are hidden, so that a trick could be laid and gathered unseen."""
        self._know(())

    @property
    def sight(self) -> Sight:
        """The sight of all areas in the last frame in which they were looked at."""
        return Sight(self._seconds, tuple(state.shown for state in self._states), self._stray)

    def note(self, seconds: float, frame: FrameLooks) -> None:
        """Take in a frame that shows the mat in its place."""
        self.rest(seconds)
        if frame.known != self._known:
            self._know(frame.known)
        strange = frame.strange if frame.moved is None else frame.strange | frame.moved
        thing, unlike = strange & self._free, frame.unlike & self._free_patches
        self._unlike = cv2.countNonZero(unlike & self._patches) if frame.moved is None else -1
        self._strange = frame.strange
        self._states = [
            self._state(state.shown, zone, thing, frame, unlike)
            for state, zone in zip(self._states, self._zones, strict=True)
        ]
        self.unread = self._unread(thing, unlike)
        self._stray = cv2.countNonZero(thing & self._nobody) >= self._thing
        self.hidden = all(state.hidden for state in self._states)

    @property
    def is_new(self) -> bool:
        """Whether they were not looked at yet while nothing moved, or not since a break."""
        return self._unlike < 0

    def is_changed(self, unlike: Mask) -> bool:
        """Whether more patches of the areas are unlike the mat than when they were looked at last."""
        return cv2.countNonZero(unlike & self._free_patches & self._patches) > self._unlike

    def rest(self, seconds: float) -> None:
        """Take in a frame that shows what the one before showed; after a break nothing is known of what was before."""
        if seconds - self._seconds > GAP_S:
            self._states, self._unlike = [_UNSEEN] * len(self._zones), -1
        self._seconds = seconds

    def _state(self, before: AreaSight, zone: _Zone, thing: Mask, frame: FrameLooks, unlike: Mask) -> _AreaState:
        """An area as one more frame shows it."""
        moved = frame.moved
        found, taken = _count(thing, zone), zone in self._taken
        moving = _count(moved, zone) if moved is not None and (found or taken) else 0
        still = found >= self._speck and 2 * moving <= found
        bare = found < self._speck and not moving and not cv2.countNonZero(unlike & zone.patches)
        empty = bare and not taken and not frame.hides_white_cards
        shown = AreaSight(
            _since(before.empty_since, self._seconds) if empty else None,
            _since(before.unread_since, self._seconds) if still else None,
            (bare and not frame.hides_white_cards) or (still and not moving),
        )
        return _AreaState(shown, self._hides(found, zone, thing, moved))

    def _unread(self, thing: Mask, unlike: Mask) -> Mask | None:
        held = [
            zone
            for zone, state in zip(self._zones, self._states, strict=True)
            if state.shown.unread_since is not None and state.shown.seen
        ]
        if not held:
            return None
        rows, columns = thing.shape
        patches = u8(cv2.resize(unlike, (columns, rows), interpolation=cv2.INTER_NEAREST))
        found: Mask = np.zeros(thing.shape, np.uint8)
        for zone in held:
            found[zone.window] |= (thing | patches)[zone.window] & zone.inside
        # What differs enough of a white card on white paper is its picture, and its marks are at its corners.
        return u8(cv2.dilate(found, self._around)) & self._free

    def _hides(self, found: int, zone: _Zone, thing: Mask, moved: Mask | None) -> bool:
        """Whether things hide an area; where one has just left something moved, too."""
        if found < _HIDDEN * zone.looks or moved is None:
            return found >= _HIDDEN * zone.looks
        return _count(thing & self._strange, zone) >= _HIDDEN * zone.looks

    def _know(self, cards: tuple[TrackedCard, ...]) -> None:
        """Know where cards lie."""
        self._known = cards
        places = (self._view.place(card, RIM_MM) for card in cards)
        own = reduce(lambda left, right: left | right, places, np.zeros(self._view.shape, np.uint8))
        self._free, self._free_patches = ~own, ~u8(cv2.dilate(own, _BLEED))[1::STEP, 1::STEP]
        self._taken = [zone for zone in self._zones if _count(own, zone) >= self._speck]


def _count(looks: Mask, zone: _Zone) -> int:
    return cv2.countNonZero(looks[zone.window] & zone.inside)


def _since(before: float | None, now: float) -> float:
    return now if before is None else before


def _zone(mask: Mask) -> _Zone:
    x, y, width, height = cv2.boundingRect(mask)
    window = slice(y, y + height), slice(x, x + width)
    middle = u8(cv2.erode(mask, _BLEED, borderType=cv2.BORDER_CONSTANT, borderValue=0))
    return _Zone(window, mask[window].copy(), middle[1::STEP, 1::STEP].copy(), cv2.countNonZero(mask))
