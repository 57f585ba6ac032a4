"""A record in a file, or on standard input."""

import sys
from pathlib import Path

from controller.record import text as record


class UnreadableError(ValueError):
    """A record that cannot be read; the message names the file, the line and the reason."""


def load(name: str) -> record.RecordText:
    """The record in a file, or on standard input where the name is ``-``; raises UnreadableError."""
    try:
        return record.read(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
    except record.RecordError as error:
        raise UnreadableError(f"{name}: {error}") from error
    except OSError as error:
        raise UnreadableError(f"{name}: {error.strerror}") from error
