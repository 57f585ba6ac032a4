import os
import queue
import signal
import subprocess
import sys
import threading
import tty
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from firmware_bridge.displays import pictures, text
from firmware_bridge.face.face import Alert, Face, Lamp, Row
from firmware_bridge.ports import mailbox
from firmware_bridge.ports.emulator import Emulator
from firmware_bridge.ports.serial_port import Display
from firmware_bridge.protocol.device import Capabilities
from firmware_bridge.protocol.messages import Key, Press
from tests.support.waiting import PATIENCE_S, until

FACE = Face(
    "Mittlere, deal 1", (Row("Anna", "+1", "I", Lamp.TURN), Row("Bö", "-2", "oo")), "trick 2 of 12", Alert("Revoke: Bö")
)


def test_a_face_goes_through_a_real_terminal_to_the_glass() -> None:
    with Emulator() as emulator, closing(Display(emulator.path)) as display:
        display.show(FACE)
        until(lambda: emulator.face() == FACE)
        until(lambda: display.status == "connected: OLED 128x64")
        assert emulator.text() == text.render(FACE)
        expected = pictures.render(FACE, (128, 64))
        assert ImageChops.difference(emulator.image((128, 64)), expected).getbbox() is None


def test_the_last_face_is_shown_before_close_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox, "CLOSE_S", PATIENCE_S)
    with Emulator() as emulator:
        display = Display(emulator.path)
        display.show(Face("first"))
        until(lambda: emulator.face().title == "first")
        for count in range(200):
            display.show(Face(str(count)))
        display.close()
        display.close()
        assert emulator.face().title == "199"
        display.show(FACE)


def test_keys_come_to_the_game() -> None:
    keys: queue.SimpleQueue[Key] = queue.SimpleQueue()
    with Emulator() as emulator, closing(Display(emulator.path, keys=keys.put)) as display:
        until(lambda: display.status.startswith("connected"))
        emulator.press("A")
        emulator.press("B", Press.LONG)
        assert [keys.get(timeout=PATIENCE_S), keys.get(timeout=PATIENCE_S)] == [Key("A"), Key("B", Press.LONG)]


def test_a_game_that_fails_on_a_key_keeps_its_display() -> None:
    def fail(key: Key) -> None:
        raise LookupError(key)

    with Emulator() as emulator, closing(Display(emulator.path, keys=fail)) as display:
        until(lambda: display.status.startswith("connected"))
        emulator.press("A")
        display.show(FACE)
        until(lambda: emulator.face() == FACE)


def test_a_display_is_unplugged_and_plugged_in_again() -> None:
    with Emulator() as emulator, closing(Display(emulator.path)) as display:
        display.show(Face("before"))
        until(lambda: emulator.face().title == "before")
        emulator.unplug()
        emulator.unplug()
        until(lambda: display.status == f"no port {emulator.path}: nothing is plugged in there")
        display.show(FACE)
        emulator.plug()
        until(lambda: emulator.face() == FACE)


def test_a_port_that_comes_late_is_found() -> None:
    emulator = Emulator()
    with closing(Display(emulator.path)) as display:
        display.show(FACE)
        until(lambda: display.status == f"no port {emulator.path}: nothing is plugged in there")
        with emulator:
            until(lambda: emulator.face() == FACE)


def test_two_programs_do_not_share_a_port() -> None:
    with Emulator() as emulator, closing(Display(emulator.path)) as first:
        until(lambda: first.status.startswith("connected"))
        with closing(Display(emulator.path)) as second:
            until(lambda: second.status == f"no port {emulator.path}: another program uses it")
        first.show(FACE)
        until(lambda: emulator.face() == FACE)


def test_a_path_that_is_no_serial_port_is_reported_in_words(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.touch()
    with closing(Display(str(page))) as display:
        display.show(FACE)
        until(lambda: display.status.startswith(f"no port {page}: "))


def test_a_display_of_another_version_is_told_in_words() -> None:
    with Emulator(Capabilities(version=9)) as emulator, closing(Display(emulator.path)) as display:
        until(lambda: display.status.startswith("refused: the display speaks version 9"))


def test_a_display_that_never_answers_and_never_reads_costs_the_game_nothing() -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    try:
        with closing(Display(os.ttyname(slave))) as display:
            done = threading.Event()

            def play() -> None:
                for count in range(20_000):
                    display.show(Face(str(count)))
                done.set()

            game = threading.Thread(target=play)
            game.start()
            game.join(PATIENCE_S)
            assert done.is_set()
            assert display.status in {"no answer", f"no port {os.ttyname(slave)} yet"}
    finally:
        os.close(master)
        os.close(slave)


def test_noise_on_a_real_terminal_loses_nothing() -> None:
    count = 0

    def noisy(data: bytes) -> bytes:
        nonlocal count
        count += 1
        return data if count % 4 else bytes([data[0] ^ 0x10, *data[1:-1]])

    with Emulator(wire=noisy) as emulator, closing(Display(emulator.path)) as display:
        for number in range(20):
            display.show(Face(f"deal {number}", FACE.rows, FACE.status, FACE.alert))
            title = f"deal {number}"
            until(lambda title=title: emulator.face().title == title)


def test_the_picture_of_a_display_can_be_kept(tmp_path: Path) -> None:
    with Emulator() as emulator, closing(Display(emulator.path)) as display:
        display.show(FACE)
        until(lambda: emulator.face() == FACE)
        emulator.image().save(tmp_path / "display.png")
    with Image.open(tmp_path / "display.png") as image:
        assert image.size == (800, 480)


def test_the_emulator_runs_as_a_program(tmp_path: Path) -> None:
    png = tmp_path / "display.png"
    command = [sys.executable, "-u", "-m", "firmware_bridge.ports.emulator", "--png", str(png)]
    root = Path(__file__).parents[3]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as program:  # noqa: S603 - our own program
        assert program.stdout is not None
        try:
            path = program.stdout.readline().removeprefix("display on ").strip()
            with closing(Display(path)) as display:
                display.show(FACE)
                lines = text.render(FACE).splitlines()
                assert any(line.rstrip() == lines[1] for line in program.stdout)
                until(png.exists)
        finally:
            program.send_signal(signal.SIGINT)
            program.communicate()  # it may be saying something: to close the pipe would break it
    assert program.returncode == 0
    assert not Path(path).exists()
