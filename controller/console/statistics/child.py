"""Process that draws statistics: ``controller.console.statistics.child DIRECTORY GAME SEASON LANGUAGE AT_TABLE``.

It counts what is not counted yet, for one turn. It writes what a page shows and what its files hold, as one JSON
object. ``AT_TABLE`` is ``ended`` where the match at the table has ended and counts, else ``played``. Exit status:
`NO_ARCHIVE` where there is none, or it cannot be read.
"""

import json
import sqlite3
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from controller.console.statistics.pictures import pictures, title
from controller.console.words.gettext import speaking
from controller.language.catalogues import locale
from controller.report.season import chosen
from controller.report.statistics_rows import rows
from controller.store.archive import Archive
from controller.store.background import children, match_figures
from controller.store.sqlite import ArchiveError

if TYPE_CHECKING:
    from vision.words.cards import Lang

NAME: Final = "controller.console.statistics.child"
NO_ARCHIVE: Final = 3
"""Exit status: there is no archive, or it cannot be read."""
ENDED: Final = "ended"
PLAYED: Final = "played"


def main(arguments: Sequence[str]) -> int:
    """Write the statistics of a game and a year, or of all where they are empty; returns the exit status."""
    children.limit_process()
    directory, game, season, code, at_table = arguments
    lang = cast("Lang", code)
    try:
        with Archive(Path(directory)) as archive:
            figures = match_figures.found(archive, match_figures.count(archive), running=at_table == ENDED)
    except (ArchiveError, FileNotFoundError, sqlite3.Error):
        return NO_ARCHIVE
    matches = chosen(figures.matches, game, season)
    with speaking(locale(lang)):
        names = {one.game: title(one.game) for one in figures.matches}
        values = {
            "missing": figures.missing,
            "unread": len(figures.unread),
            "games": sorted(names.items(), key=lambda one: one[1]),
            "seasons": sorted({one.season for one in figures.matches}, reverse=True),
            "matches": len(matches),
            "pictures": [asdict(one) for one in pictures(matches, lang)],
            "rows": [*rows(matches)],
        }
    sys.stdout.buffer.write(json.dumps(values, ensure_ascii=False).encode())
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
