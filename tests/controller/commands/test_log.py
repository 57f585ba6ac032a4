"""Lines of log: whatever others sent stands in them, and each stays one line."""

import logging

import pytest

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
