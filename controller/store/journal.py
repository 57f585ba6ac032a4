"""The durable record: an event is on the disk before anybody is told of it."""

import errno
import fcntl
import os
from collections.abc import Iterable
from io import FileIO
from itertools import accumulate
from pathlib import Path
from typing import Final, Protocol, Self

from controller.record import chain
from controller.record import text as record
from controller.record.events import Event
from controller.store import atomic, chain_file
from controller.store.atomic import sync_folder
from controller.store.chain_file import ChainFile

CURRENT: Final = "current.jsonl"
"""The match in progress in a file, in the data directory: rescued where the archive takes nothing more."""


class JournalError(OSError):
    """The record cannot be written here; the message says where and why."""


class Log(Protocol):
    """The log of the events of a match: a file (`Journal`), or the archive of a table (`MatchJournal`)."""

    @property
    def path(self) -> Path:
        """The file."""
        ...

    @property
    def events(self) -> list[Event]:
        """All lines, oldest first."""
        ...

    @property
    def torn(self) -> str | None:
        """The torn line that was cut off on opening, or None."""
        ...

    @property
    def broken(self) -> str | None:
        """The record's fault beside its chain, in one sentence, or None."""
        ...

    @property
    def unsaved(self) -> int:
        """Events that were taken in and are not on the disk yet."""
        ...

    @property
    def trouble(self) -> str:
        """Why events are not on the disk, in one sentence for the table, or nothing."""
        ...

    def append(self, event: Event) -> int:
        """Write one event and return its number; raises JournalError."""
        ...

    def save(self) -> None:
        """Try again to save what is not on the disk."""
        ...


class Journal:
    """A record file that one process writes, an event at a time, each synced to the disk.

    Attributes:
        events: what the file holds, oldest first.
        torn: what was cut off the end on opening: a line that a power cut left unfinished, or None.
        broken: what was found wrong with the record beside its chain, in one sentence, or None; it can be gone on with.
        unsaved: none, for what cannot be written is not taken in.
        trouble: nothing.
    """

    def __init__(self, path: Path) -> None:
        """Open or create the record.

        Raises:
            JournalError: it is being written by another process, or it cannot be written.
            RecordError: it holds a line that is no event.
        """
        self.path = path
        self.events: list[Event] = []
        self.torn: str | None = None
        self.unsaved, self.trouble = 0, ""
        self._file = _open(path)
        try:
            self._chain = ChainFile(path, self._resume())
        except BaseException:
            self._file.close()
            raise
        self.broken = self._chain.broken

    def append(self, event: Event) -> int:
        """Write one event, wait until it is on the disk, and return its number.

        Raises:
            JournalError: it could not be written; the record is as it was before.
        """
        line = record.to_line(event).encode() + b"\n"
        end = self._file.seek(0, os.SEEK_END)
        try:
            _write(self._file, line)
        except OSError as error:
            self._file.truncate(end)
            raise JournalError(f"{self.path} cannot be written: {error.strerror}") from error
        self.events.append(event)
        self._chain.append(line)
        return len(self.events)

    def save(self) -> None:
        """Do nothing, for all that was taken in is on the disk."""

    def close(self) -> None:
        """Let go of the file, so that another process may write it."""
        self._chain.close()
        self._file.close()

    def put_aside(self, to: Path) -> None:
        """Close the record and rename it, its chain with it.

        Raises:
            JournalError: there is no writing where it is to go.
        """
        self._chain.close()
        try:
            chain_file.move(self.path, to)
        except OSError as error:
            raise JournalError(f"{self.path} cannot be put aside as {to}: {error.strerror}") from error
        finally:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _resume(self) -> bytes:
        """Take up what is there, and return it; cut off a torn last line, which was never acknowledged."""
        data = self._file.read()
        if not data:
            return data
        try:
            text = record.read(data)
        except record.RecordError:
            if b"\n" in data:
                raise
            text = record.RecordText((), data.decode(errors="replace"))
        self.events, self.torn = list(text.events), text.torn
        self._file.truncate(text.size)
        whole = data[: text.size]
        if whole and not whole.endswith(b"\n"):
            _write(self._file, b"\n")
            whole += b"\n"
        os.fsync(self._file.fileno())
        return whole


def rescue(directory: Path, events: Iterable[Event], *, vouched: bool) -> Journal:
    """Keep a match that its archive will never take in a file of its own, on the disk when this returns.

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


def _write(file: FileIO, data: bytes) -> None:
    """Bring all the bytes to the disk; a disk that fills up takes only some of them without a word."""
    if file.write(data) < len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.fsync(file.fileno())


def _open(path: Path) -> FileIO:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b", buffering=0)
        sync_folder(path.parent)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise JournalError(f"{path} cannot be written: {reason}") from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise JournalError(f"{path} is being written by another running referee; stop that one first") from error
    file.seek(0)
    return file
