"""``schiri replay``: what follows from records."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from controller import chronicle, record, replay
from controller.match import MatchError

FOUND = 1
"""Exit status: a record holds a verdict that is not dismissed."""
UNREADABLE = 2
"""Exit status: a record cannot be read."""


def run(names: Sequence[str], *, as_json: bool, trace: bool, out: TextIO) -> int:
    """Print the results of each record; returns the exit status."""
    status = 0
    tell = replay.lines_json if as_json else chronicle.lines if trace else replay.lines_told
    for name in names:
        if len(names) > 1:
            out.write(
                (json.dumps({"r": "record", "file": name}, ensure_ascii=False) if as_json else f"== {name}") + "\n"
            )
        try:
            status = max(status, _one(name, tell, out))
        except (record.RecordError, MatchError, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            sys.stderr.write(f"schiri: {name}: {reason}\n")
            status = UNREADABLE
    return status


def _one(name: str, tell: Callable[[record.Text], Iterator[str]], out: TextIO) -> int:
    text = record.read(read_bytes(name))
    for line in tell(text):
        out.write(line + "\n")
    return FOUND if replay.accused(text) else 0


def read_bytes(name: str) -> bytes:
    """The bytes of a file, or of standard input where the name is ``-``."""
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
