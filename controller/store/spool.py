"""The queue of record lines that a disk does not take: in memory, under systemd in files there that outlast us."""

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
from controller.store.archive import NAMED_BY, Archive, KeptMatch, RecordLine

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

    @property
    def is_nothing(self) -> bool:
        """Whether it names no line, and no match that could be put aside."""
        return not self.lines and not (self.over and self.saved)


def outlasting() -> Path | None:
    """The folder in memory that the service manager keeps for us over a start anew (RuntimeDirectory=), if one does."""
    named = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(named) if named else None


def of_folder(kind: str, folder: Path) -> str:
    """The beginning of the names of such files in `outlasting` that belong to a folder of this machine."""
    return f"{kind}-{hashlib.sha256(bytes(folder.absolute())).hexdigest()[:12]}-"


class Spool:
    """The queue of record lines that the disk of a table has not taken, a match each."""

    def __init__(self, folder: Path | None = None, table: Path | None = None) -> None:
        """Take up what an earlier run of the program has left.

        Args:
            folder: in memory, for what outlasts the program; None: nothing does.
            table: the data directory, whose matches these are.
        """
        self._folder, self._prefix = folder, of_folder("unsaved", table) if table else "unsaved--"
        self._waiting = {one.match: one for one in self._left()}

    def __iter__(self) -> Iterator[UnsavedLines]:
        """Go through the unsaved lines, the oldest match first."""
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
                if waiting.is_nothing:
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
    """Read what a file has that this program wrote; None: it is gone or damaged."""
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
    before = there[waiting.saved - 1].link if 0 < waiting.saved <= len(there) else b""
    fits = all(line.link == chain.link(before, line.data) for line in waiting.lines[:1])
    if len(there) < waiting.saved or (*taken,) != waiting.lines[: len(taken)] or not fits:
        raise sqlite3.IntegrityError("lines that are not ours")
    return kept, replace(waiting, saved=len(there), lines=waiting.lines[len(taken) :])


def save_waiting(archive: Archive, waiting: UnsavedLines) -> int:
    """Write what waits of a match, within a transaction; its number; raises sqlite3.Error."""
    kept, left = rest(archive, waiting)
    running = not waiting.over and archive.running() is None
    match = kept.id if kept else archive.add(waiting.match, running=running)
    archive.write(match, left.saved + 1, left.lines)
    if waiting.over:
        archive.put_aside(match)
    return match
