"""A service that was started on a disk that could only be read: a start anew saves what waited."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from controller.appliance import sd_notify
from controller.appliance.mounts import DiskView
from controller.commands.table import referee, resources
from controller.console.server import Console, Herald, PageOptions
from controller.console.setup.context import Setup
from controller.live import camera
from controller.live.session import MatchSession
from controller.record.cards import Card
from controller.record.events import DealStart, Event, MatchStart, Played, SightEvent
from controller.settings.model import ConsoleConfig, load
from controller.store import match_journal
from controller.store.resume import take_up
from controller.store.spool import Spool
from groundwork.picture import Gray
from hardware.camera.source import CameraError
from tests.controller.appliance.test_mounts import table
from tests.controller.live.test_blind_start import GOOD, SETTINGS
from tests.controller.store.test_read_only_start import read_only

ENTERED: tuple[Event, ...] = (DealStart(dealer=0), Played(seat=1, card=Card("H10")), Played(seat=2, card=Card("H7")))
PLENTY = 400
"""Pictures, or attempts to open the camera, within which the service must have ended."""


@dataclass
class Machine:
    """A camera that sees an empty mat or is missing; a phone enters events, then it can be written."""

    mounts: Path
    blind: bool
    at: int = 0
    pages: list[Console] = field(default_factory=list[Console])

    @contextmanager
    def open(self, *_: object, **__: object) -> Generator[Iterable[tuple[float, Gray]]]:
        if self.blind:
            self.step()
            raise CameraError("not there")
        yield self.frames()

    def frames(self) -> Iterator[tuple[float, Gray]]:
        while True:
            self.step()
            yield self.at / 10, GOOD

    def step(self) -> None:
        assert self.at < PLENTY, "it goes on"
        self.at += 1
        played = self.at - 2
        if self.pages and 0 <= played < len(ENTERED):
            live = self.pages[0].context.table
            assert live
            live.enter(ENTERED[played])
        if played == len(ENTERED):
            table(self.mounts, ("/", "ro", "rw"))

    def console(
        self,
        settings: ConsoleConfig,
        data: Path,
        session: MatchSession,
        options: PageOptions,
        *,
        setup: Setup,
        herald: Herald,
    ) -> Console:
        self.pages.append(Console(settings, data, session, options, setup=setup, herald=herald))
        return self.pages[0]


@pytest.mark.parametrize("blind", [True, False])
def test_the_program_ends_once_a_restart_can_write_what_waited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blind: bool
) -> None:
    settings, memory, data = tmp_path / "schiri.toml", tmp_path / "run", tmp_path / "data"
    settings.write_text(SETTINGS.format(directory=data))
    memory.mkdir()
    machine = Machine(table(tmp_path / "mountinfo", ("/", "ro", "ro")), blind)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(memory))
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    monkeypatch.setattr(sd_notify, "_AT_MOST_S", 0.0)
    monkeypatch.setattr(camera, "RETRY_S", 0.0)
    monkeypatch.setattr(camera, "open_source", machine.open)
    monkeypatch.setattr(resources, "Console", machine.console)
    monkeypatch.setattr(referee, "DiskView", partial(DiskView, table=machine.mounts))
    with read_only():
        monkeypatch.setattr(match_journal, "is_read_only", Path.is_absolute)
        assert referee.run(load(settings), str(settings), new=False) == 0
    monkeypatch.undo()
    assert machine.at > len(ENTERED)
    with take_up(data, new=False, spool=Spool(memory, data)) as journal:
        kept = [event for event in journal.events if not isinstance(event, SightEvent)]
        assert isinstance(kept[0], MatchStart)
        assert [(type(one), getattr(one, "card", None)) for one in kept[1:]] == [
            (type(one), getattr(one, "card", None)) for one in ENTERED
        ]
        assert journal.unsaved == 0
    assert list(memory.iterdir()) == []
