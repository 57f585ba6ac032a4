"""The records of a hall's tables in PostgreSQL, beside the archives on its disk: for halls that share a database."""

import time
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from controller.hall.intake import Intake, check_lines
from controller.hall.messages import RecordLines
from controller.store.archive import RecordLine

if TYPE_CHECKING:
    from psycopg import Connection

_TABLE: Final = """\
CREATE TABLE schiri_line (
    hall text NOT NULL,
    sender text NOT NULL,
    record text NOT NULL,
    number integer NOT NULL CHECK (number > 0),
    data bytea NOT NULL,
    link bytea NOT NULL,
    PRIMARY KEY (hall, sender, record, number)
)"""
_TABLE_EXISTS: Final = "SELECT to_regclass('schiri_line')"
_COUNT: Final = "SELECT coalesce(max(number), 0) FROM schiri_line WHERE hall = %s AND sender = %s AND record = %s"
_LINE: Final = "SELECT data, link FROM schiri_line WHERE hall = %s AND sender = %s AND record = %s AND number = %s"
_ADD: Final = "INSERT INTO schiri_line (hall, sender, record, number, data, link) VALUES (%s, %s, %s, %s, %s, %s)"
_MOVE: Final = "UPDATE schiri_line SET sender = %s WHERE hall = %s AND sender = %s"
_SWALLOWED: Final = (
    "the hall's database has written {written} of {rows} lines; "
    "take the rules and triggers away from its table schiri_line"
)
_ANSWER_S: Final = 5
"""The time limit for the database to connect or to answer, during which the hall handles no message."""
_RETRY_S: Final = 5.0
"""The pause after a failure before the next connection, seconds."""


class DatabaseError(OSError):
    """The database cannot be used; the message says why, and what to do."""


class DatabaseRecords:
    """The lines of all tables in one table of a PostgreSQL database; for one thread.

    It connects when it is first used, and again after a failure. Several halls may share a database.
    """

    def __init__(self, url: str, hall: str) -> None:
        """Connect to nothing yet.

        Args:
            url: of the database: ``postgresql://USER@HOST/NAME``; a password may stand in ``~/.pgpass`` instead.
            hall: the name of the hall.
        """
        self._url, self._hall = url, hall
        self._line: Connection | None = None
        self._rests_until_s = 0.0
        self._trouble = ""

    def close(self) -> None:
        """Close the connection."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def count_lines(self, sender: str, record: str) -> int:
        """Count the lines of a record that the database has committed; raises DatabaseError."""
        import psycopg

        try:
            return self._count(self.connect(), sender, record)
        except psycopg.Error as error:
            raise self._failed(error) from error

    def store(self, sent: RecordLines) -> Intake:
        """Write new lines in one transaction; raises DatabaseError.

        What it returns is committed. Of two halls that write the same line at once, one fails, and is sent it again.
        """
        import psycopg

        lines = [RecordLine(one.data.encode(), one.link.encode()) for one in sent.lines]
        try:
            line = self.connect()
            with line.transaction():
                there = self._count(line, sent.sender, sent.record)
                taken = check_lines(there, lambda number: self._at(line, sent, number), sent.first, lines)
                place = self._hall, sent.sender, sent.record
                rows = [(*place, number, new.data, new.link) for number, new in enumerate(taken.new, there + 1)]
                if rows:
                    cursor = line.cursor()
                    cursor.executemany(_ADD, rows)
                    if cursor.rowcount != len(rows):
                        raise DatabaseError(_SWALLOWED.format(rows=len(rows), written=cursor.rowcount))
        except psycopg.Error as error:
            raise self._failed(error) from error
        return taken

    def put_aside(self, mark: str, name: str) -> None:
        """Rename the records of a mark; raises DatabaseError."""
        import psycopg

        try:
            self.connect().execute(_MOVE, (name, self._hall, mark))
        except psycopg.Error as error:
            raise self._failed(error) from error

    def _count(self, line: "Connection", sender: str, record: str) -> int:
        row = line.execute(_COUNT, (self._hall, sender, record)).fetchone()
        return int(row[0]) if row else 0

    def _at(self, line: "Connection", sent: RecordLines, number: int) -> RecordLine:
        row = line.execute(_LINE, (self._hall, sent.sender, sent.record, number)).fetchone()
        if row is None:
            raise DatabaseError(
                f"line {number} of record {sent.record} is missing in the database, which has later ones"
            )
        return RecordLine(bytes(row[0]), bytes(row[1]))

    def connect(self) -> "Connection":
        """Return the connection, after connecting if there is none.

        Raises:
            psycopg.Error: it cannot be made.
            DatabaseError: it could not a moment ago.
        """
        import psycopg

        if self._line is not None and not self._line.closed:
            return self._line
        if time.monotonic() < self._rests_until_s:
            raise DatabaseError(self._trouble)
        self._line = psycopg.connect(
            self._url,
            autocommit=True,
            connect_timeout=_ANSWER_S,
            tcp_user_timeout=1000 * _ANSWER_S,
            options=f"-c statement_timeout={1000 * _ANSWER_S} -c synchronous_commit=on",
        )
        if not _has_table(self._line):
            # Another hall that starts now may have made it meanwhile.
            with suppress(psycopg.errors.DuplicateTable, psycopg.errors.UniqueViolation):
                self._line.execute(_TABLE)
        return self._line

    def _failed(self, error: Exception) -> DatabaseError:
        self.close()
        self._trouble = f"the hall's database fails ({_reason(error)}); what it lacks is sent again once it answers"
        self._rests_until_s = time.monotonic() + _RETRY_S
        return DatabaseError(self._trouble)


def _reason(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def _has_table(line: "Connection") -> bool:
    row = line.execute(_TABLE_EXISTS).fetchone()
    return row is not None and row[0] is not None


def check(url: str, hall: str) -> None:
    """Try the database once; raises DatabaseError, also where the library that speaks to it is not installed."""
    if find_spec("psycopg") is None:
        raise DatabaseError(
            "the library for PostgreSQL is not installed; type: .venv/bin/pip install 'psycopg[binary]'"
        )
    import psycopg

    records = DatabaseRecords(url, hall)
    try:
        records.connect()
    except psycopg.Error as error:
        told = f"the hall's database cannot be used: {_reason(error)}; mend that, or do without it: --database ''"
        raise DatabaseError(told) from error
    finally:
        records.close()
