"""The durable record: an event is on the disk before anybody learns of it."""

import errno
import fcntl
import logging
import os
from collections.abc import Iterable
from io import FileIO
from itertools import accumulate
from pathlib import Path
from typing import Final, Protocol, Self

from controller.record import chain
from controller.record import text as record
from controller.record.events import Event
from controller.store import atomic
from controller.store.atomic import sync_folder

# The chain's file beside a record: written after each line, healed after a power cut, never in the game's way.

SUFFIX: Final = ".chain"
_SET_ASIDE: Final = ".old"

_log = logging.getLogger(__name__)


def chain_path(record: Path) -> Path:
    """Return the path of a record's chain."""
    return record.with_name(record.name + SUFFIX)


def move_with_chain(record: Path, to: Path) -> None:
    """Rename a record, its chain with it; a power cut on the way leaves the record with its chain, here or there."""
    mine, theirs = chain_path(record), chain_path(to)
    if mine.exists():
        atomic.write(theirs, mine.read_bytes())
    atomic.move(record, to)
    mine.unlink(missing_ok=True)


class ChainFile:
    """The chain of a record that is being written.

    It never stops an event from being added: a link that cannot be written now is written with a later line.

    Attributes:
        broken: the fault found on opening, of the record beside its chain, in one sentence, or None.
        healed: the number of lines that a power cut had left without a link; they have got one, with a mark.
    """

    def __init__(self, record: Path, data: bytes) -> None:
        """Take up or begin the chain of a record that holds this data, whole lines all of them."""
        self.broken: str | None = None
        self.healed = 0
        self._path, self._trouble = chain_path(record), False
        self._before, self._waiting, self._unsynced = b"", b"", 0
        self._file: FileIO | None = None
        try:
            self._open(data)
        except OSError as error:
            self.broken = f"{self._path} cannot be read or written: {error.strerror}"

    def append(self, line: bytes) -> None:
        """Chain a line, given with its line end, that is on the disk."""
        self._link(line)
        self._write()

    def close(self) -> None:
        """Write the chain to the disk and close its file."""
        if self._file is not None:
            self._sync()
            self._file.close()
            self._file = None

    def _open(self, data: bytes) -> None:
        exists = self._path.exists()
        if exists and not data:
            self._begin_anew()
        self._file = self._path.open("a+b", buffering=0)
        self._file.seek(0)
        written = self._file.read()
        self._take_up(chain.check(data, written if exists else None), chain.split(data))
        self._file.truncate(written.rfind(b"\n") + 1)
        self._write()
        self._sync()

    def _begin_anew(self) -> None:
        """Keep the chain of a record without lines aside: it belongs to lost lines."""
        old = self._path.with_name(self._path.name + _SET_ASIDE)
        gone = len(chain.links(self._path.read_bytes()))
        self._path.replace(old)
        if gone:
            self.broken = f"{gone} lines were chained here and are gone; their chain is kept in {old}"

    def _take_up(self, report: chain.ChainReport, lines: list[bytes]) -> None:
        """Chain the lines without a link; a line that no power cut explains gets a mark."""
        fault, missing = report.fault, lines[len(report.links) :]
        cut = len(missing) <= chain.LATE_AT_MOST
        if fault is not None and not (cut and fault.kind in ("unchained", "no-chain")):
            self.broken = fault.text
        self._before = report.links[-1] if report.links else b""
        for line in missing:
            self._link(line, chain.LATE if cut else chain.UNWITNESSED)
        self.healed = len(missing) if cut else 0

    def _link(self, line: bytes, mark: bytes = b"") -> None:
        self._before = chain.link(self._before, line, mark)
        self._waiting += self._before + b"\n"

    def _write(self) -> None:
        """Write pending links without a sync, which would cost as much again as the record's own line."""
        if self._file is None or not self._waiting:
            return
        end = self._file.seek(0, os.SEEK_END)
        try:
            if self._file.write(self._waiting) < len(self._waiting):
                self._file.truncate(end)
                self._tell("the disk is full")
                return
        except OSError as error:
            self._tell(error.strerror)
            return
        self._unsynced += self._waiting.count(b"\n")
        self._waiting, self._trouble = b"", False
        if self._unsynced >= chain.LATE_AT_MOST:
            self._sync()

    def _sync(self) -> None:
        if self._file is None or not self._unsynced:
            return
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            self._tell(error.strerror)
        self._unsynced = 0

    def _tell(self, reason: str | None) -> None:
        if not self._trouble:
            _log.warning("%s cannot be written: %s; the match goes on, its record is whole", self._path, reason)
        self._trouble = True


CURRENT: Final = "current.jsonl"
"""The file of the match in progress, in the data directory: rescued there if the archive refuses its lines."""


class JournalError(OSError):
    """The record cannot be written here; the message says where and why."""


class Log(Protocol):
    """The log of the events of a match: a file (`Journal`), or the archive of a table (`MatchJournal`)."""

    @property
    def path(self) -> Path:
        """The record's file."""
        ...

    @property
    def events(self) -> list[Event]:
        """The lines of the record, oldest first."""
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
        """The number of events that are not on the disk yet."""
        ...

    @property
    def trouble(self) -> str:
        """The reason why events are not on the disk, in one sentence for the table, or an empty text."""
        ...

    def append(self, event: Event) -> int:
        """Write one event and return its number; raises JournalError."""
        ...

    def save(self) -> None:
        """Retry saving events that are not on the disk."""
        ...


class Journal:
    """A record file that one process writes, an event at a time, each synced to the disk.

    Attributes:
        events: the lines of the file, oldest first.
        torn: the unfinished line that a power cut left, cut off the end on opening; or None.
        broken: the fault of the record beside its chain, in one sentence, or None; such a record can be continued.
        unsaved: always 0, because an event that cannot be written is not added.
        trouble: always empty.
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
        """Do nothing: every event is on the disk."""

    def close(self) -> None:
        """Close the file, so that another process may write it."""
        self._chain.close()
        self._file.close()

    def put_aside(self, to: Path) -> None:
        """Close the record and rename it, its chain with it.

        Raises:
            JournalError: there is no writing where it is to go.
        """
        self._chain.close()
        try:
            move_with_chain(self.path, to)
        except OSError as error:
            raise JournalError(f"{self.path} cannot be put aside as {to}: {error.strerror}") from error
        finally:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _resume(self) -> bytes:
        """Read the existing events and cut off a torn last line, which was never acknowledged."""
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
    """Save a match that its archive refuses for good in a file of its own, durable when this returns.

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
    _, *own_links = links
    try:
        atomic.write(chain_path(path), b"".join(link + b"\n" for link in own_links))
        atomic.write(path, b"".join(lines))
        return Journal(path)
    except OSError as error:
        path.unlink(missing_ok=True)
        chain_path(path).unlink(missing_ok=True)
        raise JournalError(f"{path} cannot be written: {error.strerror or error}") from error


def _write(file: FileIO, data: bytes) -> None:
    """Write all the bytes to the disk; a disk that fills up writes only some of them, without an error."""
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
