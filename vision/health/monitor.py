"""Monitoring of the camera during play: knocked, too little light, glare, out of focus.

Every frame costs a comparison of 64 pixels. Every two seconds one corner mark is measured. The whole frame is searched
only when three corner marks are gone at once, which hands never do. Nothing is read from it until the mat is found.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import Gray, Matrix, f64
from vision.base.light import light_between
from vision.base.observation import CORNER_NAMES, Blind, BlindWhy, Trouble
from vision.base.thresholds import THRESHOLDS
from vision.mat import finder
from vision.mat.edges import MODULES
from vision.mat.geometry import Calibration, TwoMatsError, calibrate, mark_corners_mm
from vision.mat.layout import Mat

_LIMITS: Final = THRESHOLDS.health

# Whether a frame is a new picture or the last one once more: a camera that grains never gives two that are equal.
#
# The middle half of the middle row is compared: its pixels lie together in memory.


class Freshness:
    """Compares each frame with the one before."""

    def __init__(self) -> None:
        """Start without knowledge of the camera's grain: a film drawn without grain never freezes."""
        self._last = b""
        self._grainy = 0
        self._same = False

    def is_new(self, gray: Gray) -> bool:
        """Whether the frame is another picture than the last one."""
        rows, columns = gray.shape
        now = gray[rows // 2, columns // 4 : -columns // 4].tobytes()
        self._same, self._last = now == self._last, now
        return not self._same or self._grainy < _LIMITS.grainy

    def learn_grain(self) -> None:
        """Learn from a new frame in which nothing has moved: what differs in it is grain."""
        if self._grainy < _LIMITS.grainy:
            self._grainy = 0 if self._same else self._grainy + 1


# Looks at the corner marks so cheaply that it can be done in every frame.
#
# Two questions. Are the marks where they were: pixels in the black border and in the white round it, compared. And
# once in a while, one mark at a time: where its edges are to a tenth of a millimetre, how wide, how black and white.

PixelIndices: TypeAlias = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Sample:
    """Measurement of one mark, the newest."""

    away_mm: float
    """Distance that the mark has moved, as far as its edges show it: at most a module."""
    edge_mm: float
    dark: float
    light: float


class Probe:
    """The pixels to look at, for one calibration."""

    def __init__(self, mat: Mat, calibration: Calibration, gray: Gray) -> None:
        """Learn where the marks are in frames of this shape, and how they look in this one."""
        self._shape = gray.shape
        self._module_mm = mat.corner_mm / MODULES
        edges = mark_corners_mm(mat).reshape(4, 4, 2)
        pairs = [_along(edges, _LIMITS.pairs // 4, side * self._module_mm / 2) for side in (-1, 1)]
        self._pairs = np.stack([self._pixels(calibration, points) for points in pairs])
        """Inside and outside the edges: black and white."""
        depths = np.linspace(-_LIMITS.reach, _LIMITS.reach, _LIMITS.steps) * self._module_mm
        lines = np.stack([_along(edges, _LIMITS.lines, depth) for depth in depths], axis=-2)
        seen = calibration.px(lines.reshape(-1, 2)).reshape(4, 4 * _LIMITS.lines, _LIMITS.steps, 2)
        self._lines: NDArray[np.float32] = seen.astype(np.float32)
        self._steps = depths
        self.relearn(gray)

    def relearn(self, gray: Gray) -> None:
        """Take the marks' contrast from this frame: the light has changed."""
        self._least = [max(_LIMITS.contrast * median(contrasts), _LIMITS.blind) for contrasts in self._contrasts(gray)]

    def visible_marks(self, gray: Gray) -> tuple[bool, ...]:
        """Tell for each corner mark whether it is still there."""
        marks = zip(*self._levels(gray), self._least, strict=True)
        return tuple(
            sum(light - dark > least for dark, light in zip(black, white, strict=True)) >= _LIMITS.hold
            for black, white, least in marks
        )

    def measure(self, gray: Gray, place: int) -> Sample | None:
        """Measure one corner mark; None where it has too little contrast."""
        lines = self._lines[place]
        levels = f64(cv2.remap(gray, lines[..., 0], lines[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
        dark, light = float(levels[:, : _LIMITS.ends].mean()), float(levels[:, -_LIMITS.ends :].mean())
        if light - dark < _LIMITS.least:
            return None
        # A lens mixes light: by grey levels white would reach beyond its edge.
        lit = light_between(levels)
        black, white = lit[:, : _LIMITS.ends].mean(), lit[:, -_LIMITS.ends :].mean()
        share = (lit - black) / (white - black)
        step = float(self._steps[1] - self._steps[0])
        # The more of a line is white, the farther inside its edge lies.
        edge = self._steps[0] + step * (_LIMITS.steps - 0.5 - share.sum(axis=1))
        # A mean without the extremes costs a tenth of a median.
        top, right, bottom, left = np.sort(edge.reshape(4, _LIMITS.lines))[:, 1:-1].mean(axis=1)
        away = float(np.hypot((right - left) / 2, (bottom - top) / 2))
        width = step * float(np.count_nonzero((share > _LIMITS.edge_dark) & (share < _LIMITS.edge_light))) / len(share)
        return Sample(away, width, dark, light)

    def _contrasts(self, gray: Gray) -> list[list[int]]:
        """Mark by mark the grey levels between the pixels of each pair."""
        marks = zip(*self._levels(gray), strict=True)
        return [[light - dark for dark, light in zip(*mark, strict=True)] for mark in marks]

    def _levels(self, gray: Gray) -> list[list[list[int]]]:
        """Return the grey levels of the black pixels and of the white ones, each mark by mark.

        Python compares so few before NumPy has checked its arguments.
        """
        levels: list[list[list[int]]] = gray.reshape(-1).take(self._pairs).tolist()
        return levels

    def _pixels(self, calibration: Calibration, points_mm: Matrix) -> PixelIndices:
        """Places of the nearest pixels in a frame's memory, mark by mark."""
        rows, columns = self._shape
        x, y = np.round(calibration.px(points_mm.reshape(-1, 2))).astype(np.intp).T
        places: PixelIndices = np.clip(y, 0, rows - 1) * columns + np.clip(x, 0, columns - 1)
        return places.reshape(4, -1)


def _along(edges: Matrix, count: int, outward_mm: float) -> Matrix:
    """Place so many points beside each edge of each mark, mm; marks by points by 2."""
    ends = np.roll(edges, -1, axis=1)
    along = ends - edges
    normal = np.stack((along[..., 1], -along[..., 0]), axis=-1) / np.linalg.norm(along, axis=-1, keepdims=True)
    shares = np.linspace(_LIMITS.along_least, _LIMITS.along_most, count)[:, None]
    points: Matrix = edges[:, :, None] + shares * along[:, :, None] + outward_mm * normal[:, :, None]
    return points.reshape(len(edges), -1, 2)


# When the table was not seen, and why: measured from the last frame that showed an area to the next one.


@dataclass(slots=True)
class BlindnessTracker:
    """The watch over one table; tell it of every frame."""

    _watched: float | None = None
    """Media time of the last frame in which an area was watched."""
    _last: float = 0.0
    """Media time of the last frame."""
    _why: BlindWhy | None = None
    """Reason why no area was watched in the last frame."""
    _lasted: Counter[BlindWhy] = field(default_factory=Counter[BlindWhy])
    """Milliseconds of blindness since then, by cause."""

    def update(self, seconds: float, why: BlindWhy | None, dropped: int = 0) -> Blind | None:
        """Count one frame, and return the blindness that ends with it.

        Args:
            seconds: its media time.
            why: why no area is watched in it; None if one is.
            dropped: how many pictures between the last frame and this one were dropped.
        """
        if why is None and self._why is None and self._watched is not None and seconds - self._last <= _LIMITS.gap_s:
            self._last = self._watched = seconds
            return None
        if self._watched is None:
            self._watched = None if why else seconds
        self._count(seconds - self._last, why, dropped)
        self._last, self._why = seconds, why
        if why is not None or self._watched is None:
            return None
        began, self._watched = self._watched, seconds
        longest, self._lasted = self._lasted.most_common(1), Counter[BlindWhy]()
        return Blind(began, seconds, longest[0][0]) if seconds - began > _LIMITS.gap_s and longest else None

    def _count(self, seconds: float, why: BlindWhy | None, dropped: int) -> None:
        """Charge the time since the last frame to its cause."""
        cause = why or self._why
        if seconds > _LIMITS.gap_s:
            # A camera that gives less than two pictures a second is no camera to watch with.
            cause = "load" if dropped * _LIMITS.gap_s >= seconds - _LIMITS.gap_s else "camera"
        if cause:
            self._lasted[cause] += round(1000 * seconds)


@dataclass(frozen=True, slots=True)
class Steadiness:
    """Whether a frame may be read: yes; yes, by a new calibration, as the mat moved so far; or no, blind because …."""

    moved_mm: float | None = None
    """The calibration is new from this frame on: by so much a corner of the mat was off before."""
    blind: Trouble | None = None
    """Reason why the mat is not where the calibration says; None: the frame may be read."""
    warning: Trouble | None = None
    """The trouble that makes a readable frame hard to read, or None."""

    @property
    def steady(self) -> bool:
        """Whether the frame may be read."""
        return self.blind is None

    @property
    def trouble(self) -> Trouble | None:
        """The trouble of this frame, or None."""
        return self.blind or self.warning


class Health:
    """Health of one camera, updated with every frame."""

    calibration: Calibration
    """Calibration of the mat as it lies now."""

    def __init__(self, mat: Mat, calibration: Calibration, gray: Gray, knock_mm: float = _LIMITS.knock_mm) -> None:
        """Begin with a frame in which the mat lies as the calibration says.

        Args:
            mat: with its corner marks.
            calibration: where it lies.
            gray: the frame.
            knock_mm: distance of a corner mark from its place at which the mat is searched anew.
        """
        self._mat, self._knock_mm = mat, knock_mm
        self._last = Steadiness()
        self._next = 0.0
        self._reset(calibration, gray)

    def has_lost_mat(self, gray: Gray) -> bool:
        """Whether the mat is not seen in a frame where it was seen in the one before."""
        return self._last.steady and not _enough_visible(self._probe.visible_marks(gray))

    def check(self, seconds: float, gray: Gray) -> Steadiness:
        """Take in one frame; seconds must not run backwards."""
        holds = self._probe.visible_marks(gray)
        if self._last.steady and _enough_visible(holds):
            if self._last.moved_mm is not None:
                self._last = Steadiness(warning=self._last.warning)
            if seconds >= self._next:
                self._next = seconds + _LIMITS.every_s
                self._last = self._measure_next(seconds, gray, holds)
        elif (
            seconds >= self._next
            or self._last.steady
            or self._found is not None
            # The light is back, most likely.
            or sum(holds) >= _LIMITS.enough
        ):
            self._next = seconds + _LIMITS.again_s
            self._last = self._search(gray)
        return self._last

    def _reset(self, calibration: Calibration, gray: Gray, missing: Collection[int] = ()) -> None:
        self.calibration = calibration
        self._probe = Probe(self._mat, calibration, gray)
        self._found: Calibration | None = None
        self._turn = 0
        self._samples: dict[int, Sample] = {}
        first = [sample for place in range(4) if (sample := self._probe.measure(gray, place)) is not None]
        self._sharp_mm = float(np.median([sample.edge_mm for sample in first])) if first else _LIMITS.soft_mm
        self._hidden_since: dict[int, float] = {place: float("-inf") for place in missing}

    def _measure_next(self, seconds: float, gray: Gray, holds: Sequence[bool]) -> Steadiness:
        """Measure the mark whose turn it is."""
        place, self._turn = self._turn, (self._turn + 1) % 4
        for mark in range(4):
            if holds[mark]:
                self._hidden_since.pop(mark, None)
            else:
                self._hidden_since.setdefault(mark, seconds)
        sample = self._probe.measure(gray, place) if holds[place] else None
        if sample is None:
            self._samples.pop(place, None)
        else:
            self._samples[place] = sample
        crept = sum(one.away_mm > self._knock_mm for one in self._samples.values())
        return self._search(gray) if crept >= _LIMITS.shaken else Steadiness(warning=self._judge(seconds))

    def _judge(self, seconds: float) -> Trouble | None:
        """Find the trouble that the last samples show."""
        if not self._samples:
            return None
        samples = list(self._samples.values())
        dark, light, edge = (
            float(np.median(values)) for values in zip(*((s.dark, s.light, s.edge_mm) for s in samples), strict=True)
        )
        if dark > _LIMITS.glare:
            return Trouble("glare")
        if light - dark < _LIMITS.faint:
            return Trouble("dim")
        if edge > max(_LIMITS.soft_mm, 2 * self._sharp_mm):
            return Trouble("soft")
        hidden = [place for place, since in self._hidden_since.items() if seconds - since > _LIMITS.covered_s]
        return Trouble.at("corner-hidden", hidden) if hidden else None

    def _search(self, gray: Gray) -> Steadiness:
        """Look for the mat in the whole frame."""
        before, self._found = self._found, None
        try:
            marks = finder.refine(gray, finder.find_marks(gray))
        except TwoMatsError as error:
            return Steadiness(blind=error.trouble)
        if len(marks) < _LIMITS.enough:
            return Steadiness(blind=_trouble_of_missing(set(marks), gray))
        found = calibrate(self._mat, marks, self.calibration.lens, _LIMITS.enough)
        moved = self._distance_mm(found, self.calibration, marks)
        if moved <= self._knock_mm:
            self._probe.relearn(gray)  # it is the light that has changed
            if not _enough_visible(self._probe.visible_marks(gray)):
                return Steadiness(blind=Trouble("dark"))
            return Steadiness(warning=self._last.warning)
        if before is None or self._distance_mm(found, before, marks) > _LIMITS.agree_mm:
            self._found = found
            return Steadiness(blind=Trouble("moving"))
        self._reset(found, gray, [place for place in range(4) if place not in marks])
        return Steadiness(moved_mm=moved)

    def _distance_mm(self, one: Calibration, other: Calibration, places: Iterable[int]) -> float:
        """Measure how far, in mm, a corner mark is off if the other calibration is taken for the one."""
        seen = one.px(np.array([self._mat.corner_centres[place] for place in places]))
        return float(np.linalg.norm(one.mm(seen) - other.mm(seen), axis=1).max())


def _enough_visible(holds: Sequence[bool]) -> bool:
    """Whether corner marks are where they were, and no more are gone than hands hide."""
    return sum(holds) > 4 - _LIMITS.shaken


def _trouble_of_missing(seen: set[int], gray: Gray) -> Trouble:
    missing = [place for place in range(len(CORNER_NAMES)) if place not in seen]
    if finder.is_dark(gray, len(seen)):
        return Trouble("dark")
    return Trouble("mat-gone") if len(missing) == len(CORNER_NAMES) else Trouble.at("corner-gone", missing)
