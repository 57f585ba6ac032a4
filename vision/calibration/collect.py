"""Gathers from the frames of a camera what a calibration needs, one frame at a time."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from groundwork.picture import Gray, Matrix
from vision.base.observation import CORNER_NAMES, Corners, Trouble
from vision.calibration.solve import View
from vision.mat import finder
from vision.mat.edges import MarkAppearance, measure
from vision.mat.geometry import MatNotSeenError

_SAME_VIEW_PX: Final = 2.0
"""Corners that moved less belong to the same view; the mat or the camera was moved between two views."""
_BANDS: Final = 32
"""Strips of the picture whose brightness is followed: a lamp on mains flickers in bands that roll."""
_STRIDE: Final = 4
_KEPT: Final = 4
"""Frames of a view that are kept: their mean shows the mat, and their differences the grain."""
_FEW: Final = 2 * _KEPT
"""Fewer frames tell little of grain and flicker."""


@dataclass(slots=True)
class _Pose:
    """View of the mat, measured in several frames."""

    appearances: list[dict[int, MarkAppearance]]

    @property
    def mean(self) -> View:
        """The view with corners that are the mean of all frames."""
        return {
            place: _mean([appearance[place].corners for appearance in self.appearances])
            for place in self.appearances[0]
        }


@dataclass(slots=True)
class Collector:
    """Feed it frames; then ask."""

    steady: int = 3
    """Frames that show a view before it counts: in fewer it may still have been moving."""
    frames: int = 0
    showing: int = 0
    """Frames that showed all corner marks."""
    repeated: int = 0
    """Frames that were the one before once more: a camera that grains never gives two that are equal."""
    _before: bytes = b""
    """The middle row of the last frame."""
    _still: list[Gray] = field(default_factory=list[Gray])
    """The newest frames of the last view."""
    _poses: list[_Pose] = field(default_factory=list[_Pose])
    _most: frozenset[int] = frozenset()
    _dark: bool = False
    """Whether the last frame without all corner marks lacked light."""
    _bands: Matrix | None = None
    _flicker: list[float] = field(default_factory=list[float])

    def add(self, gray: Gray) -> None:
        """Take in one frame.

        Raises:
            TwoMatsError: a corner mark is seen twice.
        """
        self.frames += 1
        row = gray[len(gray) // 2].tobytes()
        self.repeated += row == self._before
        self._before = row
        self._follow_light(gray)
        found = finder.find_marks(gray, patient=True)
        appearances = {
            place: appearance for place, four in found.items() if (appearance := measure(gray, four)) is not None
        }
        if len(appearances) > len(self._most):
            self._most = frozenset(appearances)
        if len(appearances) < len(CORNER_NAMES):
            self._dark = finder.is_dark(gray, len(appearances))
            return
        self.showing += 1
        if self._poses and _apart(appearances, self._poses[-1].appearances[-1]) <= _SAME_VIEW_PX:
            self._poses[-1].appearances.append(appearances)
        else:
            self._poses.append(_Pose([appearances]))
            self._still = []
        self._still = [*self._still[1 - _KEPT :], gray.copy()]

    @property
    def is_still(self) -> bool:
        """Whether all frames were one picture: then nothing tells of the camera's grain, nor of the light's flicker."""
        return 0 < self.repeated == self.frames - 1

    @property
    def is_scarce(self) -> bool:
        """Whether there were too few frames to tell of grain and flicker."""
        return self.frames < _FEW

    def views(self) -> list[View]:
        """List the steady views, oldest first; the last of all even if it was not steady.

        Raises:
            MatNotSeenError: no frame showed all four corner marks; names what the best one lacked, or the light.
        """
        self.last()
        return [pose.mean for pose in self._poses[:-1] if len(pose.appearances) >= self.steady] + [self._poses[-1].mean]

    def last(self) -> Gray:
        """Return the last frame that showed all four corner marks; raises MatNotSeenError."""
        if not self._still:
            missing = [place for place in range(len(CORNER_NAMES)) if place not in self._most]
            raise MatNotSeenError(Trouble("dark") if self._dark else _not_seen(missing, self.frames))
        return self._still[-1]

    def still(self) -> tuple[Gray, ...]:
        """Return the newest frames of the last view, oldest first; raises MatNotSeenError."""
        self.last()
        return tuple(self._still)

    def appearances(self) -> dict[int, MarkAppearance]:
        """Return the four corner marks of the last view, the medians of its frames."""
        appearances, view = self._poses[-1].appearances, self._poses[-1].mean
        return {place: _median([appearance[place] for appearance in appearances], view[place]) for place in view}

    @property
    def flicker(self) -> float:
        """The median change in brightness of a strip of the picture from frame to frame, as a share."""
        return float(np.median(self._flicker)) if self._flicker else 0.0

    def _follow_light(self, gray: Gray) -> None:
        rows = gray[::_STRIDE, ::_STRIDE]
        bands = np.array([band.mean() for band in np.array_split(rows, min(_BANDS, len(rows)))])
        if self._bands is not None:
            self._flicker.append(float(np.abs(bands - self._bands).max() / max(1.0, bands.mean())))
        self._bands = bands


def _not_seen(missing: list[int], frames: int) -> Trouble:
    if not frames:
        return Trouble("no-picture")
    if len(missing) == len(CORNER_NAMES):
        return Trouble("no-mat", pictures=frames)
    return Trouble.at("mat-incomplete", missing, frames)


def _apart(one: dict[int, MarkAppearance], other: dict[int, MarkAppearance]) -> float:
    return max(float(np.abs(np.array(one[p].corners) - np.array(other[p].corners)).max()) for p in one)


def _mean(all_corners: list[Corners]) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in np.mean(all_corners, axis=0))
    return a, b, c, d


def _median(appearances: list[MarkAppearance], at: Corners) -> MarkAppearance:
    values = np.median(
        [(appearance.edge_px, appearance.dark, appearance.light, appearance.grain) for appearance in appearances],
        axis=0,
    )
    return MarkAppearance(at, *(float(value) for value in values))
