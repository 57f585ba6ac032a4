"""The real avrdude writes the firmware through the real Optiboot, run by an emulated board."""

import os
import shutil
import threading
import time
from pathlib import Path

import pytest

from controller.cli import main
from firmware_bridge.mcu.board import ArduinoBoard
from tests.support.bridge.firmware_rig import build

pytestmark = pytest.mark.needs("avr", "avrdude")

OPTIBOOT = Path("/usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot/optiboot_atmega328.hex")
"""An Uno's boot loader, as Debian's arduino-core-avr has it."""

PRESSES = """#!/bin/sh
for attempt in 1 2 3; do
    touch {folder}/wanted
    while [ -e {folder}/wanted ]; do sleep 0.02; done
    {avrdude} "$@" && exit
done
exit 1
"""
"""A board is reset by its port's DTR; a pseudo-terminal has none, so somebody presses the button first."""


PAGE_BYTES = 128


def _bytes(path: Path) -> bytes:
    """What a file of Intel's hex format holds, whose records follow each other from address 0 on."""
    found = b""
    for line in path.read_text(encoding="ascii").split():
        record = bytes.fromhex(line.removeprefix(":"))
        assert sum(record) % 256 == 0
        if record[3] == 0:
            assert record[1] << 8 | record[2] == len(found)
            found += record[4:-1]
    return found


@pytest.mark.slow
def test_avrdude_writes_the_firmware_through_the_boards_boot_loader(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    avrdude = shutil.which("avrdude")
    bench, _ = build(tmp_path_factory)
    button, done = tmp_path / "avrdude", threading.Event()
    button.write_text(PRESSES.format(folder=tmp_path, avrdude=avrdude), encoding="utf-8")
    button.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    port, wanted = tmp_path / "port", tmp_path / "wanted"
    with ArduinoBoard(bench, OPTIBOOT, port) as running:

        def press() -> None:
            while not done.is_set():
                if wanted.exists():
                    running.ask("reset")
                    wanted.unlink()
                time.sleep(0.02)

        finger = threading.Thread(target=press)
        finger.start()
        try:
            assert main(["firmware", "flash", "--port", str(port), "--out", str(tmp_path / "out")]) == 0
        finally:
            done.set()
            finger.join()
        written = bytes.fromhex(running.ask("flash"))
    program = _bytes(tmp_path / "out" / "display.hex")
    assert len(program) > 4000
    assert written[: len(program)] == program
    assert set(written[len(program) + PAGE_BYTES :]) == {0xFF}, "and nothing else"
