"""Events that the archive does not take: where they are kept until it does, also over a restart of the program.

A match whose archive will never take it is written to a file of its own, and the next start takes that over. What waits
for a disk that takes nothing now is in memory (`Spool`), under systemd in files there, which outlast the program.
"""

import hashlib
import json
import logging
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate
from pathlib import Path
from typing import Final

from pydantic import NonNegativeInt, TypeAdapter

from controller.record import chain
from controller.record import text as record
from controller.record.events import Event
from controller.store import atomic, chain_file
from controller.store.archive import NAMED_BY, Archive, KeptMatch, RecordLine
from controller.store.journal import Journal, JournalError

CURRENT: Final = "current.jsonl"
"""The match in progress in a file, in the data directory: rescued, or of an earlier version (`earlier.take_over`)."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UnsavedLines:
    """The lines of a match that the disk has not taken, and where in its record they belong."""

    match: str
    """Its name."""
    saved: int
    """How many lines before them are on the disk."""
    lines: tuple[RecordLine, ...] = ()
    over: bool = False
    """Whether it is to be put aside when they are saved: it is over, and another one is in progress."""


def outlasting() -> Path | None:
    """The folder in memory that the service manager keeps for us over a start anew (RuntimeDirectory=), if one does."""
    named = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(named) if named else None


class Spool:
    """The queue of record lines that the disk of a table has not taken, a match each."""

    def __init__(self, folder: Path | None = None, table: Path | None = None) -> None:
        """Take up what an earlier run of the program has left.

        Args:
            folder: in memory, for what outlasts the program; None: nothing does.
            table: the data directory, whose matches these are.
        """
        own = hashlib.sha256(bytes(table.absolute())).hexdigest()[:12] if table else ""
        self._folder, self._prefix = folder, f"unsaved-{own}-"
        self._waiting = {one.match: one for one in self._left()}

    def __iter__(self) -> Iterator[UnsavedLines]:
        """The oldest match first."""
        return iter(sorted(self._waiting.values(), key=lambda one: (not one.over, one.match)))

    def keep(self, waiting: UnsavedLines) -> None:
        """Keep what waits of a match, in place of what waited of it before."""
        self._waiting[waiting.match] = waiting
        if self._folder:
            try:
                atomic.write(self._path(self._folder, waiting), _text(waiting).encode(), 0o600, durable=False)
            except OSError as error:
                _log.warning("what is not saved would not outlast the program: %s", error)

    def forget(self, waiting: UnsavedLines) -> None:
        """Forget a match: what waited of it is saved."""
        self._waiting.pop(waiting.match, None)
        if self._folder:
            self._path(self._folder, waiting).unlink(missing_ok=True)

    def outlasts(self, match: str) -> bool:
        """Whether all that waits of a match is there after a restart of the program."""
        waiting = self._waiting.get(match)
        return bool(self._folder and waiting and _read(self._path(self._folder, waiting)) == waiting)

    def set_apart(self, waiting: UnsavedLines, directory: Path) -> None:
        """Keep in the data directory what does not fit to the archive there."""
        path = self._path(directory, waiting)
        _log.error("%s has other lines than what waited to be saved, which is kept in %s", directory, path)
        try:
            atomic.write(path, _text(waiting).encode())
            self.forget(waiting)
        except OSError as error:
            _log.error("that cannot be written (%s), and stays in %s", error, self._folder)
            self._waiting.pop(waiting.match, None)

    def _left(self) -> Iterator[UnsavedLines]:
        for path in sorted(self._folder.glob(f"{self._prefix}*.json")) if self._folder else ():
            waiting = _read(path)
            if waiting and path.name == self._path(path.parent, waiting).name:
                yield waiting
            else:
                _log.error("%s is damaged: what waited in it cannot be saved", path)

    def _path(self, folder: Path, waiting: UnsavedLines) -> Path:
        return folder / f"{self._prefix}{waiting.match}.json"


def _text(waiting: UnsavedLines) -> str:
    lines = [[line.data.decode(), line.link.decode()] for line in waiting.lines]
    return json.dumps({"match": waiting.match, "saved": waiting.saved, "over": waiting.over, "lines": lines})


@dataclass(frozen=True, slots=True)
class _SpoolFile:
    """The fields of a file of the spool."""

    match: str
    saved: NonNegativeInt
    over: bool
    lines: list[tuple[str, str]]


_FILE: Final = TypeAdapter(_SpoolFile)


def _read(path: Path) -> UnsavedLines | None:
    """What a file has that this program wrote; None: it is gone or damaged."""
    with suppress(OSError, ValueError):
        held = _FILE.validate_json(path.read_bytes())
        datetime.strptime(held.match, NAMED_BY)  # noqa: DTZ007  only whether it is a name
        lines = tuple(RecordLine(data.encode(), link.encode()) for data, link in held.lines)
        return UnsavedLines(held.match, held.saved, lines, held.over)
    return None


def rest(archive: Archive, waiting: UnsavedLines) -> tuple[KeptMatch | None, UnsavedLines]:
    """The match as the archive has it, and what of the lines is not there: a disk that fails may have taken some.

    Raises:
        sqlite3.IntegrityError: the archive has other lines.
        sqlite3.Error: it cannot be read.
    """
    kept = next((one for one in archive.matches() if one.name == waiting.match), None)
    there = archive.lines(kept.id) if kept else []
    taken = there[waiting.saved :]
    before = there[waiting.saved - 1].link if there and waiting.saved else b""
    fits = all(line.link == chain.link(before, line.data) for line in waiting.lines[:1])
    if len(there) < waiting.saved or (*taken,) != waiting.lines[: len(taken)] or not fits:
        raise sqlite3.IntegrityError("lines that are not ours")
    return kept, replace(waiting, saved=len(there), lines=waiting.lines[len(taken) :])


def save(archive: Archive, waiting: UnsavedLines) -> int:
    """Write what waits of a match, within a transaction; its number; raises sqlite3.Error."""
    kept, left = rest(archive, waiting)
    running = not waiting.over and archive.running() is None
    match = kept.id if kept else archive.add(waiting.match, running=running)
    archive.write(match, left.saved + 1, left.lines)
    if waiting.over:
        archive.put_aside(match)
    return match


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
