"""Records of earlier versions, a file a match: taken into the archive once, and kept in a folder of their own."""

import logging
import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller.record.text import RecordError
from controller.store import chain_file
from controller.store.archive import NAMED_BY, Archive
from controller.store.importing import AlreadyThereError, take_in
from controller.store.journal import CURRENT, Journal, JournalError
from controller.store.sqlite import reason

FOLDER: Final = "earlier"
"""Where the files are kept that were taken over."""

_ASIDE: Final = re.compile(r"\d{4}-\d\d-\d\dT\d{6}Z\.jsonl", re.ASCII)

_log = logging.getLogger(__name__)


def take_over(archive: Archive, directory: Path, *, new: bool) -> None:
    """Take over what earlier versions have left in the data directory; a match in progress stays in progress.

    Args:
        archive: where the matches go.
        directory: where the files are.
        new: a damaged match in progress is set apart instead of refused.

    Raises:
        JournalError: the match in progress is damaged, or being written; or the archive cannot be written.
    """
    try:
        if (current := directory / CURRENT).exists():
            _in_progress(archive, current, new=new)
        for path in sorted(directory.glob("*.jsonl")):
            if _ASIDE.fullmatch(path.name):
                _over(archive, path)
    except sqlite3.Error as error:
        raise JournalError(f"{archive.path} cannot be written: {reason(archive.path, error)}") from error


def _in_progress(archive: Archive, current: Path, *, new: bool) -> None:
    """Take over the match in progress; one that is damaged stays as it is, ``new`` sets it apart."""
    try:
        journal = Journal(current)
    except RecordError as error:
        if not new:
            raise JournalError(f"{current}: {error}; mend that line, or put the record aside with --new") from error
        aside = current.with_name(f"damaged-{_now()}.jsonl")
        chain_file.move(current, aside)
        _log.warning("the damaged record is kept in %s", aside)
        return
    with journal:
        if journal.torn is not None:
            _log.warning("a line of %s was torn off by a power cut and is cut off: %s", current, journal.torn)
        if journal.events:
            _taken_in(archive, current, running=archive.running() is None)
        journal.put_aside(_kept(current, f"{_now()}.jsonl"))


def _over(archive: Archive, path: Path) -> None:
    """Take over a match that is over; what cannot be read stays where it is, and is told."""
    try:
        _taken_in(archive, path, running=False)
    except (RecordError, OSError) as error:
        _log.warning("%s cannot be taken over and stays where it is: %s", path, error)
        return
    chain_file.move(path, _kept(path, path.name))


def _taken_in(archive: Archive, path: Path, *, running: bool) -> None:
    try:
        taken = take_in(archive, path, running=running)
    except AlreadyThereError:
        return  # the power was cut before the file could be moved
    _log.warning("%s is taken over as match %d (%s)", path, taken.kept.id, taken.kept.name)
    if taken.fault:
        _log.warning("%s: %s", path, taken.fault.text)


def _kept(path: Path, name: str) -> Path:
    folder = path.parent / FOLDER
    folder.mkdir(exist_ok=True)
    return folder / name


def _now() -> str:
    return datetime.now(UTC).strftime(NAMED_BY)
