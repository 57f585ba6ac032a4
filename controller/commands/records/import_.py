"""``schiri record import``: record files into the archive."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TextIO

from controller.commands import terminal
from controller.games import interchange
from controller.games.interchange import InterchangeError
from controller.record import text as record
from controller.record.events import MatchStart
from controller.record.text import RecordError
from controller.referee.fold import cannot_start
from controller.report import notation
from controller.report.notation import NotationError
from controller.store.archive import Archive, StoredMatch
from controller.store.importing import DuplicateMatchError, MatchFile, import_all, load

FOUND: Final = 1
"""Exit status: the chain of a record does not fit it."""
REFUSED: Final = 2
"""Exit status: a file was not taken in."""
_DOS: Final = re.compile(rb"[\x81\x8d\x8f\x90\x9d]|[A-Za-z](?:[\x82\x84]|\x93[a-z])|[\x83\x86-\x89\x8b\x94\x99][a-z]")
"""Letters of the code pages of DOS, where those of Windows have nothing, or a sign that does not stand there."""
_DOS_END: Final = b"\x1a"
"""The last byte of a text in DOS."""
OWN: Final = frozenset(("", ".jsonl", ".txt"))
"""Endings of the names of our own files; all others may be in the format of one game's players."""


def run(archive: Archive, paths: Sequence[Path], out: TextIO, *, skip: bool = False) -> int:
    """Import files and report on each; returns the exit status.

    Args:
        archive: takes them.
        paths: paths of the files.
        out: stream for the output.
        skip: whether deals of another program's file that cannot be read are left out and told; else each file is
            taken in whole or not at all.
    """
    status = 0
    for path in paths:
        try:
            status = max(status, _import_file(archive, path, out, skip=skip))
        except InterchangeError as error:
            *others, last = error.faults
            for fault in others:
                terminal.complain(f"{path}: {fault}")
            status = _refused(f"{path}: {last}; nothing of it is taken in")
        except (RecordError, NotationError) as error:
            status = _refused(f"{path}: {error}; nothing of it is taken in")
        except DuplicateMatchError as error:
            status = _refused(str(error))
        except OSError as error:
            status = _refused(f"{path}: {error.strerror}")
    return status


def _import_file(archive: Archive, path: Path, out: TextIO, *, skip: bool) -> int:
    file = load(path)
    records, left_out = _records(file, skip=skip)
    name, status = terminal.plain(str(path)), 0
    takings = import_all(archive, file, records)
    stored_before = [taking for taking in takings if isinstance(taking, StoredMatch)]
    if len(stored_before) == len(takings):
        raise DuplicateMatchError(path, stored_before[0])
    report = [f"{len(takings)} tables, a match each"] if len(takings) > 1 else []
    for taking in takings:
        if isinstance(taking, StoredMatch):
            report.append(f"one of its tables is in the archive already, as match {taking.id} ({taking.name})")
            continue
        lines = "line" if taking.lines == 1 else "lines"
        report.append(f"{taking.lines} {lines}, match {taking.kept.id} ({taking.kept.name})")
        if taking.torn is not None:
            report.append(f"its last line was torn off in writing and is left out: {terminal.plain(taking.torn)}")
        if taking.fault is not None:
            report.append(taking.fault.text)
            status = FOUND if taking.fault.kind != "no-chain" else status
    report += [f"left out: {terminal.plain(str(fault))}" for fault in left_out]
    terminal.write((f"{name}: {line}" for line in report), out)
    return status


def _records(file: MatchFile, *, skip: bool) -> tuple[list[bytes], tuple[InterchangeError, ...]]:
    """Make the records that a file holds, a match each, and the faults of deals that are left out.

    Args:
        file: the file.
        skip: whether deals with a fault are left out; else nothing is read with one of them.

    Raises:
        RecordError: no match can begin as one of them does.
        NotationError: it is no text of a match.
        InterchangeError: another program's file cannot be read.
    """
    ending = file.path.suffix.lower()
    reader = None if ending in OWN else interchange.reader(ending.removeprefix("."))
    if reader is None:
        records, left_out = [notation.as_record(file.data)], ()
    else:
        reading = reader(decoded(file.data))
        matches, left_out = (reading.matches, reading.faults) if skip else (reading.whole(), ())
        records = ["".join(f"{record.to_line(event)}\n" for event in events).encode() for events in matches]
    for record_made in records:
        opening = next(iter(record.read(record_made).events), None)
        if isinstance(opening, MatchStart) and (fault := cannot_start(opening)):
            raise RecordError(1, fault)
    return records, left_out


def decoded(data: bytes) -> str:
    """Return a text in UTF-8, as most programs write it, in UTF-16, or in one of the 8 bits a letter that PBN allows.

    Raises:
        InterchangeError: it begins as UTF-16 and does not go on so.
    """
    wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    # Text of Western letters has every second byte nought, and the first letter tells which.
    if wide or data[:2].count(0) == 1:
        coding = "utf-16" if wide else "utf-16-le" if data[1] == 0 else "utf-16-be"
        try:
            return data.decode(coding)
        except UnicodeDecodeError as error:
            line = data[: error.start].decode(coding, "ignore").count("\n") + 1
            reason = (
                "here the text in UTF-16 breaks off or is damaged; save the file once more in the program that wrote it"
            )
            raise InterchangeError(line, reason) from error
    data = data.removeprefix(BOM_UTF8).rstrip(_DOS_END)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp850" if _DOS.search(data) else "cp1252", "replace")


def _refused(why: str) -> int:
    terminal.complain(why)
    return REFUSED
