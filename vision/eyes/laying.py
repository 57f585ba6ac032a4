"""Layings: when a card has come to lie alone on the bare mat, its picture is taken, to enrol it."""

from typing import Final, NamedTuple

import cv2
import numpy as np

from groundwork.picture import Gray, StillPicture, Window, mask_of, window
from vision.base.thresholds import THRESHOLDS
from vision.decks.enrolment import CaptureRefused, FaceCapture, capture
from vision.decks.outline import changed
from vision.eyes.grid import MatView
from vision.eyes.pipeline import Eyes
from vision.mat.layout import CardSize

_LIMITS: Final = THRESHOLDS.laying


class Layings:
    """Watches a mat on which cards are laid one after the other, each taken away before the next."""

    def __init__(self, eyes: Eyes, size: CardSize) -> None:
        """Watch through these eyes, once they were fed, for cards of a size."""
        self._eyes, self._size = eyes, size
        self._view: MatView | None = None
        self._bare: Gray | None = None
        self._last: Gray | None = None
        """The picture at the last rest with something on the mat."""
        self._rest = list[StillPicture]()
        """The still pictures since something moved."""

    @property
    def is_ready(self) -> bool:
        """Whether the bare mat has been seen."""
        return self._bare is not None

    def capture(self) -> FaceCapture | CaptureRefused | None:
        """Take in the frame that the eyes have seen; a picture, or why it is no good, once for each laying."""
        eyes = self._eyes
        if eyes.view is not self._view:
            self._view, self._bare, self._last, self._rest = eyes.view, None, None, []
        if eyes.view is None or eyes.still is None:
            return None
        if eyes.moving:
            self._rest = []
            return None
        if len(self._rest) == _LIMITS.frames or (self._rest and self._rest[-1] is eyes.still):
            return None
        self._rest.append(eyes.still)
        return self._capture(eyes.view) if len(self._rest) == _LIMITS.frames else None

    def _capture(self, view: MatView) -> FaceCapture | CaptureRefused | None:
        first, again = self._rest[0], self._rest[-1]
        change = None if self._bare is None else self._change(self._bare, again.gray, view)
        if self._bare is None or change is None or change.cards > _LIMITS.most:
            # Nothing came, or a lamp was switched: what lies there from now on is told by what it looks like now.
            self._bare, self._last = again.gray.copy(), None
            return None
        if self._last is not None and self._change(self._last, again.gray, view) is None:
            return None
        self._last = again.gray.copy()
        coloured = first.colour(change.part)
        return capture(
            self._bare,
            first.gray,
            view.calibration,
            self._size,
            change.part,
            again=again.gray,
            colour=None if coloured is None else lambda _: coloured,
        )

    def _change(self, before: Gray, after: Gray, view: MatView) -> "_Change | None":
        """Measure the difference of two pictures; None if it is less than a card makes."""
        px_per_mm = view.px_on(1)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(changed(before, after))
        large = stats[:, cv2.CC_STAT_AREA] >= THRESHOLDS.outline.part_px
        large[0] = False
        mask = mask_of(large[labels])
        cards = np.count_nonzero(mask) / (self._size.width_mm * self._size.height_mm * px_per_mm**2)
        return _Change(window(mask, round(_LIMITS.rim_mm * px_per_mm)), cards) if cards >= _LIMITS.least else None


class _Change(NamedTuple):
    part: Window
    """The part of the pictures that changed, with a rim round it."""
    cards: float
    """Size of the change, in cards."""
