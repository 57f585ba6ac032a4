"""Reads marks in the regions worth it, within a budget of pixels a frame."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.attention import Region
from vision.observation import Corners, Mark
from vision.picture import Gray
from vision.symbology import Symbology

_BUDGET_PX: Final = 450_000
"""Pixels read in one frame, about 3 ms on one core; what is left over waits for the next frame."""
_ESCALATE: Final = 2
"""Tries after which a region is read at twice its size."""


@dataclass(slots=True)
class Counts:
    """What the eyes have done so far."""

    frames: int = 0
    idle: int = 0
    """Frames in which nothing had moved and nothing waited."""
    readings: int = 0
    """Regions read."""
    escalated: int = 0
    """Regions read at twice their size."""
    put_off: int = 0
    """Regions left for a later frame because the frame's budget was spent."""
    refused: int = 0
    """Marks of decks that are not this table's."""
    unread: int = 0
    """Still things that were looked at in vain and taken for no card."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The marks found in a region and its margin."""

    region: Region
    marks: list[Mark]


@dataclass(frozen=True, slots=True)
class Reader:
    """One kind of mark, the decks of one table, and how hard to look."""

    symbology: Symbology
    decks: frozenset[int]
    counts: Counts

    def read_all(self, gray: Gray) -> tuple[Mark, ...]:
        """Every mark in the picture, whatever it costs."""
        return self.symbology.read(gray)

    def read(self, gray: Gray, regions: Iterable[Region]) -> list[Reading]:
        """What the regions show, the first region always, the others while the budget lasts."""
        readings: list[Reading] = []
        spent = 0
        for region in regions:
            scale = 2 if region.tries >= _ESCALATE else 1
            cost = region.pixels * scale * scale
            if spent and spent + cost > _BUDGET_PX:
                self.counts.put_off += 1
                continue
            spent += cost
            readings.append(Reading(region, self._region(gray, region, scale)))
        return readings

    def _region(self, gray: Gray, region: Region, scale: int) -> list[Mark]:
        part = np.ascontiguousarray(gray[region.top : region.bottom, region.left : region.right])
        self.counts.readings += 1
        if scale > 1:
            self.counts.escalated += 1
            part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)
        found = self.symbology.read(part)
        self.counts.refused += sum(mark.deck not in self.decks for mark in found)
        return [Mark(mark.deck, mark.card, _moved(mark.corners, scale, region.left, region.top)) for mark in found]


def _moved(corners: Corners, scale: int, left: int, top: int) -> Corners:
    """From the pixels of an enlarged region to those of the frame; pixel centres are at whole numbers."""
    a, b, c, d = (((x + 0.5) / scale - 0.5 + left, (y + 0.5) / scale - 0.5 + top) for x, y in corners)
    return a, b, c, d
