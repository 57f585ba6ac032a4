"""The figures of the archive's matches, kept beside the records: a match is folded once for the lines it has."""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from controller.appliance.owner import change_owner, owner_of
from controller.record import text as record
from controller.referee.fold import MatchError
from controller.report.statistics import MatchFigures, figures
from controller.store import atomic
from controller.store.archive import Archive, StoredMatch
from controller.store.background import children

FILE: Final = "statistics.json"
FORMAT: Final = 1
"""The version of the cached figures; other versions are counted again."""
MOST_MATCHES: Final = 2000
"""The most matches, the newest, that count; a table that plays every day fills five years with them."""


@dataclass(frozen=True, slots=True)
class CachedFigures:
    """The figures of a match in the file, with the mark of its lines."""

    mark: str
    """The mark of the match's lines, as the archive has it."""
    figures: MatchFigures | None
    """The figures; None where no game here can read the match, or it is longer than any evening."""


_ADAPTER: Final = TypeAdapter(dict[int, CachedFigures])


@dataclass(frozen=True, slots=True)
class ArchiveFigures:
    """The figures of an archive as far as they are counted."""

    matches: tuple[MatchFigures, ...]
    unread: tuple[str, ...]
    """The names of matches that cannot be read."""
    missing: int
    """The number of matches that are still to be counted, or have gone on since."""


def read(directory: Path) -> Mapping[int, CachedFigures]:
    """Read the cache; empty if it is absent, damaged, or by another version of the program."""
    with suppress(OSError, ValueError, KeyError, TypeError, ValidationError):
        content = json.loads((directory / FILE).read_bytes())
        if content["v"] == _version():
            return _ADAPTER.validate_python(content["matches"])
    return {}


def found(archive: Archive, cached: Mapping[int, CachedFigures], *, running: bool) -> ArchiveFigures:
    """Collect the cached figures of an archive's matches.

    Args:
        archive: the matches.
        cached: the cache.
        running: whether the match at the table counts.
    """
    figures, unread, missing = list[MatchFigures](), list[str](), 0
    for one, mark in _newest(archive):
        entry = cached.get(one.id)
        if one.running and not running:
            continue
        if entry is None or entry.mark != mark:
            missing += 1
        elif entry.figures is None:
            unread.append(one.name)
        else:
            figures.append(entry.figures)
    return ArchiveFigures(tuple(figures), tuple(unread), missing)


def update_figures(
    archive: Archive, cached: Mapping[int, CachedFigures]
) -> Iterator[tuple[int, Mapping[int, CachedFigures]]]:
    """Count each match whose cached figures are absent or old; yields after each how many are left, and all figures."""
    marks = _newest(archive)
    up_to_date = {one.id: cached[one.id] for one, mark in marks if one.id in cached and cached[one.id].mark == mark}
    remaining = [(one, mark) for one, mark in reversed(marks) if one.id not in up_to_date]
    for number, (one, mark) in enumerate(remaining, 1):
        up_to_date[one.id] = CachedFigures(mark, _figures(archive, one))
        yield len(remaining) - number, up_to_date


def keep(directory: Path, cached: Mapping[int, CachedFigures]) -> None:
    """Write the cache; if it cannot be written, the figures are counted again."""
    content = {"v": _version(), "matches": {str(match): asdict(own) for match, own in cached.items()}}
    path = directory / FILE
    with suppress(OSError):
        atomic.write(path, json.dumps(content, ensure_ascii=False).encode(), 0o640, durable=False)
        change_owner([path], owner_of(directory))


def _newest(archive: Archive) -> list[tuple[StoredMatch, str]]:
    marks = archive.marks()
    return [(one, marks.get(one.id, "")) for one in archive.matches()[-MOST_MATCHES:]]


def _version() -> str:
    return f"{FORMAT} {version('schiri')}"


def _figures(archive: Archive, stored: StoredMatch) -> MatchFigures | None:
    """Count the figures of a match, within its bounds."""
    data = archive.record(stored.id)
    if children.is_too_long(data):
        return None
    with (
        suppress(record.RecordError, MatchError, children.TooLongError, MemoryError),
        children.limit_seconds(children.MATCH_S),
    ):
        return figures(stored.name, record.read(data).events)
    return None


# Counting of an archive's matches, in turns: figures are cached every few seconds, and the next turn goes on.

KEEP_S: Final = 2.0
"""Seconds between two writes of the cache, so that a limit that ends the process costs little."""
TURN_S: Final = 10.0
"""The seconds of one process, because others wait for their turn."""


def count(archive: Archive) -> Mapping[int, CachedFigures]:
    """Count the matches that are not counted yet, for one turn; returns all figures.

    Raises:
        sqlite3.Error: the archive cannot be read.
    """
    directory = archive.path.parent
    known = found = read(directory)
    began_s = kept_s = time.monotonic()
    for remaining, found in update_figures(archive, known):
        now_s = time.monotonic()
        is_over = not remaining or now_s - began_s > TURN_S
        if is_over or now_s - kept_s > KEEP_S:
            keep(directory, found)
            kept_s = now_s
        if is_over:
            break
    return found
