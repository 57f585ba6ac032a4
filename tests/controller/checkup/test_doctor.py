"""``schiri doctor``: one line a part, the truth about it, and what to do."""

import json
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import cv2
import pytest

from controller.checkup import camera as camera_check
from controller.checkup import clock, disk, raspberry
from controller.checkup import peripherals as hands
from controller.checkup.camera import NO_CAMERA
from controller.cli import main
from controller.live import calibration
from controller.record.cards import Card
from controller.record.events import MatchStart, Played
from controller.settings import model as config
from controller.settings.model import CameraConfig, Config, DataConfig, TableConfig
from controller.store.resume import take_up
from controller.web import certificate
from firmware_bridge.ports.emulator import Emulator
from hardware.camera.source import Gray
from tests.support.vision.mat_pictures import camera, photo

TABLE = TableConfig("mittlere", ("Anna", "Berta", "Carla"))


@dataclass
class Bench:
    """A table's settings and what the doctor says of it."""

    folder: Path
    capsys: pytest.CaptureFixture[str]
    more: str = ""
    source: str = ""
    """The camera; none: what was drawn."""
    found: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])

    def picture(self, blur_px: float = 0.5) -> None:
        """What the camera sees."""
        (self.folder / "seen").mkdir(exist_ok=True)
        for seed in range(3):
            cv2.imwrite(str(self.folder / "seen" / f"{seed}.png"), photo(camera(12), blur_px=blur_px, seed=seed))

    def ask(self) -> int:
        """The exit status; what was found is kept by part."""
        settings = self.folder / "schiri.toml"
        source = self.source or f"{self.folder}/seen"
        settings.write_text(
            f'[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n[camera]\nsource = "{source}"\n'
            f'[data]\ndirectory = "{self.folder}/data"\n{self.more}'
        )
        status = main(["doctor", "--config", str(settings), "--json"])
        lines = [json.loads(line) for line in self.capsys.readouterr().out.splitlines()]
        self.found = {line["part"]: (line["state"], line["told"]) for line in lines}
        return status

    @property
    def states(self) -> dict[str, str]:
        """How each part is."""
        return {part: state for part, (state, _) in self.found.items()}


@pytest.fixture
def bench(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Bench:
    return Bench(tmp_path, capsys)


PARTS = {
    "settings",
    "versions",
    "machine",
    "clock",
    "disk",
    "records",
    "camera",
    "mat",
    "reading",
    "calibration",
    "display",
}


def test_a_good_table_has_nothing_to_do(bench: Bench) -> None:
    bench.picture()
    with Emulator() as display:
        bench.more = f'[[display]]\nport = "{display.path}"\n'
        assert bench.ask() == 1
        assert bench.found["calibration"] == ("better", "the lens was never measured; type: schiri calibrate")
        settings = str(bench.folder / "schiri.toml")
        assert main(["calibrate", "--config", settings]) == 0
        bench.capsys.readouterr()
        assert bench.ask() == 0
    assert bench.states == dict.fromkeys(PARTS, "ok")
    assert bench.found["display"][1] == f"serial {display.path}: connected: OLED 128x64"
    assert bench.found["camera"][1] == f"{bench.folder}/seen: 1280x720"
    assert "mat in" not in bench.found["mat"][1]
    assert [path.name for path in (bench.folder / "data").iterdir()] == ["calibration.json"]


@pytest.mark.slow
def test_each_part_that_is_wrong_is_told_with_what_to_do(bench: Bench) -> None:
    bench.picture(blur_px=1.6)
    (bench.folder / "data").write_text("no folder")
    bench.more = '[[display]]\nport = "/dev/not-there"\n[[display]]\nkind = "lcdproc"\nport = "127.0.0.1:1"\n'
    assert bench.ask() == 1
    wrong = {part: told for part, (state, told) in bench.found.items() if state != "ok"}
    assert sorted(wrong) == ["calibration", "disk", "display", "light"]
    assert "cannot be written (File exists): nothing would be kept; set [data] directory elsewhere" in wrong["disk"]
    assert wrong["light"].startswith("Focus the camera: ")
    assert "is that machine on" in wrong["display"]


def test_without_a_mat_or_a_camera_that_is_what_is_told(bench: Bench) -> None:
    (bench.folder / "seen").mkdir()
    cv2.imwrite(str(bench.folder / "seen" / "0.png"), photo(camera(12), seed=1) * 0)
    assert bench.ask() == 1
    assert bench.states["mat"] == "broken"
    (bench.folder / "seen" / "0.png").unlink()
    assert bench.ask() == 1
    assert bench.states["camera"] == "broken"
    assert "mat" not in bench.found


@pytest.mark.skipif(Path("/dev/video0").exists(), reason="a camera is plugged in")
def test_a_camera_that_nobody_misses_is_no_fault_until_one_has_read_a_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings, data = tmp_path / "schiri.toml", tmp_path / "data"
    settings.write_text(f'[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\n[data]\ndirectory = "{data}"\n')
    main(["doctor", "--config", str(settings)])
    assert f"ok camera       {NO_CAMERA}\n" in capsys.readouterr().out
    with closing(take_up(data, new=False)) as journal:
        journal.append(MatchStart(sight=True, game="mittlere", seats=("A", "B", "C")))
        journal.append(Played(seat=0, card=Card("SA"), src="camera"))
    assert main(["doctor", "--config", str(settings)]) == 1
    assert "!! camera       camera 0: not there; " in capsys.readouterr().out


def test_a_camera_that_takes_its_time_to_start_is_looked_through_from_its_first_picture_on(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = [photo(camera(12), seed=seed) for seed in range(3)]
    starts_s = 7.5

    @contextmanager
    def slow(*_: object, **__: object) -> Generator[Iterator[tuple[float, Gray]]]:
        yield ((starts_s + number / 8, pictures[number % len(pictures)]) for number in count())

    monkeypatch.setattr(calibration, "open_source", slow)
    bench.source = "http://127.0.0.1:1/"
    bench.ask()
    assert bench.found["camera"] == ("ok", "http://127.0.0.1:1/: 1280x720, 8 pictures a second")
    assert bench.found["mat"][1].startswith("seen in 17 of 17 pictures")


def test_a_camera_that_ends_before_its_first_picture_is_not_well(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def over(*_: object, **__: object) -> Generator[Iterator[tuple[float, Gray]]]:
        yield iter(())

    monkeypatch.setattr(calibration, "open_source", over)
    bench.source = "http://127.0.0.1:1/"
    bench.ask()
    assert bench.found["camera"] == ("broken", "the source gave no picture")
    assert "mat" not in bench.found


def test_without_settings_it_says_how_to_write_some(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--config", str(tmp_path / "none.toml")]) == 1
    assert capsys.readouterr().out == (
        f"!! settings     {tmp_path}/none.toml cannot be read: No such file or directory; "
        "`schiri config init` writes a file to begin with\n"
    )
    (tmp_path / "none.toml").write_text("[table]\n", encoding="utf-8")
    assert main(["doctor", "--config", str(tmp_path / "none.toml")]) == 1
    assert "config init" not in capsys.readouterr().out, "whoever has a file mends it"


def test_a_disk_that_is_full_or_slow_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = Config(TABLE, data=DataConfig(tmp_path))
    assert [finding.state for finding in disk.check(own)] == ["ok"]
    monkeypatch.setattr(disk, "SLOW_MS", -1.0)
    assert [finding.state for finding in disk.check(own)] == ["better"]
    for least, state in ((10**9, "broken"), (disk.LEAST_MB, "ok")):
        monkeypatch.setattr(disk, "LEAST_MB", least)
        monkeypatch.setattr(disk, "SLOW_MS", 1e6)
        assert [finding.state for finding in disk.check(own)] == [state]


def test_a_clock_that_was_never_set_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Config(TABLE)
    assert [finding.state for finding in clock.check(own)] == ["ok"]
    monkeypatch.setattr("time.time", lambda: 1e9)
    assert [finding.state for finding in clock.check(own)] == ["better"]


def test_the_lines_for_people_and_for_programs_tell_the_same(bench: Bench) -> None:
    bench.picture()
    bench.ask()
    main(["doctor", "--config", str(bench.folder / "schiri.toml")])
    lines = bench.capsys.readouterr().out.splitlines()
    assert [line[:3].strip() for line in lines] == [
        {"ok": "ok", "better": "!"}[state] for state in bench.states.values()
    ]
    assert [line[3:15].strip() for line in lines] == [*bench.found]


def test_pins_and_a_voice_are_looked_at_where_they_are_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = config.parse(
        '[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\n[voice]\n[lamp]\npin = 27\n'
        '[[button]]\npin = 5\nshort = "undo"\n[[button]]\nkey = "A"\nshort = "score"\n'
    )
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [(found.part, found.state, found.told) for found in hands.check(own)] == [
        ("pins", "ok", "GPIO 5, 27 can be used"),
        ("voice", "better", "espeak-ng is not installed: sudo apt install espeak-ng"),
    ]
    assert [*hands.check(Config(TABLE))] == []
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none")
    assert [found.state for found in hands.check(own)] == ["better", "better"]


def test_a_raspberry_pi_is_asked_for_what_its_camera_and_pins_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, there = Config(TABLE, data=DataConfig(tmp_path)), {"picamera2", "gpiozero"}

    def seen(name: str) -> str | None:
        return name if name in there else None

    monkeypatch.setattr(raspberry, "TREE", tmp_path / "model")
    monkeypatch.setattr(raspberry, "find_spec", seen)
    assert list(raspberry.check(settings)) == []
    (tmp_path / "model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    (found,) = raspberry.check(settings)
    assert (found.state, "does not see lgpio" in found.told) == ("better", True)
    assert "sudo apt-get install python3-lgpio," in found.told
    there.add("lgpio")
    assert [(found.state, found.told) for found in raspberry.check(settings)] == [
        ("ok", "its camera and pins can be used: picamera2, gpiozero, lgpio")
    ]


def test_a_phone_is_not_opened_and_what_encrypts_its_pictures_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Config(TABLE, camera=CameraConfig("phone"))
    told = "a phone is it: start the referee, whose page /setup/camera shows it the way and measures it"
    assert [(one.state, one.told) for one in camera_check.check(settings)] == [("ok", told)]
    monkeypatch.setattr(certificate, "PROGRAM", "no-openssl")
    told = "a phone is it, and for the encryption OpenSSL is missing: sudo apt install openssl"
    assert [(one.state, one.told) for one in camera_check.check(settings)] == [("broken", told)]
