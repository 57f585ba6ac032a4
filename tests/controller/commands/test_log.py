"""Lines of log: whatever others sent stands in them, and each stays one line."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from controller.commands import terminal
from controller.commands.log import JournalLog, PlainLog


def test_control_characters_of_others_are_written_as_escapes() -> None:
    told = "\x1b[31mred\nforged\u2028line\x85\r"
    record = logging.LogRecord("here", logging.WARNING, __file__, 1, "table %s: %s", ("5", told), None)
    line = PlainLog("schiri: %(message)s").format(record)
    assert line == r"schiri: table 5: \x1b[31mred\nforged\u2028line\x85\r"


def test_a_traceback_keeps_its_lines_and_loses_its_escapes() -> None:
    with pytest.raises(KeyError) as found:
        {}["\x1b[2Jgone"]
    why = (ValueError, ValueError("\x1b[2Jgone"), found.tb)
    record = logging.LogRecord("here", logging.ERROR, __file__, 1, "it failed", (), why)
    first, *_, last = PlainLog("schiri: %(message)s").format(record).split("\n")
    assert (first, last) == ("schiri: it failed", r"ValueError: \x1b[2Jgone")


def test_a_complaint_is_one_line_without_control_characters_and_has_an_end(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.complain("a\x1b[31m\nfile" + "x" * 5000)
    told = capsys.readouterr().err
    assert told.startswith("schiri: a\\x1b[31m\\nfilexxx")
    assert told.count("\n") == 1
    assert len(told) < terminal.MOST_LETTERS + 50


@pytest.mark.parametrize("level", [logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL])
def test_each_line_of_the_journal_begins_with_its_priority(level: int) -> None:
    """A traceback, too, is found by it; the numbers are those of sd-daemon(3)."""
    with pytest.raises(KeyError) as found:
        {}["frame"]
    why = (KeyError, found.value, found.tb)
    record = logging.LogRecord("schiri", level, __file__, 1, "the camera is gone", (), why)
    lines = JournalLog("%(name)s: %(message)s").format(record).split("\n")
    number = {10: 7, 20: 6, 30: 4, 40: 3, 50: 2}[level]
    assert lines[0] == f"<{number}>schiri: the camera is gone"
    assert len(lines) > 2
    assert {line[:3] for line in lines} == {f"<{number}>"}


@pytest.mark.parametrize("in_journal", [True, False])
def test_only_where_the_journal_reads_are_priorities_written(in_journal: bool, tmp_path: Path) -> None:
    program = "from controller.commands import log; import logging; log.begin('info'); logging.warning('broken')"
    with (tmp_path / "error").open("w+") as error:
        state = os.fstat(error.fileno())
        stream = f"{state.st_dev}:{state.st_ino}" if in_journal else "1:2"
        environment = {**os.environ, "JOURNAL_STREAM": stream}
        subprocess.run([sys.executable, "-c", program], stderr=error, env=environment, check=True)  # noqa: S603 - ours
    written = (tmp_path / "error").read_text()
    assert written == ("<4>root: broken\n" if in_journal else "schiri: broken\n")
