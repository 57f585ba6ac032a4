"""A session whose eyes are played by the test: what lies in which place, what is read, what is not seen."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from controller.live.session import MatchSession
from controller.record.events import Event, MatchStart
from controller.store.journal import Journal
from vision.base.observation import AreaSight, Blind, BlindWhy, Laid, Lifted, Sight
from vision.mat.layout import AREAS

OPENING = MatchStart(sight=True, game="mittlere", seats=("Anna", "Berta", "Carla"))
HAND = AreaSight(None, None, seen=False)
CARD = AreaSight(None, None, seen=True)


def empty(since: float = 0.1) -> AreaSight:
    return AreaSight(since, None, seen=True)


def unread(since: float) -> AreaSight:
    return AreaSight(None, since, seen=True)


@dataclass
class WatchedTable:
    """A session whose eyes are played by the test; moments are seconds since the match event."""

    session: MatchSession
    areas: dict[int, AreaSight] = field(default_factory=lambda: {seat: empty() for seat in range(3)})
    stray: bool = False

    def look(self, when: float, areas: Mapping[int, AreaSight] | None = None) -> None:
        self.areas |= areas or {}
        self.session.update_sight(Sight(when, tuple(self.areas[seat] for seat in range(3)), self.stray))

    def lay(self, when: float, seat: int, card: str, *, since: float | None = -1.0) -> None:
        """A card is first seen at a moment, was not there 0.2 s before, and is read 0.2 s later."""
        self.areas[seat] = CARD
        self.look(when + 0.2)
        known = when - 0.2 if since == -1.0 else since
        x, y = AREAS[3][seat].centre
        laid = Laid(0, card, x, y, 0.0, when + 0.2, 3, 1.0, first=when, since=known)
        self.session.observe(laid, when + 0.2)

    def lift(self, when: float, seat: int, card: str) -> None:
        self.look(when, {seat: empty(when)})
        self.session.observe(Lifted(0, card, when), when)

    def blind(self, since: float, until: float, why: BlindWhy = "camera") -> None:
        self.session.observe(Blind(since, until, why), until)
        self.areas = {seat: one if one.empty_since is None else empty(until) for seat, one in self.areas.items()}

    @property
    def written(self) -> list[Event]:
        return list(self.session.events)

    @property
    def told(self) -> list[str]:
        return [verdict.kind for verdict in self.session.match.verdicts]


@contextmanager
def opened(folder: Path, opening: MatchStart = OPENING) -> Generator[WatchedTable]:
    """A table whose eyes have opened, and have seen it empty."""
    with Journal(folder / "match.jsonl") as journal:
        table = WatchedTable(MatchSession(journal, opening))
        table.session.end_gap(0.1)
        table.look(0.1)
        table.look(0.7)
        yield table


def kinds(table: WatchedTable) -> list[str]:
    """The kinds of the lines written so far."""
    return [event.e for event in table.written]
