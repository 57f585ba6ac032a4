"""One emulated machine for all tests here, with the real firmware of the display at its USB socket."""

import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final

import pluggy
import pytest

from controller.commands.system.firmware import braille
from firmware_bridge.mcu.board import ArduinoBoard
from tests.pi.debian import MissingPart
from tests.pi.image import Image, kept
from tests.pi.machine import Machine
from tests.support.bridge.firmware_rig import build

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("controller", "firmware_bridge", "groundwork", "hardware", "vision", "tests/pi")
CONSOLE: Final = ROOT / ".venv" / "pi-console.log"
"""Output of the kernel of the last run."""

collect_ignore = ["guest"]


@pytest.fixture(scope="session")
def image() -> Image:
    """What the machine boots from; skips where it cannot be had, but never in CI."""
    try:
        return kept()
    except MissingPart as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the machine sees as ``/schiri``: the project's own code, and what the tests put there."""
    folder = tmp_path_factory.mktemp("schiri")
    for room in ROOMS:
        shutil.copytree(ROOT / room, folder / room)
    return folder


@pytest.fixture(scope="session")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArduinoBoard]:
    """The display's firmware on a board in simavr; its line is where the machine's USB adapter ends."""
    bench, firmware = build(tmp_path_factory)
    with ArduinoBoard(bench, firmware.elf, _port(tmp_path_factory)) as board:
        yield board


@pytest.fixture(scope="session")
def pi(
    image: Image, files: Path, display: ArduinoBoard, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Machine]:
    """The machine, ready."""
    del display  # its line must be there first
    scratch = tmp_path_factory.mktemp("machine")
    try:
        with Machine(image, files, _port(tmp_path_factory), scratch) as machine:
            yield machine
    finally:
        shutil.copy(scratch / "console.log", CONSOLE)


def _port(factory: pytest.TempPathFactory) -> Path:
    return factory.getbasetemp() / "display-port"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pluggy.Result[pytest.TestReport]]:
    """Tell with a failure what the programs in the machine have said, and what is lit on the display."""
    outcome = yield
    used = getattr(item, "funcargs", {})
    machine, board = used.get("pi"), used.get("display")
    report = outcome.get_result()
    if report.failed and isinstance(board, ArduinoBoard):
        report.sections.append(("the display", braille(board.glass())))
    if report.failed and isinstance(machine, Machine):
        report.sections.append(("programs in the emulated machine", machine.told()))
        report.sections.append(("its kernel", f"is kept in {CONSOLE}"))
