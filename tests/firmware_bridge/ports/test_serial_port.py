import os
import queue
import signal
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from PIL import Image, ImageChops

from firmware_bridge.displays import text
from firmware_bridge.displays.pictures import picture
from firmware_bridge.face.face import Face, Lamp, Row
from firmware_bridge.ports.emulator import Emulator
from firmware_bridge.ports.serial_port import Display
from firmware_bridge.protocol.device import Nature
from firmware_bridge.protocol.messages import Key, Press

FACE = Face(
    "Mittlere, deal 1", (Row("Anna", "+1", "I", Lamp.TURN), Row("Bö", "-2", "oo")), "trick 2 of 12", "Revoke: Bö"
)


def _eventually(holds: Callable[[], bool], at_most_s: float = 20) -> bool:
    end_s = time.monotonic() + at_most_s
    while not holds() and time.monotonic() < end_s:
        time.sleep(0.005)
    return holds()


def test_a_face_goes_through_a_real_terminal_to_the_glass() -> None:
    with Emulator() as emulator, closing(Display(emulator.path)) as display:
        display.show(FACE)
        assert _eventually(lambda: emulator.face() == FACE)
        assert display.status == "connected: OLED 128x64"
        assert emulator.text() == text.render(FACE)
        expected = picture.render(FACE, (128, 64))
        assert ImageChops.difference(emulator.image((128, 64)), expected).getbbox() is None


def test_the_last_face_is_shown_before_close_returns() -> None:
    with Emulator() as emulator:
        display = Display(emulator.path)
        display.show(Face("first"))
        assert _eventually(lambda: emulator.face().title == "first")
        for count in range(200):
            display.show(Face(str(count)))
        display.close()
        display.close()
        assert emulator.face().title == "199"
        display.show(FACE)


def test_keys_come_to_the_game() -> None:
    keys: queue.SimpleQueue[Key] = queue.SimpleQueue()
    with Emulator() as emulator, closing(Display(emulator.path, keys=keys.put)) as display:
        assert _eventually(lambda: display.status.startswith("connected"))
        emulator.press("A")
        emulator.press("B", Press.LONG)
        assert [keys.get(timeout=20), keys.get(timeout=20)] == [Key("A"), Key("B", Press.LONG)]


def test_a_game_that_fails_on_a_key_keeps_its_display() -> None:
    def fail(key: Key) -> None:
        raise LookupError(key)

    with Emulator() as emulator, closing(Display(emulator.path, keys=fail)) as display:
        assert _eventually(lambda: display.status.startswith("connected"))
        emulator.press("A")
        display.show(FACE)
        assert _eventually(lambda: emulator.face() == FACE)


def test_a_display_is_unplugged_and_plugged_in_again() -> None:
    with Emulator() as emulator, closing(Display(emulator.path)) as display:
        display.show(Face("before"))
        assert _eventually(lambda: emulator.face().title == "before")
        emulator.unplug()
        emulator.unplug()
        assert _eventually(lambda: display.status == f"no port {emulator.path}: nothing is plugged in there")
        display.show(FACE)
        emulator.plug()
        assert _eventually(lambda: emulator.face() == FACE)


def test_a_port_that_comes_late_is_found() -> None:
    emulator = Emulator()
    with closing(Display(emulator.path)) as display:
        display.show(FACE)
        assert _eventually(lambda: display.status == f"no port {emulator.path}: nothing is plugged in there")
        with emulator:
            assert _eventually(lambda: emulator.face() == FACE)


def test_two_programs_do_not_share_a_port() -> None:
    with Emulator() as emulator, closing(Display(emulator.path)) as first:
        assert _eventually(lambda: first.status.startswith("connected"))
        with closing(Display(emulator.path)) as second:
            assert _eventually(lambda: second.status == f"no port {emulator.path}: another program uses it")
        first.show(FACE)
        assert _eventually(lambda: emulator.face() == FACE)


def test_what_is_no_serial_port_is_told_in_words(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.touch()
    with closing(Display(str(page))) as display:
        display.show(FACE)
        assert _eventually(lambda: display.status.startswith(f"no port {page}: "))


def test_a_display_of_another_version_is_told_in_words() -> None:
    with Emulator(Nature(version=9)) as emulator, closing(Display(emulator.path)) as display:
        assert _eventually(lambda: display.status.startswith("refused: the display speaks version 9"))


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
            game.join(60)
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
            assert _eventually(lambda title=title: emulator.face().title == title)  # type: ignore[misc]


def test_the_picture_of_a_display_can_be_kept(tmp_path: Path) -> None:
    with Emulator() as emulator, closing(Display(emulator.path)) as display:
        display.show(FACE)
        assert _eventually(lambda: emulator.face() == FACE)
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
                assert _eventually(png.exists)
        finally:
            program.send_signal(signal.SIGINT)
    assert program.returncode == 0
    assert not Path(path).exists()
