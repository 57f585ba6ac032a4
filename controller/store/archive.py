"""All matches in one SQLite database: their lines byte for byte as record.md writes them, each with its link.

WAL with ``synchronous=FULL``: what was committed is on the disk. Others may read while the referee writes (records.md).
"""

import sqlite3
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, Self

from controller.record import chain
from controller.record.chain import ChainReport
from controller.store.sqlite import acting, connect, examine, make_private, unopened

FILE: Final = "records.sqlite3"
"""The archive's file in the data directory."""
NAMED_BY: Final = "%Y-%m-%dT%H%M%SZ"
"""The format of a match's name: the time of its start, UTC."""


class NoMatchError(LookupError):
    """A match of this number or name does not exist."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match in the archive."""

    id: int
    name: str
    """The time of its start, as a name: ``2026-11-21T190312Z``."""
    running: bool
    """Whether it is the one in progress at this table."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line of a record with its line end, and its link in the chain."""

    data: bytes
    link: bytes


class Archive:
    """The database of a data directory."""

    def __init__(self, directory: Path, *, make: bool = False) -> None:
        """Open the archive.

        Args:
            directory: of the data.
            make: create an absent one, for its owner alone; in memory as long as its disk cannot be written.

        Raises:
            ArchiveError: there is none, it is damaged, of a newer version, or cannot be opened.
        """
        self.path = directory / FILE
        if make:
            make_private(self.path)
        self._base = connect(self.path, make=make, stand_in=True)

    def reopen(self, *, stand_in: bool = False) -> None:
        """Reopen the database after an error; raises ArchiveError, and stays closed until it can be opened.

        Args:
            stand_in: whether memory may stand in for a disk that still cannot be written.

        SQLite remembers that a file may only be read as long as any connection to it is open: the old one goes first.
        """
        self._base.close()
        self._base = unopened()
        connection = connect(self.path, make=True, stand_in=stand_in)
        self._base.close()
        self._base = connection

    def close(self) -> None:
        """Merge everything into the one file, and close it."""
        self._base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def examine(self) -> None:
        """Read the whole file once; raises DamagedError for damaged or foreign content, and sqlite3.Error."""
        examine(self.path, self._base)

    def matches(self) -> list[StoredMatch]:
        """List all matches, in the order in which they came here."""
        rows = self._all("SELECT id, CAST(name AS BLOB), running FROM match ORDER BY id")
        return [StoredMatch(own, (name or b"").decode(errors="replace"), bool(running)) for own, name, running in rows]

    def running(self) -> StoredMatch | None:
        """Return the match in progress at this table."""
        return next((one for one in self.matches() if one.running), None)

    def find(self, text: str) -> StoredMatch:
        """Return the match of this number or name; raises NoMatchError."""
        for one in self.matches():
            if text in (str(one.id), one.name):
                return one
        raise NoMatchError(f"{self.path} holds no match {text!r}; `record list` tells what there is")

    def number_of(self, name: str) -> int | None:
        """Return the number of the match of this name, or None if there is none."""
        rows = self._all("SELECT id FROM match WHERE name = ?", name)
        return int(rows[0][0]) if rows else None

    def size(self) -> int:
        """Count the matches."""
        [(count,)] = self._all("SELECT count(*) FROM match")
        return int(count)

    def lines(self, match: int) -> list[RecordLine]:
        """Return the lines of a match; of a damaged one whatever can be read."""
        columns = "CAST(coalesce(data, '') AS BLOB), CAST(coalesce(link, '') AS BLOB)"
        rows = self._all(f"SELECT {columns} FROM line WHERE match = ? ORDER BY number", match)  # noqa: S608  # ours
        return [RecordLine(data, link) for data, link in rows]

    def part(self, match: int, first: int, count: int) -> list[RecordLine]:
        """Return so many lines of a match from this number on, or as many as there are."""
        query = "SELECT data, link FROM line WHERE match = ? AND number BETWEEN ? AND ? ORDER BY number"
        return [RecordLine(*row) for row in self._all(query, match, first, first + count - 1)]

    def record(self, match: int) -> bytes:
        """Return the record of a match, as record.md writes it."""
        return b"".join(line.data for line in self.lines(match))

    def check(self, match: int) -> tuple[bytes, ChainReport]:
        """Return the record of a match, and compare it with its chain."""
        lines = self.lines(match)
        data = b"".join(line.data for line in lines)
        return data, chain.check(data, links(lines))

    def find_equal(self, lines: Sequence[bytes]) -> StoredMatch | None:
        """Return the match with exactly these lines, if there is one."""
        query = "SELECT 1 FROM line WHERE number = ? AND data = ? AND match = ?"
        for one in self.matches():
            last = self._all(query, len(lines), lines[-1], one.id)
            if last and [line.data for line in self.lines(one.id)] == [*lines]:
                return one
        return None

    def gap(self, match: int) -> int:
        """Return the number of the first line of a match that is missing before its last one; 0 if none is."""
        numbers = self._all("SELECT number FROM line WHERE match = ? ORDER BY number", match)
        return next((own for own, (number,) in enumerate(numbers, 1) if number != own), 0)

    def count(self, match: int) -> int:
        """Count the lines of a match on the disk."""
        [(number,)] = self._all("SELECT coalesce(max(number), 0) FROM line WHERE match = ?", match)
        return int(number)

    def mark(self, match: int) -> str:
        """Sum up the lines of a match without reading them: their number, and the last link of their chain."""
        last = "SELECT number, hex(link) FROM line WHERE match = ? ORDER BY number DESC LIMIT 1"
        return " ".join(str(part) for row in self._all(last, match) for part in row)

    def marks(self) -> dict[int, str]:
        """Return the mark of each match, by its number."""
        newest = "SELECT number || ' ' || hex(link) FROM line WHERE line.match = match.id ORDER BY number DESC LIMIT 1"
        return {own: str(mark or "") for own, mark in self._all(f"SELECT id, ({newest}) FROM match")}  # noqa: S608  # ours

    def free_name(self, began: datetime, names: Iterable[str] = ()) -> str:
        """Name a match by its start, UTC; a second or more later where that name is in use, here or in `names`."""
        others = {*names, *(one.name for one in self.matches())}
        while (name := began.strftime(NAMED_BY)) in others:
            began += timedelta(seconds=1)
        return name

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Write all changes within to the disk together, or none; raises sqlite3.Error.

        Nothing is written either where something foreign in the database would act on it.
        """
        self._base.execute("BEGIN IMMEDIATE")
        try:
            _check_schema(self._base)
            yield
            self._base.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # of some errors SQLite has taken it back already
                self._base.execute("ROLLBACK")
            raise

    def add(self, name: str, *, running: bool = False) -> int:
        """Add a match without a line, within a transaction; returns its number; raises sqlite3.Error."""
        cursor = self._base.execute("INSERT INTO match (name, running) VALUES (?, ?)", (name, running or None))
        _check_count(cursor, 1)
        return cursor.lastrowid or 0

    def write(self, match: int, first: int, lines: Iterable[RecordLine]) -> None:
        """Write lines from this number on, within a transaction; raises sqlite3.Error."""
        rows = [(match, number, line.data, line.link) for number, line in enumerate(lines, first)]
        _check_count(self._base.executemany("INSERT INTO line VALUES (?, ?, ?, ?)", rows), len(rows))

    def rewrite(self, match: int, number: int, line: RecordLine) -> None:
        """Replace one line, within a transaction; raises sqlite3.Error."""
        change = "UPDATE line SET data = ?, link = ? WHERE match = ? AND number = ?"
        _check_count(self._base.execute(change, (line.data, line.link, match, number)), 1)

    def put_aside(self, match: int) -> None:
        """Mark a match as no longer in progress, within a transaction; raises sqlite3.Error."""
        _check_count(self._base.execute("UPDATE match SET running = NULL WHERE id = ?", (match,)), 1)

    def _all(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._base.execute(query, values).fetchall()


def _check_schema(base: sqlite3.Connection) -> None:
    """Check that nothing but our own statements changes what is written; raises sqlite3.DatabaseError."""
    if part := acting(base):
        raise sqlite3.DatabaseError(f"{part} is not of this program")


def _check_count(cursor: sqlite3.Cursor, rows: int) -> None:
    """Check that a statement has written what it was asked to; raises sqlite3.DatabaseError."""
    if cursor.rowcount != rows:
        raise sqlite3.DatabaseError(f"of {rows} rows {cursor.rowcount} were written")


def links(lines: Iterable[RecordLine]) -> bytes:
    """Join the links of these lines to a chain, as its file has it."""
    return b"".join(line.link + b"\n" for line in lines)
