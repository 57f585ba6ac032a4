"""The log of the program: lines on standard error, whatever others have sent stands in them."""

import logging
import os
import re
import sys
from typing import Final

from controller.commands import terminal

_CONTROL_BUT_LINES: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")

_PRIORITIES: Final = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
"""Systemd's number for each level and above, the gravest first."""
_DEBUG: Final = 7


class PlainLog(logging.Formatter):
    """Lines of log without raw control characters.

    What others send stands in them: it begins no line of its own and moves nobody's cursor.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # the library's name
        """Write the line itself; only a traceback after it has several."""
        record.message = terminal.plain(record.message)
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        """Write the line, and the traceback of an error."""
        return _CONTROL_BUT_LINES.sub(terminal.escaped, super().format(record))


class JournalLog(PlainLog):
    """Lines for systemd's journal: each begins with its priority, which ``journalctl -p`` asks for (sd-daemon(3))."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the priority before each line, those of a traceback too."""
        priority = next((own for level, own in _PRIORITIES if record.levelno >= level), _DEBUG)
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).split("\n"))


def begin(level: str) -> None:
    """Log to standard error from this level on; in the journal each line tells its priority and the module."""
    handler = logging.StreamHandler()
    journal = _is_journal()
    handler.setFormatter(JournalLog("%(name)s: %(message)s") if journal else PlainLog("schiri: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler])


def _is_journal() -> bool:
    """Whether standard error goes to systemd's journal, as its variable names it by device and inode."""
    try:
        error = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{error.st_dev}:{error.st_ino}"
