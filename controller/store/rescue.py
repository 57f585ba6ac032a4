"""A match whose archive takes nothing any more: it is kept in a file of its own, and the next start takes that over."""

from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from typing import Final

from controller.record import chain
from controller.record import text as record
from controller.record.events import Event
from controller.store import atomic, chain_file
from controller.store.journal import Journal, JournalError

CURRENT: Final = "current.jsonl"
"""The match in progress in a file, in the data directory: rescued, or of an earlier version (`earlier.take_over`)."""


def begin(directory: Path, events: Iterable[Event], *, vouched: bool) -> Journal:
    """Keep a match in a record file of its own, on the disk when this returns.

    Args:
        directory: of the table's data.
        events: of the match, oldest first.
        vouched: whether its chain was whole; else every link says so, that no new chain hides the break.

    Raises:
        JournalError: it cannot be written; then there is no such file, or it is as it was.
    """
    path = directory / CURRENT
    if path.exists():
        raise JournalError(f"{path} is there already; move it elsewhere")
    lines = [record.to_line(event).encode() + b"\n" for event in events]
    mark = b"" if vouched else chain.UNWITNESSED
    links = accumulate(lines, lambda before, line: chain.link(before, line, mark), initial=b"")
    _, *own = links
    try:
        atomic.write(chain_file.beside(path), b"".join(link + b"\n" for link in own))
        atomic.write(path, b"".join(lines))
        return Journal(path)
    except OSError as error:
        path.unlink(missing_ok=True)
        chain_file.beside(path).unlink(missing_ok=True)
        raise JournalError(f"{path} cannot be written: {error.strerror or error}") from error
