"""Import of record files into the archive, byte for byte, with their chain as far as it vouches for them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller.record import chain
from controller.record import text as record
from controller.record.chain import ChainFault
from controller.record.events import Event
from controller.store import atomic
from controller.store.archive import Archive, RecordLine, StoredMatch
from controller.store.journal import chain_path
from controller.store.match_journal import began
from controller.store.pictures import is_name
from controller.store.sqlite import ArchiveError

_DATED: Final = re.compile(r"\d{4}-\d\d-\d\dT\d{6}Z", re.ASCII)


class DuplicateMatchError(ValueError):
    """The archive holds a match with just these lines."""

    def __init__(self, path: Path, stored: StoredMatch) -> None:
        super().__init__(f"{path} is in the archive already, as match {stored.id} ({stored.name})")


@dataclass(frozen=True, slots=True)
class ImportedRecord:
    """A record that was imported into the archive."""

    kept: StoredMatch
    lines: int
    torn: str | None
    """The rest of a last line torn by a power cut; it was left out."""
    fault: ChainFault | None
    """The record's fault beside its chain."""


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A file of matches as it lies on the disk, with the chain beside it."""

    path: Path
    data: bytes
    links: bytes | None


def load(path: Path) -> MatchFile:
    """Read a file and its chain, the chain first: a line that is written meanwhile can only be one too many.

    Raises:
        OSError: it cannot be read.
    """
    beside = chain_path(path)
    links = atomic.read(beside) if beside.exists() else None
    return MatchFile(path, atomic.read(path), links)


def import_record(archive: Archive, path: Path, *, running: bool = False) -> ImportedRecord:
    """Import a record file with its chain; the file is unchanged.

    Args:
        archive: the archive to import into.
        path: of the file.
        running: whether the match goes on.

    Raises:
        RecordError: a line is no event, or the record is of another version.
        DuplicateMatchError: the archive has it.
        OSError: it cannot be read.
        sqlite3.Error: it cannot be written.
    """
    file = load(path)
    [result] = import_all(archive, file, [file.data], running=running)
    if isinstance(result, StoredMatch):
        raise DuplicateMatchError(path, result)
    return result


def import_all(
    archive: Archive, file: MatchFile, records: Sequence[bytes], *, running: bool = False
) -> tuple[ImportedRecord | StoredMatch, ...]:
    """Import all records of a file or none; a record that the archive has yields its match.

    Lines for which the chain does not vouch get a link with the mark that says so: nothing hides a break.

    Args:
        archive: the archive to import into.
        file: the file.
        records: its records, one a match.
        running: whether the match goes on.

    Raises:
        RecordError: a line is no event, or the record is of another version.
        sqlite3.Error: they cannot be written.
    """
    texts = [record.read(data) for data in records]
    splits = [chain.split(data[: text.size]) for data, text in zip(records, texts, strict=True)]
    duplicates = [archive.find_equal(split) for split in splits]
    checks = [chain.check(data, file.links) for data in records]
    lines = [_vouched(split, check.links) for split, check in zip(splits, checks, strict=True)]
    results: list[ImportedRecord | StoredMatch] = []
    with archive.transaction():
        for text, check, own_lines, duplicate in zip(texts, checks, lines, duplicates, strict=True):
            if duplicate is not None:
                results.append(duplicate)
                continue
            name = archive.free_name(_began(text.events, file.path))
            match = archive.add(name, running=running)
            archive.write(match, 1, own_lines)
            results.append(ImportedRecord(StoredMatch(match, name, running), len(own_lines), text.torn, check.fault))
    return tuple(results)


def _vouched(lines: list[bytes], links: tuple[bytes, ...]) -> list[RecordLine]:
    good = chain.fitting(lines, links)
    if len(links) > len(lines):
        good = min(good, len(lines) - 1)  # lines are gone from the end: the last one that is left says so
    vouched, before = [*links[:good]], links[good - 1] if good else b""
    for line in lines[good:]:
        before = chain.link(before, line, chain.UNWITNESSED)
        vouched.append(before)
    return [RecordLine(line, link) for line, link in zip(lines, vouched, strict=True)]


def _began(events: Sequence[Event], path: Path) -> datetime:
    """Return the start of a match, by the names of its pictures, of its file, or else by the file's date."""
    pictures = (event.img.partition("/")[0] for event in events if event.img is not None and is_name(event.img))
    stamps = (*pictures, *_DATED.findall(path.name))
    try:
        return began(next(iter(stamps)))
    except (StopIteration, ArchiveError):
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
