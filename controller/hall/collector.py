"""The hall's side of the wire: messages of tables are written to its disk before they are answered."""

import logging
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from controller.hall import messages
from controller.hall.database import DatabaseRecords
from controller.hall.desk.readings import ResultReader
from controller.hall.messages import (
    AnyMessage,
    ArbiterAdmitted,
    ArbiterComing,
    CommandRefused,
    HallTopics,
    Kept,
    MessageError,
    RecordLines,
    RecordsHeld,
    SendAgain,
    TableShown,
    VerdictNoted,
    VerdictTold,
)
from controller.hall.overview import HallSeen, TableSeen
from controller.hall.tables import RefusedMessageError, TableRecords
from controller.hall.uplink import ONLINE
from controller.web.broker_line import BrokerAddress, BrokerLine, BrokerReached, Received
from controller.web.newest import Latest

_TICK_S: Final = 1.0
MOST_LOGGED: Final = 200
"""The most lines of log about one table in an hour."""
_HOUR_S: Final = 3600.0
_MARK: Final = re.compile(r"(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])")
"""A table's mark in a file's path, which must not appear on the public board."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Share:
    """The lines about one table since a time of the monotonic clock."""

    since_s: float
    lines: int = 0


class _TableLog:
    """A log of the tables' messages with a limit of lines an hour for each; omitted lines are counted."""

    def __init__(self) -> None:
        self._shares: dict[str, _Share] = {}

    def write(self, level: int, table: str, text: str) -> None:
        """Write a line about a table, or count it."""
        now_s = time.monotonic()
        share = self._shares.setdefault(table, _Share(now_s))
        if now_s - share.since_s >= _HOUR_S:
            self._count(table)
            share = self._shares[table] = _Share(now_s)
        share.lines += 1
        if share.lines <= MOST_LOGGED:
            _log.log(level, "table %s: %s", table, text)
        elif share.lines == MOST_LOGGED + 1:
            _log.warning("table %s: more than %d lines within an hour; the others are counted", table, MOST_LOGGED)

    def close(self) -> None:
        """Log the number of omitted lines of each table."""
        for table in self._shares:
            self._count(table)

    def _count(self, table: str) -> None:
        if (more := self._shares[table].lines - MOST_LOGGED) > 0:
            _log.warning("table %s: %d lines were left out", table, more)


class HallCollector:
    """A collector of the records and verdicts of a hall's tables.

    Attributes:
        seen: the newest overview, to be shown.
    """

    def __init__(
        self,
        address: BrokerAddress,
        hall: str,
        directory: Path,
        clock: Callable[[], float] = time.time,
        results: ResultReader | None = None,
        database: str = "",
    ) -> None:
        """Begin; returns at once.

        Args:
            address: of the broker, with the hall's user name and password there.
            hall: its name.
            directory: the folder of its records.
            clock: seconds; the board measures by it the silence of tables.
            results: enters the results of matches into the hall's tournament.
            database: URL of a PostgreSQL database that stores every line, too, before the answer; empty: none.

        Raises:
            OSError: the directory cannot be read.
        """
        self.seen = Latest(HallSeen())
        self._topics, self._clock = HallTopics(hall), clock
        self._records = TableRecords(directory, results.book.tables_of_marks if results else dict)
        self._results, self._table_log = results, _TableLog()
        self._database = DatabaseRecords(database, hall) if database else None
        self._lock = threading.RLock()
        """The lock for changes of the overview: tables and arbiters change it at the same time."""
        self._line = BrokerLine(address, f"schiri-hall-{hall}", self._topics.all, sender=self._topics.table_of)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """The reason why the broker is not reached, in words; empty while it is."""
        return self._line.trouble

    def send_arbiter(self, table: str, name: str) -> None:
        """Show at a table and on the arbiters' pages the arbiter on the way; by any thread.

        Args:
            table: its name.
            name: of the arbiter; empty: no arbiter is on the way.
        """
        with self._lock:
            seen = self.seen.value.of(table)
            if seen.shown is not None and seen.coming != name:
                self._update_table(replace(seen, coming=name))
                self._command(seen, ArbiterComing(sender=seen.shown.sender, name=name))

    def close_verdicts(self, table: str, numbers: Collection[int]) -> None:
        """Remove verdicts of a table, by their numbers, from the arbiters' queue; by any thread."""
        with self._lock:
            own = {one.number for one in self.seen.value.verdicts if one.table == table}
            self.seen.put(self.seen.value.doing(own & {*numbers}))
            self._release_arbiter(table)

    def admit(self, table: str, name: str) -> str:
        """Admit an arbiter to a table's own pages, once and within a minute; by any thread.

        Returns:
            The address of the page that reads the key behind it; empty: the table has none, or is offline.
        """
        seen = self.seen.value.of(table)
        if seen.shown is None or not seen.shown.address or not seen.is_online:
            return ""
        key = secrets.token_urlsafe(32)
        self._command(seen, ArbiterAdmitted(sender=seen.shown.sender, key=key, name=name))
        return f"{seen.shown.address}arbiter#{key}"

    def _command(self, seen: TableSeen, command: AnyMessage) -> None:
        self._line.publish(self._topics.of(seen.table).command, messages.written(command))

    def _release_arbiter(self, table: str) -> None:
        """End the arbiter's way to a table that no longer waits for one."""
        seen = self.seen.value.of(table)
        if seen.coming and all(one.seen.table != table for one in self.seen.value.waiting):
            self.send_arbiter(table, "")

    def close(self) -> None:
        """Stop; acknowledged lines are on the disk."""
        self._closing.set()
        self._thread.join(3)
        self._line.close()
        self._records.close()
        if self._database:
            self._database.close()
        for table, seen in self.seen.value.tables.items():
            if seen.refused:
                _log.warning("table %s: %d of its messages were refused", table, seen.refused)
        self._table_log.close()

    def _run(self) -> None:
        while not self._closing.is_set():
            received = self._line.receive(_TICK_S)
            with self._lock:
                if self._line.trouble != self.seen.value.trouble:
                    self.seen.put(replace(self.seen.value, trouble=self._line.trouble))
                if isinstance(received, Received) and (place := self._topics.split(received.topic)):
                    self._handle(received, *place)
                elif isinstance(received, BrokerReached):
                    _log.info("the broker is reached")

    def _handle(self, received: Received, table: str, what: str) -> None:
        """Handle a message, or show at its table why it is refused."""
        if received.left_out:
            self._refuse(
                table, "it sends more than the hall can take: the oldest messages are left out", received.left_out
            )
        try:
            self._handle_payload(table, what, received.data, is_new=not received.is_retained)
            self._release_arbiter(table)
        except RefusedMessageError as error:
            self._refuse(table, str(error))
        except MessageError as error:
            self._set_trouble(table, str(error))
        except (OSError, sqlite3.Error) as error:
            # Without an answer, the table sends the lines again.
            self._set_trouble(table, f"its lines cannot be kept: {error}")

    def _handle_payload(self, table: str, what: str, data: bytes, *, is_new: bool) -> None:
        seen = self.seen.value.of(table)
        if what == "availability":
            self._update_table(replace(seen, is_online=data == ONLINE, heard_s=self._clock()))
            if seen.coming and seen.shown is not None and data == ONLINE:
                self._command(seen, ArbiterComing(sender=seen.shown.sender, name=seen.coming))
            return
        if not data:
            return  # a table has tried whether it may write here
        message = messages.read(what, data)
        if self._records.admit(table, message.sender, self._put_aside, is_new=is_new):
            self._apply(seen, message, is_new=is_new)

    def _apply(self, seen: TableSeen, message: AnyMessage, *, is_new: bool) -> None:
        """Apply a message under the table's own mark."""
        table = seen.table
        match message:
            case TableShown() as shown:
                here = {mark: heard_s for mark, heard_s in seen.marks.items() if not self._records.is_released(mark)}
                self._update_table(replace(seen, marks=MappingProxyType(here)).showing(shown, self._clock()))
                if self._results and is_new and shown.lines <= 1:
                    self._results.note_start(table, f"{shown.sender}/{shown.record}")
            case RecordsHeld() as held:
                for one in held.records:
                    self._acknowledge(table, held.sender, one.record)
            case RecordLines() as sent:
                self._store_lines(table, seen, sent)
            case VerdictTold() as told:
                self._add_verdict(table, told)
            case CommandRefused() as refused:
                self._set_trouble(table, refused.why)
            case Kept() | SendAgain() | VerdictNoted() | ArbiterComing() | ArbiterAdmitted():
                raise MessageError("a table gives no commands")

    def _add_verdict(self, table: str, message: VerdictTold) -> None:
        """Show a verdict once, and acknowledge it."""
        if not self.seen.value.has(table, message):
            self._table_log.write(logging.INFO, table, message.text)
            self.seen.put(self.seen.value.with_verdict(table, message, self._clock()))
        if message.id:
            noted = VerdictNoted(sender=message.sender, id=message.id)
            self._line.publish(self._topics.of(table).command, messages.written(noted))

    def _store_lines(self, table: str, seen: TableSeen, sent: RecordLines) -> None:
        intake = self._records.store(sent)
        if self._results and intake.new:
            read = partial(self._records.read, sent.sender, sent.record)
            if why := self._results.read_result(table, f"{sent.sender}/{sent.record}", read):
                self._table_log.write(logging.WARNING, table, why)
        if self._database and not intake.differs:
            other = self._database.store(sent)
            intake = replace(intake, new=intake.new or other.new, differs=other.differs)
        trouble = ""
        if intake.differs:
            trouble = f"line {intake.differs} of record {sent.record} is another one than the hall has, or was changed"
            self._table_log.write(logging.WARNING, table, trouble)
        self._update_table(replace(seen, lines=self._count_stored(sent.sender, sent.record), trouble=trouble))
        if not intake.differs or intake.new:
            self._acknowledge(table, sent.sender, sent.record)

    def _count_stored(self, sender: str, record: str) -> int:
        """Count the lines of a record that are in every store of this hall."""
        count = self._records.count_lines(sender, record)
        return min(count, self._database.count_lines(sender, record)) if self._database else count

    def _acknowledge(self, table: str, sender: str, record: str) -> None:
        """Acknowledge the lines of a record that are on the disk, by the number of the last."""
        stored = Kept(sender=sender, record=record, line=self._count_stored(sender, record))
        self._line.publish(self._topics.of(table).command, messages.written(stored))

    def _put_aside(self, mark: str, name: str) -> None:
        """Set a mark's records aside in the database, too; raises DatabaseError."""
        if self._database:
            self._database.put_aside(mark, name)

    def _refuse(self, table: str, why: str, count: int = 1) -> None:
        """Count refused messages; the log has the first one's reason and their number."""
        seen = self.seen.value.of(table)
        if not seen.refused:
            self._table_log.write(logging.WARNING, table, why)
        self._update_table(replace(seen, trouble=why, refused=seen.refused + count))

    def _set_trouble(self, table: str, why: str) -> None:
        seen, text = self.seen.value.of(table), _MARK.sub("…", why)
        if seen.trouble != text:
            self._table_log.write(logging.WARNING, table, why)
        self._update_table(replace(seen, trouble=text))

    def _update_table(self, table: TableSeen) -> None:
        self.seen.put(self.seen.value.with_table(table))
