"""A test deal: nothing that is laid in it is written, and it ends when it is told to, left alone, or a deal begins."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from controller.live.loop import CameraLoop
from controller.live.rehearsal import LOOKED_AT_S, NO_PLAY, Rehearsal, SeenCard
from controller.live.session import MatchSession
from controller.live.table import LiveTable
from controller.record.events import DealStart, MatchStart, Played
from controller.store.journal import Journal
from groundwork.picture import Gray
from tests.support.listener import Listener
from vision.base.observation import AreaSight, Laid, Observation, Sight
from vision.eyes.reader import Counts
from vision.mat.layout import AREAS

if TYPE_CHECKING:
    from vision.eyes.pipeline import Eyes

OPENING = MatchStart(sight=True, game="mittlere", seats=("Anna", "Berta", "Carla"))


@dataclass
class LaidCard:
    """A card on the mat, as the eyes track it."""

    card: str
    x_mm: float
    y_mm: float
    deck: int = 0


@dataclass
class PlayedEyes:
    """Eyes that see what the test lays: one card a frame."""

    coming: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    laid: list[LaidCard] = field(default_factory=list[LaidCard])
    landing: tuple[()] = ()
    counts: Counts = field(default_factory=Counts)
    moving: bool = False
    trouble: None = None
    view: object = True

    def feed(self, seconds: float, gray: Gray) -> tuple[Observation, ...]:
        del gray
        if not self.coming:
            return ()
        seat, card = self.coming.pop(0)
        x, y = AREAS[3][seat].centre
        self.laid.append(LaidCard(card, x, y))
        return (Laid(0, card, x, y, 0.0, seconds, 3, 1.0, first=seconds - 0.2, since=seconds - 0.4),)

    def sight(self) -> Sight:
        return Sight(0.0, (AreaSight(0.0, None, seen=True),) * 3, stray=False)


@dataclass
class RehearsedTable:
    """A table that is watched, with a test deal to be begun."""

    journal: Journal
    eyes: PlayedEyes = field(default_factory=PlayedEyes)
    now: float = 100.0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.table, self.display = LiveTable(MatchSession(self.journal, OPENING)), Listener()
        self.table.subscribe(self.display)
        self.rehearsal = Rehearsal(lambda: self.now)
        self.loop = CameraLoop(self.table, cast("Eyes", self.eyes), rehearsal=self.rehearsal)

    def watch(self, *coming: tuple[int, str], frames: int = 3) -> None:
        """Look at frames; a card comes to lie in each of the first."""
        self.eyes.coming += coming

        def pictures() -> Iterator[tuple[float, Gray]]:
            for _ in range(max(frames, len(coming) + 1)):
                self.seconds += 0.5
                yield self.seconds, np.zeros((2, 2), np.uint8)

        self.loop.run(pictures())

    @property
    def plays(self) -> list[str]:
        return [str(event.card) for event in self.table.session.events if isinstance(event, Played)]


@pytest.fixture
def rehearsed(tmp_path: Path) -> Iterator[RehearsedTable]:
    with Journal(tmp_path / "match.jsonl") as journal:
        yield RehearsedTable(journal)


def test_cards_of_a_test_deal_are_seen_and_are_no_plays(rehearsed: RehearsedTable) -> None:
    rehearsed.rehearsal.begin()
    rehearsed.watch((0, "HA"), (1, "SK"))
    seen = rehearsed.rehearsal.look()
    assert seen
    places = [AREAS[3][seat].centre for seat in (0, 1)]
    assert seen.cards == tuple(
        SeenCard(card, *place, is_believed=True) for card, place in zip(("HA", "SK"), places, strict=True)
    )
    assert (rehearsed.plays, rehearsed.display.alerts[-1]) == ([], NO_PLAY)
    rehearsed.rehearsal.end()
    rehearsed.watch((2, "D7"))  # with the very frame that ends it
    assert (rehearsed.plays, rehearsed.rehearsal.is_on) == ([], False)
    rehearsed.watch((2, "D8"))
    assert rehearsed.plays == ["D8"]


def test_a_test_deal_ends_once_nobody_looks_and_not_before(rehearsed: RehearsedTable) -> None:
    rehearsed.rehearsal.begin()
    for _ in range(3):
        rehearsed.now += LOOKED_AT_S
        rehearsed.watch()
        assert rehearsed.rehearsal.is_on
        rehearsed.rehearsal.look()
    rehearsed.now += LOOKED_AT_S + 1
    rehearsed.watch((0, "HA"))
    assert (rehearsed.rehearsal.is_on, rehearsed.plays) == (False, [])


def test_a_deal_that_somebody_begins_ends_the_test_and_loses_no_card(rehearsed: RehearsedTable) -> None:
    rehearsed.rehearsal.begin()
    rehearsed.watch((0, "HA"))
    rehearsed.table.enter(DealStart(dealer=0))
    rehearsed.watch((1, "SK"))
    assert (rehearsed.rehearsal.is_on, rehearsed.plays) == (False, ["SK"])


def test_marks_of_other_decks_are_counted_from_the_beginning_of_the_test(rehearsed: RehearsedTable) -> None:
    rehearsed.eyes.counts.refused = 7
    rehearsed.rehearsal.begin()
    rehearsed.watch()
    before = rehearsed.rehearsal.look()
    rehearsed.eyes.counts.refused = 9
    rehearsed.watch()
    after = rehearsed.rehearsal.look()
    assert [one.refused for one in (before, after) if one] == [0, 2]
