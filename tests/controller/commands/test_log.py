"""Lines of log: whatever others sent stands in them, and each stays one line."""

import logging

import pytest

from controller.commands import terminal
from controller.commands.log import PlainLog


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
