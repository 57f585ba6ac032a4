"""Ways that cards and hands take in a table film."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import atan2, degrees, hypot
from typing import Final

import numpy as np

from vision.base.observation import Point
from vision.film.script.script import Moment, Pose, Reach
from vision.mat.layout import CardSize, Mat

_JOIN_MM: Final = 160
"""A sweeping hand that has come so far past a card has it in its pile."""


@dataclass(frozen=True, slots=True)
class ArmPath:
    """The way of a sweeping arm, from where it comes in."""

    start: Point
    right: Point
    """Unit vector along the way."""
    length: float

    @classmethod
    def through(cls, start: Point, end: Point) -> "ArmPath":
        """The way from a start through another point."""
        length = hypot(end[0] - start[0], end[1] - start[1])
        return cls(start, ((end[0] - start[0]) / length, (end[1] - start[1]) / length), length)

    @property
    def angle(self) -> float:
        """The direction in which the way leads, degrees clockwise from away from seat 0."""
        return degrees(atan2(self.right[0], -self.right[1]))

    def at(self, way_mm: float, aside_mm: float = 0) -> Point:
        """The point so far along it and so far to its right."""
        (x, y), (along_x, along_y) = self.start, self.right
        return x + way_mm * along_x - aside_mm * along_y, y + way_mm * along_y + aside_mm * along_x

    def along(self, pose: Pose) -> float:
        """Measure how far along the way a card lies, mm."""
        return (pose.x_mm - self.start[0]) * self.right[0] + (pose.y_mm - self.start[1]) * self.right[1]

    def aside(self, pose: Pose) -> float:
        """Measure how far to the right of the way a card lies, mm."""
        return (pose.y_mm - self.start[1]) * self.right[0] - (pose.x_mm - self.start[0]) * self.right[1]

    def drawn(self, pose: Pose, old: Pose, hand_mm: float, grip_mm: float, turn: float) -> Pose:
        """A card once the hand has come to it: it joins the pile under the hand within `_JOIN_MM`."""
        met = self.along(pose) + grip_mm - hand_mm
        share = min(1.0, max(0.0, met / _JOIN_MM))
        if not share:
            return replace(pose, dx_mm=0, dy_mm=0)
        x, y = self.at(self.along(pose) - met * share**0.5, self.aside(pose) * (1 - share) + grip_mm * share)
        return replace(pose, x_mm=x, y_mm=y, turn=pose.turn + turn * share, dx_mm=x - old.x_mm, dy_mm=y - old.y_mm)


def drawn_out(
    seat: int,
    line: ArmPath,
    far: float,
    chosen: tuple[Pose, ...],
    others: tuple[Pose, ...],
    frames: int,
    random: np.random.Generator,
) -> Iterator[Moment]:
    """A hand that has come so far along its line draws the chosen cards along and out; the others lie still."""
    grips = [float(grip) for grip in random.uniform(-18, 18, len(chosen))]
    turns = [float(turn) for turn in random.uniform(-50, 50, len(chosen))]
    last, before = chosen, far
    for frame in range(1, frames + 1):
        here = far - (far + 200) * (frame / frames) ** 1.5
        now = tuple(
            line.drawn(pose, old, here, grip, turn)
            for pose, old, grip, turn in zip(chosen, last, grips, turns, strict=True)
        )
        resting = tuple(pose for pose in now if not (pose.dx_mm or pose.dy_mm))
        moving = tuple(pose for pose in now if pose.dx_mm or pose.dy_mm)
        yield Moment((*others, *resting), moving, Reach(seat, *line.at(here), line.angle, before - here))
        last, before = now, here


def fit(card: CardSize, width: float, height: float, tilt: float) -> tuple[float, float, float]:
    """The tilt that leaves the card inside a cell, and the room left on each side."""
    while True:
        cos_t, sin_t = np.cos(np.radians(tilt)), abs(np.sin(np.radians(tilt)))
        slack_x = (width - card.width_mm * cos_t - card.height_mm * sin_t) / 2
        slack_y = (height - card.height_mm * cos_t - card.width_mm * sin_t) / 2
        if min(slack_x, slack_y) >= 1 or abs(tilt) < 0.5:
            return tilt, float(max(slack_x - 1, 0)), float(max(slack_y - 1, 0))
        tilt *= 0.8


def middle_of(laid: tuple[Pose, ...], mat: Mat) -> Point:
    """Mean place of the cards; the mat's middle where there are none."""
    if not laid:
        return mat.width_mm / 2, mat.height_mm / 2
    return sum(pose.x_mm for pose in laid) / len(laid), sum(pose.y_mm for pose in laid) / len(laid)


def between(start: Point, end: Point, share: float) -> Point:
    """The point a share of the way from start to end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def ahead(pose: Pose, angle: float, way_mm: float) -> Point:
    """Return the point so far from a card's centre along the direction in which an arm points."""
    turn = np.radians(angle)
    return pose.x_mm + float(np.sin(turn)) * way_mm, pose.y_mm - float(np.cos(turn)) * way_mm
