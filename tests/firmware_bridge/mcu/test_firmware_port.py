"""The real AVR binary in real time on a pseudo-terminal, as any display on a serial port."""

import os
import queue
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from PIL import Image

from controller.cli import main
from controller.commands.system.firmware import braille
from firmware_bridge.face.face import Alert, Face, Lamp, Row
from firmware_bridge.mcu.board import ArduinoBoard, BoardGone, picture
from firmware_bridge.mcu.toolchain import RAM_BYTES
from firmware_bridge.ports.serial_port import Display
from firmware_bridge.protocol.messages import Key, Press
from tests.firmware_bridge.mcu.test_firmware_glass import expected
from tests.support.bridge.firmware_rig import board, build
from tests.support.waiting import until

pytestmark = pytest.mark.needs("avr")

FACE = Face("Mittlere, deal 1", (Row("Anna", "+1", "I", Lamp.TURN), Row("Bö", "-2", "oo")), "trick 2 of 12")
SHORT, LONG = (Press.DOWN, Press.UP), (Press.DOWN, Press.LONG, Press.UP)
VOID_S = 20.0
"""After so long without a word a press was void."""
ALARM = Face("Mittlere, deal 1", FACE.rows, "trick 3 of 12", Alert("Revoke: Bö"))


def _lights(running: ArduinoBoard, face: Face) -> Callable[[], bool]:
    wanted = picture(expected(face)).tobytes()
    return lambda: running.glass().tobytes() == wanted


def _display(path: Path, keys: Callable[[Key], None] | None = None) -> closing[Display]:
    return closing(Display(str(path), keys=keys))


def _pressed(press: Callable[[], object], keys: queue.SimpleQueue[Key], whole: Sequence[Press]) -> set[Key]:
    """Press a key until a whole press is heard; everything that was heard.

    On a machine so busy that the emulated board falls silent, the wire is begun anew, and a key that reached nobody is
    void (docs/protocol.md).
    """
    heard: list[Key] = []
    while [key.press for key in heard[-len(whole) :]] != list(whole):
        if not heard or heard[-1].press is Press.UP:
            press()
        try:
            heard.append(keys.get(timeout=VOID_S))
        except queue.Empty:
            press()
    return set(heard)


@contextmanager
def _program(command: list[str], out: Path) -> Generator[subprocess.Popen[str]]:
    """A program whose words are kept in a file, which, unlike a pipe, is never full."""
    with (
        out.open("w") as told,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=told, text=True) as program,  # noqa: S603 - our own
    ):
        try:
            yield program
        finally:
            program.kill()


def test_a_face_is_lit_and_keys_come_back(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    path, keys = tmp_path / "port", queue.SimpleQueue[Key]()
    with board(tmp_path_factory, port=path) as running, _display(path, keys.put) as display:
        display.show(FACE)
        until(_lights(running, FACE))
        until(lambda: display.status == "connected: OLED 128x64")
        assert _pressed(lambda: running.hold("B", 0.1), keys, SHORT) <= {Key("B", press) for press in SHORT}


def test_the_display_recovers_from_being_unplugged(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path / "port"
    with _display(path) as display:
        display.show(FACE)
        assert display.status.startswith("no port")
        with board(tmp_path_factory, port=path) as running:
            until(_lights(running, FACE))
        display.show(ALARM)
        until(lambda: "no port" in display.status)
        with board(tmp_path_factory, port=path) as running:
            until(_lights(running, ALARM))
            running.ask("reset")
            until(_lights(running, ALARM))


def test_a_board_that_has_gone_says_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    running = board(tmp_path_factory)
    running.close()
    running.close()
    with pytest.raises(BoardGone, match="stopped"):
        running.run(1)


def test_emulate_runs_the_binary_on_a_port_and_obeys_typed_keys(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    build(tmp_path_factory)
    path, png, keys = tmp_path / "port", tmp_path / "glass.png", queue.SimpleQueue[Key]()
    command = [sys.executable, "-m", "controller", "firmware", "emulate", "--port", str(path), "--png", str(png)]
    wanted, out = picture(expected(FACE)), tmp_path / "out"
    with _program(command, out) as program:

        def type_(letters: str) -> None:
            assert program.stdin is not None
            program.stdin.write(f"{letters}\n")
            program.stdin.flush()

        until(lambda: out.read_text().startswith(f"display on {path}\n"))
        with _display(path, keys.put) as display:
            display.show(FACE)
            until(lambda: png.exists() and _pictured(png) == wanted.tobytes())
            assert _pressed(lambda: type_("a"), keys, SHORT) == {Key("A", press) for press in SHORT}
            heard = _pressed(lambda: type_("B"), keys, LONG)
            assert {key for key in heard if key.letter == "B"} == {Key("B", press) for press in LONG}
        program.send_signal(signal.SIGINT)
        program.communicate()
    assert program.returncode == 0
    assert braille(wanted) in out.read_text()
    assert not path.is_symlink()


def _pictured(png: Path) -> bytes:
    try:
        return Image.open(png).tobytes()
    except OSError:
        return b""  # it is being written


def _fake(folder: Path, name: str, script: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for programs that go before the machine's own."""
    folder = tmp_path / "tools"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder


def test_build_tells_the_size(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    build(tmp_path_factory)
    assert main(["firmware", "build", "--with", "strip", "--set", "STRIP_LEDS=12", "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out.split()
    assert told[0] == f"{tmp_path}/display.hex:"
    assert told[1].isdecimal()
    assert int(told[7]) < RAM_BYTES
    assert (tmp_path / "display.hex").read_text(encoding="ascii").endswith(":00000001FF\n")


def test_flash_shows_the_command_and_runs_it(
    tmp_path: Path, tools: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    build(tmp_path_factory)
    _fake(tools, "avrdude", f'echo "$@" > {tmp_path}/told')
    arguments = ["firmware", "flash", "--board", "nano-old", "--port", "/dev/ttyUSB7", "--out", str(tmp_path)]
    assert main(arguments) == 0
    told = (tmp_path / "told").read_text(encoding="utf-8").strip()
    assert told == f"-q -p m328p -c arduino -P /dev/ttyUSB7 -b 57600 -D -U flash:w:{tmp_path}/display.hex:i"
    assert f"{tools}/avrdude {told}\n" in capsys.readouterr().out
    _fake(
        tools,
        "avrdude",
        "echo 'ser_open(): cannot open port: error 2' >&2; echo 'avrdude done.  Thank you.' >&2; exit 1",
    )
    assert main(arguments) == 2
    assert capsys.readouterr().err == "schiri: avrdude failed: ser_open(): cannot open port: error 2\n"


def test_flash_a_pico(tmp_path: Path, tools: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _fake(tools, "mpremote", f'echo "$@" > {tmp_path}/told')
    fitted = ["--with", "sh1106,strip", "--set", "STRIP_LEDS=30"]
    assert main(["firmware", "flash", "--board", "pico", *fitted, "--out", str(tmp_path)]) == 0
    staged = tmp_path / "pico"
    told = (tmp_path / "told").read_text(encoding="utf-8").strip()
    assert told == f"cp -r {staged}/main.py {staged}/schiri : + reset"
    assert told in capsys.readouterr().out
    assert (staged / "main.py").read_text(encoding="utf-8") == (
        "from schiri.chip import run\n\nrun(('sh1106', 'strip'), {'STRIP_LEDS': 30})\n"
    )
    assert (staged / "schiri" / "session.py").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["build", "--with", "oled,epaper"], "oled, epaper: a board has one of epaper, oled, sh1106"),
        (["build", "--with", "lamp"], "lamp shows no score; fit one of"),
        (["build", "--with", "rocket"], "no part 'rocket'; there are oled"),
        (["build", "--set", "STRIP_LEDS"], "--set STRIP_LEDS: a name of docs/firmware.md and a number"),
        (["build", "--set", "STRIP_LED=3"], "--set STRIP_LED=3: there is no STRIP_LED; there are DIGITS_MODULES"),
        (["build", "--board", "pico", "--with", "digits,matrix"], "digits, matrix: a board has one of digits, matrix"),
        (["flash"], "--port: where is the uno?"),
        (["build", "--set", "MATRIX_MODULES=9"], "--set MATRIX_MODULES=9: there is no matrix on this board"),
        (["build", "--with", "matrix", "--set", "MATRIX_MODULES=9"], "--set MATRIX_MODULES=9: it can be 1 to 8"),
        (["build", "--with", "strip", "--set", "STRIP_LEDS=256"], "--set STRIP_LEDS=256: it can be 1 to 255"),
        (["emulate", "--with", "strip"], "--with strip: the emulated board has an oled"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(
    arguments: list[str],
    told: str,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    build(tmp_path_factory)
    out = [] if arguments[0] == "emulate" else ["--out", str(tmp_path)]
    assert main(["firmware", *arguments, *out]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"schiri: {told}")
    assert said.count("\n") == 1


def test_a_missing_compiler_is_named_with_its_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["firmware", "build", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        "schiri: avr-gcc is not installed: sudo apt-get install gcc-avr avr-libc binutils-avr\n"
    )
