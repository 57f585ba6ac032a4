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
            out.write(_head(name, as_json=as_json) + "\n")
        try:
            status = max(status, _one(name, tell, out))
        except (UnreadableError, MatchError) as error:
            reason = str(error) if isinstance(error, UnreadableError) else f"{name}: line 1: {error}"
            sys.stderr.write(f"schiri: {reason}\n")
            status = UNREADABLE
    return status


def _head(name: str, *, as_json: bool) -> str:
    told = json.dumps({"r": "record", "file": name}, ensure_ascii=False, separators=(",", ":"))
    return told if as_json else f"== {name}"


def _one(name: str, tell: Callable[[record.Text], Iterator[str]], out: TextIO) -> int:
    text = load(name)
    for line in tell(text):
        out.write(line + "\n")
    return FOUND if replay.accused(text) else 0


class UnreadableError(ValueError):
    """A record that cannot be read; the message names the file, the line and the reason."""


def load(name: str) -> record.Text:
    """The record in a file, or on standard input where the name is ``-``; raises UnreadableError."""
    try:
        return record.read(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
    except record.RecordError as error:
        raise UnreadableError(f"{name}: {error}") from error
    except OSError as error:
        raise UnreadableError(f"{name}: {error.strerror}") from error
