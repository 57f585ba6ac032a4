"""The records of a hall's tables on its disk: an archive for each mark, which belongs to one table of the broker.

The broker vouches for the name of a table, and nobody for a mark: anybody who knows one can write it into a message.
"""

import re
import resource
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from controller.hall.intake import Intake, check_lines
from controller.hall.messages import NAME, RecordLines
from controller.store import atomic
from controller.store.archive import FILE, Archive, NoMatchError, RecordLine
from controller.store.sqlite import ArchiveError, reason

_MARK: Final = re.compile(r"[0-9a-f]{16}")
FOLDER: Final = "tables"
"""The folder of archives in the hall's folder; each archive has a folder named by its machine's mark."""
_HOLDER: Final = "table"
"""The file in a mark's folder with the name of its table."""
_RELEASED: Final = "released"
"""The file that marks a released mark: it may come back under any table's name."""
MOST_MARKS: Final = 32
"""The most marks of one table: each machine and each new card for its data brings another."""
MOST_RECORDS: Final = 10_000
"""The most records under one mark."""
MOST_STORED: Final = 200_000_000
"""The most bytes of a machine's records on the hall's disk: a thousand evenings and more."""
_MOST_OPEN: Final = (8, 256)
"""The least and the greatest limit of open archives, each with three files."""
_REST_S: Final = 10.0
"""The time after a release until the broker has surely ended the session of the table's old password, seconds."""


class RefusedMessageError(ValueError):
    """A refused message of a table; the text says why and what to do, in one sentence without a mark."""


class TableRecords:
    """The archives of all tables; for one thread, and for one hall a folder."""

    def __init__(self, directory: Path, origins: Callable[[], Mapping[str, str]] = dict) -> None:
        """Find out to which table each mark belongs; open no archive yet.

        Args:
            directory: of the hall.
            origins: gives the tables of marks that are older than the register.

        Raises:
            OSError: the folder cannot be read.
            ArchiveError: the table of a mark cannot be read.
        """
        self._directory = directory / FOLDER
        self._archives: OrderedDict[str, Archive] = OrderedDict()
        """The open archives, the most recently used one last."""
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        least, most = _MOST_OPEN
        self._most_open = min(max(least, files // 8), most)
        self._holders = {folder.name: _holder(folder) for folder in _folders(self._directory)}
        """The table of each mark; empty: the mark is older than this register."""
        if "" in self._holders.values():
            self._adopt(origins())

    def _adopt(self, origins: Mapping[str, str]) -> None:
        """Store the tables of marks that are older than the register, as far as they are known."""
        for mark, holder in self._holders.items():
            if not holder and mark in origins:
                self._holders[mark] = origins[mark]
                with suppress(OSError):  # a full or read-only disk is tried again the next time
                    _write_holder(self._directory / mark, origins[mark])

    def close(self) -> None:
        """Close all archives."""
        while self._archives:
            self._archives.popitem()[1].close()

    def admit(self, table: str, mark: str, put_aside: Callable[[str, str], None], *, is_new: bool = True) -> bool:
        """Whether a message under this mark is accepted from a table; the first one makes the mark the table's.

        Args:
            table: the sender's name at the broker.
            mark: the sender's mark.
            put_aside: called before records of another table are put aside, with their mark and their new name.
            is_new: false for a message retained by the broker, which does not show whose the mark is by now.

        Raises:
            RefusedMessageError: the mark is another table's, or the table has too many.
            OSError: the table of the mark cannot be stored.
        """
        holder, folder = self._holders.get(mark, ""), self._directory / mark
        if holder and not is_new:
            return holder == table
        released_s = _released_s(folder)
        if holder and holder != table and released_s is None:
            raise RefusedMessageError(
                f"its messages are not taken: they come under the mark of table {holder};"
                f" only if its machine was table {holder} until now, type: schiri hall enrol {holder}"
            )
        if holder == table and (released_s is None or 0 <= time.time() - released_s < _REST_S):
            return True
        self._find_room(table)
        if holder not in ("", table):
            self._put_aside(mark, put_aside)
        _write_holder(folder, table)
        self._holders[mark] = table
        return True

    def is_released(self, mark: str) -> bool:
        """Whether the organiser has let go of a mark and it has not come again; raises OSError."""
        return _released_s(self._directory / mark) is not None

    def count_lines(self, mark: str, record: str) -> int:
        """Count the lines of a record that are on the disk; raises ArchiveError, sqlite3.Error."""
        if not (self._directory / mark / FILE).exists():
            return 0
        archive = self._archive(mark)
        match = archive.number_of(record)
        return archive.count(match) if match else 0

    def read(self, mark: str, record: str) -> bytes:
        """Return a record as far as it is on the disk; raises ArchiveError, sqlite3.Error, NoMatchError."""
        archive = self._archive(mark)
        return archive.record(archive.find(record).id)

    def store(self, sent: RecordLines) -> Intake:
        """Write new lines in one transaction; raises ArchiveError.

        What it returns is on the disk.

        Raises:
            RefusedMessageError: the table has too many records.
        """
        try:
            return self._written(sent)
        except sqlite3.Error as error:
            # The archive may have been opened while the disk was read-only: reopen it the next time.
            archive = self._archives.pop(sent.sender)
            archive.close()
            raise ArchiveError(str(reason(archive.path, error))) from error

    def _written(self, sent: RecordLines) -> Intake:
        archive, lines = self._archive(sent.sender), [RecordLine(o.data.encode(), o.link.encode()) for o in sent.lines]
        match = archive.number_of(sent.record)
        there = archive.count(match) if match else 0
        taken = check_lines(there, lambda number: archive.part(match or 0, number, 1)[0], sent.first, lines)
        if taken.new:
            full = ""
            if match is None and archive.size() >= MOST_RECORDS:
                full = f"{MOST_RECORDS} records of its machine are here"
            elif archive.path.stat().st_size > MOST_STORED:
                full = f"the records of its machine fill {MOST_STORED // 1_000_000} MB here"
            if full:
                raise RefusedMessageError(
                    f"its lines are not taken: {full}, the most that may be; delete hall.json in its data directory,"
                    " and the hall is told from the next record on"
                )
            with archive.transaction():
                archive.write(match or archive.add(sent.record), there + 1, taken.new)
        return taken

    def _find_room(self, table: str) -> None:
        """Refuse a table one mark more than it may have."""
        held = (mark for mark, holder in self._holders.items() if holder == table)
        if sum(_released_s(self._directory / mark) is None for mark in held) >= MOST_MARKS:
            raise RefusedMessageError(
                f"its messages are not taken: {MOST_MARKS} machines have come under this name, the most that may;"
                f" to let go of them type: schiri hall enrol {table}"
            )

    def _put_aside(self, mark: str, put_aside: Callable[[str, str], None]) -> None:
        """Rename the records that came under a mark to a name beside it."""
        if (archive := self._archives.pop(mark, None)) is not None:
            archive.close()
        name = f"{mark}-{max(_aside(self._directory, mark), default=0) + 1}"
        put_aside(mark, name)
        (self._directory / mark).rename(self._directory / name)

    def _archive(self, mark: str) -> Archive:
        if mark not in self._archives:
            while len(self._archives) >= self._most_open:
                self._archives.popitem(last=False)[1].close()
            self._archives[mark] = Archive(self._directory / mark, make=True)
        self._archives.move_to_end(mark)
        return self._archives[mark]


def release(directory: Path, table: str) -> None:
    """Release the marks of a table: they may come under any name; beside a running hall, too; raises OSError.

    Args:
        directory: of the hall.
        table: its name at the broker.
    """
    for folder in _folders(directory / FOLDER):
        if _holder(folder) == table:
            (folder / _RELEASED).touch()


def _folders(directory: Path) -> Iterator[Path]:
    """Yield the folders of marks."""
    if directory.is_dir():
        yield from (folder for folder in directory.iterdir() if _MARK.fullmatch(folder.name))


def _aside(directory: Path, mark: str) -> dict[int, Path]:
    """Return the folders in which records that came under a mark were put aside, by their numbers from 1."""
    found = ((folder, re.fullmatch(rf"{mark}-(\d+)", folder.name)) for folder in directory.glob(f"{mark}-*"))
    return {int(number[1]): folder for folder, number in found if number}


def _holder(folder: Path) -> str:
    """Return the table to which a mark belongs; empty: it was not stored; raises OSError, ArchiveError."""
    path = folder / _HOLDER
    if not path.exists():
        return ""
    name = path.read_text(encoding="ascii", errors="replace").strip()
    if not re.fullmatch(NAME, name):
        raise ArchiveError(f"{path} is damaged: write the name of the table there whose records they are")
    return name


def _write_holder(folder: Path, table: str) -> None:
    """Write which table a mark belongs to; raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    atomic.write(folder / _HOLDER, f"{table}\n".encode("ascii"), 0o600)
    (folder / _RELEASED).unlink(missing_ok=True)


def _released_s(folder: Path) -> float | None:
    """Return the time of a mark's release, seconds since 1970; None: it was not released."""
    try:
        return (folder / _RELEASED).stat().st_mtime
    except FileNotFoundError:
        return None


def find_record(directory: Path, place: str) -> bytes | None:
    """Find a record of a hall by its place, ``<mark of the table>/<name>``, for any thread; None: it is not here.

    Args:
        directory: of the hall.
        place: as a tournament's results name it.
    """
    mark, _, record = place.partition("/")
    if not _MARK.fullmatch(mark):
        return None
    aside = _aside(directory / FOLDER, mark)
    for folder in (directory / FOLDER / mark, *(aside[number] for number in sorted(aside, reverse=True))):
        try:
            with Archive(folder) as archive:
                return archive.record(archive.find(record).id)
        except (ArchiveError, NoMatchError, sqlite3.Error):
            continue
    return None
