"""The places of cards and hands in each frame of a film."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import atan2, degrees, hypot
from typing import Final

import numpy as np

from vision.base.observation import Point
from vision.film.script.script import LEAD, Lay, Moment, Pace, PickUp, Pose, Reach, ScriptStep, Style, Sweep
from vision.film.script.spread import FilmSeats
from vision.mat.layout import AREAS, Area, CardSize, Mat

# Ways that cards and hands take in a table film.

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
        """Return the way from a start through another point."""
        length = hypot(end[0] - start[0], end[1] - start[1])
        return cls(start, ((end[0] - start[0]) / length, (end[1] - start[1]) / length), length)

    @property
    def angle(self) -> float:
        """The direction in which the way leads, degrees clockwise from away from seat 0."""
        return degrees(atan2(self.right[0], -self.right[1]))

    def at(self, way_mm: float, aside_mm: float = 0) -> Point:
        """Return the point so far along it and so far to its right."""
        (x, y), (along_x, along_y) = self.start, self.right
        return x + way_mm * along_x - aside_mm * along_y, y + way_mm * along_y + aside_mm * along_x

    def along(self, pose: Pose) -> float:
        """Measure how far along the way a card lies, mm."""
        return (pose.x_mm - self.start[0]) * self.right[0] + (pose.y_mm - self.start[1]) * self.right[1]

    def aside(self, pose: Pose) -> float:
        """Measure how far to the right of the way a card lies, mm."""
        return (pose.y_mm - self.start[1]) * self.right[0] - (pose.x_mm - self.start[0]) * self.right[1]

    def drag(self, pose: Pose, old: Pose, hand_mm: float, grip_mm: float, turn: float) -> Pose:
        """Move a card once the hand has come to it: it joins the pile under the hand within `_JOIN_MM`."""
        met = self.along(pose) + grip_mm - hand_mm
        share = min(1.0, max(0.0, met / _JOIN_MM))
        if not share:
            return replace(pose, dx_mm=0, dy_mm=0)
        x, y = self.at(self.along(pose) - met * share**0.5, self.aside(pose) * (1 - share) + grip_mm * share)
        return replace(pose, x_mm=x, y_mm=y, turn=pose.turn + turn * share, dx_mm=x - old.x_mm, dy_mm=y - old.y_mm)


def draw_out(
    seat: int,
    line: ArmPath,
    far: float,
    chosen: tuple[Pose, ...],
    others: tuple[Pose, ...],
    frames: int,
    random: np.random.Generator,
) -> Iterator[Moment]:
    """Draw the chosen cards along and out with a hand that has come so far; the others lie still."""
    grips = [float(grip) for grip in random.uniform(-18, 18, len(chosen))]
    turns = [float(turn) for turn in random.uniform(-50, 50, len(chosen))]
    last, before = chosen, far
    for frame in range(1, frames + 1):
        here = far - (far + 200) * (frame / frames) ** 1.5
        now = tuple(
            line.drag(pose, old, here, grip, turn)
            for pose, old, grip, turn in zip(chosen, last, grips, turns, strict=True)
        )
        resting = tuple(pose for pose in now if not (pose.dx_mm or pose.dy_mm))
        moving = tuple(pose for pose in now if pose.dx_mm or pose.dy_mm)
        yield Moment((*others, *resting), moving, Reach(seat, *line.at(here), line.angle, before - here))
        last, before = now, here


def fit(card: CardSize, width: float, height: float, tilt: float) -> tuple[float, float, float]:
    """Find a tilt that leaves the card inside a cell, and the room left on each side."""
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
    """Return the point a share of the way from start to end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def ahead(pose: Pose, angle: float, way_mm: float) -> Point:
    """Return the point so far from a card's centre along the direction in which an arm points."""
    turn = np.radians(angle)
    return pose.x_mm + float(np.sin(turn)) * way_mm, pose.y_mm - float(np.cos(turn)) * way_mm


_GRIP_MM: Final = 22
"""The fingertips reach this far over the edge of a card they push."""
_WITHIN_MM: Final = 16
"""Cards pulled together keep their centres this far inside their seat's area: everybody sees whose they are."""


class Director:
    """Turns steps into moments; all chance comes from one seeded generator."""

    def __init__(
        self,
        seats: int,
        mat: Mat,
        pace: Pace,
        random: np.random.Generator,
        style: Style = Style(),  # noqa: B008  frozen
        mark_mm: float = 12.0,
    ) -> None:
        self._areas = AREAS[seats]
        self._mat = mat
        self._pace = pace
        self._random = random
        self._style = style
        self._laid: tuple[Pose, ...] = ()
        self._slots = [0] * seats
        self._spread = FilmSeats(seats, mat.card, mark_mm)
        self._middle = self._heap()

    def play(self, steps: list[ScriptStep]) -> Iterator[Moment]:
        """Every frame of the film."""
        yield from [Moment(())] * LEAD
        for step in steps:
            match step:
                case Lay():
                    yield from self._lay(step)
                case PickUp():
                    yield from self._pick_up(step)
                case Sweep():
                    yield from self._sweep(step.seat)

    def _lay(self, step: Lay) -> Iterator[Moment]:
        end = self._choose_place(step) if step.where == "own" else self._choose_shown_place(step)
        start_x, start_y = self._edge(self._areas[step.seat], end)
        angle = degrees(atan2(end.x_mm - start_x, start_y - end.y_mm))
        spin = self._random.uniform(-25, 25)
        last = replace(end, x_mm=start_x, y_mm=start_y, turn=end.turn + spin)
        for share in self._shares(self._pace.bring):
            x, y = between((start_x, start_y), (end.x_mm, end.y_mm), share)
            card = replace(
                end, x_mm=x, y_mm=y, turn=end.turn + spin * (1 - share), dx_mm=x - last.x_mm, dy_mm=y - last.y_mm
            )
            yield Moment(self._laid, (card,), self._behind(step.seat, card, angle))
            last = card
        self._laid = (*self._laid, end)
        if step.where != "own":
            self._spread.lay(step, end)
        if rests := self._rests():
            yield from [Moment(self._laid, (), replace(self._behind(step.seat, end, angle), speed_mm=0))] * rests
        yield from self._leave(step.seat, end, angle)
        if rests := self._rests():
            yield from self._reach_over(rests)
        yield from [Moment(self._laid)] * self._pace.still

    def _choose_place(self, step: Lay) -> Pose:
        """Choose the next free place of the seat: left half, right half, then across both."""
        area, slot = self._areas[step.seat], self._slots[step.seat]
        self._slots[step.seat] += 1
        lying = area.turn in (90, 270)
        room = area.bottom_mm - area.top_mm if lying else area.right_mm - area.left_mm
        depth = area.right_mm - area.left_mm if lying else area.bottom_mm - area.top_mm
        cell = min(room / 2, 110)
        aside = (-cell / 2, cell / 2, 0.0)[slot % 3]
        tilt, slack_x, slack_y = fit(self._mat.card, cell, depth, self._random.uniform(-12, 12))
        x = aside + self._random.uniform(-1, 1) * slack_x
        y = self._random.uniform(-1, 1) * slack_y
        centre_x, centre_y = area.centre
        centre = (centre_x + y, centre_y + x) if lying else (centre_x + x, centre_y + y)
        return Pose(step.card, step.deck, *self._pull(area, centre), area.turn + tilt)

    def _choose_shown_place(self, step: Lay) -> Pose:
        """Choose the next place among what is shown, nearly straight."""
        (x, y), turn = self._spread.place(step)
        aside, down, tilt = (float(by) for by in self._random.uniform(-0.5, 0.5, 3))
        return Pose(step.card, step.deck, x + aside, y + down, turn + tilt)

    def _heap(self) -> Point:
        """About where this trick's cards meet."""
        if not self._style.pull:
            return self._mat.width_mm / 2, self._mat.height_mm / 2
        x, y = self._random.uniform(0.3, 0.7), self._random.uniform(0.35, 0.65)
        return float(x) * self._mat.width_mm, float(y) * self._mat.height_mm

    def _pull(self, area: Area, place: Point) -> Point:
        """Move a place towards the heap, as far as its area reaches."""
        if not self._style.pull:
            return place
        x, y = self._middle[0] + self._random.uniform(-12, 12), self._middle[1] + self._random.uniform(-12, 12)
        near = (
            float(np.clip(x, area.left_mm + _WITHIN_MM, area.right_mm - _WITHIN_MM)),
            float(np.clip(y, area.top_mm + _WITHIN_MM, area.bottom_mm - _WITHIN_MM)),
        )
        return between(place, near, self._style.pull)

    def _edge(self, area: Area, end: Pose) -> Point:
        """Choose where a hand comes in: beyond the mat's edge, sometimes from far aside, over other seats' areas."""
        aside = self._random.uniform(-180, 180)
        beyond = 110
        match area.turn:
            case 0:
                return end.x_mm + aside, self._mat.height_mm + beyond
            case 180:
                return end.x_mm + aside, -beyond
            case 90:
                return -beyond, end.y_mm + aside
            case _:
                return self._mat.width_mm + beyond, end.y_mm + aside

    def _shares(self, frames: int) -> Iterator[float]:
        """Share of the way done after each frame: fast, then slower; now and then the hand hesitates."""
        stop = int(self._random.integers(1, frames)) if self._random.random() < 0.25 else 0
        for frame in range(1, frames + 1):
            share = 1 - (1 - frame / frames) ** 2
            yield from [share] * (self._pace.hesitate if frame == stop else 1)

    def _behind(self, who: int, card: Pose, angle: float) -> Reach:
        return Reach(
            who, *ahead(card, angle, _GRIP_MM - self._mat.card.height_mm / 2), angle, hypot(card.dx_mm, card.dy_mm)
        )

    def _leave(self, who: int, card: Pose, angle: float) -> Iterator[Moment]:
        for frame in range(1, self._pace.leave + 1):
            back = 380 * (frame / (self._pace.leave + 1)) ** 1.3
            x, y = ahead(card, angle, _GRIP_MM - self._mat.card.height_mm / 2 - back)
            yield Moment(self._laid, (), Reach(who, x, y, angle, 380 / (self._pace.leave + 1)))

    def _rests(self) -> int:
        """Choose for how many frames a hand rests now, mostly 0."""
        if not self._style.rest or self._random.random() > self._style.rest:
            return 0
        return 1 + round(self._random.uniform(0.2, 1) * self._style.rest_seconds * self._pace.fps)

    def _reach_over(self, rests: int) -> Iterator[Moment]:
        """Reach over a lying card, rest and go: to a glass, to point at something."""
        seat = int(self._random.integers(len(self._areas)))
        over = self._laid[int(self._random.integers(len(self._laid)))]
        line = ArmPath.through(self._edge(self._areas[seat], over), (over.x_mm, over.y_mm))
        way = line.length + float(self._random.uniform(-25, 35))
        frames = self._pace.bring
        coming = [Reach(seat, *line.at(way * n / frames), line.angle, way / frames) for n in range(1, frames + 1)]
        resting = [replace(coming[-1], speed_mm=0)] * rests
        yield from (Moment(self._laid, (), hand) for hand in (*coming, *resting, *coming[-2::-1]))

    def _sweep(self, seat: int) -> Iterator[Moment]:
        """Sweep every card that lies on the mat."""
        yield from self._gather(seat, self._laid)
        self._laid, self._slots = (), [0] * len(self._slots)
        self._spread.keep(())
        self._middle = self._heap()
        yield from [Moment(())] * self._pace.still

    def _pick_up(self, step: PickUp) -> Iterator[Moment]:
        """Take these cards up and leave the others."""
        chosen = tuple(pose for pose in self._laid if (pose.deck, pose.card) in step.cards)
        if not chosen:
            return
        yield from self._gather(step.seat, chosen)
        self._laid = tuple(pose for pose in self._laid if pose not in chosen)
        self._spread.keep(self._laid)
        yield from [Moment(self._laid)] * self._pace.still

    def _gather(self, seat: int, chosen: tuple[Pose, ...]) -> Iterator[Moment]:
        """Reach beyond the cards, then draw all that the hand meets along and out of the picture."""
        middle = middle_of(chosen, self._mat)
        out = self._edge(self._areas[seat], Pose("", 0, *middle, 0))
        line = ArmPath.through(out, middle)
        far = max([line.along(pose) for pose in chosen], default=line.length) + 25
        angle, last = line.angle, 0.0
        for frame in range(1, self._pace.bring + 1):
            here = far * frame / self._pace.bring
            yield Moment(self._laid, (), Reach(seat, *line.at(here), angle, here - last))
            last = here
        others = tuple(pose for pose in self._laid if pose not in chosen)
        yield from draw_out(seat, line, far, chosen, others, self._pace.gather, self._random)
