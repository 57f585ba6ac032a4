"""Process that makes a replay: ``python -m controller.console.replay.child DIRECTORY MATCH LANGUAGE SUITS WHEN``.

It writes the page to its standard output. Exit status: `TOO_LONG` where no evening is so long. It is `NONE` where there
is no such match, it is still being played, or no game here can read it.
"""

import sqlite3
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from controller.console.replay.document import document
from controller.record import text as record
from controller.referee.fold import MatchError, outcome
from controller.report.summary import is_over
from controller.store.archive import Archive, StoredMatch
from controller.store.background import children
from controller.store.sqlite import ArchiveError

if TYPE_CHECKING:
    from vision.words.cards import Lang, Suits

NAME: Final = "controller.console.replay.child"
NONE: Final = 3
"""Exit status: there is nothing to show."""
TOO_LONG: Final = 4
"""Exit status: the match is longer than that of any evening."""


def main(arguments: Sequence[str]) -> int:
    """Make one replay; returns the exit status."""
    children.limit_process()
    directory, match, lang, suits, when = arguments
    stored, data = _read(Path(directory), match)
    if stored is None:
        return NONE
    if children.is_too_long(data):
        return TOO_LONG
    with suppress(record.RecordError, MatchError):
        text = record.read(data)
        if not stored.running or is_over(outcome(text.events)):
            page = document(text, cast("Lang", lang), cast("Suits", suits), when)
            sys.stdout.buffer.write(page.encode())
            sys.stdout.buffer.flush()
            return 0
    return NONE


def _read(directory: Path, match: str) -> tuple[StoredMatch | None, bytes]:
    """Return a match of the archive with its record; none where there is none, or it cannot be read."""
    with suppress(ArchiveError, FileNotFoundError, sqlite3.Error), Archive(directory) as archive:
        for stored in archive.matches():
            if str(stored.id) == match:
                return stored, archive.record(stored.id)
    return None, b""


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
