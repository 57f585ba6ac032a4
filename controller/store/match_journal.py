"""A match that is being written in the archive: an event is on the disk before anybody learns of it.

Lines that cannot be written (the disk is full, or may only be read) stay in memory, in order and in the `Spool`.
`MatchJournal.trouble` says so until they are on the disk: the game goes on, and nothing is acknowledged that a power
cut could take (records.md). An archive that is damaged, or whose match somebody else has written, refuses lines for
good: they go into a file of their own (`rescue`).
"""

import errno
import logging
import os
import sqlite3
import time
from datetime import UTC, datetime
from typing import Final, Self

from controller.record import chain
from controller.record import text as record
from controller.record.events import Event
from controller.record.message import Message
from controller.store.archive import NAMED_BY, Archive, RecordLine, StoredMatch
from controller.store.journal import Journal, JournalError, rescue
from controller.store.spool import Spool, UnsavedLines, rest, save_unsaved
from controller.store.sqlite import ArchiveError, DamagedError, is_damage, is_read_only, reason
from controller.store.wall_clock import WallClock

RETRY_S: Final = 1.0
"""Seconds between two attempts to save unsaved events, while no event arrives."""

_log = logging.getLogger(__name__)


class MatchJournal:
    """One match of an archive, which one process writes, an event a transaction.

    Attributes:
        events: all lines, also those that are not on the disk yet, oldest first.
        torn: None: a transaction is on the disk whole or not at all.
        broken: the fault of the record beside its chain, in one sentence, or None; such a record can be continued.
        name: of the match: the time at which it began.
    """

    def __init__(
        self,
        archive: Archive,
        stored: StoredMatch | None = None,
        lock: int | None = None,
        clock: WallClock | None = None,
        spool: Spool | None = None,
        waiting: UnsavedLines | None = None,
    ) -> None:
        """Continue a match, or begin the one in progress at this table; it is stored from its first event on.

        Args:
            archive: the archive, closed with the journal.
            stored: the match to continue; None: begin one.
            lock: the handle that `lock.lock` returned; released when the journal is closed.
            clock: another clock than the wall's.
            spool: the queue of unsaved lines, of this match and of earlier ones; saved with the first event that is.
                None: in this journal alone.
            waiting: the lines of this match that wait there.

        Raises:
            RecordError: a line of the match is no event, or missing.
            sqlite3.Error: it cannot be read.
        """
        self.path = archive.path
        self.events: list[Event] = []
        self.torn: str | None = None
        self.broken: str | None = None
        self._archive, self._lock, self._clock = archive, lock, clock or WallClock()
        self._saved, self._link, self._waiting = 0, b"", list[RecordLine]()
        self._reason, self._tried_s = "", 0.0
        self._rescued: Journal | None = None
        self._apart = ""
        self._spool = spool or Spool()
        self._id = stored.id if stored else None
        self.name = stored.name if stored else waiting.match if waiting else self._begun()
        if stored:
            self._take_up(stored)
        if waiting:
            self._resume_unsaved(waiting)

    @property
    def unsaved(self) -> int:
        """The number of events that are not on the disk yet."""
        return len(self._waiting)

    @property
    def outlasts(self) -> bool:
        """Whether a restart of the program loses nothing: all is saved, or waits where that finds it."""
        return not self._waiting or self._spool.outlasts(self.name)

    @property
    def trouble(self) -> str:
        """The trouble for the table: why events are not saved, or that the clock is odd; empty if there is none."""
        if not self._waiting:
            return self._apart or self._clock.note
        if len(self._waiting) == 1:
            return Message("NOT SAVED: {reason}; a power cut would take {n} event", reason=self._reason, n=1)
        count = len(self._waiting)
        return Message("NOT SAVED: {reason}; a power cut would take {n} events", reason=self._reason, n=count)

    def append(self, event: Event) -> int:
        """Append one event and return its number; it is on the disk, unless `trouble` reports unsaved events.

        Raises:
            JournalError: another program has written this match meanwhile; it is as it was before.
        """
        self._clock.look()
        line = self._next(event)
        before, self._link = self._link, line.link
        self._waiting.append(line)
        try:
            self._save()
        except sqlite3.IntegrityError as error:
            self._waiting.pop()
            self._link = before
            raise JournalError(f"{self.path}: another program has written match {self.name} meanwhile") from error
        self.events.append(event)
        return len(self.events)

    def save(self) -> None:
        """Retry saving unsaved events, if there are any and the last attempt was a while ago."""
        if self._waiting and time.monotonic() - self._tried_s >= RETRY_S:
            self._save_all()

    def put_aside(self, last: Event | None = None) -> None:
        """Close a match that is over, or end it with this event: wholly, or not at all.

        Raises:
            JournalError: that cannot be written.
        """
        lines = [*self._waiting, *([self._next(last)] if last else [])]
        try:
            if self._id is not None:
                with self._archive.transaction():
                    self._archive.write(self._id, self._saved + 1, lines)
                    self._archive.put_aside(self._id)
            elif lines:
                raise sqlite3.OperationalError("nothing of it is on the disk")
        except sqlite3.Error as error:
            what = f"{self.path}: match {self.name} cannot be put aside: {reason(self.path, error)}"
            raise JournalError(f"{what}; nothing was changed") from error
        self._spool.forget(self._unsaved())

    def close(self) -> None:
        """Save what can be saved, and release the lock."""
        if self._waiting:
            self._save_all()
        if self._waiting and self._spool.outlasts(self.name):
            _log.error("%s: %s; the next start goes on with them", self.path, self.trouble)
        elif self._waiting:
            _log.error("%s: %s; they are lost when this program ends", self.path, self.trouble)
        if self._rescued:
            self._rescued.close()
        self._archive.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begun(self) -> str:
        waiting = [one.match for one in self._spool]
        names = [*(one.name for one in self._archive.matches()), *waiting]
        newest = max(map(began, names), default=None)
        return self._archive.free_name(self._clock.begin(newest), names=waiting)

    def _next(self, event: Event) -> RecordLine:
        data = record.to_line(event).encode() + b"\n"
        return RecordLine(data, chain.link(self._link, data))

    def _take_up(self, stored: StoredMatch) -> None:
        if missing := self._archive.gap(stored.id):
            text = Message("it is missing from match {code}, which is damaged", code=stored.name)
            raise record.RecordError(missing, text)
        data, report = self._archive.check(stored.id)
        self.events = [*record.read(data).events]
        if report.fault:
            self.broken = f"match {stored.name}: {report.fault.text}"
        self._saved, self._link = report.lines, report.links[-1]
        if not data.endswith(b"\n"):
            self._end_line(stored.id, report)

    def _resume_unsaved(self, waiting: UnsavedLines) -> None:
        """Resume with the unsaved events of an earlier run; raises sqlite3.Error."""
        self._waiting = [*rest(self._archive, waiting)[1].lines]
        self.events += [record.parse(line.data) for line in self._waiting]
        self._link = self._waiting[-1].link if self._waiting else self._link
        self._save_all()

    def mark_ended(self) -> None:
        """Mark the match as ended: it cannot be put aside now, and is saved before the one that starts."""
        self._spool.keep(self._unsaved(over=True))

    def _unsaved(self, *, over: bool = False) -> UnsavedLines:
        return UnsavedLines(self.name, self._saved, (*self._waiting,), over)

    def _end_line(self, match: int, report: chain.ChainReport) -> None:
        """Give the last line of a record that came from elsewhere its line end, before another one follows it."""
        *_, last = self._archive.lines(match)
        before = report.links[-2] if report.lines > 1 else b""
        whole = last.data + b"\n"
        self._link = chain.link(before, whole, chain.LATE)
        with self._archive.transaction():
            self._archive.rewrite(match, report.lines, RecordLine(whole, self._link))

    def _save_all(self) -> None:
        """Write all unsaved events to the archive, or else to a file."""
        try:
            self._save()
        except sqlite3.IntegrityError:
            self._rescue(Message("another program has written this match"))

    def _save(self) -> None:
        """Write all unsaved events together; raises sqlite3.IntegrityError."""
        self._tried_s = time.monotonic()
        try:
            if self._rescued:
                self._into_file(self._rescued)
            else:
                self._into_archive()
        except sqlite3.IntegrityError:
            raise
        except (sqlite3.Error, ArchiveError, JournalError) as error:
            if is_damage(error) and not self._rescued and self._lock is not None:
                self._rescue(Message("the records are damaged"))
            else:
                self._tell(reason(self.path, error))
            return
        self._all_saved()

    def _into_archive(self) -> None:
        if is_read_only(self.path.parent):
            # Some file systems accept writes to open files, report them durable, and lose them.
            raise ArchiveError(errno.EROFS, Message("the disk may only be read"))
        if self._reason:
            self._archive.reopen()
            self._drop_saved()
        before = [one for one in self._spool if one.match != self.name]
        with self._archive.transaction():
            for one in before:
                save_unsaved(self._archive, one)
            match = self._archive.add(self.name, running=True) if self._id is None else self._id
            self._archive.write(match, self._saved + 1, self._waiting)
        self._id, self._saved = match, self._saved + len(self._waiting)
        for one in before:
            self._spool.forget(one)

    def _into_file(self, file: Journal) -> None:
        while self._waiting:
            file.append(record.parse(self._waiting[0].data))
            self._waiting.pop(0)
            self._saved += 1

    def _rescue(self, why: str) -> None:
        """Save the whole match in a file of its own, because the archive refuses the rest of it."""
        events = [*self.events[: self._saved], *(record.parse(line.data) for line in self._waiting)]
        try:
            self._rescued = rescue(self.path.parent, events, vouched=self.broken is None)
        except JournalError as error:
            self._tell(Message("{why}, and {why2}", why=why, why2=reason(self.path, error)))
            return
        name = self._rescued.path.name
        self._apart = Message("{why}; this match is kept in {name}", why=why, name=name)
        self._saved = len(events)
        _log.error("%s: %s, and the next start takes it over", self.path, self._apart)
        self._all_saved()

    def _all_saved(self) -> None:
        self._waiting.clear()
        if self._reason:
            _log.warning("%s: all %d events are saved again", self.path, self._saved)
            self._reason = ""
            self._spool.forget(self._unsaved())

    def _drop_saved(self) -> None:
        """Drop events that a failing disk has nevertheless saved, so that none is written twice."""
        running = self._archive.running() if self._id is None else None
        if running and running.name == self.name:
            self._id = running.id
        if self._id is not None:
            saved_lines = self._archive.lines(self._id)[self._saved :]
            if saved_lines != self._waiting[: len(saved_lines)]:
                raise sqlite3.IntegrityError("lines that are not ours")
            del self._waiting[: len(saved_lines)]
            self._saved += len(saved_lines)

    def _tell(self, why: str) -> None:
        if why != self._reason:
            _log.error("%s: %s; the game goes on and is saved as soon as it can be", self.path, why)
        self._reason = why
        self._spool.keep(self._unsaved())


def began(name: str) -> datetime:
    """Return the start of a match of this name, UTC; raises DamagedError for a text that is no name."""
    try:
        return datetime.strptime(name, NAMED_BY).replace(tzinfo=UTC)
    except ValueError as error:
        raise DamagedError(f"a match cannot be named {name!r}: the archive is damaged") from error
