"""Acts of hands at a table: when each card comes to lie and leaves, what covers which place, and what is said."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from controller.record.events import DealStart, Event, Played, Seat
from controller.rules.results import TrickResult
from tests.support.storm.plan import Act, HabitKind, Plan, truth
from vision.mat.layout import AREAS

SHUFFLING_S: Final = 16.0
"""Between two deals, at least."""
OPENING_S: Final = 5.0
CLOSING_S: Final = 25.0
"""Quiet seconds at the end, in which questions are answered."""
NOBODYS_MM: Final = {2: (40.0, 170.0), 3: (300.0, 65.0), 4: (300.0, 170.0), 5: (300.0, 80.0)}
"""A place that is nobody's, by seats; a card that lies nearer to an area counts as laid in it."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A card on the mat."""

    key: int
    seat: Seat
    card: str
    place: tuple[float, float]
    """Centre of the thing, mm."""
    since: float
    until: float
    area: Seat | None
    """Seat in whose area it lies; None: nobody's."""


@dataclass(frozen=True, slots=True)
class Cover:
    """A hand, a newspaper or a cup over the area of a seat."""

    seat: Seat
    since: float
    until: float
    what: str = "hand"


@dataclass(frozen=True, slots=True)
class Said:
    """An entry of a phone, and its time."""

    at: float
    event: Event


@dataclass
class Stage:
    """All that happens on the mat and beside it, by virtual seconds."""

    acts: list[Act]
    times: list[float] = field(default_factory=list[float])
    """When each act happens."""
    things: list[Thing] = field(default_factory=list[Thing])
    covers: list[Cover] = field(default_factory=list[Cover])
    said: list[Said] = field(default_factory=list[Said])
    end: float = 0.0


def staged(plan: Plan) -> Stage:
    """The evening of a plan."""
    return _Hands(plan).played()


class _Hands:
    """Players' hands, act by act."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.stage, self.now = plan, Stage(truth(plan)), OPENING_S
        self.habits: dict[int, set[HabitKind]] = {}
        for habit in plan.habits:
            self.habits.setdefault(habit.act, set()).add(habit.kind)
        self.lying: list[int] = []
        """Places in `Stage.things` of the cards that lie there."""

    def played(self) -> Stage:
        for place, act in enumerate(self.stage.acts):
            random = Random(f"{self.plan.seed} act {place}")
            if isinstance(act.event, Played):
                self._play(place, act, random)
            else:
                self._say(place, act.event, random)
        self.stage.end = self.now + CLOSING_S
        self.stage.covers.sort(key=lambda cover: cover.since)
        return self.stage

    def _say(self, place: int, event: Event, random: Random) -> None:
        self.now += SHUFFLING_S * isinstance(event, DealStart) * bool(place) + random.uniform(1.0, 3.0)
        self.stage.times.append(self.now)
        if not (isinstance(event, DealStart) and self._begins_by_itself(place, random)):
            self.stage.said.append(Said(self.now, event))

    def _begins_by_itself(self, place: int, random: Random) -> bool:
        """Whether the first card tells that a deal has begun."""
        event, *rest = (act.event for act in self.stage.acts[place : place + 2])
        assert isinstance(event, DealStart)
        plain = event.turned is None and event.hands is None
        return plain and bool(rest) and isinstance(rest[0], Played) and random.random() < 0.7

    def _play(self, place: int, act: Act, random: Random) -> None:
        event, mine = act.event, self.habits.get(place, set())
        assert isinstance(event, Played)
        deal = act.before.deal
        leads = deal is None or not deal.open.plays
        together = "together" in mine and not leads
        self.now += random.uniform(0.08, 0.3) if together else random.uniform(0.8, 2.5)
        if "dropped" in mine:
            self._drop(event, random)
        if "rests" in mine:
            self._cover(event.seat, self.now - 0.4, self.now + random.uniform(3.0, 40.0))
        self.stage.times.append(self.now)
        self._lay(event, random, aside="aside" in mine)
        refused = any(getattr(result, "kind", "") in ("second-card", "duplicate-card") for result in act.results)
        if refused:
            self._take(self.lying.pop(), self.now + 1.5, random)
            self.now += 1.8
        if "pushed" in mine and self.lying:
            self._push(random)
        if any(isinstance(result, TrickResult) for result in act.results):
            self._gather(mine, random)

    def _lay(self, event: Played, random: Random, *, aside: bool = False) -> None:
        seat = event.seat
        self._cover(seat, self.now - random.uniform(0.2, 0.6), self.now + random.uniform(0.1, 0.4))
        place = NOBODYS_MM[self.plan.seats] if aside else self._place(seat, random)
        self.lying.append(len(self.stage.things))
        area = None if aside else seat
        key = len(self.stage.things)
        self.stage.things.append(Thing(key, seat, str(event.card), place, self.now, 1e9, area))

    def _place(self, seat: Seat, random: Random) -> tuple[float, float]:
        area = AREAS[self.plan.seats][seat]
        x, y = (area.left_mm + area.right_mm) / 2, (area.top_mm + area.bottom_mm) / 2
        return x + random.uniform(-20, 20), y + random.uniform(-20, 20)

    def _cover(self, seat: Seat, since: float, until: float, what: str = "hand") -> None:
        self.stage.covers.append(Cover(seat, since, until, what))

    def _drop(self, event: Played, random: Random) -> None:
        """The card is seen for a moment and taken back."""
        self._lay(event, random)
        self._take(self.lying.pop(), self.now + random.uniform(0.05, 0.2), random)
        self.now += random.uniform(0.8, 2.0)

    def _take(self, number: int, at: float, random: Random) -> None:
        thing = self.stage.things[number]
        self.stage.things[number] = replace(thing, until=at)
        if thing.area is not None:
            self._cover(thing.area, at - random.uniform(0.1, 0.3), at + random.uniform(0.1, 0.4))

    def _push(self, random: Random) -> None:
        """The newest card is put straight: it is taken up and lies there again."""
        number = self.lying.pop()
        self.now += random.uniform(0.4, 1.0)
        self._take(number, self.now, random)
        old = self.stage.things[number]
        self.now += random.uniform(0.1, 0.8)
        moved = old.place[0] + random.uniform(-15, 15), old.place[1] + random.uniform(-15, 15)
        key = len(self.stage.things)
        self.lying.append(key)
        self.stage.things.append(replace(old, key=key, place=moved, since=self.now, until=1e9))
        if old.area is not None:
            self._cover(old.area, self.now - 0.2, self.now + 0.3)

    def _gather(self, mine: set[HabitKind], random: Random) -> None:
        last = self.now
        self.now += random.uniform(0.25, 0.6) if "sweep-at-once" in mine else random.uniform(0.9, 2.5)
        self._clear()
        grips = [self.lying] if "two-grips" not in mine else [self.lying[:-1], self.lying[-1:]]
        for number, grip in enumerate(grips):
            self.now += random.uniform(0.5, 4.0) * number
            for thing in grip:
                self._take(thing, self.now, random)
                self.now += random.uniform(0.05, 0.15)
        if "sweep-at-once" in mine and self.lying:
            # The hand that lays the last card stays there until it has pulled the trick in.
            self._cover(self.stage.things[self.lying[-1]].seat, last - 0.2, self.now)
        gathered, self.lying = self.lying, []
        if "looks-back" in mine:
            self._look_back(gathered, random)

    def _clear(self) -> None:
        """Hands that rest on the table make way for whoever gathers the trick."""
        covers = self.stage.covers
        covers[:] = [replace(one, until=max(one.since, min(one.until, self.now - 0.3))) for one in covers]

    def _look_back(self, gathered: list[int], random: Random) -> None:
        """Somebody lays the trick open again, all at once, and takes it away."""
        self.now += random.uniform(0.6, 1.5)
        shown: list[int] = []
        for old in (self.stage.things[number] for number in gathered):
            key = len(self.stage.things)
            shown.append(key)
            self.stage.things.append(replace(old, key=key, since=self.now, until=1e9))
            if old.area is not None:
                self._cover(old.area, self.now - 0.2, self.now + 0.3)
        self.now += random.uniform(2.0, 4.0)
        for number in shown:
            self._take(number, self.now, random)
        self.now += 0.5
