"""The summaries of the archive's matches, kept beside the records: a match is read once for the lines it has.

As a process, ``controller.store.background.summaries DIRECTORY AT_TABLE``, it makes missing summaries, for one turn.
``AT_TABLE`` is ``ended`` where the match at the table has ended, else ``played``. Exit status: `NO_ARCHIVE` where
there is none, or it cannot be read.
"""

import json
import sqlite3
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, cast

from controller.appliance.owner import change_owner, owner_of
from controller.record import text as record
from controller.record.events import Seat
from controller.referee.fold import MatchError, outcome
from controller.rules import standing
from controller.rules.match import AnyMatch
from controller.rules.results import Number
from controller.store import atomic
from controller.store.archive import Archive, StoredMatch
from controller.store.background import children, match_figures
from controller.store.sqlite import ArchiveError

FILE: Final = "summaries.json"
NAME: Final = "controller.store.background.summaries"
ENDED: Final = "ended"
PLAYED: Final = "played"
NO_ARCHIVE: Final = 3
"""Exit status: there is no archive, or it cannot be read."""


@dataclass(frozen=True, slots=True)
class ShortSummary:
    """A match in a line of a list."""

    lines: int
    game: str = ""
    """The game; empty if no game here can read the match."""
    players: tuple[str, ...] = ()
    deals: int = 0
    total: tuple[Number, ...] = ()
    sides: tuple[tuple[Seat, ...], ...] = ()
    """The seats of each side, in the order in which the match stands."""
    won: tuple[Seat, ...] = ()
    """The seats of the side that has won; none where sides are level, or the match has not ended."""
    verdicts: int = 0
    ended: bool = False
    is_too_long: bool = False
    """Whether the match is longer than any evening: it is not read to be listed."""


class Summaries:
    """The cached summaries of an archive's matches; each is made once for a match's lines."""

    def __init__(self, archive: Archive) -> None:
        """Read the cached summaries; damaged ones and those of another version of the program are made again."""
        self._archive, self._path = archive, archive.path.with_name(FILE)
        self._changed = False
        self._kept: dict[str, Any] = {}
        with suppress(OSError, ValueError, TypeError, AttributeError):
            content = json.loads(self._path.read_bytes())
            if content["v"] == version("schiri"):
                self._kept = dict(content["matches"])

    def known(self, stored: StoredMatch, mark: str) -> ShortSummary | None:
        """Return the cached summary of a match whose lines have this mark; None: it is still to be made."""
        with suppress(LookupError, TypeError, ValueError):
            if (entry := self._kept[str(stored.id)])["mark"] == mark:
                return _read(entry)
        return None

    def of(self, stored: StoredMatch) -> ShortSummary:
        """Return the summary of a match."""
        mark = self._archive.mark(stored.id)
        if summary := self.known(stored, mark):
            return summary
        new_summary = _made(self._archive, stored)
        self._kept[str(stored.id)] = {"mark": mark, **asdict(new_summary)}
        self._changed = True
        return new_summary

    def keep(self) -> None:
        """Write the cache; if it cannot be written, the summaries are made again."""
        if self._changed:
            data = json.dumps({"v": version("schiri"), "matches": self._kept}, ensure_ascii=False).encode()
            with suppress(OSError):
                atomic.write(self._path, data, 0o640, durable=False)
                change_owner([self._path], owner_of(Path(self._archive.path)))
            self._changed = False


def found(archive: Archive, *, running: bool) -> Mapping[StoredMatch, ShortSummary | None]:
    """List the newest matches, the newest first, each with its summary; None: it is still to be made.

    Args:
        archive: the matches.
        running: whether the match at the table is summed up.
    """
    summaries, marks = Summaries(archive), archive.marks()
    newest = reversed(archive.matches()[-match_figures.MOST_MATCHES :])
    return {one: None if one.running and not running else summaries.known(one, marks.get(one.id, "")) for one in newest}


def summarise(archive: Archive, *, running: bool) -> None:
    """Make the summaries that are missing, the newest first, for one turn."""
    summaries = Summaries(archive)
    began_s = kept_s = time.monotonic()
    for one, summary in found(archive, running=running).items():
        if summary or (one.running and not running):
            continue
        summaries.of(one)
        now_s = time.monotonic()
        if now_s - kept_s > match_figures.KEEP_S:
            summaries.keep()
            kept_s = now_s
        if now_s - began_s > match_figures.TURN_S:
            break
    summaries.keep()


def whole(data: bytes) -> AnyMatch | None:
    """Read a match from its lines; None if no game here can read it."""
    try:
        return outcome(record.read(data).events)
    except (record.RecordError, MatchError):
        return None


def _made(archive: Archive, stored: StoredMatch) -> ShortSummary:
    data = archive.record(stored.id)
    lines = children.count_lines(data)
    if children.is_too_long(data):
        return ShortSummary(lines, is_too_long=True)
    match = None
    try:
        with children.limit_seconds(children.MATCH_S):
            match = whole(data)
    except (children.TooLongError, MemoryError):
        return ShortSummary(lines, is_too_long=True)
    if match is None:
        return ShortSummary(lines)
    return ShortSummary(
        lines,
        match.game.name,
        match.names,
        len(match.ledger),
        match.total,
        sides=tuple(side.seats for level in standing.ranked(match) for side in level),
        won=standing.winner(match),
        verdicts=len(match.verdicts),
        ended=match.ended,
    )


def _read(fields: dict[str, Any]) -> ShortSummary:
    names, total, won = (cast("list[Any]", fields[field]) for field in ("players", "total", "won"))
    sides = tuple(tuple(seats) for seats in cast("list[list[Seat]]", fields["sides"]))
    values = fields["lines"], fields["game"], tuple(names), fields["deals"], tuple(total), sides, tuple(won)
    return ShortSummary(*values, fields["verdicts"], fields["ended"], fields["is_too_long"])


def main(arguments: Sequence[str]) -> int:
    """Make the summaries that are missing; returns the exit status."""
    children.limit_process()
    directory, at_table = arguments
    try:
        with Archive(Path(directory)) as archive:
            summarise(archive, running=at_table == ENDED)
    except (ArchiveError, FileNotFoundError, sqlite3.Error):
        return NO_ARCHIVE
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
