"""A filmed table that is recorded: one of its cards cannot be read."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from controller.live.camera import Source, eyes
from controller.live.loop import CameraLoop
from controller.live.moments.moment import WatchedTable
from controller.live.moments.recorder import MomentRecorder
from controller.live.moments.store import MomentStore
from controller.live.session import MatchSession
from controller.live.table import LiveTable, Subscriber
from controller.record.events import DealStart, Event, MatchStart
from controller.store.journal import Journal
from groundwork.picture import Bgr, Gray
from vision.faces import cards as faces
from vision.film.reel import Reel, Take
from vision.film.write import Lay
from vision.mat.layout import CARD_SIZES

OPENING = MatchStart(sight=True, game="mittlere", seats=("Anna", "Berta", "Carla"))
MATCH = "2027-01-15T080000Z"
LAID = ("SA", "S6", "S9")
"""Cards of Berta, Carla and Anna."""
UNREADABLE = "S6"


def worn(deck: int, card: str) -> Bgr:
    """The face of a card; of one the marks are worn off."""
    face = faces.face(deck, card, "aruco", CARD_SIZES["63x88"], "")
    if card == UNREADABLE:
        high, wide = face.shape[:2]
        for rows in (slice(0, high // 3), slice(-high // 3, None)):
            face[rows] = np.where(face[rows] < 128, 150, face[rows])
            face[rows, : wide // 3] = 190
            face[rows, -wide // 3 :] = 170
    return face


@cache
def film() -> tuple[tuple[float, Gray], ...]:
    """Three cards being laid, the second of which cannot be read."""
    steps = [Lay(seat, card) for seat, card in zip((1, 2, 0), LAID, strict=True)]
    take = Take(steps, 3, seed=5, noise="none", size=(1280, 720), pace_seconds=1.6, face=worn)
    return tuple((number / take.fps, gray) for number, gray in enumerate(Reel(take).frames(grey=True)))


class RecordedTable:
    """A table whose frames are watched by real eyes, refereed and recorded."""

    def __init__(self, folder: Path, *subscribers: Subscriber, most_bytes: int = 96_000_000) -> None:
        self.store = MomentStore(folder / "moments", clock=lambda: 1.8e9)
        self.journal = Journal(folder / "evening.jsonl")
        self.session = MatchSession(self.journal, OPENING)
        self.recorder = MomentRecorder(self.store, WatchedTable(3), MATCH, most_bytes, lambda: 1.8e9, waits=True)
        self.eyes = eyes(self.session.match, Source(""))
        self.table = LiveTable(self.session)
        self.table.subscribe(*subscribers, self.recorder)
        self.watch = CameraLoop(self.table, self.eyes, moments=self.recorder)
        self.table.enter(DealStart(dealer=0, src="console"))

    def run(self, frames: Sequence[tuple[float, Gray]]) -> None:
        """Watch these frames."""
        self.watch.run(frames)

    @property
    def events(self) -> list[Event]:
        return self.journal.events

    def close(self) -> None:
        self.recorder.close()
        self.journal.close()
