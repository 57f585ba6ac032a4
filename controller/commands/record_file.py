"""A record in a file, or on standard input."""

import sys
from pathlib import Path

from controller.record import text as record
from controller.store import atomic


class UnreadableError(ValueError):
    """A record that cannot be read; the message names the file, the line and the reason."""


def load(name: str) -> record.RecordText:
    """Return the record in a file, or on standard input where the name is ``-``; raises UnreadableError."""
    try:
        data = atomic.read_from(sys.stdin.buffer, name) if name == "-" else atomic.read(Path(name))
        return record.read(data)
    except record.RecordError as error:
        raise UnreadableError(f"{name}: {error}") from error
    except OSError as error:
        raise UnreadableError(f"{name}: {error.strerror}") from error
