"""The path at which an emulated display is plugged in."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli import main
from controller.commands.system.firmware import LIMITS, TERMINALS, PortTaken, plugged
from firmware_bridge.mcu.pico.fitted import VALUES

STALE = TERMINALS / "999999"


def _file(path: Path) -> None:
    path.write_text("precious", encoding="utf-8")


def _folder(path: Path) -> None:
    path.mkdir()


def _link(path: Path) -> None:
    path.symlink_to("elsewhere")


@pytest.mark.parametrize("made", [_file, _folder, _link])
def test_existing_files_are_left_alone(made: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "port"
    made(path)
    before = path.lstat()
    with pytest.raises(PortTaken, match="something is there already"), plugged(path):
        pass
    assert path.lstat() == before


def test_a_link_to_a_living_terminal_is_another_display(tmp_path: Path) -> None:
    master, slave = os.openpty()
    try:
        (tmp_path / "port").symlink_to(os.ttyname(slave))
        with pytest.raises(PortTaken, match="another display"), plugged(tmp_path / "port"):
            pass
        assert (tmp_path / "port").is_symlink()
    finally:
        os.close(master)
        os.close(slave)


def test_leftovers_of_a_display_are_replaced_and_removed_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "port"
    path.symlink_to(STALE)
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), plugged(path):
        os.kill(os.getpid(), signal.SIGTERM)
    assert not path.is_symlink()
    assert signal.getsignal(signal.SIGTERM) is before


def test_the_command_refuses_before_anything_is_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.txt"
    _file(path)
    assert main(["firmware", "emulate", "--port", str(path)]) != 0
    assert main(["firmware", "emulate", "--port", str(tmp_path / "none" / "port")]) != 0
    told = capsys.readouterr().err
    assert "something is there already" in told
    assert f"there is no folder {tmp_path / 'none'}" in told
    assert path.read_text(encoding="utf-8") == "precious"


def test_every_value_has_limits_and_holds_them_by_itself() -> None:
    assert list(LIMITS) == list(VALUES)
    assert all(least <= VALUES[name] <= most for name, (_, least, most) in LIMITS.items())


def test_a_board_is_asked_for_before_anything_is_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["firmware", "flash", "--out", str(tmp_path / "out")]) == 2
    assert "--port: where is the uno?" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
