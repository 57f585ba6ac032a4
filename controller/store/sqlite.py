"""The connection to the database of records: its opening, and its faults in words."""

import os
import shutil
import sqlite3
from collections.abc import Generator, Iterable
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from controller.record.message import Message
from controller.store import atomic

VERSION: Final = 1
"""The version of the tables."""
_PATIENCE_S: Final = 2.0
"""The time limit for another program's write: an import takes a moment."""
_MEMORY: Final = Path("/dev/shm")  # noqa: S108  a folder of its own is made there
"""The folder of files in memory: a disk that refuses writes has no room for temporary files either."""
_NO_ROOM_BYTES: Final = 200_000
"""The least room of a disk that is not called full, whatever name SQLite has for its error."""

_COLUMNS: Final = {"match": "id, name, running", "line": "match, number, data, link"}
"""The tables' columns."""
_TABLES: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS match (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, running INTEGER UNIQUE CHECK (running = 1)
) STRICT;
CREATE TABLE IF NOT EXISTS line (
    match INTEGER NOT NULL REFERENCES match (id), number INTEGER NOT NULL CHECK (number > 0),
    data BLOB NOT NULL, link BLOB NOT NULL, PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = {VERSION};
COMMIT;
"""


_Schema: TypeAlias = frozenset[tuple[str, str, str, str | None]]
"""The parts of a database: kind, name, table and the statement that makes it, of an index of a constraint none."""


class ArchiveError(OSError):
    """The records cannot be read or written; the message says where, why and what to do."""


class DamagedError(ArchiveError):
    """The file is no database, or a damaged one."""


def connect(path: Path, *, make: bool, stand_in: bool = False) -> sqlite3.Connection:
    """Open the database; where nothing can be written, for reading.

    Args:
        path: of its file.
        make: whether to create an absent one.
        stand_in: whether memory may stand in for a disk that cannot be written now: it has the disk's content, also the
            lines that wait beside the file after a power cut, and accepts no writes.

    Raises:
        ArchiveError: there is none, it is damaged, has other tables, is of a newer version, or cannot be opened.
    """
    if not make and _is_empty(path):
        message = Message("it is empty: no match was saved in it yet, or all are gone, which a backup may have")
        raise ArchiveError(f"{path} cannot be opened: {message}")
    try:
        try:
            base = _opened(path, make=make)
        except sqlite3.OperationalError:
            if not (stand_in and _is_unwritable(path.parent) and (make or path.exists())):
                raise
            base = _in_memory(path)
        with _close_on_error(base):
            [(version,)] = base.execute("PRAGMA user_version").fetchall()
            if not version:
                base.executescript(_TABLES)
            missing = {name for kind, name, *_ in _our_schema() - _schema(base) if kind == "table"}
    except (sqlite3.Error, OSError) as error:
        kind = DamagedError if is_damage(error) else ArchiveError
        raise kind(f"{path} cannot be opened: {reason(path, error)}") from error
    with _close_on_error(base):
        if version > VERSION:
            raise ArchiveError(f"{path} was written by a newer version of this program; install that one again")
        if missing:
            raise DamagedError(f"{path} cannot be opened: {damaged(f'no table {min(missing)} of ours')}")
    return base


@contextmanager
def _close_on_error(base: sqlite3.Connection) -> Generator[None]:
    """Close a file that cannot be used: SQLite remembers of an open one whether it may be written."""
    try:
        yield
    except BaseException:
        base.close()
        raise


def unopened() -> sqlite3.Connection:
    """Make the stand-in for a database that cannot be opened now: it has no match and accepts none."""
    base = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    base.executescript(_TABLES)
    base.execute("PRAGMA query_only = ON")
    return base


def _in_memory(path: Path) -> sqlite3.Connection:
    """Copy a database to memory: on this disk SQLite cannot make the further file that reading waiting lines needs."""
    if not _is_begun(path):
        return unopened()
    base = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    with TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as scratch:
        copy = Path(scratch) / path.name
        for suffix in ("", "-wal"):
            if (part := path.with_name(path.name + suffix)).exists():
                shutil.copyfile(part, copy.with_name(copy.name + suffix))
        with _close_on_error(base), closing(sqlite3.connect(copy, factory=_Base)) as source:
            source.execute("PRAGMA journal_mode = DELETE")  # memory has no other
            source.backup(base)
    base.execute("PRAGMA query_only = ON")
    return base


def _is_unwritable(folder: Path) -> bool:
    return is_read_only(folder) or _is_full(folder)


def _opened(path: Path, *, make: bool) -> sqlite3.Connection:
    if make:
        path.parent.mkdir(parents=True, exist_ok=True)
    try:
        base = _connection(path, "mode=rwc" if make else "mode=rw")
        with _close_on_error(base):
            base.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        if _code(error) == sqlite3.SQLITE_BUSY or not _is_whole(path):  # who holds it may be writing it
            raise
        return _connection(path, "immutable=1")
    base.execute("PRAGMA synchronous = FULL")
    base.execute("PRAGMA foreign_keys = ON")
    return base


def make_private(path: Path) -> None:
    """Make a database and SQLite's files beside it readable by the owner alone; create an absent one.

    A disk that cannot be written is left as it is: opening the database says so.
    """
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for beside in ("", "-wal", "-shm"):
            path.with_name(path.name + beside).chmod(0o600)


class _Base(sqlite3.Connection):
    """A connection that raises an error of the database also where the error quotes damaged bytes."""

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:  # noqa: ANN401 - as its class has it
        """Execute a statement; raises sqlite3.Error."""
        with _quoted():
            return super().execute(sql, parameters)

    def executescript(self, sql: str, /) -> sqlite3.Cursor:
        """Execute statements; raises sqlite3.Error."""
        with _quoted():
            return super().executescript(sql)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """Execute a statement for each row; raises sqlite3.Error."""
        with _quoted():
            return super().executemany(sql, parameters)


@contextmanager
def _quoted() -> Generator[None]:
    """Turn an error whose own text Python cannot read into an error of the database."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise sqlite3.DatabaseError(f"it names {error.object[:40]!r}") from error


def _connection(path: Path, how: str) -> sqlite3.Connection:
    """Connect; each statement is its own transaction unless it says otherwise, and the caller minds the threads."""
    uri = f"{path.absolute().as_uri()}?{how}"
    base = sqlite3.connect(
        uri, uri=True, timeout=_PATIENCE_S, isolation_level=None, check_same_thread=False, factory=_Base
    )
    with _close_on_error(base):
        base.execute("PRAGMA trusted_schema = OFF")
        base.execute("PRAGMA schema_version").fetchall()  # the file is opened by the first statement
    return base


def _is_whole(path: Path) -> bool:
    """Whether the one file holds everything: nothing waits beside it, as after a power cut."""
    return _is_begun(path) and not _is_begun(path.with_name(path.name + "-wal"))


def _is_empty(path: Path) -> bool:
    """Whether a file of no bytes stands where a database should, and nothing waits beside it."""
    return path.is_file() and not _is_begun(path) and not _is_begun(path.with_name(path.name + "-wal"))


def _is_begun(path: Path) -> bool:
    """Whether a database has content: a file of no bytes has none yet."""
    return path.exists() and path.stat().st_size > 0


def is_read_only(folder: Path) -> bool:
    """Whether a folder is on a disk that may only be read."""
    try:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except OSError:
        return False


_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def is_damage(error: BaseException | None) -> bool:
    """Whether an error or its cause says that the file is damaged."""
    if isinstance(error, sqlite3.Error):
        return _code(error) in _DAMAGED
    return isinstance(error, DamagedError) or (error is not None and is_damage(error.__cause__))


def examine(path: Path, base: sqlite3.Connection) -> None:
    """Read the whole file once, as SQLite checks it: some milliseconds a megabyte.

    Raises:
        DamagedError: it has a fault, or a part that would act on writes.
        sqlite3.Error: it cannot be read; `is_damage` shows whether by damage.
    """
    [(finding,), *_] = base.execute("PRAGMA quick_check(1)").fetchall()
    if finding != "ok":
        raise DamagedError(f"{path} cannot be used: {damaged(finding.splitlines()[-1])}")
    if part := acting(base):
        message = Message(
            "{part} in it is not of this program and may change what is written; "
            "`schiri backup` and then `schiri restore` keep the matches without it",
            part=part,
        )
        raise DamagedError(f"{path} cannot be used: {message}")


def acting(base: sqlite3.Connection) -> str:
    """Find the first foreign part of a database that acts when our tables are written; empty without one."""
    added = ((kind.lower(), name, table.lower()) for kind, name, table, _ in _schema(base) - _our_schema())
    names = (f"{kind} {name}" for kind, name, table in sorted(added) if kind == "trigger" or table in _COLUMNS)
    return next(names, "")


def copy_matches(base: sqlite3.Connection, into: sqlite3.Connection) -> None:
    """Copy all matches of a database that may be anybody's into a new one of ours, and nothing else of it.

    No program in it runs: opening it has ensured that the tables are ours, and the rows are checked against the
    rules of the new tables.

    Raises:
        sqlite3.Error: it is damaged, or has rows that ours cannot have.
    """
    base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, atomic.MOST_BYTES)
    base.execute("BEGIN")
    into.execute("BEGIN")
    for table, columns in _COLUMNS.items():
        [(finding,), *_] = base.execute(f"PRAGMA quick_check({table})").fetchall()
        if finding != "ok":
            raise sqlite3.DatabaseError(finding)
        insert = f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(columns.split()))})"  # noqa: S608  # ours
        try:
            into.executemany(insert, base.execute(f"SELECT {columns} FROM {table}"))  # noqa: S608  # ours
        except sqlite3.IntegrityError as error:  # elsewhere the sign of another program that writes
            raise sqlite3.DatabaseError(str(error)) from error
    into.execute("COMMIT")


@cache
def _our_schema() -> _Schema:
    with closing(unopened()) as base:
        return _schema(base)


def _schema(base: sqlite3.Connection) -> _Schema:
    return frozenset(base.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema"))


def damaged(finding: object) -> Message:
    """Write the message that a file is damaged, with the remedy."""
    return Message("it is damaged ({reason}); `referee --new` puts it aside and begins another", reason=str(finding))


def reason(path: Path, error: sqlite3.Error | OSError) -> str:
    """Give the reason of an SQLite error, in words for the table."""
    if isinstance(error, ArchiveError) and isinstance(error.__cause__, sqlite3.Error | OSError):
        return reason(path, error.__cause__)  # it names the file, which whoever asks does himself
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, sqlite3.IntegrityError):
        return Message("another program has written it meanwhile")
    code = _code(error)
    if is_read_only(path.parent) or code == sqlite3.SQLITE_READONLY:
        return Message("the disk may only be read")
    if code == sqlite3.SQLITE_FULL or _is_full(path.parent):
        return Message("the disk is full")
    if code == sqlite3.SQLITE_BUSY:
        return Message("another program holds the records")
    if code in _DAMAGED:
        return damaged(error)
    if code == sqlite3.SQLITE_CANTOPEN:
        return _open_error(path)
    return Message("the disk fails ({reason})", reason=str(error)) if code == sqlite3.SQLITE_IOERR else str(error)


def _open_error(path: Path) -> Message:
    """Describe why the system cannot open the database."""
    if path.is_dir():
        return Message("it is a folder, and the records are a file of this name: give the folder another name")
    if os.path.lexists(path):
        return Message("this user may not read and write it")
    if path.parent.is_dir() and not os.access(path.parent, os.W_OK | os.X_OK):
        return Message("this user may not write into its folder")
    return Message("there is no such file; no match was refereed here yet")


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's code for an error; a fault that the module itself has found in its input is damage."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF  # the rest says in which system call


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < _NO_ROOM_BYTES
    except OSError:
        return False
