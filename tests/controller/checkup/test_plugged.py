"""Devices plugged in at a new table are found, taken into its settings, and said."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.checkup import plugged
from controller.cli import main
from controller.settings.displays import SerialConfig, WledConfig
from controller.settings.model import CameraConfig, load
from firmware_bridge.ports import serial_port
from firmware_bridge.ports.emulator import Emulator
from firmware_bridge.ports.serial_port import Plug
from tests.support.bridge.terminals import WLED_SAYS, terminal

PI = ("imx708",)
USB = (("/dev/v4l/by-id/usb-Logi-video-index0", "HD Webcam C920"), ("/dev/video4", "Other camera"))


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing plugged in."""
    monkeypatch.chdir(tmp_path)
    plug_in(monkeypatch)
    return tmp_path / "schiri.toml"


def plug_in(
    monkeypatch: pytest.MonkeyPatch,
    pi: tuple[str, ...] = (),
    usb: tuple[tuple[str, str], ...] = (),
    plugs: tuple[Plug, ...] = (),
) -> None:
    def cameras() -> Iterator[tuple[str, str]]:
        yield from usb

    monkeypatch.setattr(plugged.source, "pi_cameras", lambda: pi)
    monkeypatch.setattr(plugged.source, "usb_cameras", cameras)
    monkeypatch.setattr(serial_port, "plugged", lambda: plugs)


@pytest.mark.parametrize(
    ("pi", "usb", "source", "told"),
    [
        ((), (), None, "cards are tapped on the pages; an old phone can be it: --camera phone"),
        (PI, (), "picamera", "camera: the Raspberry Pi's own camera, imx708 (picamera)"),
        ((), USB[:1], USB[0][0], f"camera: HD Webcam C920 ({USB[0][0]})"),
        ((), USB, USB[0][0], f"camera: HD Webcam C920 ({USB[0][0]}); Other camera is there too: --camera /dev/video4"),
        (PI, USB[:1], "picamera", f"HD Webcam C920 is there too: --camera {USB[0][0]}"),
    ],
)
def test_the_camera_that_is_plugged_in_is_taken_and_named(
    pi: tuple[str, ...],
    usb: tuple[tuple[str, str], ...],
    source: str | None,
    told: str,
    bare: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    plug_in(monkeypatch, pi, usb)
    assert main(["config", "init"]) == 0
    assert told in capsys.readouterr().out
    assert load(bare).camera == CameraConfig(source)


def test_a_camera_that_is_typed_is_taken_unseen(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plug_in(monkeypatch, PI)
    assert main(["config", "init", "--camera", "film.avi"]) == 0
    assert "camera: " not in capsys.readouterr().out
    assert load(bare).camera == CameraConfig("film.avi")


def test_language_and_suits_are_those_that_are_typed_or_of_the_machine(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_CH.UTF-8")
    assert main(["config", "init", "--suits", "swiss"]) == 0
    assert "language: fr; suits: swiss\n" in capsys.readouterr().out
    assert (load(bare).table.lang, load(bare).table.suits) == ("fr", "swiss")
    assert main(["config", "init", "--lang", "de", "--force"]) == 0
    assert (load(bare).table.lang, load(bare).table.suits) == ("de", "french")


@pytest.mark.slow
def test_displays_are_greeted_and_strangers_named(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wled(data: bytes) -> bytes:
        return WLED_SAYS if b'{"v":true}' in data else b""

    def printer(_: bytes) -> bytes:
        return b"echo:Unknown command: ?\nok\n"

    with Emulator() as ours, terminal(wled) as strip, terminal(printer) as stranger:
        found = (Plug(ours.path, "Raspberry Pi Pico"), Plug(strip.path, ""), Plug(stranger.path, "CH340"))
        plug_in(monkeypatch, plugs=found)
        assert main(["config", "init"]) == 0
        assert b'"ps"' not in strip.heard
    assert load(bare).display == (SerialConfig(found[0].path), WledConfig(port=found[1].path, kind="wled"))
    told = capsys.readouterr().out
    assert f"display: Raspberry Pi Pico ({found[0].path}), connected: OLED 128x64\n" in told
    assert f"display: a device without a name ({found[1].path}), connected: WLED 0.14.0, 30 lights\n" in told
    who = "a 3D printer or another machine run by Marlin answers"
    assert f"no display: CH340 ({found[2].path}), no answer: {who}\n" in told
