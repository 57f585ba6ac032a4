"""Beginning anew while the program runs: the camera and the pages go on, the match is another or taken up again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest

from controller.commands.table import referee, resources
from controller.console.server import Console, Herald, PageOptions
from controller.console.setup.context import RoundRestart, Setup
from controller.console.setup.settings_file import SettingsFile
from controller.live.camera import CameraTrouble, Frame
from controller.live.session import MatchSession
from controller.live.table import LiveTable
from controller.record import text as record
from controller.record.events import DealStart, End, Event, MatchStart, SightEvent, Void
from controller.settings.edit import edited
from controller.settings.model import Config, ConsoleConfig, load
from controller.store.archive import Archive
from groundwork.picture import Colouring, Gray, no_colour
from tests.support.vision.mat_pictures import camera, photo
from tests.support.waiting import PATIENCE_S

GOOD = photo(camera(12), blur_px=0.5)
SETTINGS = """\
[table]
game = "mittlere"
seats = ["Anna", "Berta", "Carla"]
[console]
address = "127.0.0.1"
port = 0
[data]
directory = "{directory}"
"""


def _nothing(_: object) -> None:
    """Nothing happens."""


@dataclass
class Evening:
    """A camera that sees an empty mat, and what happens at which picture."""

    script: Mapping[int, Callable[["Evening"], object]]
    pictures: int = 40
    opened: int = 0
    setups: list[Setup] = field(default_factory=list[Setup])
    pages: list[Console] = field(default_factory=list[Console])

    @property
    def setup(self) -> Setup:
        return self.setups[0]

    @property
    def address(self) -> str:
        return self.pages[0].context.address

    @property
    def table(self) -> LiveTable:
        found = self.pages[0].context.table
        assert found
        return found

    def _setup(self, file: SettingsFile, config: Config) -> Setup:
        self.setups.append(Setup(file, config))
        return self.setup

    def _console(
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

    def let_rest(self, *, at_rest: bool) -> None:
        assert at_rest

    def is_of(self, source: object) -> bool:
        """The settings name no other camera."""
        del source
        return True

    def camera(self, source: object) -> "Evening":
        self.opened += 1
        self.frames = self._frames()
        return self

    def _frames(self) -> Iterator[tuple[float, Gray]]:
        for number in range(self.pictures):
            self.script.get(number, _nothing)(self)
            yield number / 10, GOOD

    def __iter__(self) -> Iterator[tuple[float, Gray]]:
        return self.frames

    @property
    def dropped(self) -> int:
        """Nothing is late."""
        return 0

    @property
    def trouble(self) -> str:
        """No picture is broken."""
        return ""

    @property
    def colour(self) -> Colouring:
        """Nobody asks for colour."""
        return no_colour

    def close(self) -> None:
        """Nothing is held open."""

    def referee(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[Event]]:
        """Let the referee see it all; the records, oldest first."""
        settings = path / "schiri.toml"
        settings.write_text(SETTINGS.format(directory=path / "data"))
        monkeypatch.setattr(referee, "Setup", self._setup)
        monkeypatch.setattr(resources, "Console", self._console)
        monkeypatch.setattr(resources, "Reopening", self.camera)
        assert referee.run(load(settings), str(settings), new=False) == 0
        with Archive(path / "data") as archive:
            return [[*record.read(archive.record(one.id)).events] for one in archive.matches()]


def ask(evening: Evening, changes: Mapping[tuple[str, ...], object], *, new: bool) -> None:
    kept = evening.setup.file.read()
    evening.setup.file.save(kept.mark, partial(edited, changes=changes))
    evening.setup.again.request(new=new)


def acts(events: Sequence[Event]) -> list[Event]:
    """What happened in the match, without what was seen and not seen of it."""
    return [event for event in events if not isinstance(event, SightEvent)]


def test_another_match_begins_on_the_same_camera_and_the_same_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def look(evening: Evening) -> None:
        with urlopen(f"{evening.address}board", timeout=PATIENCE_S) as answer:  # noqa: S310 - the address is our own
            shown.append(answer.read().decode())

    names: dict[tuple[str, ...], object] = {
        ("table", "game"): "molotow",
        ("table", "seats"): ["Ada", "Bea", "Cosima", "Doris"],
    }
    evening = Evening(
        {
            10: lambda one: one.table.enter(DealStart(dealer=0)),
            12: look,
            15: lambda one: ask(one, names, new=True),
            30: look,
        }
    )
    first, second = evening.referee(tmp_path, monkeypatch)
    assert [type(event) for event in acts(first)] == [MatchStart, DealStart, End]
    assert isinstance(second[0], MatchStart)
    assert (len(acts(second)), second[0].game, second[0].seats) == (1, "molotow", ("Ada", "Bea", "Cosima", "Doris"))
    assert (evening.opened, len(evening.pages)) == (1, 1)
    assert ["Mittlere" in shown[0], "Molotow" in shown[1], "Doris" in shown[1]] == [True] * 3


def test_the_same_match_is_taken_up_again_once_its_deal_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames: list[int] = []
    evening = Evening(
        {
            5: lambda one: one.table.enter(DealStart(dealer=1)),
            8: lambda one: ask(one, {("reading", "frames"): 5}, new=False),
            14: lambda one: frames.append(one.setup.config.reading.frames),
            15: lambda one: one.table.enter(Void(why="misdeal")),
            20: lambda one: frames.append(one.setup.config.reading.frames),
            25: lambda one: one.table.enter(DealStart(dealer=1)),
        }
    )
    (only,) = evening.referee(tmp_path, monkeypatch)
    assert [type(event) for event in acts(only)] == [MatchStart, DealStart, Void, DealStart]
    assert frames == [3, 5]


def test_settings_that_became_wrong_meanwhile_leave_the_table_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def spoil(evening: Evening) -> None:
        evening.setup.file.path.write_text("[table]\ngame = 1\n")
        evening.setup.again.request(new=False)

    (only,) = Evening({5: spoil}, 20).referee(tmp_path, monkeypatch)
    assert isinstance(only[0], MatchStart)
    assert "the table goes on as it was set" in caplog.text


def test_a_blind_camera_holds_nobody_up() -> None:
    again = RoundRestart()

    def frames() -> Iterator[Frame | CameraTrouble]:
        yield 7.0, GOOD
        yield CameraTrouble("unplugged")
        again.request(new=False)
        yield CameraTrouble("still unplugged")
        yield 9.0, GOOD

    passed = [*again.over(frames(), lambda: True)]
    assert passed == [(0.0, GOOD), CameraTrouble("unplugged"), CameraTrouble("still unplugged")]
