"""Seats' areas in each frame: seen or not, showing bare mat, known cards or something unread."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Final

import cv2
import numpy as np

from groundwork.picture import Mask, Window, u8, window
from vision.base.observation import AreaSight, Sight
from vision.base.thresholds import THRESHOLDS
from vision.eyes.grid import MatView
from vision.eyes.recognition import CamouflageSize
from vision.eyes.tracker import TrackedCard
from vision.ground.background import Visibility
from vision.ground.emptiness import enlarge_patches
from vision.mat.layout import Area

_LIMITS: Final = THRESHOLDS.areas
_RIM_MM: Final = THRESHOLDS.grid.rim_mm
_STEP: Final = THRESHOLDS.emptiness.step


_BLEED: Final = np.ones((_LIMITS.bleed, _LIMITS.bleed), np.uint8)
"""A patch that reaches over a known card is unlike the mat: so far round the card nothing is said of patches."""


@dataclass(frozen=True, slots=True, eq=False)
class FrameSamples:
    """Masks of one frame: what is foreign, what moved, what belongs to known cards."""

    foreign: Mask
    """Samples that show something else than the mat."""
    moved: Mask | None
    """Samples that differ from the frame before."""
    hidden: Mask
    """Samples that are foreign or moved."""
    foreign_patches: Mask
    """Mark the patches that are not like the mat; one for `step` by `step` samples."""
    known: tuple[TrackedCard, ...]
    """The cards believed to lie on the mat."""
    camouflaged: Mapping[int, CamouflageSize] = field(default_factory=dict[int, CamouflageSize])
    """The sizes of what is as bright as the mat and hides it, by the seats in whose areas something does."""
    visibility: Visibility = Visibility()  # noqa: RUF009  frozen
    """The things that could be noticed; where a card can look like the mat no area is known to be empty."""


@dataclass(slots=True, eq=False)
class _Zone:
    """Area of one seat, in samples."""

    window: Window
    """Rows and columns of its samples."""
    inside: Mask
    """255 inside the area, in the window."""
    patches: Mask
    """255 for patches that lie inside it wholly, in the whole picture."""
    free: Mask
    """255 inside the area where no known card lies, in the window."""
    free_patches: Mask
    """255 for patches inside it that no known card touches."""
    samples: int
    taken: bool = False
    """Whether a known card lies in it."""


_UNSEEN: Final = AreaSight(None, None, seen=False)


class Areas:
    """Remembers, seat by seat, since when its area is empty, or holds something unread."""

    def __init__(self, view: MatView, areas: Sequence[Area]) -> None:
        """Watch these areas, in order of play."""
        self._view = view
        self._zones = [_zone(view.area(area)) for area in areas]
        self._patches = reduce(np.bitwise_or, (zone.patches for zone in self._zones))
        self._foreign_count = -1
        """Patches of all areas that were unlike the mat when they were looked at last; negative: look again."""
        self._nobody = reduce(lambda left, area: left & ~view.area(area), areas, view.field())
        self._speck = max(view.samples_on(_LIMITS.speck_mm), _LIMITS.speck_samples)
        around = 2 * round(view.samples_on(_LIMITS.around_mm) ** 0.5) + 1
        self._around = np.ones((around, around), np.uint8)
        card = view.mat.card
        self._thing = _LIMITS.thing * view.samples_on(1) * card.width_mm * card.height_mm
        self._shown = [_UNSEEN] * len(self._zones)
        self._last: FrameSamples | None = None
        """The frame in which they were looked at last."""
        self._seconds = 0.0
        self._stray = False
        self.hidden = False
        """Whether all areas are hidden, so that a trick could be laid and gathered unseen."""
        self.begins = False
        """Whether an area is empty that was not empty at the last update."""
        self._places: list[tuple[float, float, float]] = []
        """Places of known cards: the middle of each, mm, and its angle."""
        self._set_known(())

    @property
    def sight(self) -> Sight:
        """The sight of all areas in the last frame in which they were looked at."""
        return Sight(self._seconds, tuple(self._shown), self._stray)

    def update(self, seconds: float, frame: FrameSamples) -> None:
        """Update the areas by a frame that shows the mat in its place."""
        self.update_still(seconds)
        # A card that was read once more is another, and lies where it lay.
        if (places := [(card.x_mm, card.y_mm, card.angle) for card in frame.known]) != self._places:
            self._places = places
            self._set_known(frame.known)
        self._last = frame
        hidden = frame.hidden
        count = cv2.countNonZero(frame.foreign_patches & self._all_patches)
        self._foreign_count = count if frame.moved is None else -1
        found = [cv2.countNonZero(hidden[zone.window] & zone.free) for zone in self._zones]
        before = self._shown
        self._shown = [
            self._next_sight(shown, zone, samples, frame, is_like=not count, is_camouflaged=seat in frame.camouflaged)
            for seat, (shown, zone, samples) in enumerate(zip(before, self._zones, found, strict=True))
        ]
        self.begins = any(
            now is not was and now.empty_since is not None and was.empty_since is None
            for was, now in zip(before, self._shown, strict=True)
        )
        self._stray = cv2.countNonZero(hidden & self._free_nobody) >= self._thing
        self.hidden = all(
            frame.camouflaged.get(seat) == "area" or _is_hidden(zone, samples, frame)
            for seat, (zone, samples) in enumerate(zip(self._zones, found, strict=True))
        )

    def is_changed(self, foreign_patches: Mask) -> bool:
        """Whether an area called empty is not empty, or the number of foreign patches has changed.

        A growing number is not enough: while a thing leaves one area a card may come into another. Far fewer count as a
        change too: a shadow fades, and what is drawn away slowly leaves without a movement. A still thing may have
        turned out to be the mat.
        """
        if any(shown.unread_since is not None for shown in self._shown):
            return True
        seen = cv2.countNonZero(foreign_patches & self._all_patches)
        return seen > self._foreign_count or 2 * seen < self._foreign_count or self.is_contradicted(foreign_patches)

    def is_contradicted(self, foreign_patches: Mask, foreign: Mask | None = None) -> bool:
        """Whether an area that is called empty shows something else than the mat.

        Args:
            foreign_patches: patches that do.
            foreign: samples that do; None: not asked.
        """
        empty = (zone for zone, shown in zip(self._zones, self._shown, strict=True) if shown.empty_since is not None)
        return any(
            cv2.countNonZero(foreign_patches & zone.free_patches)
            or (foreign is not None and cv2.countNonZero(foreign[zone.window] & zone.free) >= self._speck)
            for zone in empty
        )

    def update_still(self, seconds: float) -> bool:
        """Update the areas by a frame in which nothing moved; a break forgets what was before.

        Returns whether to look at it: the areas were not looked at yet while nothing moved, or not since a break.
        """
        if seconds - self._seconds > THRESHOLDS.health.gap_s:
            self._shown, self._foreign_count = [_UNSEEN] * len(self._zones), -1
        self._seconds = seconds
        return self._foreign_count < 0

    def skip_frame(self) -> None:
        """Skip a frame in which something moved: the next one at rest has to be processed."""
        self._foreign_count = -1

    def unread_samples(self) -> Mask | None:
        """Mark still things in the areas that are no known cards, with their surroundings; None: there are none."""
        held = [
            zone
            for zone, shown in zip(self._zones, self._shown, strict=True)
            if shown.unread_since is not None and shown.seen
        ]
        if not held or self._last is None:
            return None
        patches = enlarge_patches(self._last.foreign_patches & self._free_patches, self._view.shape)
        things = self._last.hidden & self._free | patches
        found = np.zeros_like(things)
        for zone in held:
            found[zone.window] |= things[zone.window] & zone.inside
        # What differs enough of a white card on white paper is its picture, and its marks are at its corners.
        return u8(cv2.dilate(found, self._around)) & self._free

    def _next_sight(
        self, before: AreaSight, zone: _Zone, found: int, frame: FrameSamples, *, is_like: bool, is_camouflaged: bool
    ) -> AreaSight:
        """Calculate the sight of an area from one more frame.

        Args:
            before: the sight until now.
            zone: the area.
            found: number of samples of things in it.
            frame: the frame.
            is_like: whether all patches are like the mat.
            is_camouflaged: whether something as bright as the mat hides it.
        """
        moving = _count(frame.moved, zone) if frame.moved is not None and (found or zone.taken) else 0
        still = found >= self._speck and 2 * moving <= found
        bare = found < self._speck and not moving
        bare = bare and (is_like or not cv2.countNonZero(frame.foreign_patches & zone.free_patches))
        certain = bare and frame.visibility.empty_areas and not is_camouflaged
        empty_since = _since(before.empty_since, self._seconds) if certain and not zone.taken else None
        unread_since = _since(before.unread_since, self._seconds) if still else None
        now = empty_since, unread_since, certain or (still and not moving)
        # In most frames an area is as it was, and making a sight takes as long as looking.
        return before if now == (before.empty_since, before.unread_since, before.seen) else AreaSight(*now)

    def _set_known(self, cards: tuple[TrackedCard, ...]) -> None:
        """Set the places of known cards."""
        places = (self._view.possible_place(card, _RIM_MM) for card in cards)
        own = reduce(lambda left, right: left | right, places, np.zeros(self._view.shape, np.uint8))
        self._free, self._free_patches = ~own, ~u8(cv2.dilate(own, _BLEED))[1::_STEP, 1::_STEP]
        self._free_nobody = self._nobody & self._free
        self._all_patches = self._patches & self._free_patches
        for zone in self._zones:
            zone.free, zone.free_patches = zone.inside & self._free[zone.window], zone.patches & self._free_patches
            zone.taken = _count(own, zone) >= self._speck


def _is_hidden(zone: _Zone, found: int, frame: FrameSamples) -> bool:
    """Whether so many samples of things hide an area; just after one has left, something moved too."""
    if found < _LIMITS.hidden * zone.samples or frame.moved is None:
        return found >= _LIMITS.hidden * zone.samples
    return cv2.countNonZero(frame.foreign[zone.window] & zone.free) >= _LIMITS.hidden * zone.samples


def _count(samples: Mask, zone: _Zone) -> int:
    return cv2.countNonZero(samples[zone.window] & zone.inside)


def _since(before: float | None, now: float) -> float:
    return now if before is None else before


def _zone(mask: Mask) -> _Zone:
    part = window(mask, 0)
    middle = u8(cv2.erode(mask, _BLEED, borderType=cv2.BORDER_CONSTANT, borderValue=0))
    inside, patches = mask[part].copy(), middle[1::_STEP, 1::_STEP].copy()
    return _Zone(part, inside, patches, inside, patches, cv2.countNonZero(mask))
