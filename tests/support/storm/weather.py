"""The faults of a plan as stretches of virtual time: when what is not seen, late, lost or refused."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

from tests.support.storm import waits
from tests.support.storm.plan import BLINDING, FaultKind, Plan
from tests.support.storm.stage import Cover, Stage
from vision.base.observation import Trouble

ALARMS: Final = {"frozen": Trouble("no-picture"), "dark": Trouble("dark"), "mat": Trouble("mat-gone")}
"""Troubles that the eyes report meanwhile."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A fault from one moment to another."""

    kind: FaultKind
    since: float
    until: float
    seat: int

    def holds(self, at: float) -> bool:
        """Whether it is so at this moment."""
        return self.since <= at < self.until


def stretches(plan: Plan, stage: Stage) -> list[Stretch]:
    """The faults of a plan by virtual seconds, in their order."""
    found = [
        Stretch(fault.kind, start, start + fault.lasting, fault.seat)
        for fault in plan.faults
        if fault.act < len(stage.times) and (start := max(stage.times[fault.act] + fault.offset, 0.2)) < stage.end
    ]
    return sorted(found, key=lambda one: (one.since, one.until, one.kind))


def covers(stage: Stage, found: Iterable[Stretch]) -> list[Cover]:
    """All that covers places: hands, newspapers and cups."""
    things = [Cover(one.seat, one.since, one.until, one.kind) for one in found if one.kind in ("covered", "cup")]
    return sorted([*stage.covers, *things], key=lambda cover: cover.since)


def lateness(plan: Plan, found: Iterable[Stretch], stage: Stage) -> dict[int, float]:
    """By a card's number on the stage, how much longer than usual it takes to be read, seconds."""
    random = Random(f"waits {plan.seed}")
    late = {thing.key: waits.more(plan.film, random) for thing in stage.things} if plan.film else dict[int, float]()
    for one in found:
        if one.kind == "blurred":
            late |= {thing.key: 1e9 for thing in stage.things if thing.since == one.since}
        if one.kind in ("late", "unreadable"):
            more = one.until - one.since if one.kind == "late" else 1e9
            near = [thing for thing in stage.things if one.since - 2.0 <= thing.since <= one.since + 2.0]
            late |= {thing.key: min(more, 3.0) if one.kind == "late" else more for thing in near[:2]}
    return late


def blind(found: Iterable[Stretch], at: float) -> Stretch | None:
    """By what the whole table is not seen at this moment."""
    return next((one for one in found if one.kind in BLINDING and one.holds(at)), None)
