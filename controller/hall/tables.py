"""The records of a hall's tables on its disk: an archive for each table, as every command on records reads it."""

import re
import sqlite3
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from controller.hall.intake import Taken, take
from controller.hall.messages import RecordLines
from controller.store.archive import Archive, NoMatchError, RecordLine
from controller.store.sqlite import ArchiveError

_MARK: Final = r"[0-9a-f]{16}"
FOLDER: Final = "tables"
"""In the hall's folder; each table's archive is in a folder named by the mark of the table."""


class TableRecords:
    """The archives of all tables; for one thread."""

    def __init__(self, directory: Path) -> None:
        """Open none yet.

        Args:
            directory: of the hall.
        """
        self._directory = directory / FOLDER
        self._open = ExitStack()
        self._archives: dict[str, Archive] = {}

    def close(self) -> None:
        """Let go of all."""
        self._open.close()
        self._archives.clear()

    def kept(self, sender: str, record: str) -> int:
        """How many lines of a record are on the disk; raises ArchiveError, sqlite3.Error."""
        archive = self._archive(sender)
        try:
            return archive.count(archive.find(record).id)
        except NoMatchError:
            return 0

    def read(self, sender: str, record: str) -> bytes:
        """A record as far as it is on the disk; raises ArchiveError, sqlite3.Error, NoMatchError."""
        archive = self._archive(sender)
        return archive.record(archive.find(record).id)

    def keep(self, sent: RecordLines) -> Taken:
        """Write the lines that are new, in one transaction; raises ArchiveError, sqlite3.Error.

        What it returns is on the disk.
        """
        archive, lines = self._archive(sent.sender), [RecordLine(o.data.encode(), o.link.encode()) for o in sent.lines]
        there = self.kept(sent.sender, sent.record)
        if not there:
            taken = take(0, lines.__getitem__, sent.first, lines)
            if taken.new:
                with archive.transaction():
                    archive.write(archive.add(sent.record), 1, taken.new)
            return taken
        match = archive.find(sent.record).id
        taken = take(there, lambda number: archive.part(match, number, 1)[0], sent.first, lines)
        if taken.new:
            with archive.transaction():
                archive.write(match, there + 1, taken.new)
        return taken

    def _archive(self, sender: str) -> Archive:
        if sender not in self._archives:
            self._archives[sender] = self._open.enter_context(
                Archive(self._directory / sender, make=True, private=True)
            )
        return self._archives[sender]


def kept_record(directory: Path, place: str) -> bytes | None:
    """A record of a hall by its place, ``<mark of the table>/<name>``, for any thread; None: it is not here.

    Args:
        directory: of the hall.
        place: as a tournament's results name it.
    """
    sender, _, record = place.partition("/")
    if not re.fullmatch(_MARK, sender):
        return None
    try:
        with Archive(directory / FOLDER / sender) as archive:
            return archive.record(archive.find(record).id)
    except (ArchiveError, NoMatchError, sqlite3.Error):
        return None
