"""Reads the marks of regions, with growing effort per region and a time budget per frame."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from typing import Final

import cv2
import numpy as np

from groundwork.picture import Gray
from vision.base.light import enlarge
from vision.base.observation import Mark
from vision.base.thresholds import THRESHOLDS
from vision.eyes.attention import Region
from vision.marks.symbology import Symbology

_LIMITS: Final = THRESHOLDS.reader


@dataclass(slots=True)
class Counts:
    """Counters of the eyes' work so far."""

    frames: int = 0
    idle: int = 0
    """Frames in which nothing had moved and nothing waited."""
    readings: int = 0
    """Number of regions read."""
    escalated: int = 0
    """Regions read at twice their size."""
    seconded: int = 0
    """Regions that the second reader was asked about."""
    surveyed: int = 0
    """Tiles of the whole picture that were read although nothing had changed there."""
    put_off: int = 0
    """Regions left for a later frame because the frame's time was spent."""
    refused: int = 0
    """Marks of decks that are not this table's."""
    unread: int = 0
    """Still things that were looked at in vain and taken for no card."""
    relit: int = 0
    """Changes of light that were told from things that move."""


@dataclass(frozen=True, slots=True)
class RegionReading:
    """The marks found in a region and its margin."""

    region: Region
    marks: list[Mark]


@dataclass(slots=True)
class Reader:
    """Reader of one kind of mark, for the decks of one table and the time there is in a frame."""

    symbology: Symbology
    decks: frozenset[int]
    counts: Counts
    budget_ms: float | None = None
    """Time for reading in one frame, the first region excepted; None: unlimited, as for a film."""
    clock: Callable[[], float] = time.perf_counter
    """Clock, in seconds."""
    smallest_px: float = inf
    """Side of the smallest mark, pixels."""
    late: bool = False
    """Whether frames are dropped: read fewer pixels, for a dropped frame is worse than a missed mark."""
    _ms_per_px: float = _LIMITS.first_ms_per_px
    """Recent cost of reading at length, milliseconds a pixel."""

    def read_all(self, gray: Gray) -> tuple[Mark, ...]:
        """Every mark in the picture, whatever it costs."""
        return self.symbology.read(gray)

    def read(self, gray: Gray, regions: Iterable[Region]) -> list[RegionReading]:
        """Read the marks of the regions: the first region always, the others while the frame's budget lasts."""
        readings: list[RegionReading] = []
        start = self.clock()
        for region in regions:
            spent_ms = (self.clock() - start) * 1000
            if readings and not self._fits(spent_ms + _effort_px(region) * self._ms_per_px):
                self.counts.put_off += 1
                continue
            readings.append(RegionReading(region, self._region(gray, region)))
        return readings

    def tile(self, gray: Gray, left: int, top: int, right: int, bottom: int) -> list[Mark]:
        """Read the marks of this table in a tile of the picture."""
        self.counts.surveyed += 1
        return self.part(gray, left, top, right, bottom, 2 if self.smallest_px < _LIMITS.small_px else 1)

    def part(self, gray: Gray, left: int, top: int, right: int, bottom: int, scale: int = 1) -> list[Mark]:
        """Read the marks of this table in a part of the picture, enlarged where a scale is given."""
        part = np.ascontiguousarray(gray[top:bottom, left:right])
        read = self.symbology.read(part if scale == 1 else enlarge(part, scale))
        return [mark.to_whole(scale, left, top) for mark in read if mark.deck in self.decks]

    def set_smallest_mark(self, side_px: float) -> None:
        """No mark is smaller."""
        self.smallest_px = side_px
        self.symbology.expect(side_px)

    def _fits(self, ms: float) -> bool:
        return self.budget_ms is None or ms <= self.budget_ms

    def _region(self, gray: Gray, region: Region) -> list[Mark]:
        part = gray[region.top : region.bottom, region.left : region.right]
        self.counts.readings += 1
        found = self.symbology.glance(part) if region.restless or not region.tries or self._is_quick(region) else ()
        if not (_is_enough(found, region) or self._is_quick(region)):
            found = self._read_thoroughly(np.ascontiguousarray(part), region)
        self.counts.refused += sum(mark.deck not in self.decks for mark in found)
        return [mark.to_whole(1, region.left, region.top) for mark in found]

    def _is_quick(self, region: Region) -> bool:
        """Whether a region is read in the shrunk picture alone: every second time while frames are late."""
        return self.late and region.tries % 2 == 0

    def _read_thoroughly(self, part: Gray, region: Region) -> tuple[Mark, ...]:
        """Read the marks of a region with more effort the more often it failed."""
        scale, start = _scale(region), self.clock()
        if scale == 1:
            found = self.symbology.read(part)
        else:
            self.counts.escalated += 1
            found = tuple(mark.to_whole(scale) for mark in self.symbology.read(enlarge(part, scale)))
        if not found and _is_second(region):
            self.counts.seconded += 1
            # The second reader is slow: it gets the region as it is.
            found = self.symbology.reread(part)
        took_ms = (self.clock() - start) * 1000
        self._ms_per_px += _LIMITS.cost_share * (took_ms / _effort_px(region) - self._ms_per_px)
        return found


def is_flat(gray: Gray, left: int, top: int, right: int, bottom: int) -> bool:
    """Whether a part of the picture that is hardly larger than a mark varies too little to show one."""
    return float(cv2.meanStdDev(gray[top:bottom, left:right])[1][0, 0]) < _LIMITS.flat


def _is_enough(found: tuple[Mark, ...], region: Region) -> bool:
    """Whether no longer look is needed after a glance."""
    if not found:
        # What moves close by is most often a hand, and the rest of the hand is what lies still.
        return region.restless
    return len(found) >= _LIMITS.certain or region.pixels > _LIMITS.with_a_hand_px2


def _is_second(region: Region) -> bool:
    """Whether the second reader is asked where the first has found nothing."""
    tries = _LIMITS.second if region.pixels <= _LIMITS.with_a_hand_px2 else (_LIMITS.second_large,)
    return region.tries in tries and not region.restless


def _scale(region: Region) -> int:
    # In a frame in which the second reader may be asked, too, both together would take longer than a frame has.
    hard = region.tries >= _LIMITS.enlarge and not region.restless and not _is_second(region)
    return 2 if hard and 4 * region.pixels <= _LIMITS.enlarged_px2 else 1


def _effort_px(region: Region) -> int:
    """Pixels to go through."""
    return region.pixels * _scale(region) ** 2
