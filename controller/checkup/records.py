"""The archive: can it be read, is it whole, is its version ours, and which match goes on."""

import sqlite3
from collections.abc import Iterator, Sequence

from controller.checkup import Finding
from controller.record import text as record
from controller.record.message import Listed, Message
from controller.referee.fold import MatchError, outcome
from controller.settings.model import Config
from controller.store.archive import FILE, Archive, StoredMatch
from controller.store.sqlite import ArchiveError, reason


def check(config: Config) -> Iterator[Finding]:
    """Read the whole archive once; where there is none, none is begun."""
    path = config.data.directory / FILE
    if not path.exists():
        yield Finding(Message("records"), "ok", Message("{folder}: no match yet", folder=str(config.data.directory)))
        return
    try:
        with Archive(config.data.directory) as archive:
            archive.examine()
            yield _found(archive)
    except ArchiveError as error:
        yield Finding(Message("records"), "broken", str(error))
    except sqlite3.Error as error:
        message = Message("{file} cannot be read: {why}", file=str(path), why=reason(path, error))
        yield Finding(Message("records"), "broken", message)


def _found(archive: Archive) -> Finding:
    """Report on an archive that SQLite finds whole: a fault of the running match, else torn matches, else the count."""
    matches = archive.matches()
    running = next((one for one in matches if one.running), None)
    if running and (fault := _fault(archive, running)):
        return Finding(Message("records"), "broken", _faulty(running, fault))
    torn = [one for one in matches if archive.gap(one.id)]
    if torn:
        return Finding(Message("records"), "better", _torn(torn))
    count = _counted(archive, len(matches))
    if running and not _ended(archive, running):
        goes_on = Message("{why} goes on; “End the match” on the table's page ends it", why=_name(running))
        count = Message.join("; ", (count, goes_on))
    return Finding(Message("records"), "ok", count)


def _faulty(match: StoredMatch, fault: str) -> Message:
    return Message(
        "{why}, the one in progress: {why2}; to put it aside, stop Schiri and type on its machine: "
        "schiri referee --new",
        why=_name(match),
        why2=fault,
    )


def _torn(matches: Sequence[StoredMatch]) -> Message:
    return Message(
        "{matches}: lines are missing; schiri record verify, typed on its machine, tells which; a backup may have them",
        matches=Listed(tuple(map(_name, matches))),
    )


def _counted(archive: Archive, count: int) -> Message:
    path = str(archive.path)
    return Message.counted("{file}: {n} match, whole", "{file}: {n} matches, whole", count, file=path, n=count)


def _fault(archive: Archive, stored: StoredMatch) -> str:
    """Tell why a match cannot go on; empty where it can."""
    if missing := archive.gap(stored.id):
        return Message("line {n} is missing", n=missing)
    try:
        record.read(archive.record(stored.id))
    except record.RecordError as error:
        return str(error)
    return ""


def _ended(archive: Archive, stored: StoredMatch) -> bool:
    try:
        return outcome(record.read(archive.record(stored.id)).events).ended
    except MatchError:  # by rules that there are not here: the referee says so
        return False


def _name(stored: StoredMatch) -> Message:
    return Message("match {n} ({name})", n=stored.id, name=stored.name)
