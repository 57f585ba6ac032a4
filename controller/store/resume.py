"""The match in progress: resumed from the archive, put aside when it is over, and set apart when it is damaged."""

import logging
import os
import sqlite3
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller.record.events import End
from controller.record.text import RecordError
from controller.referee.fold import outcome
from controller.store import lock as writing
from controller.store.archive import FILE, NAMED_BY, Archive
from controller.store.importing import DuplicateMatchError, import_record
from controller.store.journal import CURRENT, Journal, JournalError, move_with_chain
from controller.store.match_journal import MatchJournal
from controller.store.spool import Spool, rest, save_unsaved
from controller.store.sqlite import DamagedError, is_damage, reason

_log = logging.getLogger(__name__)

FOLDER: Final = "rescued"
"""The folder of rescued records that the archive has imported."""


def take_up(directory: Path, *, new: bool, spool: Spool | None = None) -> MatchJournal:
    """Resume the match in progress, or begin the next one; ``new`` ends the one in progress and puts it aside.

    A match that was rescued into a file is imported first, and waiting lines are saved.

    Raises:
        JournalError: another referee writes here, the record is damaged, or nothing can be kept here.
        ArchiveError: the archive is damaged, or of a newer version.
    """
    waiting = spool or Spool(None, directory)
    with ExitStack() as stack:
        lock = writing.lock(directory)
        stack.callback(os.close, lock)
        try:
            journal = _resumed(directory, lock, waiting, new=new)
        except (JournalError, DamagedError) as error:
            if not new or not is_damage(error):
                raise
            _set_apart(directory)
            journal = _resumed(directory, lock, waiting, new=new)
        stack.pop_all()
    return journal


def _resumed(directory: Path, lock: int, spool: Spool, *, new: bool) -> MatchJournal:
    with ExitStack() as stack:
        archive = stack.enter_context(Archive(directory, make=True))
        try:
            archive.examine()
            os.fsync(lock)  # the names of new files are as durable as what they hold
            _import_rescued(archive, directory / CURRENT, new=new)
            _save_unsaved(archive, spool)
            journal = _next(archive, lock, spool, new=new)
        except sqlite3.Error as error:
            raise JournalError(f"{archive.path} cannot be read: {reason(archive.path, error)}") from error
        stack.pop_all()
    return journal


def _import_rescued(archive: Archive, rescued: Path, *, new: bool) -> None:
    """Import a match that was rescued into a file; it stays in progress.

    Args:
        archive: the archive to import into.
        rescued: the file, if there is one.
        new: whether a damaged one is set apart instead of refused.

    Raises:
        JournalError: it is damaged, or being written.
    """
    if not rescued.exists():
        return
    try:
        journal = Journal(rescued)
    except RecordError as error:
        if not new:
            raise JournalError(f"{rescued}: {error}; mend that line, or put the record aside with --new") from error
        aside = rescued.with_name(f"damaged-{_now()}.jsonl")
        move_with_chain(rescued, aside)
        _log.warning("the damaged record is kept in %s", aside)
        return
    with journal:
        if journal.torn is not None:
            _log.warning("a line of %s was torn off by a power cut and is cut off: %s", rescued, journal.torn)
        if journal.events:
            # Where the power was cut before the file could be moved it is there already.
            with suppress(DuplicateMatchError):
                imported = import_record(archive, rescued, running=archive.running() is None)
                _log.warning("%s is taken over as match %d (%s)", rescued, imported.kept.id, imported.kept.name)
                if imported.fault:
                    _log.warning("%s: %s", rescued, imported.fault.text)
        folder = rescued.parent / FOLDER
        folder.mkdir(exist_ok=True)
        journal.put_aside(folder / f"{_now()}.jsonl")


def _now() -> str:
    return datetime.now(UTC).strftime(NAMED_BY)


def _save_unsaved(archive: Archive, spool: Spool) -> None:
    """Save an earlier run's unsaved events, if the disk accepts them now; raises sqlite3.Error."""
    for one in spool:
        try:
            rest(archive, one)
        except sqlite3.IntegrityError:
            spool.export_lines(one, archive.path.parent)
            continue
        try:
            with archive.transaction():
                save_unsaved(archive, one)
        except sqlite3.OperationalError as error:
            _log.warning("%s: %s; match %s still waits", archive.path, reason(archive.path, error), one.match)
            continue
        spool.forget(one)
        _log.warning("%s: what waited of match %s is saved", archive.path, one.match)


def _next(archive: Archive, lock: int, spool: Spool, *, new: bool) -> MatchJournal:
    waiting = next((one for one in spool if not one.over), None)
    over = {one.match for one in spool if one.over}
    stored = archive.running()
    if waiting and waiting.saved and (stored is None or stored.name != waiting.match):
        waiting = None  # that match was put aside meanwhile: the rest of it is saved, and not gone on with
    if stored and (stored.name in over or (waiting and stored.name != waiting.match)):
        stored = None
    try:
        journal = MatchJournal(archive, stored, lock, spool=spool, waiting=waiting)
    except RecordError as error:
        if not new or stored is None:
            raise JournalError(f"{archive.path}: {error}; put the match aside with --new") from error
        _log.warning("%s: %s; match %d (%s) is put aside as it is", archive.path, error, stored.id, stored.name)
        with archive.transaction():
            archive.put_aside(stored.id)
        return MatchJournal(archive, None, lock, spool=spool)
    if journal.broken is not None:
        _log.warning("%s; the match can go on, and `record verify` keeps telling it", journal.broken)
    finished = bool(journal.events) and outcome(journal.events).ended
    if not journal.events or not (new or finished):
        return journal
    try:
        journal.put_aside(None if finished else End())
    except JournalError as error:
        if not finished:
            raise
        _log.warning("%s; the next match begins, and both are saved as soon as that can be", error)
        journal.mark_ended()
        return MatchJournal(archive, None, lock, spool=spool)
    _log.warning("the last match is kept in %s as %s", archive.path, journal.name)
    return MatchJournal(archive, None, lock, spool=spool)


def _set_apart(directory: Path) -> None:
    """Rename a damaged archive, without changing it."""
    aside = f"damaged-{_now()}.sqlite3"
    for suffix in ("-shm", "-wal", ""):
        part = directory / (FILE + suffix)
        if part.exists():
            part.rename(directory / (aside + suffix))
    _log.warning("the damaged records are kept in %s", directory / aside)
