"""The eye model: what the eyes would say of a mat of which the simulation knows everything.

It keeps the eyes' promises (vision/base/observation.py): nothing is guessed, a card is said when it was read in three
looks, a card has left when its spot was seen without it, an area is empty when it was watched and nothing lay there.
How late that is, and what cannot be seen, is up to the plan.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tests.support.storm import weather
from tests.support.storm.stage import Cover, Stage, Thing
from tests.support.storm.weather import Stretch
from vision.base.observation import AreaSight, Blind, BlindWhy, Laid, Lifted, Observation, Sight, Trouble

LOOKS: Final = 3
"""Looks in which a card must be read before it is believed."""
GAP_S: Final = 0.5
"""Blindness that lasts longer is told."""
WHY: Final[dict[str, BlindWhy]] = {"frozen": "frozen", "dark": "dark", "mat": "mat"}


@dataclass(slots=True)
class _Known:
    """A card that the eyes have noticed, and how often it was read."""

    thing: Thing
    noticed: float
    since: float | None
    """When its spot was seen last without it, virtual seconds; None: never in this run."""
    first: float = 0.0
    """When it was read first."""
    looks: int = 0
    is_said: bool = False


@dataclass(slots=True)
class _Area:
    """The state of an area with its duration, virtual seconds."""

    viewed: float | None = None
    empty: float | None = None
    unread: float | None = None
    seen: bool = False


@dataclass(slots=True)
class StagedEyes:
    """The eyes of one run of the referee; its memory goes with it."""

    stage: Stage
    faults: list[Stretch]
    covers: list[Cover]
    late: dict[int, float]
    base: float
    """Virtual seconds at which its frames began."""
    seats: int
    known: dict[int, _Known] = field(default_factory=dict[int, _Known])
    areas: list[_Area] = field(default_factory=list[_Area])
    trouble: Trouble | None = None
    watched: float | None = None
    """When an area was watched last."""
    why: BlindWhy | None = None
    """Reason of the blindness; None: the eyes see."""
    now: float = 0.0
    middle: float | None = None
    """When nobody's place was seen last."""
    stray: bool = False
    moving: bool = False

    def __post_init__(self) -> None:
        self.areas = [_Area() for _ in range(self.seats)]

    @property
    def view(self) -> object | None:
        """The mat, once it was in view; there is no picture of it."""
        return None if self.watched is None else self.stage

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The cards that are believed to lie there."""
        return tuple(self._laid(one) for one in self.known.values() if one.is_said)

    @property
    def landing(self) -> tuple[Laid, ...]:
        """The cards that were read, but not often enough."""
        return tuple(self._laid(one) for one in self.known.values() if one.looks and not one.is_said)

    def sight(self) -> Sight:
        """How the areas look."""
        areas = tuple(AreaSight(self._media(one.empty), self._media(one.unread), one.seen) for one in self.areas)
        return Sight(self.now - self.base, areas, self.stray)

    def feed(self, seconds: float, gray: object) -> list[Observation]:
        """What a frame brings, seconds since the frames began."""
        missed = seconds + self.base - self.now > GAP_S
        before, self.now = self.now, self.base + seconds
        fault = weather.blind(self.faults, self.now)
        hidden = {cover.seat: cover for cover in self.covers if cover.since <= self.now < cover.until}
        self.trouble = weather.ALARMS.get(fault.kind) if fault else None
        if fault or len(hidden) == self.seats:
            self.why = WHY.get(fault.kind, "camera") if fault else "mat"
            self.areas = [_Area(viewed=one.viewed) for one in self.areas]
            return []
        if missed:
            lost = any(one.kind == "drops" and one.since < self.now and one.until > before for one in self.faults)
            self.why = "load" if lost else "camera"
        blind = [*self._sighted()]
        gone = [*self._gone({*hidden})]
        come = [*self._come({*hidden})]
        self._look(hidden)
        return [*blind, *gone, *come]

    def _sighted(self) -> Iterator[Observation]:
        """Sight returns after more than half a second."""
        last, self.watched = self.watched, self.now
        if last is not None and self.now - last > GAP_S:
            self.areas = [_Area(viewed=one.viewed) for one in self.areas]
            yield Blind(last - self.base, self.now - self.base, self.why or "camera")
        self.why = None

    def _gone(self, hidden: set[int]) -> Iterator[Observation]:
        for key, one in [*self.known.items()]:
            if one.thing.until <= self.now and one.thing.area not in hidden:
                del self.known[key]
                if one.is_said:
                    yield Lifted(0, one.thing.card, self.now - self.base)

    def _come(self, hidden: set[int]) -> Iterator[Observation]:
        for thing in self.stage.things:
            if not thing.since <= self.now < thing.until or thing.area in hidden:
                continue
            viewed = self.middle if thing.area is None else self.areas[thing.area].viewed
            one = self.known.setdefault(thing.key, _Known(thing, self.now, viewed))
            if one.is_said or self.now - one.noticed < self.late.get(thing.key, 0.0):
                continue
            one.first = one.first if one.looks else self.now
            one.looks += 1
            if one.looks >= LOOKS:
                one.is_said = True
                yield self._laid(one)

    def _look(self, hidden: dict[int, Cover]) -> None:
        """See what the areas look like once the frame's cards are known."""
        here = [one for one in self.known.values() if one.thing.until > self.now]
        self.middle = self.now
        self.stray = any(one.thing.area is None and not one.is_said for one in here)
        for seat, area in enumerate(self.areas):
            cover = hidden.get(seat)
            if cover:
                still = cover.what != "hand" and self.now - cover.since > GAP_S
                unread = (self.now if area.unread is None else area.unread) if still else None
                self.areas[seat] = _Area(area.viewed, None, unread, still)
                continue
            mine = [one for one in here if one.thing.area == seat]
            unread = any(not one.is_said for one in mine)
            self.areas[seat] = _Area(
                self.now,
                None if mine else self.now if area.empty is None else area.empty,
                (self.now if area.unread is None else area.unread) if unread else None,
                seen=True,
            )

    def _laid(self, one: _Known) -> Laid:
        x, y = one.thing.place
        seconds = self.now - self.base
        return Laid(
            0,
            one.thing.card,
            x,
            y,
            0.0,
            seconds,
            one.looks,
            1.0,
            first=one.first - self.base,
            since=self._media(one.since),
        )

    def _media(self, moment: float | None) -> float | None:
        return None if moment is None else moment - self.base
