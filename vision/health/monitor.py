"""Watches over the camera while cards are played: knocked, too little light, glare, out of focus.

Every frame costs a comparison of 64 pixels. Every two seconds one corner mark is measured. Only when three corner marks
are gone at once, which no hand does, the whole frame is searched, and nothing is read from it until the mat is found.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.base.picture import Gray
from vision.base.trouble import CORNER_NAMES, Trouble
from vision.health.probe import Probe, Sample
from vision.mat import finder
from vision.mat.geometry import Calibration, TwoMatsError, calibrate
from vision.mat.layout import Mat

_SHAKEN: Final = 3
"""Corner marks that are gone at once when camera or mat were moved."""
_ENOUGH: Final = 3
"""Corner marks by which the mat is found again: each has four corners."""
_AGAIN_S: Final = 0.5
"""Between two searches in vain."""
_AGREE_MM: Final = 0.7
"""Two finds of the mat are one when they differ by less: it has come to rest."""


@dataclass(frozen=True, slots=True)
class HealthLimits:
    """Limits above or below which a measurement is a trouble."""

    knock_mm: float = 1.5
    """Corner marks that moved farther: the mat is found anew."""
    faint: float = 35.0
    """Grey levels between black and white."""
    glare: float = 90.0
    """Grey level of black over which light is poured."""
    soft_mm: float = 1.2
    """Width of an edge, and twice what it was: out of focus."""
    every_s: float = 2.0
    """Between two measurements; each of the four marks comes by turns."""
    covered_s: float = 30.0
    """A corner mark hidden for so long is told."""


@dataclass(frozen=True, slots=True)
class Steadiness:
    """Whether a frame may be read: yes; yes, by a new calibration, as the mat moved so far; or no, blind because …."""

    moved_mm: float | None = None
    """The calibration is new from this frame on: by so much a corner of the mat was off before."""
    blind: Trouble | None = None
    """Why the mat is not seen where the calibration says; None: it is, and the frame may be read."""
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
    """One camera's health; feed it every frame."""

    calibration: Calibration
    """Where the mat is now."""

    def __init__(self, mat: Mat, calibration: Calibration, gray: Gray, limits: HealthLimits = HealthLimits()) -> None:
        """Begin with a frame in which the mat lies as the calibration says."""
        self._mat, self._limits = mat, limits
        self._last = Steadiness()
        self._next = 0.0
        self._settle(calibration, gray)

    def check(self, seconds: float, gray: Gray) -> Steadiness:
        """Take in one frame; seconds must not run backwards."""
        holds = self._probe.holds(gray)
        if self._last.steady and _sees_enough(holds):
            if self._last.moved_mm is not None:
                self._last = Steadiness(warning=self._last.warning)
            if seconds >= self._next:
                self._next = seconds + self._limits.every_s
                self._last = self._measured(seconds, gray, holds)
        elif (
            seconds >= self._next
            or self._last.steady
            or self._found is not None
            # The light is back, most likely.
            or sum(holds) >= _ENOUGH
        ):
            self._next = seconds + _AGAIN_S
            self._last = self._search(gray)
        return self._last

    def _settle(self, calibration: Calibration, gray: Gray, missing: Collection[int] = ()) -> None:
        self.calibration = calibration
        self._probe = Probe(self._mat, calibration, gray)
        self._found: Calibration | None = None
        self._turn = 0
        self._samples: dict[int, Sample] = {}
        first = [sample for place in range(4) if (sample := self._probe.measure(gray, place)) is not None]
        self._sharp_mm = float(np.median([sample.edge_mm for sample in first])) if first else self._limits.soft_mm
        self._hidden_since: dict[int, float] = {place: float("-inf") for place in missing}

    def _measured(self, seconds: float, gray: Gray, holds: Sequence[bool]) -> Steadiness:
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
        crept = sum(one.away_mm > self._limits.knock_mm for one in self._samples.values())
        return self._search(gray) if crept >= _SHAKEN else Steadiness(warning=self._judge(seconds))

    def _judge(self, seconds: float) -> Trouble | None:
        """The trouble that the last samples show."""
        if not self._samples:
            return None
        samples = list(self._samples.values())
        dark, light, edge = (
            float(np.median(values)) for values in zip(*((s.dark, s.light, s.edge_mm) for s in samples), strict=True)
        )
        if dark > self._limits.glare:
            return Trouble("glare")
        if light - dark < self._limits.faint:
            return Trouble("dim")
        if edge > max(self._limits.soft_mm, 2 * self._sharp_mm):
            return Trouble("soft")
        hidden = [place for place, since in self._hidden_since.items() if seconds - since > self._limits.covered_s]
        return Trouble.at("corner-hidden", hidden) if hidden else None

    def _search(self, gray: Gray) -> Steadiness:
        """Look for the mat in the whole frame."""
        before, self._found = self._found, None
        try:
            marks = finder.refined(gray, finder.seen(gray))
        except TwoMatsError as error:
            return Steadiness(blind=error.trouble)
        if len(marks) < _ENOUGH:
            return Steadiness(blind=_missing(set(marks), gray))
        found = calibrate(self._mat, marks, self.calibration.lens, _ENOUGH)
        moved = self._apart(found, self.calibration, marks)
        if moved <= self._limits.knock_mm:
            self._probe.relearn(gray)  # it is the light that has changed
            if not _sees_enough(self._probe.holds(gray)):
                return Steadiness(blind=Trouble("dark"))
            return Steadiness(warning=self._last.warning)
        if before is None or self._apart(found, before, marks) > _AGREE_MM:
            self._found = found
            return Steadiness(blind=Trouble("moving"))
        self._settle(found, gray, [place for place in range(4) if place not in marks])
        return Steadiness(moved_mm=moved)

    def _apart(self, one: Calibration, other: Calibration, places: Iterable[int]) -> float:
        """How far, in mm, a corner mark is off if the other is taken for the one."""
        seen = one.px(np.array([self._mat.corner_centres[place] for place in places]))
        return float(np.linalg.norm(one.mm(seen) - other.mm(seen), axis=1).max())


def _sees_enough(holds: Sequence[bool]) -> bool:
    """Whether corner marks are where they were, and no more are gone than hands hide."""
    return sum(holds) > 4 - _SHAKEN


def _missing(seen: set[int], gray: Gray) -> Trouble:
    missing = [place for place in range(len(CORNER_NAMES)) if place not in seen]
    if finder.is_dark(gray, len(seen)):
        return Trouble("dark")
    return Trouble("mat-gone") if len(missing) == len(CORNER_NAMES) else Trouble.at("corner-gone", missing)
