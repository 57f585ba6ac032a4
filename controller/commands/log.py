"""The log of the program: lines on standard error, whatever others have sent stands in them."""

import logging
import re
from typing import Final

from controller.commands import terminal

_CONTROL_BUT_LINES: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


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


def begin(level: str) -> None:
    """Log to standard error from this level on."""
    handler = logging.StreamHandler()
    handler.setFormatter(PlainLog("schiri: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler])
