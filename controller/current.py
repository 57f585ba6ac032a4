"""The record of the match in progress: taken up, put aside when it is over, and set apart when it is damaged."""

import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller import chain_file
from controller.events import End
from controller.fold import outcome
from controller.journal import Journal, JournalError
from controller.record import RecordError

CURRENT: Final = "current.jsonl"
"""In the data directory."""

_log = logging.getLogger(__name__)


def take_up(directory: Path, *, new: bool) -> Journal:
    """The record in progress; a torn last line is reported; ``new`` ends the old match and puts it aside.

    Raises:
        JournalError: it is damaged, or cannot be written.
    """
    journal = _open(directory / CURRENT, new=new)
    if journal.torn is not None:
        _log.warning("a line of %s was torn off by a power cut and is cut off: %s", journal.path, journal.torn)
    if journal.broken is not None:
        _log.warning("%s; the match can go on, and `record verify` keeps telling it", journal.broken)
    finished = bool(journal.events) and outcome(journal.events).ended
    if journal.events and (new or finished):
        if not finished:
            journal.append(End())
        aside = directory / f"{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.jsonl"
        journal.put_aside(aside)
        _log.warning("the last match is kept in %s", aside)
        journal = Journal(directory / CURRENT)
    return journal


def _open(path: Path, *, new: bool) -> Journal:
    """Open the record in progress; one that is damaged stays as it is, ``new`` puts it aside."""
    try:
        return Journal(path)
    except RecordError as error:
        if not new:
            raise JournalError(f"{path}: {error}; mend that line, or put the record aside with --new") from error
    aside = path.with_name(f"damaged-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.jsonl")
    chain_file.move(path, aside)
    _log.warning("the damaged record is kept in %s", aside)
    return Journal(path)
