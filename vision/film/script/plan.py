"""The places of cards and hands in each frame of a film."""

from collections.abc import Iterator
from dataclasses import replace
from math import atan2, degrees, hypot
from typing import Final

import numpy as np

from vision.base.observation import Point
from vision.film.script.paths import ArmPath, ahead, between, drawn_out, fit, middle_of
from vision.film.script.script import LEAD, Back, Lay, Moment, Pace, Pose, Reach, ScriptStep, Style, Sweep
from vision.film.script.spread import FilmSeats
from vision.mat.layout import AREAS, Area, Mat

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
                case Back():
                    yield from self._take_back(step)
                case Sweep():
                    yield from self._sweep(step.seat)

    def _lay(self, step: Lay) -> Iterator[Moment]:
        end = self._place(step) if step.where == "own" else self._shown(step)
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

    def _place(self, step: Lay) -> Pose:
        """The next free place of the seat: left half, right half, then across both."""
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
        return Pose(step.card, step.deck, *self._pulled(area, centre), area.turn + tilt)

    def _shown(self, step: Lay) -> Pose:
        """The next place among what is shown, nearly straight."""
        (x, y), turn = self._spread.place(step)
        aside, down, tilt = (float(by) for by in self._random.uniform(-0.5, 0.5, 3))
        return Pose(step.card, step.deck, x + aside, y + down, turn + tilt)

    def _heap(self) -> Point:
        """About where this trick's cards meet."""
        if not self._style.pull:
            return self._mat.width_mm / 2, self._mat.height_mm / 2
        x, y = self._random.uniform(0.3, 0.7), self._random.uniform(0.35, 0.65)
        return float(x) * self._mat.width_mm, float(y) * self._mat.height_mm

    def _pulled(self, area: Area, place: Point) -> Point:
        """A place moved towards the heap, as far as its area reaches."""
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
        """Somebody's hand comes over a lying card, rests and goes: to a glass, to point at something."""
        seat = int(self._random.integers(len(self._areas)))
        over = self._laid[int(self._random.integers(len(self._laid)))]
        line = ArmPath.through(self._edge(self._areas[seat], over), (over.x_mm, over.y_mm))
        way = line.length + float(self._random.uniform(-25, 35))
        frames = self._pace.bring
        coming = [Reach(seat, *line.at(way * n / frames), line.angle, way / frames) for n in range(1, frames + 1)]
        resting = [replace(coming[-1], speed_mm=0)] * rests
        yield from (Moment(self._laid, (), hand) for hand in (*coming, *resting, *coming[-2::-1]))

    def _sweep(self, seat: int) -> Iterator[Moment]:
        """A hand gathers every card that lies on the mat."""
        yield from self._gather(seat, self._laid)
        self._laid, self._slots = (), [0] * len(self._slots)
        self._spread.keep(())
        self._middle = self._heap()
        yield from [Moment(())] * self._pace.still

    def _take_back(self, step: Back) -> Iterator[Moment]:
        """A hand takes up these cards and leaves the others."""
        chosen = tuple(pose for pose in self._laid if (pose.deck, pose.card) in step.cards)
        if not chosen:
            return
        yield from self._gather(step.seat, chosen)
        self._laid = tuple(pose for pose in self._laid if pose not in chosen)
        self._spread.keep(self._laid)
        yield from [Moment(self._laid)] * self._pace.still

    def _gather(self, seat: int, chosen: tuple[Pose, ...]) -> Iterator[Moment]:
        """The hand reaches beyond the cards, then draws all it meets of them along and out of the picture."""
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
        yield from drawn_out(seat, line, far, chosen, others, self._pace.gather, self._random)
