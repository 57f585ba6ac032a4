"""A machine that the tests boot and that does not start is told of as soon as it is plain."""

import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from tests.boot import machine
from tests.support.guest import Gone

UP = """
import json, os, sys
port = int(next(word for word in sys.argv if word.startswith("ssl0=fd:")).rpartition(":")[2])
os.write(port, json.dumps({"up": 1.0}).encode() + b"\\n")
os.read(port, 1)  # until the line is closed, as a machine that runs
"""
"""Line of the agent once it runs, at the end of the line that the machine was given."""
ENDS = "print('Kernel panic - not syncing: no disk'); raise SystemExit(3)"
SILENT = "print('Started one thing.', flush=True); import time; time.sleep(600)"
TALKS = """
import time
for number in range({times}):
    print("Started", number, flush=True)
    time.sleep(0.02)
"""
LINE_S = 60.0
"""Seconds by which the clock of these tests goes forward with each line of the machine."""


@pytest.fixture
def booted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], machine.Table]:
    """Machines whose kernel is a program of Python, and whose time goes on by what they say."""
    monkeypatch.setattr(machine, "kernel", lambda: str(tmp_path / "kernel"))
    monkeypatch.setattr(machine, "_LOOK_S", 0.02)

    def made(program: str) -> machine.Table:
        (tmp_path / "kernel").write_text(f"#!{sys.executable}\n{program}", encoding="utf-8")
        (tmp_path / "kernel").chmod(0o700)
        table = machine.Table(tmp_path / "disk", tmp_path)
        monkeypatch.setattr(machine, "_now", lambda: LINE_S * len(_said(table)))
        return table

    return made


def _said(table: machine.Table) -> list[str]:
    return table.console.read_text(encoding="utf-8").splitlines()


def test_a_machine_that_ends_is_waited_for_no_longer_and_its_last_words_are_told(
    booted: Callable[[str], machine.Table],
) -> None:
    with pytest.raises(Gone, match=r"(?s)ended with 3.*Kernel panic - not syncing: no disk"):
        booted(ENDS).on()


def test_a_machine_that_falls_silent_is_given_up(
    booted: Callable[[str], machine.Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, looks = booted(SILENT), count()
    monkeypatch.setattr(machine, "_now", lambda: LINE_S * next(looks) if _said(table) else 0.0)
    with pytest.raises(Gone, match=r"(?s)has said nothing for 240 s.*Started one thing"):
        table.on()


def test_a_machine_that_only_talks_is_given_up_too(booted: Callable[[str], machine.Table]) -> None:
    with pytest.raises(Gone, match=r"(?s)has not answered for 900 s.*Started 15"):
        booted(TALKS.format(times=30_000)).on()


def test_a_machine_that_starts_slowly_is_waited_for_as_long_as_it_talks(
    booted: Callable[[str], machine.Table],
) -> None:
    with booted(TALKS.format(times=12) + UP).on() as table:
        assert len(_said(table)) * LINE_S > 2 * machine.SILENCE_S
