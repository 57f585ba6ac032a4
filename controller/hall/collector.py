"""The hall's side of the wire: what tables send comes to its disk, and only then is answered."""

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
from controller.hall.tables import NotTakenError, TableRecords
from controller.hall.uplink import ONLINE
from controller.web.broker_line import BrokerAddress, BrokerLine, BrokerReached, Received
from controller.web.newest import Latest

_TICK_S: Final = 1.0
MOST_LOGGED: Final = 200
"""Lines of log about one table in an hour."""
_HOUR_S: Final = 3600.0
_MARK: Final = re.compile(r"(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])")
"""In a file's path: the board, which everybody may read, tells no mark."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Share:
    """The lines about one table since a time, of the monotonic clock."""

    since_s: float
    lines: int = 0


class _TableLog:
    """Log of what tables send: each has so many lines an hour, and what is left out is counted and said."""

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
        """Say of each table how much was left out."""
        for table in self._shares:
            self._count(table)

    def _count(self, table: str) -> None:
        if (more := self._shares[table].lines - MOST_LOGGED) > 0:
            _log.warning("table %s: %d lines were left out", table, more)


class HallCollector:
    """Collects what the tables of a hall play.

    Attributes:
        seen: the newest overview, for whoever shows it.
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
            address: of the broker, and who the hall is there.
            hall: its name.
            directory: in which it keeps what it has.
            clock: seconds, by which the board tells how long a table has been silent.
            results: takes the results of matches into the hall's tournament.
            database: URL of a PostgreSQL database that has every line, too, before it is answered; empty: none.

        Raises:
            OSError: the directory cannot be read.
        """
        self.seen = Latest(HallSeen())
        self._topics, self._clock = HallTopics(hall), clock
        self._records = TableRecords(directory, results.book.tables_of_marks if results else dict)
        self._results, self._table_log = results, _TableLog()
        self._database = DatabaseRecords(database, hall) if database else None
        self._door = threading.RLock()
        """Held while anything of what is seen changes: tables and arbiters do it at the same time."""
        self._line = BrokerLine(address, f"schiri-hall-{hall}", self._topics.all, sender=self._topics.table_of)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """Why the broker is not reached, in words; empty while it is."""
        return self._line.trouble

    def come(self, table: str, name: str) -> None:
        """Say at a table and on the arbiters' pages who is on the way there; by any thread.

        Args:
            table: its name.
            name: of the arbiter; empty: nobody comes any more.
        """
        with self._door:
            seen = self.seen.value.of(table)
            if seen.shown is not None and seen.coming != name:
                self._see(replace(seen, coming=name))
                self._command(seen, ArbiterComing(sender=seen.shown.sender, name=name))

    def finish(self, table: str, numbers: Collection[int]) -> None:
        """Take verdicts of a table, by their numbers, out of what waits for an arbiter; by any thread."""
        with self._door:
            own = {one.number for one in self.seen.value.verdicts if one.table == table}
            self.seen.put(self.seen.value.doing(own & {*numbers}))
            self._let_go(table)

    def admit(self, table: str, name: str) -> str:
        """Let an arbiter into a table's own pages, once and within a minute; by any thread.

        Returns:
            The address of the page that takes the key behind it; empty: the table has none, or is not there.
        """
        seen = self.seen.value.of(table)
        if seen.shown is None or not seen.shown.address or not seen.is_online:
            return ""
        key = secrets.token_urlsafe(32)
        self._command(seen, ArbiterAdmitted(sender=seen.shown.sender, key=key, name=name))
        return f"{seen.shown.address}arbiter#{key}"

    def _command(self, seen: TableSeen, command: AnyMessage) -> None:
        self._line.publish(self._topics.of(seen.table).command, messages.written(command))

    def _let_go(self, table: str) -> None:
        """Nobody is on the way to a table that waits for nobody."""
        seen = self.seen.value.of(table)
        if seen.coming and all(one.seen.table != table for one in self.seen.value.waiting):
            self.come(table, "")

    def close(self) -> None:
        """Stop; what was answered is on the disk."""
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
            heard = self._line.receive(_TICK_S)
            with self._door:
                if self._line.trouble != self.seen.value.trouble:
                    self.seen.put(replace(self.seen.value, trouble=self._line.trouble))
                if isinstance(heard, Received) and (place := self._topics.split(heard.topic)):
                    self._hear(heard, *place)
                elif isinstance(heard, BrokerReached):
                    _log.info("the broker is reached")

    def _hear(self, heard: Received, table: str, what: str) -> None:
        """Take a message in, or say at its table why it is not taken."""
        if heard.left_out:
            self._refuse(
                table, "it sends more than the hall can take: the oldest messages are left out", heard.left_out
            )
        try:
            self._take(table, what, heard.data, is_new=not heard.is_retained)
            self._let_go(table)
        except NotTakenError as error:
            self._refuse(table, str(error))
        except MessageError as error:
            self._trouble(table, str(error))
        except (OSError, sqlite3.Error) as error:
            # Nothing is answered: the table sends it again.
            self._trouble(table, f"its lines cannot be kept: {error}")

    def _take(self, table: str, what: str, data: bytes, *, is_new: bool) -> None:
        seen = self.seen.value.of(table)
        if what == "availability":
            self._see(replace(seen, is_online=data == ONLINE, heard_s=self._clock()))
            if seen.coming and seen.shown is not None and data == ONLINE:
                self._command(seen, ArbiterComing(sender=seen.shown.sender, name=seen.coming))
            return
        if not data:
            return  # a table has tried whether it may write here
        message = messages.read(what, data)
        if self._records.admit(table, message.sender, self._put_aside, is_new=is_new):
            self._use(seen, message, is_new=is_new)

    def _use(self, seen: TableSeen, message: AnyMessage, *, is_new: bool) -> None:
        """Act upon a message under a mark that is the table's own."""
        table = seen.table
        match message:
            case TableShown() as shown:
                here = {mark: heard_s for mark, heard_s in seen.marks.items() if not self._records.is_released(mark)}
                self._see(replace(seen, marks=MappingProxyType(here)).showing(shown, self._clock()))
                if self._results and is_new and shown.lines <= 1:
                    self._results.begins(table, f"{shown.sender}/{shown.record}")
            case RecordsHeld() as held:
                for one in held.records:
                    self._answer(table, held.sender, one.record)
            case RecordLines() as sent:
                self._keep(table, seen, sent)
            case VerdictTold() as told:
                self._note(table, told)
            case CommandRefused() as refused:
                self._trouble(table, refused.why)
            case Kept() | SendAgain() | VerdictNoted() | ArbiterComing() | ArbiterAdmitted():
                raise MessageError("a table gives no commands")

    def _note(self, table: str, told: VerdictTold) -> None:
        """Show a verdict, once however often it comes, and say that it is here."""
        if not self.seen.value.has(table, told):
            self._table_log.write(logging.INFO, table, told.text)
            self.seen.put(self.seen.value.telling(table, told, self._clock()))
        if told.id:
            noted = VerdictNoted(sender=told.sender, id=told.id)
            self._line.publish(self._topics.of(table).command, messages.written(noted))

    def _keep(self, table: str, seen: TableSeen, sent: RecordLines) -> None:
        taken = self._records.keep(sent)
        if self._results and taken.new:
            read = partial(self._records.read, sent.sender, sent.record)
            if why := self._results.heard(table, f"{sent.sender}/{sent.record}", read):
                self._table_log.write(logging.WARNING, table, why)
        if self._database and not taken.differs:
            other = self._database.keep(sent)
            taken = replace(taken, new=taken.new or other.new, differs=other.differs)
        trouble = ""
        if taken.differs:
            trouble = f"line {taken.differs} of record {sent.record} is another one than the hall has, or was changed"
            self._table_log.write(logging.WARNING, table, trouble)
        self._see(replace(seen, lines=self._kept(sent.sender, sent.record), trouble=trouble))
        if not taken.differs or taken.new:
            self._answer(table, sent.sender, sent.record)

    def _kept(self, sender: str, record: str) -> int:
        """Count the lines of a record that are wherever this hall keeps them."""
        there = self._records.kept(sender, record)
        return min(there, self._database.kept(sender, record)) if self._database else there

    def _answer(self, table: str, sender: str, record: str) -> None:
        """Say up to which line a record is on the disk."""
        kept = Kept(sender=sender, record=record, line=self._kept(sender, record))
        self._line.publish(self._topics.of(table).command, messages.written(kept))

    def _put_aside(self, mark: str, name: str) -> None:
        """Put what came under a mark aside in the database, too; raises DatabaseError."""
        if self._database:
            self._database.put_aside(mark, name)

    def _refuse(self, table: str, why: str, count: int = 1) -> None:
        """Count messages that are refused; however many there are, the log has the first one's reason and their sum."""
        seen = self.seen.value.of(table)
        if not seen.refused:
            self._table_log.write(logging.WARNING, table, why)
        self._see(replace(seen, trouble=why, refused=seen.refused + count))

    def _trouble(self, table: str, why: str) -> None:
        seen, told = self.seen.value.of(table), _MARK.sub("…", why)
        if seen.trouble != told:
            self._table_log.write(logging.WARNING, table, why)
        self._see(replace(seen, trouble=told))

    def _see(self, table: TableSeen) -> None:
        self.seen.put(self.seen.value.changed(table))
