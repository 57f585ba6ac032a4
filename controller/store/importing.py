"""Import of record files into the archive, byte for byte, with their chain as far as it vouches for them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller.record import chain
from controller.record import text as record
from controller.record.chain import ChainFault
from controller.record.events import Event
from controller.store import atomic, chain_file
from controller.store.archive import Archive, KeptMatch, RecordLine
from controller.store.match_journal import began
from controller.store.pictures import is_name
from controller.store.sqlite import ArchiveError

_DATED: Final = re.compile(r"\d{4}-\d\d-\d\dT\d{6}Z", re.ASCII)


class AlreadyThereError(ValueError):
    """The archive holds a match with just these lines."""

    def __init__(self, path: Path, there: KeptMatch) -> None:
        super().__init__(f"{path} is in the archive already, as match {there.id} ({there.name})")


@dataclass(frozen=True, slots=True)
class ImportedRecord:
    """A record that was taken into the archive."""

    kept: KeptMatch
    lines: int
    torn: str | None
    """The rest of a last line torn by a power cut; it was left out."""
    fault: ChainFault | None
    """The record's fault beside its chain."""


def take_in(
    archive: Archive, path: Path, *, running: bool = False, to_record: Callable[[bytes], bytes] = bytes
) -> ImportedRecord:
    """Take a record file in, its chain with it; the file stays as it is.

    Lines for which the chain does not vouch get a link with the mark that says so: nothing hides a break.

    Args:
        archive: into which.
        path: of the file.
        running: whether the match goes on.
        to_record: makes a record of what the file holds, where that is written in another way.

    Raises:
        RecordError: a line is no event, or the record is of another version.
        AlreadyThereError: the archive has it.
        OSError: it cannot be read.
        sqlite3.Error: it cannot be written.
    """
    held, links = _files(path)
    data = to_record(held)
    text = record.read(data)
    whole = data[: text.size]
    if there := archive.same(chain.split(whole)):
        raise AlreadyThereError(path, there)
    found = chain.check(data, links)
    lines = _vouched(chain.split(whole), found.links)
    name = archive.free_name(_began(text.events, path))
    with archive.transaction():
        own = archive.add(name, running=running)
        archive.write(own, 1, lines)
    return ImportedRecord(KeptMatch(own, name, running), len(lines), text.torn, found.fault)


def _files(path: Path) -> tuple[bytes, bytes | None]:
    """The record and its chain; the chain is read first: what is written meanwhile can only be a line too many."""
    beside = chain_file.beside(path)
    links = atomic.read(beside) if beside.exists() else None
    return atomic.read(path), links


def _vouched(lines: list[bytes], links: tuple[bytes, ...]) -> list[RecordLine]:
    good = chain.fitting(lines, links)
    if len(links) > len(lines):
        good = min(good, len(lines) - 1)  # lines are gone from the end: the last one that is left says so
    made, before = [*links[:good]], links[good - 1] if good else b""
    for line in lines[good:]:
        before = chain.link(before, line, chain.UNWITNESSED)
        made.append(before)
    return [RecordLine(line, link) for line, link in zip(lines, made, strict=True)]


def _began(events: Sequence[Event], path: Path) -> datetime:
    """When it began: by the names of its pictures, of its file, or else by the file's date."""
    pictures = (event.img.partition("/")[0] for event in events if event.img is not None and is_name(event.img))
    stamps = (*pictures, *_DATED.findall(path.name))
    try:
        return began(next(iter(stamps)))
    except (StopIteration, ArchiveError):
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
