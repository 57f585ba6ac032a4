"""The queue of record lines that a disk refuses: in memory, under systemd in files there that outlast the program."""

import hashlib
import json
import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from pydantic import NonNegativeInt, TypeAdapter

from controller.record import chain
from controller.store import atomic
from controller.store.archive import NAMED_BY, Archive, RecordLine, StoredMatch

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UnsavedLines:
    """The unsaved lines of a match, with their position in its record."""

    match: str
    """The match's name."""
    saved: int
    """The number of lines before them that are on the disk."""
    lines: tuple[RecordLine, ...] = ()
    over: bool = False
    """Whether the match has ended and is put aside once they are saved."""

    @property
    def is_empty(self) -> bool:
        """Whether there are neither lines to save nor a match to put aside."""
        return not self.lines and not (self.over and self.saved)


def runtime_folder() -> Path | None:
    """Return the folder in memory that the service manager keeps over restarts (RuntimeDirectory=), if there is one."""
    named = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(named) if named else None


def of_folder(kind: str, folder: Path) -> str:
    """Return the prefix of the files in `runtime_folder` that belong to a folder of this machine."""
    return f"{kind}-{hashlib.sha256(bytes(folder.absolute())).hexdigest()[:12]}-"


class Spool:
    """The queue of a table's unsaved record lines, by match."""

    def __init__(self, folder: Path | None = None, table: Path | None = None) -> None:
        """Load the unsaved lines of an earlier run.

        Args:
            folder: in memory, which outlasts the program; None without one.
            table: the data directory, whose matches these are.
        """
        self._folder, self._prefix = folder, of_folder("unsaved", table) if table else "unsaved--"
        self._waiting = {one.match: one for one in self._left()}

    def __iter__(self) -> Iterator[UnsavedLines]:
        """Go through the unsaved lines, the oldest match first."""
        return iter(sorted(self._waiting.values(), key=lambda one: (not one.over, one.match)))

    def keep(self, waiting: UnsavedLines) -> None:
        """Store the unsaved lines of a match, replacing earlier ones."""
        self._waiting[waiting.match] = waiting
        if self._folder:
            try:
                atomic.write(self._path(self._folder, waiting), _text(waiting).encode(), 0o600, durable=False)
            except OSError as error:
                _log.warning("what is not saved would not outlast the program: %s", error)

    def forget(self, waiting: UnsavedLines) -> None:
        """Remove a match whose lines are saved."""
        self._waiting.pop(waiting.match, None)
        if self._folder:
            self._path(self._folder, waiting).unlink(missing_ok=True)

    def outlasts(self, match: str) -> bool:
        """Whether all unsaved lines of a match outlast a restart of the program."""
        waiting = self._waiting.get(match)
        return bool(self._folder and waiting and _read(self._path(self._folder, waiting)) == waiting)

    def export_lines(self, waiting: UnsavedLines, directory: Path) -> None:
        """Write lines that do not fit the archive to the data directory."""
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
                if waiting.is_empty:
                    path.unlink(missing_ok=True)
                else:
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
    """Read a file of the spool; None if it is gone or damaged."""
    with suppress(OSError, ValueError):
        content = _FILE.validate_json(path.read_bytes())
        datetime.strptime(content.match, NAMED_BY)  # noqa: DTZ007  only whether it is a name
        lines = tuple(RecordLine(data.encode(), link.encode()) for data, link in content.lines)
        return UnsavedLines(content.match, content.saved, lines, content.over)
    return None


def rest(archive: Archive, waiting: UnsavedLines) -> tuple[StoredMatch | None, UnsavedLines]:
    """Return the archive's match and the lines that it lacks: a failing disk may have saved some.

    Raises:
        sqlite3.IntegrityError: the archive has other lines.
        sqlite3.Error: it cannot be read.
    """
    stored = next((one for one in archive.matches() if one.name == waiting.match), None)
    saved = archive.lines(stored.id) if stored else []
    saved_since = saved[waiting.saved :]
    before = saved[waiting.saved - 1].link if 0 < waiting.saved <= len(saved) else b""
    fits = all(line.link == chain.link(before, line.data) for line in waiting.lines[:1])
    if len(saved) < waiting.saved or (*saved_since,) != waiting.lines[: len(saved_since)] or not fits:
        raise sqlite3.IntegrityError("lines that are not ours")
    return stored, replace(waiting, saved=len(saved), lines=waiting.lines[len(saved_since) :])


def save_unsaved(archive: Archive, waiting: UnsavedLines) -> int:
    """Write the unsaved lines of a match, within a transaction; returns its number; raises sqlite3.Error."""
    stored, remaining = rest(archive, waiting)
    running = not waiting.over and archive.running() is None
    match = stored.id if stored else archive.add(waiting.match, running=running)
    archive.write(match, remaining.saved + 1, remaining.lines)
    if waiting.over:
        archive.put_aside(match)
    return match
