"""The real mpremote puts the Pico's files onto the real MicroPython, on a pseudo-terminal."""

import os
import pty
import subprocess
import sys
import tty
from collections.abc import Generator
from pathlib import Path

import pytest

from controller.cli import main
from firmware_bridge.mcu.board import micropython

pytestmark = pytest.mark.needs("micropython")


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Generator[str]:
    """Where a Pico waits at its prompt."""
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    node, _, home = micropython()
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    script = str(Path(__file__).with_name("pico_repl.mjs"))
    with subprocess.Popen([node, script, home], stdin=ours, stdout=ours) as pico:  # noqa: S603 - our own
        try:
            yield os.ttyname(theirs)
        finally:
            pico.kill()
            pico.wait()
            os.close(ours)
            os.close(theirs)


@pytest.mark.slow
def test_mpremote_puts_the_files_onto_a_pico(port: str, tmp_path: Path) -> None:
    arguments = ["--board", "pico", "--with", "epaper,strip", "--port", port, "--out", str(tmp_path)]
    assert main(["firmware", "flash", *arguments]) == 0
    sources = sorted((tmp_path / "pico").rglob("*.py"))
    assert len(sources) > 15
    names = [f":{source.relative_to(tmp_path / 'pico')}" for source in sources]
    command = ["mpremote", "connect", port, "resume", "fs", "cat", *names]
    told = subprocess.run(command, capture_output=True, check=True).stdout  # noqa: S603 - ours
    assert told == b"".join(source.read_bytes() for source in sources)
