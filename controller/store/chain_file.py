"""The chain's file beside a record: written after each line, healed after a power cut, never in the game's way."""

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.record import chain
from controller.store import atomic

if TYPE_CHECKING:
    from io import FileIO

SUFFIX: Final = ".chain"
_SET_ASIDE: Final = ".old"

_log = logging.getLogger(__name__)


def beside(record: Path) -> Path:
    """Return the path of a record's chain."""
    return record.with_name(record.name + SUFFIX)


def move(record: Path, to: Path) -> None:
    """Rename a record, its chain with it; a power cut on the way leaves the record with its chain, here or there."""
    mine, theirs = beside(record), beside(to)
    if mine.exists():
        atomic.write(theirs, mine.read_bytes())
    atomic.move(record, to)
    mine.unlink(missing_ok=True)


class ChainFile:
    """The chain of a record that is being written.

    It never keeps an event from being taken in: what cannot be written now is written with a later line.

    Attributes:
        broken: what was found wrong with the record beside its chain on opening, in one sentence, or None.
        healed: lines that a power cut had left without a link; they have got one, with a mark.
    """

    def __init__(self, record: Path, data: bytes) -> None:
        """Take up or begin the chain of a record that holds this data, whole lines all of them."""
        self.broken: str | None = None
        self.healed = 0
        self._path, self._trouble = beside(record), False
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
        """Bring the chain to the disk and let go of its file."""
        if self._file is not None:
            self._sync()
            self._file.close()
            self._file = None

    def _open(self, data: bytes) -> None:
        known = self._path.exists()
        if known and not data:
            self._begin_anew()
        self._file = self._path.open("a+b", buffering=0)
        self._file.seek(0)
        written = self._file.read()
        self._take_up(chain.check(data, written if known else None), chain.split(data))
        self._file.truncate(written.rfind(b"\n") + 1)
        self._write()
        self._sync()

    def _begin_anew(self) -> None:
        """A chain beside a record without a line is of lines that are gone: they may be missed."""
        old = self._path.with_name(self._path.name + _SET_ASIDE)
        gone = len(chain.links(self._path.read_bytes()))
        self._path.replace(old)
        if gone:
            self.broken = f"{gone} lines were chained here and are gone; their chain is kept in {old}"

    def _take_up(self, found: chain.ChainReport, lines: list[bytes]) -> None:
        """Chain the lines that have no link yet; one that no power cut explains gets a mark that says so."""
        fault, missing = found.fault, lines[len(found.links) :]
        cut = len(missing) <= chain.LATE_AT_MOST
        if fault is not None and not (cut and fault.kind in ("unchained", "no-chain")):
            self.broken = fault.text
        self._before = found.links[-1] if found.links else b""
        for line in missing:
            self._link(line, chain.LATE if cut else chain.UNWITNESSED)
        self.healed = len(missing) if cut else 0

    def _link(self, line: bytes, mark: bytes = b"") -> None:
        self._before = chain.link(self._before, line, mark)
        self._waiting += self._before + b"\n"

    def _write(self) -> None:
        """Write what waits; to wait for the disk each time would cost as much again as the record's own line."""
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
