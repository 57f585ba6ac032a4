"""A camera that is not there when the referee starts: the table begins blind, says so, and sees when it comes."""

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

import pytest

from controller.commands.table import referee, resources
from controller.console.server import Console, Herald, PageOptions
from controller.console.setup.context import Setup
from controller.live import camera, wiring
from controller.live.camera import LOG_AGAIN_S, CameraTrouble, Reopening, Source
from controller.live.session import MatchSession
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import DealStart, Event, MatchStart, Played
from controller.settings.model import ConsoleConfig, load
from controller.store.archive import Archive
from groundwork.picture import Gray
from hardware.camera.source import CameraError
from tests.support.hardware.streams import jpeg, stream
from tests.support.vision import mat_pictures
from tests.support.waiting import PATIENCE_S
from vision.calibration.file import Saved, to_text
from vision.mat.layout import Mat

GOOD = mat_pictures.photo(mat_pictures.camera(12), blur_px=0.5)
MISSING = "camera /dev/video0: not there; no camera is plugged in"
TOLD = "camera blind: none is plugged in"
SAVED = Saved(1920, 1080, Mat(), ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), None, 0.1, ())
SETTINGS = """\
[table]
game = "mittlere"
seats = ["Anna", "Berta", "Carla"]
[camera]
source = "/dev/video0"
[console]
address = "127.0.0.1"
port = 0
[[display]]
kind = "serial"
port = "/dev/ttyNONE0"
[data]
directory = "{directory}"
"""


@dataclass
class Plug:
    """A camera that is missing for a number of attempts, then gives pictures; its attempts need no time."""

    missing: int
    pictures: int = 12
    tried: int = 0
    pages: list[Console] = field(default_factory=list[Console])
    boards: list[str] = field(default_factory=list[str])

    @contextmanager
    def open(self, *_: object, **__: object) -> Generator[Iterable[tuple[float, Gray]]]:
        self.tried += 1
        if self.pages:
            with urlopen(f"{self.pages[0].context.address}board", timeout=PATIENCE_S) as answer:  # noqa: S310 - our own
                self.boards.append(answer.read().decode())
        if self.tried <= self.missing:
            raise CameraError(MISSING, "missing")
        yield ((number / 10, GOOD) for number in range(self.pictures))

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


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "RETRY_S", 0.0)


@pytest.mark.usefixtures("no_waiting")
def test_the_table_starts_blind_says_so_and_sees_when_the_camera_comes(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    plug, shown, alive = Plug(missing=4), list[str](), list[str]()

    @contextmanager
    def opened(*_: object, **__: object) -> Generator[Iterable[tuple[float, Gray]]]:
        if plug.tried > plug.missing:
            raise KeyboardInterrupt
        if plug.tried == 2:
            table = plug.pages[0].context.table
            assert table
            table.enter(DealStart(dealer=0))
        with plug.open() as frames:
            yield frames

    def say(_: object, word: str) -> None:
        alive.append(word)

    def face(self: object, face: object) -> None:
        del self
        shown.append(str(face))

    monkeypatch.setattr(camera, "open_source", opened)
    monkeypatch.setattr(resources, "Console", plug.console)
    monkeypatch.setattr("controller.appliance.sd_notify.Heartbeat._notify", say)
    monkeypatch.setattr("controller.peripherals.displays.Displays.show", face)
    settings = tmp_path / "schiri.toml"
    settings.write_text(SETTINGS.format(directory=tmp_path / "data"))
    referee.run(load(settings), str(settings), new=False)
    assert alive[0] == "READY=1"
    assert "WATCHDOG=1" in alive
    assert any(TOLD in face for face in shown)
    assert any(plug.pages[0].context.address in face for face in shown), "displays show where the pages are"
    assert plug.pages[0].context.address in capsys.readouterr().out
    assert TOLD not in shown[-1]
    assert [TOLD in board for board in plug.boards] == [True] * 4
    assert [one.getMessage() for one in caplog.records if "camera" in one.getMessage()][:2] == [
        f"camera blind: {MISSING}",
        "the camera gives pictures",
    ]
    with Archive(tmp_path / "data") as archive:
        (only,) = archive.matches()
        kinds = [type(event) for event in record.read(archive.record(only.id)).events]
    assert kinds[:2] == [MatchStart, DealStart], "by hand the game goes on"


@pytest.mark.usefixtures("no_waiting")
def test_a_camera_that_stays_blind_leaves_the_journal_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    plug, now = Plug(missing=1_000_000), [0.0]
    monkeypatch.setattr(camera, "open_source", plug.open)

    for _ in Reopening(Source("/dev/video0"), clock=lambda: now[0]):
        now[0] += 2.0
        if now[0] > 86_400:
            break
    lines = [one.getMessage() for one in caplog.records]
    assert set(lines) == {f"camera blind: {MISSING}"}
    assert len(lines) <= 86_400 / LOG_AGAIN_S


def test_a_film_that_is_not_there_is_still_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="no such film"):
        Reopening(Source(str(tmp_path / "nowhere.avi")))


def told_while_missing(source: Source, monkeypatch: pytest.MonkeyPatch, *, pictures: int = 0) -> list[str]:
    """What the table is told while a camera is not there, at first or after it has given some pictures."""
    told = list[str]()
    plug = Plug(missing=0 if pictures else 1_000_000, pictures=pictures)

    monkeypatch.setattr(camera, "open_source", plug.open)
    for frame in Reopening(source):
        if isinstance(frame, CameraTrouble):
            told.append(frame.text)
            plug.missing = 1_000_000
        if len(told) == 3:
            break
    return told


@pytest.mark.usefixtures("no_waiting")
def test_nobody_is_told_of_a_camera_that_nobody_set_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert told_while_missing(Source("0", is_missed=False), monkeypatch) == ["", "", ""]
    assert [one.getMessage() for one in caplog.records] == [
        f"no camera: {MISSING}; the cards can be tapped on the pages, and a camera sees as soon as it is plugged in"
    ]


@pytest.mark.usefixtures("no_waiting")
def test_a_camera_that_has_given_pictures_is_missed_whoever_set_it_up(monkeypatch: pytest.MonkeyPatch) -> None:
    told = told_while_missing(Source("0", is_missed=False), monkeypatch, pictures=2)
    assert all(text.startswith("camera blind: ") for text in told), told


def test_pictures_of_another_size_are_told_and_the_camera_stays_open() -> None:
    """As a grabber's that sends its own picture until it has a signal, and may do so whenever it is opened."""
    wire = stream("usual", lambda number: jpeg(number, (64, 48) if number < 12 else (96, 72)), 0.05)
    told = list[str]()
    with wire.serving() as host:
        frames = Reopening(Source(f"http://{host}/stream"))
        for frame in frames:
            if isinstance(frame, CameraTrouble):
                break
            told.append(frames.trouble)
        frames.close()
    assert list(dict.fromkeys(told)) == [
        "",
        "the camera's pictures have another size now; measure it again if that stays",
    ]


@pytest.mark.parametrize(
    ("camera_set", "is_measured", "events", "is_missed"),
    [
        ("", False, (), False),
        ("", False, (DealStart(dealer=0, src="console"),), False),
        ('source = "0"', False, (), True),
        ('source = "phone"', False, (), False),
        ('source = "phone"', True, (), True),
        ("", True, (), True),
        ("", False, (Played(seat=0, card=Card("H7"), src="camera"),), True),
    ],
)
def test_a_camera_is_missed_once_it_was_named_measured_or_has_read_a_card(
    camera_set: str, is_measured: bool, events: tuple[Event, ...], is_missed: bool, tmp_path: Path
) -> None:
    settings = tmp_path / "schiri.toml"
    text = SETTINGS.format(directory=tmp_path).replace('source = "/dev/video0"', camera_set)
    settings.write_text(text)
    if is_measured:
        (tmp_path / "calibration.json").write_text(to_text(SAVED))
    assert wiring.source(load(settings), events).is_missed == is_missed
