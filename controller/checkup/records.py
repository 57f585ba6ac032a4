"""The archive: can it be read, is it whole, is its version ours, and which match goes on."""

import sqlite3
from collections.abc import Iterator

from controller.checkup import Finding
from controller.record import text as record
from controller.referee.fold import outcome
from controller.referee.start import MatchError
from controller.settings.model import Config
from controller.store.archive import FILE, Archive, Kept
from controller.store.sqlite import ArchiveError, reason


def check(config: Config) -> Iterator[Finding]:
    """Read the whole archive once; where there is none, none is begun."""
    path = config.data.directory / FILE
    if not path.exists():
        yield Finding("records", "ok", f"{config.data.directory}: no match yet")
        return
    try:
        with Archive(config.data.directory) as archive:
            archive.examine()
            yield _found(archive)
    except ArchiveError as error:
        yield Finding("records", "broken", str(error))
    except sqlite3.Error as error:
        yield Finding("records", "broken", f"{path} cannot be read: {reason(path, error)}")


def _found(archive: Archive) -> Finding:
    """What there is to say of an archive that SQLite finds whole: of a match that is none the more, first."""
    matches = archive.matches()
    running = next((one for one in matches if one.running), None)
    if running and (fault := _fault(archive, running)):
        told = f"{_name(running)}, the one in progress: {fault}; put it aside: schiri referee --new"
        return Finding("records", "broken", told)
    torn = [one for one in matches if archive.gap(one.id)]
    if torn:
        what = "lines are missing; schiri record verify tells which, a backup may have them"
        return Finding("records", "better", f"{', '.join(map(_name, torn))}: {what}")
    count = f"{archive.path}: {len(matches)} match{'es' * (len(matches) != 1)}, whole"
    if running and not _ended(archive, running):
        count += f"; {_name(running)} goes on, schiri referee --new ends it"
    return Finding("records", "ok", count)


def _fault(archive: Archive, kept: Kept) -> str:
    """Why a match cannot be gone on with; or nothing."""
    if missing := archive.gap(kept.id):
        return f"line {missing} is missing"
    try:
        record.read(archive.record(kept.id))
    except record.RecordError as error:
        return str(error)
    return ""


def _ended(archive: Archive, kept: Kept) -> bool:
    try:
        return outcome(record.read(archive.record(kept.id)).events).ended
    except MatchError:  # by rules that there are not here: the referee says so
        return False


def _name(kept: Kept) -> str:
    return f"match {kept.id} ({kept.name})"
